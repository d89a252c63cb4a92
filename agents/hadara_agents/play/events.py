"""What a move made visible, as log entries: from the records before and after, redacted for whoever reads the log."""

from collections.abc import Iterator
from typing import Any, Final

from hadara_agents.play.box import moved_tracks
from hadara_agents.play.plain import crest_colour, in_draw
from hadara_agents.play.table_seat import income
from hadara_env.cards import COLOURS, TRACKS, CardSet
from hadara_env.engine.actions import DISCARD_0, GOLD_ACTION, PASS, PAY, TAKE_0
from hadara_env.engine.constants import (
    BUST,
    COLONY,
    DISPLAY,
    DRAFT,
    FEED,
    NONE,
    NUM_DRAWS,
    OVER,
    SEAL,
    SELL_BONUS,
    SIDE,
    STEPS,
    TAKE,
    TOKEN,
    WHEEL,
)
from hadara_env.game import Move
from hadara_env.views.deeds import deeds_of
from hadara_env.views.words import EPOCHS, gives, plural, steps

# The parts of an epoch in order; None is income, which nobody decides.
_PARTS: Final = (WHEEL, DRAFT, None, COLONY, BUST, TAKE, None, COLONY, BUST, FEED, SEAL)
_PHASE_B: Final = 5
_TITLES: Final = {COLONY: "Colonies", BUST: "Busts", FEED: "Feeding", SEAL: "Seals"}
_IDLE: Final = {
    COLONY: "Nobody can take a colony.",
    BUST: "Nobody can carve a bust.",
    FEED: "Everybody has enough food.",
    SEAL: "Nobody can buy a seal.",
}
_KINDS: Final = {COLONY: "colony", BUST: "bust", TOKEN: "token"}

Entry = dict[str, Any]


