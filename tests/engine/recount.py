"""A record counted again from what lies on the table, in plain Python: where each card is, what each seat has.

`g` is a record as lists (`play.plain`).
"""

from types import SimpleNamespace

from hadara_env.cards import CardSet
from hadara_env.engine import constants as c


class Box:
    """The columns of a card set as lists."""

    def __init__(self, cards: CardSet) -> None:
        self.epoch, self.colour, self.star = cards.epoch.tolist(), cards.colour.tolist(), cards.star.tolist()
        self.cost, self.points, self.ability = cards.cost.tolist(), cards.points.tolist(), cards.ability.tolist()
        self.values, self.start_values = cards.values.tolist(), cards.start_values.tolist()
        self.colony_requirement, self.colony_values = cards.colony_requirement.tolist(), cards.colony_values.tolist()
        self.bust_requirement, self.bust_bonus = cards.bust_requirement.tolist(), cards.bust_bonus.tolist()


def piles(g: SimpleNamespace) -> list[tuple[int, int, list[int], int]]:
    """(epoch, colour, cards as dealt, how many of them have been drawn) for every pile."""
    held = {card for hand in g.hand for card in hand}
    found = []
    for epoch in range(c.NUM_EPOCHS):
        for colour in range(c.NUM_COLOURS):
            cards = g.pile[epoch][colour][: 2 * g.num_players]
            drawn = 2 * g.num_players if epoch < g.epoch else 2 * g.visits[colour] if epoch == g.epoch else 0
            if epoch == g.epoch and held.intersection(cards[drawn : drawn + 2]):
                drawn += 2
            found.append((epoch, colour, cards, drawn))
    return found


def display(g: SimpleNamespace, seat: int) -> list[int]:
    return g.display[seat][: g.display_size[seat]]


def outer(g: SimpleNamespace) -> list[int]:
    stacks = zip(g.placed[g.epoch], g.outer_size, strict=True)
    return [card for stack, size in stacks for card in stack[:size]]


def lying(g: SimpleNamespace) -> dict[str, list[int]]:
    """Every card that has been drawn, by where the record has it."""
    return {
        "display": [card for seat in range(g.num_players) for card in display(g, seat)],
        "hand": [card for hand in g.hand for card in hand if card != c.NONE],
        "outer": outer(g),
        "sold": [card for card, place in enumerate(g.place) if c.SOLD <= place < c.HAND],
        "gone": [card for card, place in enumerate(g.place) if place == c.GONE],
    }


def places(g: SimpleNamespace) -> list[int]:
    """`place` as the other lists have it; a drawn card that none of them names has left the game."""
    found = [c.UNSEEN] * c.NUM_CARDS
    for _, _, cards, drawn in piles(g):
        for card in cards[:drawn]:
            found[card] = c.GONE
    for card in outer(g):
        found[card] = c.OUTER
    for epoch, colour, visit, seat in visitors(g):
        card = g.kept[epoch][colour][visit]
        if g.place[card] == c.SOLD + seat:
            found[card] = c.SOLD + seat
    for seat in range(g.num_players):
        for card in display(g, seat):
            found[card] = c.DISPLAY + seat
        for card in g.hand[seat]:
            if card != c.NONE:
                found[card] = c.HAND + seat
    return found


def visitors(g: SimpleNamespace) -> list[tuple[int, int, int, int]]:
    """(epoch, colour, visit, seat): who drew each pair whose choice has been revealed. E2"""
    found = []
    for epoch in range(g.epoch + 1):
        visits = [0] * c.NUM_COLOURS
        revealed = [g.num_players] * c.NUM_COLOURS if epoch < g.epoch else g.visits
        for draw in range(c.NUM_DRAWS):
            for seat in range(g.num_players):
                colour = g.board[(g.crest[seat] + g.wheel[epoch] + draw) % 5]
                if visits[colour] < revealed[colour]:
                    found.append((epoch, colour, visits[colour], seat))
                visits[colour] += 1
    return found


def tokens(g: SimpleNamespace, seat: int) -> list[int]:
    """All tokens of a seat by track, free or lying somewhere."""
    count = list(g.tokens[seat])
    used = [*g.bust_token[seat], *g.silver[seat], *(g.card_token[card] for card in display(g, seat))]
    for track in used:
        if track != c.NONE:
            count[track] += 1
    return count


def colours(g: SimpleNamespace, seat: int, box: Box) -> list[int]:
    own = [box.colour[card] for card in display(g, seat)]
    return [own.count(colour) for colour in range(c.NUM_COLOURS)]


def abilities(g: SimpleNamespace, seat: int, box: Box) -> list[int]:
    own = [box.ability[card] for card in display(g, seat)]
    return [own.count(ability) for ability in range(c.NUM_ABILITIES)]


def tracks(g: SimpleNamespace, seat: int, box: Box) -> list[int]:
    """From first principles: start card, cards, X0, X2, allied colonies, busts with X8."""
    if g.side[seat] == c.NONE:
        return [0, 0, 0, 0]
    cards, ability, colour = display(g, seat), abilities(g, seat, box), colours(g, seat, box)
    steps = list(box.start_values[g.start_card[seat]][g.side[seat]])
    tiles = [
        box.colony_values[colony][g.colony_stack[colony][g.colony_tile[seat][colony]]]
        for colony in range(c.NUM_COLONIES)
        if g.colony[seat][colony] == c.ALLIED
    ]
    for track in range(c.NUM_TRACKS):
        steps[track] += sum(box.values[card][track] for card in cards)
        steps[track] += ability[c.YELLOW_STEP + track] * colour[track]
        steps[track] += 2 * sum(g.card_token[card] == track for card in cards)
        steps[track] += sum(tile[track] for tile in tiles)
        for bust in range(c.NUM_BUSTS):
            if g.bust_token[seat][bust] == track and not g.bust_back[seat][bust]:
                steps[track] += box.bust_bonus[bust] + 2 * (ability[c.BUST_STEPS] > 0)
    return steps
