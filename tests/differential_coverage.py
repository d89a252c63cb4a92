"""What occurred in the games of a comparison, counted by looking at the reference."""

from collections import Counter

from tests.reference import ReferenceGame
from tests.reference.cards import COLOURS, STEP_ABILITIES, Card
from tests.reference.player import Player
from tests.reference.scoring import score

ABILITIES = (
    *("sell_bonus", "bonus_token", "colony_coins", "seal_discount", *STEP_ABILITIES),
    *("pay_to_feed", "surplus_food", "balanced_income", "bust_steps", "full_silver", "set_points"),
    *("set_joker", "double_step", "lower_requirement", "buy_requirement"),
)
SEVERAL = ("sell_bonus", "bonus_token", "colony_coins", "seal_discount", "full_silver", "set_points")  # P5
ACTIONS = (
    *("side:A", "side:B", "wheel", "draft:buy", "draft:sell", "token", "colony:plunder", "colony:ally"),
    *("bust:front", "bust:back", "take:buy", "take:sell", "discard", "feed:pay", "seal:silver", "seal:gold"),
    *("pass in colony", "pass in bust", "pass in seal"),
)


class Watch:
    """Hand it every move, before and after; `counts` says how often each thing occurred."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.start()

    def start(self) -> None:
        """Forget the game before."""
        self._action = ""
        self._seat, self._step = 0, ""
        self._draft = False  # whether the last card decision belonged to phase A
        self._last = ("", 0)  # step and seat of the move before, unless it was a pass
        self._spent = False  # whether X14 was paid in that move
        self._fed: list[str] = []

    def before(self, game: ReferenceGame, action: str) -> None:
        """Note a move of the actor that is about to be made."""
        seat, step = game.actor or 0, game.step
        self._action, self._seat, self._step = action, seat, step
        player = game.players[seat]
        kind = _kind(action, step)
        self._count(f"action {kind}")
        if game.is_forced():
            self._count(f"forced {step if step != 'feed' else 'discard'}")
        if step in ("draft", "take"):
            self._draft = step == "draft"
            if "sell" in action and player.has("sell_bonus"):
                self._effect("sell_bonus", player)
        elif step == "token":
            self._count("effect bonus_token")
        elif step in ("colony", "bust") and action != "pass":
            self._taking(game, player, action)
        elif step == "feed":
            self._feeding(game, player, action)
        elif step == "seal" and action != "pass" and game.epoch > 1 and player.has("seal_discount"):
            self._effect("seal_discount", player)
        if action == "pass":
            self._last = ("", 0)
        else:
            self._last = (step, seat)

    def after(self, game: ReferenceGame) -> None:
        """Note what the move and everything that follows without a decision led to."""
        player = game.players[self._seat]
        if self._step == "draft" and "buy" in self._action:
            self._bought(player, game.cards.by_id[self._action.rpartition(":")[2]], game)
        elif self._step == "take" and "buy" in self._action:
            self._bought(player, player.display[-1], game)
        income_over = ("draft", "token") if self._draft else ("take", "token")
        if self._step in ("draft", "take", "token") and game.step not in income_over:
            self._income(game)
        fed = self._step in ("colony", "bust", "take", "token", "feed") and game.step in ("seal", "wheel", "over")
        if fed:
            self._surplus(game)
        if self._step == "feed" and (game.step, game.actor) != ("feed", self._seat):
            self._count("feeding by " + " and ".join(sorted(set(self._fed))))
            self._fed.clear()
        if game.actor is None:
            self._end(game)

    def _count(self, what: str) -> None:
        self.counts[what] += 1

    def _effect(self, ability: str, player: Player) -> None:
        self._count(f"effect {ability}")
        if player.copies(ability) > 1:
            self._count(f"several {ability}")

    def _bought(self, player: Player, card: Card, game: ReferenceGame) -> None:
        if card.ability:
            self._count(f"bought {card.ability}")
        if card.ability == "bonus_token":
            if game.step != "token":
                self._count("X2 with no token free")
            elif len(player.card_tokens) > 0:
                self._count("several bonus_token")
        self._steps(player, card, "effect")

    def _steps(self, player: Player, card: Card, what: str) -> None:
        """X0 and X8 with a card that comes or goes."""
        for track, ability in enumerate(STEP_ABILITIES):
            counted = card.ability == ability and player.count().colours[track] > 0
            if counted or (card.colour == track and player.has(ability)):
                self._count(f"{what} {ability}")
        if card.ability == "bust_steps" and any(face == "front" for _, _, face in player.busts.values()):
            self._count(f"{what} bust_steps")

    def _taking(self, game: ReferenceGame, player: Player, action: str) -> None:
        step, requirement = game.step, int(action.split(":")[1])
        second = self._last == (step, self._seat)
        if second:
            self._count("effect double_step")
            self._count(f"second {step}")
        track = player.tracks()[1 if step == "colony" else 2]
        lowered = requirement - 4 if player.has("lower_requirement") else requirement
        if lowered < requirement and track < requirement:
            self._count("effect lower_requirement")
        fee = 3 * max(0, lowered - track)
        if fee:
            self._count("effect buy_requirement")
            self._count(f"X14 for a {step}")
            if second and self._spent:
                self._count("X14 for both takings")
            if lowered < requirement:
                self._count("X14 after X13")
        self._spent = fee > 0
        if step == "colony" and player.has("colony_coins"):
            self._effect("colony_coins", player)
            if action.endswith("ally") and player.coins - fee < game.cards.colonies[requirement][0].ally_cost:
                self._count("X3 pays the alliance")
        if step == "bust" and player.has("bust_steps"):
            self._count("effect bust_steps")
            self._count(f"X8 before a bust {action.rpartition(':')[2]} up")

    def _feeding(self, game: ReferenceGame, player: Player, action: str) -> None:
        if action == "feed:pay":
            self._count("effect pay_to_feed")
            self._fed.append("coins")
            if self._fed.count("coins") == 6:
                self._count("X5 up to its limit")
            return
        card = game.cards.by_id[action.rpartition(":")[2]]
        if card.ability:
            self._count(f"discarded {card.ability}")
        if card.ability == "pay_to_feed" and "coins" in self._fed:
            self._count("X5 discarded after paying")
        if card in player.card_tokens:
            self._count("X2 token freed")
        if any(track == COLOURS.index("green") for track, _ in card.steps):
            self._count("food discarded")
        self._steps(player, card, "taken back")
        self._fed.append("cards")

    def _income(self, game: ReferenceGame) -> None:
        """Nothing has moved the tracks since the income step."""
        for player in game.players:
            income, *others = player.tracks()
            if player.has("balanced_income") and max(others) > income:
                self._count("effect balanced_income")

    def _surplus(self, game: ReferenceGame) -> None:
        """Whoever has food too many after the feeding step had it at its start: discarding ends at the last hunger."""
        for player in game.players:
            surplus = player.tracks()[3] - len(player.display)
            if player.has("surplus_food") and surplus > 0:
                self._count("effect surplus_food")
                if surplus > 4:
                    self._count("X6 up to its limit")

    def _end(self, game: ReferenceGame) -> None:
        for player in game.players:
            colours = sorted(player.count().colours)
            if player.has("full_silver") and any(player.tracks()[track] > 1 for track in player.silver):
                self._effect("full_silver", player)
            if player.has("set_points") and colours[0] > 0:
                self._effect("set_points", player)
            if player.has("set_joker") and player.gold and colours[0] < colours[1]:
                self._count("effect set_joker")
            if player.has("bust_steps") and any(face == "back" for _, _, face in player.busts.values()):
                self._count("effect bust_steps")
        totals = sorted(score(player)["total"] for player in game.players)
        if totals[-1] == totals[-2]:
            self._count("tie of points")
        result = game.result()
        if result and len(result["winners"]) > 1:
            self._count("shared victory")


def _kind(action: str, step: str) -> str:
    parts = action.split(":")
    if action == "pass":
        return f"pass in {step}"
    if parts[0] in ("colony", "bust", "take"):
        return f"{parts[0]}:{parts[-1]}"
    if parts[0] in ("wheel", "token", "discard"):
        return parts[0]
    return ":".join(parts[:2])
