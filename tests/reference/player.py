"""One player: what lies in front of them, and what it amounts to, counted from scratch."""

from typing import Any, NamedTuple

from .cards import STEP_ABILITIES, TRACKS, Bust, Card, Colony, StartSide


class Count(NamedTuple):
    tracks: list[int]
    colours: list[int]
    abilities: list[str]
    tokens: list[int]  # the free ones, by track


class Player:
    """Holds what lies there; every change goes through a method, and every method forgets the last count."""

    __slots__ = ("_count", "busts", "card_tokens", "coins", "colonies", "display", "gold", "side", "silver")

    def __init__(self) -> None:
        self.coins = 0
        self.side: StartSide | None = None
        self.display: list[Card] = []
        self.card_tokens: dict[Card, int] = {}
        self.colonies: dict[int, tuple[Colony, str]] = {}
        self.busts: dict[int, tuple[Bust, int, str]] = {}
        self.silver: list[int] = []
        self.gold = 0
        self._count: Count | None = None

    # What it amounts to

    def count(self) -> Count:
        if self._count is None:
            self._count = self._recount()
        return self._count

    def _recount(self) -> Count:
        tracks = list(self.side.steps) if self.side is not None else [0, 0, 0, 0]
        colours = [0, 0, 0, 0, 0]
        abilities = []
        tokens = [2, 2, 2, 2]  # S8
        for card in self.display:
            colours[card.colour] += 1
            if card.ability:
                abilities.append(card.ability)
            for track, step in card.steps:
                tracks[track] += step
        for tile, use in self.colonies.values():
            if use == "ally":
                for track, step in enumerate(tile.steps):
                    tracks[track] += step
        extra = 2 if "bust_steps" in abilities else 0  # X8
        for bust, track, face in self.busts.values():
            tokens[track] -= 1
            if face == "front":
                tracks[track] += bust.bonus + extra
        for track in self.card_tokens.values():  # X2
            tokens[track] -= 1
            tracks[track] += 2
        for track in self.silver:
            tokens[track] -= 1
        for track, ability in enumerate(STEP_ABILITIES):  # X0
            if ability in abilities:
                tracks[track] += colours[track]
        return Count(tracks, colours, abilities, tokens)

    def tracks(self) -> list[int]:
        return self.count().tracks

    def copies(self, ability: str) -> int:
        return self.count().abilities.count(ability)

    def has(self, ability: str) -> bool:
        return ability in self.count().abilities

    def free_tokens(self) -> list[int]:
        """The tracks of which at least one bonus token is free."""
        return [track for track, free in enumerate(self.count().tokens) if free > 0]

    def price(self, card: Card) -> int:
        return max(0, card.cost - self.count().colours[card.colour])  # P1

    def can_buy(self, card: Card) -> bool:
        return self.price(card) <= self.coins

    # Changes

    def choose_side(self, side: StartSide) -> None:
        self.side = side
        self.receive(side.coins)

    def receive(self, coins: int) -> None:
        self.coins += coins
        self._count = None

    def pay(self, coins: int) -> None:
        if coins > self.coins:
            raise AssertionError(f"{coins} coins to pay, {self.coins} there")
        self.coins -= coins
        self._count = None

    def buy(self, card: Card) -> None:
        self.pay(self.price(card))
        self.display.append(card)  # P2
        self._count = None

    def sell(self, card: Card) -> None:
        self.receive(card.epoch + 1 + self.copies("sell_bonus"))  # P3, X1

    def put_token(self, card: Card, track: int) -> None:
        self.card_tokens[card] = track
        self._count = None

    def discard(self, card: Card) -> None:
        self.display.remove(card)
        self.card_tokens.pop(card, None)  # F3
        self._count = None

    def add_colony(self, tile: Colony, use: str) -> None:
        self.colonies[tile.requirement] = (tile, use)
        self._count = None

    def add_bust(self, bust: Bust, track: int, face: str) -> None:
        self.busts[bust.requirement] = (bust, track, face)
        self._count = None

    def add_silver(self, track: int) -> None:
        self.silver.append(track)
        self._count = None

    def add_gold(self) -> None:
        self.gold += 1
        self._count = None

    # For the replay

    def state(self) -> dict[str, Any]:
        tracks, _, _, tokens = self.count()
        return {
            "coins": self.coins,
            "income": tracks[0],
            "military": tracks[1],
            "culture": tracks[2],
            "food": tracks[3],
            "cards": [card.id for card in self.display],
            "colonies": {str(requirement): use for requirement, (_, use) in self.colonies.items()},
            "busts": {str(req): f"{TRACKS[track]}:{face}" for req, (_, track, face) in self.busts.items()},
            "tokens": {"income": tokens[0], "military": tokens[1], "culture": tokens[2], "food": tokens[3]},
            "card_tokens": {card.id: TRACKS[track] for card, track in self.card_tokens.items()},
            "silver": [TRACKS[track] for track in self.silver],
            "gold": self.gold,
        }