class Reading:
    """One move as a reader of the log sees it: the record and its plain form, before and after."""

    def __init__(self, old: Any, before: Any, new: Any, after: Any, cards: CardSet) -> None:
        self.old, self.before = old, before
        self.new, self.after = new, after
        self.cards = cards

    def entries(self, move: Move) -> Iterator[Entry]:
        """What the move did, then what followed by itself."""
        deeds = list(self._deeds(move))
        yield from deeds
        yield from self._what_follows(deeds)

    def _deeds(self, move: Move) -> Iterator[Entry]:
        before, after = self.before, self.after
        if before.step == SIDE:
            return
        if in_draw(before):
            if not (in_draw(after) and after.lap == before.lap):
                for turn in range(before.num_players):
                    yield self._drafted((before.first[before.epoch] + turn) % before.num_players)
            return
        if before.step == WHEEL:
            yield _entry(before, move.seat, "wheel", f"turns the wheel to position {after.wheel[after.epoch]}")
            return
        (deed,) = deeds_of(self.old, self.new, move, self.cards)
        card = self._card(move)
        yield _entry(
            before,
            deed.seat,
            _kind(before, move.index),
            deed.text,
            coins=deed.coins,
            tracks=self._moved(move.seat),
            card=card,
            forced=move.forced,
        )

    def _moved(self, seat: int) -> dict[str, int]:
        pairs = zip(self.after.tracks[seat], self.before.tracks[seat], strict=True)
        return moved_tracks([new - old for new, old in pairs])

    def _card(self, move: Move) -> str | None:
        g = self.before
        if g.step == TAKE:
            colour = (move.index - TAKE_0) // 2
            return self.cards.ids[g.placed[g.epoch][colour][g.outer_size[colour] - 1]]
        if g.step == TOKEN:
            return self.cards.ids[g.display[move.seat][g.display_size[move.seat] - 1]]
        if DISCARD_0 <= move.index < PAY:
            return self.cards.ids[move.index - DISCARD_0]
        return None

    def _drafted(self, seat: int) -> Entry:
        """A2, A4: one's card of a draw; a card somebody else sold is not known."""
        before, after, cards = self.before, self.after, self.cards
        colour = crest_colour(before, seat, before.lap)
        visit = before.visits[colour]
        card, other = after.kept[before.epoch][colour][visit], after.placed[before.epoch][colour][visit]
        placed = cards.ids[other]
        moved = self._moved(seat)
        if card != NONE and after.place[card] == DISPLAY + seat:
            coins = max(0, int(cards.cost[card]) - before.colours[seat][colour])  # P1
            printed, real = steps(cards.values[card].tolist()), steps([moved.get(track, 0) for track in TRACKS])
            more = f"; in all {real}" if real != printed else ""
            text = f"buys {cards.ids[card]} for {coins} ({gives(cards, card)}{more}), places {placed}"
            return _entry(before, seat, "buy", text, coins=-coins, tracks=moved, card=cards.ids[card], placed=placed)
        coins = 2 + before.epoch + before.ability[seat][SELL_BONUS]  # P3, X1
        known = cards.ids[card] if card != NONE else None
        text = f"sells {known or f'a {COLOURS[colour]} card'} for {coins}, places {placed}"
        return _entry(before, seat, "sell", text, coins=coins, card=known, placed=placed)

    def _what_follows(self, deeds: list[Entry]) -> Iterator[Entry]:
        before, after = self.before, self.after
        if before.step == SIDE:
            if after.step != SIDE:
                yield from beginning(after, self.cards)
            return
        start, end = _place(before), _place(after)
        gained = [0] * after.num_players
        if any(_PARTS[place % len(_PARTS)] is None for place in range(start + 1, end)):
            gained = [income(after, seat) for seat in range(after.num_players)]
        surplus = list(self._surplus(deeds, gained))
        if start == end:
            if after.step in (DRAFT, TAKE) and after.lap != before.lap:
                yield _heading(after)
            yield from surplus
            return
        yield from self._between(start, end, gained, surplus)
        if after.step == OVER:
            yield _entry(after, None, "over", "The game is over.")
            return
        yield from headings(after)
        if after.step == FEED:
            yield from surplus

    def _between(self, start: int, end: int, gained: list[int], surplus: list[Entry]) -> Iterator[Entry]:
        """Everything from one decision to the next: income, and steps in which nobody has a choice."""
        after = self.after
        if _PARTS[start % len(_PARTS)] == FEED:
            yield from surplus
        for place in range(start + 1, end):
            step = _PARTS[place % len(_PARTS)]
            if step is None:
                for turn in range(after.num_players):
                    seat = (after.first[place // len(_PARTS)] + turn) % after.num_players
                    text = f"takes {plural(gained[seat], 'coin')} of income"
                    yield _entry(after, seat, "income", text, coins=gained[seat])
            elif step == FEED and surplus:
                yield _entry(after, None, "step", _TITLES[step])
                yield from surplus
            else:
                yield _entry(after, None, "step", _IDLE[step])

    def _surplus(self, deeds: list[Entry], gained: list[int]) -> Iterator[Entry]:
        """Coins that came by themselves besides income: those of X6."""
        for seat in range(self.after.num_players):
            own = sum(deed["coins"] for deed in deeds if deed["seat"] == seat)
            coins = self.after.coins[seat] - self.before.coins[seat] - own - gained[seat]
            if coins:
                text = f"takes {plural(coins, 'coin')} for more food than cards"
                yield _entry(self.after, seat, "surplus", text, coins=coins)


def _kind(g: Any, index: int) -> str:
    if index == PASS:
        return "pass"
    if g.step == TAKE:
        return "sell" if (index - TAKE_0) % 2 else "buy"
    if g.step == FEED:
        return "pay" if index == PAY else "discard"
    if g.step == SEAL:
        return "gold" if index == GOLD_ACTION else "silver"
    return _KINDS[g.step]


def beginning(g: Any, cards: CardSet) -> Iterator[Entry]:
    """The first lines of a log, once the sides of the start cards are known. S7, S11"""
    for seat in range(g.num_players):
        row, side = g.start_card[seat], g.side[seat]
        extra = g.coins[seat] - int(cards.start_coins[row, side])
        more = f" and {extra} more for being first player less often" if extra else ""
        coins = plural(int(cards.start_coins[row, side]), "coin")
        text = f"begins with start card {row + 1}, side {'AB'[side]}: {coins}{more}"
        yield _entry(g, seat, "side", text, coins=g.coins[seat], tracks=moved_tracks(g.tracks[seat]))
    yield from headings(g)


def headings(g: Any) -> Iterator[Entry]:
    """The headings above a decision."""
    if g.step == WHEEL:
        yield _entry(g, None, "epoch", f"Epoch {EPOCHS[g.epoch]}")
        return
    if g.step in (DRAFT, TAKE):
        if g.lap == 0:
            title = "Phase A: two hidden cards" if g.step == DRAFT else "Phase B: open cards"
            yield _entry(g, None, "phase", title)
        yield _heading(g)
    elif g.step in _TITLES:
        yield _entry(g, None, "step", _TITLES[g.step])


def _heading(g: Any) -> Entry:
    return _entry(g, None, "round", f"{'Draw' if g.step == DRAFT else 'Round'} {g.lap + 1} of {NUM_DRAWS}")


def _place(g: Any) -> int:
    """Where in the game a record stands, in parts from the first epoch's wheel."""
    if g.step == OVER:
        return 3 * len(_PARTS)
    step = g.step if g.step != TOKEN else (DRAFT if g.phase == 0 else TAKE)
    return len(_PARTS) * g.epoch + _PARTS.index(step, _PHASE_B * g.phase)


def _entry(
    g: Any,
    seat: int | None,
    kind: str,
    text: str,
    coins: int = 0,
    tracks: dict[str, int] | None = None,
    card: str | None = None,
    placed: str | None = None,
    forced: bool = False,
) -> Entry:
    return {
        "seat": seat,
        "kind": kind,
        "text": text,
        "epoch": g.epoch + 1,
        "phase": "AB"[g.phase],
        "round": g.lap + 1 if g.step in (DRAFT, TAKE, TOKEN) else None,
        "step": STEPS[g.step],
        "coins": coins,
        "tracks": tracks or {},
        "card": card,
        "placed": placed,
        "forced": forced,
    }
