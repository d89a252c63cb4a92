"""What a player may do in the colony, bust, feeding and seal steps.

Each function returns the legal actions by name, with what the action means as value; `pass` is the game's business.
"""

from typing import NamedTuple

from .cards import TRACKS, Bust, Card, Colony
from .player import Player

SILVER_PRICES = (4, 9, 20)  # M1, by epoch
GOLD_PRICES = (6, 12, 30)
SILVER_DISCOUNT = (4, 4, 15)  # X4, silent about epoch I
GOLD_DISCOUNT = (6, 6, 22)

FACES = ("front", "back")


class ColonyTaking(NamedTuple):
    fee: int  # X14
    tile: Colony
    use: str


class BustCarving(NamedTuple):
    fee: int
    bust: Bust
    track: int
    face: str


class SealPurchase(NamedTuple):
    price: int
    track: int | None  # None for gold


def takings(player: Player) -> int:
    return 2 if player.has("double_step") else 1  # C1, U1, X12


def requirement_fee(player: Player, requirement: int, value: int, spent: int) -> int | None:
    """Coins to pay before taking a colony or bust, `spent` in this step before; None where it is out of reach."""
    if player.has("lower_requirement"):
        requirement -= 4  # X13
    missing = requirement - value
    if missing <= 0:
        return 0
    fee = 3 * missing  # X14
    if player.has("buy_requirement") and fee <= player.coins and spent + fee <= 30:
        return fee
    return None


def colony_options(player: Player, stacks: dict[int, list[Colony]], spent: int) -> dict[str, ColonyTaking]:
    """Of each stack, the first tile is taken first."""
    military = player.tracks()[1]
    options: dict[str, ColonyTaking] = {}
    for requirement, stack in stacks.items():
        if not stack or requirement in player.colonies:  # C1, C2
            continue
        fee = requirement_fee(player, requirement, military, spent)
        if fee is None:
            continue
        tile = stack[0]
        options[f"colony:{requirement}:plunder"] = ColonyTaking(fee, tile, "plunder")
        if player.coins - fee + 4 * player.copies("colony_coins") >= tile.ally_cost:  # C3, C6
            options[f"colony:{requirement}:ally"] = ColonyTaking(fee, tile, "ally")
    return options


def take_colony(player: Player, taking: ColonyTaking) -> None:
    # C6: this order
    player.pay(taking.fee)
    player.receive(4 * player.copies("colony_coins"))  # X3
    if taking.use == "plunder":
        player.receive(taking.tile.plunder)
    else:
        player.pay(taking.tile.ally_cost)
    player.add_colony(taking.tile, taking.use)


def bust_options(player: Player, busts: dict[int, Bust], spent: int) -> dict[str, BustCarving]:
    culture = player.tracks()[2]
    free = player.free_tokens()
    options: dict[str, BustCarving] = {}
    for requirement, bust in busts.items():
        if requirement in player.busts:  # U1
            continue
        fee = requirement_fee(player, requirement, culture, spent)
        if fee is None:
            continue
        for track in free:  # U2
            for face in FACES:
                options[f"bust:{requirement}:{TRACKS[track]}:{face}"] = BustCarving(fee, bust, track, face)
    return options


def carve_bust(player: Player, carving: BustCarving) -> None:
    player.pay(carving.fee)
    player.add_bust(carving.bust, carving.track, carving.face)


def is_hungry(player: Player, fed_by_coins: int) -> bool:
    return len(player.display) - fed_by_coins > player.tracks()[3]  # F1, X5


def feeding_options(player: Player, fed_by_coins: int) -> dict[str, Card | None]:
    """Name -> the card to discard, None for a payment. Only for a hungry player."""
    options: dict[str, Card | None] = {f"discard:{card.id}": card for card in player.display}  # F2
    if player.has("pay_to_feed") and fed_by_coins < 6 and player.coins >= 2:  # X5
        options["feed:pay"] = None
    return options


def surplus_coins(player: Player) -> int:
    if not player.has("surplus_food"):
        return 0
    return min(12, 3 * max(0, player.tracks()[3] - len(player.display)))  # X6


def income_coins(player: Player) -> int:
    income, *others = player.tracks()
    if player.has("balanced_income"):
        return income + 2 * sum(track > income for track in others)  # X7: three tracks, so never above 6
    return income  # I1


def seal_options(player: Player, epoch: int) -> dict[str, SealPurchase]:
    discount = player.has("seal_discount")
    silver = (SILVER_DISCOUNT if discount else SILVER_PRICES)[epoch - 1]
    gold = (GOLD_DISCOUNT if discount else GOLD_PRICES)[epoch - 1]
    options: dict[str, SealPurchase] = {}
    if len(player.silver) < 2 and player.coins >= silver:  # M2
        for track in player.free_tokens():  # M3
            options[f"seal:silver:{TRACKS[track]}"] = SealPurchase(silver, track)
    if player.gold < 2 and player.coins >= gold:
        options["seal:gold"] = SealPurchase(gold, None)
    return options


def buy_seal(player: Player, purchase: SealPurchase) -> None:
    player.pay(purchase.price)
    if purchase.track is None:
        player.add_gold()
    else:
        player.add_silver(purchase.track)
