"""The course of a game, written as one generator that stops at every decision."""

from collections.abc import Generator
from typing import Any

from . import scoring, steps
from .cards import COLOURS, EPOCHS, TRACKS, Card, ReferenceCards
from .player import Player
from .setup import check_setup

Options = dict[str, Any]  # action name -> what it means to the step that asked
Flow = Generator[tuple[str, int, Options], Any, None]  # yields (step, seat, options), is sent the chosen meaning


class ReferenceGame:
    """One game from a replay's setup object; never plays a forced move by itself."""

    def __init__(self, setup: dict[str, Any], rules: str, players: int, cards: ReferenceCards) -> None:
        check_setup(setup, players, rules, cards)
        self.rules = rules
        self.cards = cards
        self.players = [Player() for _ in range(players)]
        self.moves: list[dict[str, Any]] = []
        self.actor: int | None = None
        self.step = ""
        self.epoch = 1

        self._setup = setup
        self._board = [COLOURS.index(name) for name in setup["board"]]
        self._colonies = {
            requirement: [tiles[position] for position in setup["colonies"][str(requirement)]]
            for requirement, tiles in cards.colonies.items()
        }
        self._piles: list[list[Card]] = [[] for _ in COLOURS]
        self._outer: list[list[Card]] = [[] for _ in COLOURS]
        self._options: Options = {}
        self._result: dict[str, Any] | None = None
        self._flow = self._play()
        self._resume(None)

    def legal(self) -> list[str]:
        return list(self._options)

    def is_forced(self) -> bool:
        return len(self._options) == 1

    def apply(self, action: str) -> None:
        if self.actor is None:
            raise ValueError(f"{action!r} cannot be played: the game is over")
        if not isinstance(action, str) or action not in self._options:
            raise ValueError(
                f"{action!r} is not legal for seat {self.actor} in step {self.step}; legal: {', '.join(self._options)}"
            )
        move = {"seat": self.actor, "action": action}
        if self.is_forced():
            move["forced"] = True
        self.moves.append(move)
        self._resume(self._options[action])

    def state(self) -> dict[str, Any]:
        return {"players": [player.state() for player in self.players]}

    def result(self) -> dict[str, Any] | None:
        return self._result

    def _resume(self, meaning: Any) -> None:
        try:
            self.step, self.actor, self._options = self._flow.send(meaning)
        except StopIteration:
            self.step, self.actor, self._options = "over", None, {}
            self._result = scoring.result(self.players)

    # The course of the game

    def _play(self) -> Flow:
        yield from self._start_sides()
        by_initiative = sorted(range(len(self.players)), key=self._setup["start_cards"].__getitem__)
        first_players = [by_initiative[(epoch - 1) % len(self.players)] for epoch in EPOCHS]  # S10
        for seat, player in enumerate(self.players):
            if first_players.count(seat) == 0 or (len(self.players) == 2 and first_players.count(seat) == 1):
                player.receive(1)  # S11
        for epoch, first in zip(EPOCHS, first_players, strict=True):
            self.epoch = epoch
            order = [(first + turn) % len(self.players) for turn in range(len(self.players))]  # E4
            yield from self._phase_a(order)
            yield from self._phase_b(order)

    def _start_sides(self) -> Flow:
        sides = [self.cards.start_sides[initiative] for initiative in self._setup["start_cards"]]
        if self.rules == "basic":
            chosen = [side["A"] for side in sides]
        else:
            chosen = []
            for seat, side in enumerate(sides):
                chosen.append((yield "side", seat, {"side:A": side["A"], "side:B": side["B"]}))
        for player, side in zip(self.players, chosen, strict=True):  # S7: revealed together
            player.choose_side(side)

    def _phase_a(self, order: list[int]) -> Flow:
        piles = self._setup["piles"][str(self.epoch)]
        self._piles = [[self.cards.by_id[card] for card in piles[name]] for name in COLOURS]  # S4
        wheel = yield "wheel", order[0], {f"wheel:{position}": position for position in range(5)}  # E1
        for turned in range(5):  # E2
            yield from self._draw(order, wheel + turned)
        yield from self._income_colony_bust(order)

    def _phase_b(self, order: list[int]) -> Flow:
        for _ in range(5):  # B3
            for seat in order:
                yield from self._take(seat)
        yield from self._income_colony_bust(order)
        yield from self._feeding(order)
        yield from self._seals(order)

    def _draw(self, order: list[int], wheel: int) -> Flow:
        hands = []
        for seat in order:  # A1
            pile = self._piles[self._board[(self._setup["crests"][seat] + wheel) % 5]]
            hands.append((pile.pop(0), pile.pop(0)))
        chosen = []
        for seat, hand in zip(order, hands, strict=True):
            kept, placed, bought = yield "draft", seat, self._draft_options(seat, hand)
            track = (yield from self._token(seat, kept)) if bought else None
            chosen.append((seat, kept, placed, bought, track))
        for seat, kept, placed, bought, track in chosen:  # A3
            self._outer[placed.colour].append(placed)
            self._buy_or_sell(seat, kept, bought)
            if track is not None:
                self.players[seat].put_token(kept, track)

    def _draft_options(self, seat: int, hand: tuple[Card, Card]) -> Options:
        # A2
        options: Options = {}
        for kept, placed in (hand, hand[::-1]):
            if self.players[seat].can_buy(kept):
                options[f"draft:buy:{kept.id}"] = (kept, placed, True)
            options[f"draft:sell:{kept.id}"] = (kept, placed, False)
        return options

    def _buy_or_sell(self, seat: int, card: Card, bought: bool) -> None:
        if bought:
            self.players[seat].buy(card)
        else:
            self.players[seat].sell(card)

    def _token(self, seat: int, card: Card) -> Generator[tuple[str, int, Options], Any, int | None]:
        """The track of the token for a card just bought; None where it takes none or none is free (X2)."""
        free = self.players[seat].free_tokens()
        if card.ability != "bonus_token" or not free:
            return None
        return (yield "token", seat, {f"token:{TRACKS[track]}": track for track in free})

    def _income_colony_bust(self, order: list[int]) -> Flow:
        for seat in order:
            self.players[seat].receive(steps.income_coins(self.players[seat]))  # I1
        for seat in order:
            yield from self._colonies_of(seat)
        for seat in order:
            yield from self._busts_of(seat)

    def _colonies_of(self, seat: int) -> Flow:
        player = self.players[seat]
        spent = 0  # X14: over both takings
        for _ in range(steps.takings(player)):
            options = steps.colony_options(player, self._colonies, spent)
            if not options:
                return
            choice = yield "colony", seat, {**options, "pass": None}
            if choice is None:
                return
            spent += choice.fee
            self._colonies[choice.tile.requirement].pop(0)
            steps.take_colony(player, choice)

    def _busts_of(self, seat: int) -> Flow:
        player = self.players[seat]
        spent = 0
        for _ in range(steps.takings(player)):
            options = steps.bust_options(player, self.cards.busts, spent)
            if not options:
                return
            choice = yield "bust", seat, {**options, "pass": None}
            if choice is None:
                return
            spent += choice.fee
            steps.carve_bust(player, choice)

    def _take(self, seat: int) -> Flow:
        options: Options = {}
        for name, stack in zip(COLOURS, self._outer, strict=True):
            if stack:  # B1, B2
                if self.players[seat].can_buy(stack[-1]):
                    options[f"take:{name}:buy"] = (stack, True)
                options[f"take:{name}:sell"] = (stack, False)
        stack, bought = yield "take", seat, options
        card = stack.pop()
        self._buy_or_sell(seat, card, bought)
        if bought:
            track = yield from self._token(seat, card)
            if track is not None:
                self.players[seat].put_token(card, track)

    def _feeding(self, order: list[int]) -> Flow:
        for seat in order:
            player = self.players[seat]
            player.receive(steps.surplus_coins(player))  # X6
            fed_by_coins = 0
            while steps.is_hungry(player, fed_by_coins):
                card = yield "feed", seat, steps.feeding_options(player, fed_by_coins)
                if card is None:
                    player.pay(2)  # X5
                    fed_by_coins += 1
                else:
                    player.discard(card)

    def _seals(self, order: list[int]) -> Flow:
        for seat in order:
            player = self.players[seat]
            while options := steps.seal_options(player, self.epoch):
                choice = yield "seal", seat, {**options, "pass": None}
                if choice is None:
                    break
                steps.buy_seal(player, choice)
