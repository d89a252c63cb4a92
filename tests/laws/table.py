"""Tables laid out by hand, so that a test can show one clause at work.

`position` gives a game that stands at a step, with seat 0 as first player unless told otherwise. Tracks are given as
they stand, with all that cards, colonies and busts have given. Apart from what a test names, nobody owns anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hadara_env.cards import COLOURS, TRACKS, CardSet, load
from hadara_env.config import GameConfig
from hadara_env.engine import constants as c
from hadara_env.engine.actions import BUST_REQUIREMENTS, COLONY_REQUIREMENTS
from hadara_env.game import Game


@dataclass(frozen=True)
class Seat:
    """What lies before one player. `cards` and `silver` are words in one string; busts read {12: "income:front"}."""

    coins: int = 0
    income: int = 0
    military: int = 0
    culture: int = 0
    food: int = 0
    cards: str = ""
    card_tokens: dict[str, str] = field(default_factory=dict)
    colonies: dict[int, str] = field(default_factory=dict)
    busts: dict[int, str] = field(default_factory=dict)
    silver: str = ""
    gold: int = 0
    tokens: tuple[int, int, int, int] | None = None  # the free ones; None: those of the eight that lie nowhere


def position(
    step: str,
    *seats: Seat,
    players: int = 2,
    rules: str = "full",
    epoch: int | None = None,
    phase: str | None = None,
    first: int = 0,
    hands: Sequence[str] = (),
    top: str = "",
    last_round: bool = False,
    tiles: dict[int, int] | None = None,
    cards: CardSet | None = None,
    ask_forced: bool = False,
) -> Game:
    """A game at a step of an epoch (the earliest one whose cards are named).

    `hands`: the pairs of the first draw from seat 0 on. `top`: cards on top of their outer stacks. `last_round`: one
    open card for each player is left. `tiles`: per requirement the colony tile on top. Colony and bust steps are those
    of phase A unless told otherwise.
    """
    config = GameConfig(players, rules, cards or load(), ask_forced)
    named = [*(card for seat in seats for card in seat.cards.split()), *" ".join(hands).split(), *top.split()]
    epoch = epoch or max((int(card[0]) for card in named), default=1)
    game = Game.from_setup(_layout(config, epoch, first, named, hands, top, tiles or {}), config)
    while game.step == "side":
        game.apply("side:A")
    g = game.record
    g.epoch, g.actor = epoch - 1, first
    for seat in range(players):
        _furnish(game, seat, seats[seat] if seat < len(seats) else Seat())
    if step == "draft":
        game.refresh()
        game.apply("wheel:0")
    elif step == "over":
        g.step, g.actor = c.OVER, -1
    elif step != "wheel":
        _go_to(game, step, phase or ("B" if step in ("take", "feed", "seal") else "A"), last_round, top)
    game.refresh()
    return game


def _layout(
    config: GameConfig, epoch: int, first: int, named: list[str], hands: Sequence[str], top: str, tiles: dict[int, int]
) -> dict[str, Any]:
    """The setup: seat `first` is first player of the epoch, and wheel position 0 points the crests at their hands."""
    players, box = config.players, config.cards
    rank = (epoch - 1) % 2 if players == 2 else epoch - 1
    start = [(seat - first + rank) % players + 1 for seat in range(players)]
    letters = [hand.split()[0][1] for hand in hands]
    drawn = [next(colour for colour in COLOURS if colour[0].upper() == letter) for letter in letters]
    piles: dict[str, dict[str, list[str]]] = {}
    for e in (1, 2, 3):
        piles[str(e)] = {}
        for colour in COLOURS:
            prefix = f"{e}{colour[0].upper()}"
            begin = [card for card in " ".join(hands).split() if card.startswith(prefix)]
            end = [card for card in top.split() if card.startswith(prefix)]
            rest = [
                card
                for i, card in enumerate(box.ids)
                if card.startswith(prefix) and card not in named and (config.rules == "full" or not box.star[i])
            ]
            filler = 2 * players - len(begin) - len(end)
            piles[str(e)][colour] = [*begin, *rest[:filler], *end]
    return {
        "board": [*drawn, *(colour for colour in COLOURS if colour not in drawn)],
        "crests": list(range(players)),
        "start_cards": start,
        "piles": piles,
        "colonies": {
            str(need): sorted(range(5), key=lambda tile, need=need: (tile != tiles.get(need, 0), tile))[:players]
            for need in COLONY_REQUIREMENTS
        },
    }


def _furnish(game: Game, seat: int, own: Seat) -> None:
    g, box = game.record, game.cards
    g.coins[seat] = own.coins
    g.tracks[seat] = [getattr(own, track) for track in TRACKS]
    for i, card_id in enumerate(own.cards.split()):
        card = box.index(card_id)
        g.display[seat, i], g.display_size[seat], g.place[card] = card, i + 1, c.DISPLAY + seat
        g.colours[seat, box.colour[card]] += 1
        g.ability[seat, box.ability[card]] += 1
        g.card_points[seat] += box.points[card]
    for card_id, track in own.card_tokens.items():
        g.card_token[box.index(card_id)] = TRACKS.index(track)
        g.tokens[seat, TRACKS.index(track)] -= 1
    for need, deed in own.colonies.items():
        colony = COLONY_REQUIREMENTS.index(need)
        g.colony[seat, colony] = c.ALLIED if deed == "ally" else c.PLUNDERED
        g.colony_tile[seat, colony] = game.players - g.colony_left[colony]
        g.colony_left[colony] -= 1
    for need, token in own.busts.items():
        track, side = token.split(":")
        bust = BUST_REQUIREMENTS.index(need)
        g.bust_token[seat, bust], g.bust_back[seat, bust] = TRACKS.index(track), side == "back"
        g.tokens[seat, TRACKS.index(track)] -= 1
    for i, track in enumerate(own.silver.split()):
        g.silver[seat, i], g.silver_count[seat] = TRACKS.index(track), i + 1
        g.tokens[seat, TRACKS.index(track)] -= 1
    g.gold[seat] = own.gold
    if own.tokens is not None:
        g.tokens[seat] = own.tokens


def _go_to(game: Game, step: str, phase: str, last_round: bool, top: str) -> None:
    """Past phase A: from every pair the first card was sold, the second placed."""
    g, players = game.record, game.players
    g.wheel[g.epoch], g.phase, g.turn = 0, "AB".index(phase), 0
    tops = {card[1] for card in top.split()}
    shown = sorted(range(5), key=lambda colour: COLOURS[colour][0].upper() not in tops)[:players]
    for ring, colour in enumerate(g.board):
        drawers = [seat for seat in ((ring - draw) % 5 for draw in range(5)) if seat < players]
        g.visits[colour] = players
        for visit, drawer in enumerate(drawers):
            kept, placed = g.pile[g.epoch, colour, 2 * visit], g.pile[g.epoch, colour, 2 * visit + 1]
            g.kept[g.epoch, colour, visit], g.placed[g.epoch, colour, visit] = kept, placed
            g.place[kept], g.place[placed] = c.SOLD + drawer, c.OUTER
        g.outer_size[colour] = players
        if last_round and step == "take":
            # What was on top is left: one card each of as many colours as there are players.
            left = int(g.placed[g.epoch, colour, players - 1])
            g.place[g.placed[g.epoch, colour, :players]] = c.GONE
            g.outer_size[colour] = colour in shown
            if colour in shown:
                g.placed[g.epoch, colour, 0], g.place[left] = left, c.OUTER
    if phase == "B" and step != "take":
        g.outer_size[:] = 0
        g.place[g.place == c.OUTER] = c.GONE
    g.lap = c.NUM_DRAWS - 1 if last_round else 0
    g.step = c.STEPS.index(step)
    if step == "feed":
        # Feeding begins when the last seat has finished its busts, and may be over at once.
        g.step, g.turn, g.actor = c.BUST, players - 1, (int(g.first[g.epoch]) + players - 1) % players
        game.refresh()
        game.apply("pass")
