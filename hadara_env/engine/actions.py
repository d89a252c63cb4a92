"""The action table: one space of 236 for 2 to 5 players and both rule sets, every index with one meaning for ever.

Names are those of the replay format. A draft is named after the card (`draft:buy:1Y03`), so turning it into an
index needs the hand: `draft_name` and `Game` do that; here it is `draft:buy:low` and so on.
"""

from typing import Final

from hadara_env.cards import COLOURS, TRACKS
from hadara_env.engine.constants import NUM_BUSTS, NUM_CARDS, NUM_COLONIES, NUM_COLOURS, NUM_TRACKS

SIDE_0: Final = 0
WHEEL_0: Final = SIDE_0 + 2
DRAFT_0: Final = WHEEL_0 + 5  # + 2 * slot + (0 buy, 1 sell); slot 0 is the card with the lower index
TOKEN_0: Final = DRAFT_0 + 4  # + track
COLONY_0: Final = TOKEN_0 + NUM_TRACKS  # + 2 * colony + (0 plunder, 1 ally)
BUST_0: Final = COLONY_0 + 2 * NUM_COLONIES  # + 8 * bust + 2 * track + (0 front, 1 back)
TAKE_0: Final = BUST_0 + 2 * NUM_BUSTS * NUM_TRACKS  # + 2 * colour + (0 buy, 1 sell)
DISCARD_0: Final = TAKE_0 + 2 * NUM_COLOURS  # + card
PAY: Final = DISCARD_0 + NUM_CARDS
SILVER_0: Final = PAY + 1  # + track
GOLD_ACTION: Final = SILVER_0 + NUM_TRACKS
PASS: Final = GOLD_ACTION + 1
NUM_ACTIONS: Final = PASS + 1

COLONY_REQUIREMENTS: Final = (3, 9, 15, 21, 30)
BUST_REQUIREMENTS: Final = (6, 12, 20, 30)
SLOTS: Final = ("low", "high")


def action_names(card_ids: tuple[str, ...]) -> tuple[str, ...]:
    """The name of every index, drafts by slot."""
    return (
        *(f"side:{side}" for side in "AB"),
        *(f"wheel:{position}" for position in range(5)),
        *(f"draft:{deed}:{slot}" for slot in SLOTS for deed in ("buy", "sell")),
        *(f"token:{track}" for track in TRACKS),
        *(f"colony:{need}:{deed}" for need in COLONY_REQUIREMENTS for deed in ("plunder", "ally")),
        *(
            f"bust:{need}:{track}:{side}"
            for need in BUST_REQUIREMENTS
            for track in TRACKS
            for side in ("front", "back")
        ),
        *(f"take:{colour}:{deed}" for colour in COLOURS for deed in ("buy", "sell")),
        *(f"discard:{card}" for card in card_ids),
        "feed:pay",
        *(f"seal:silver:{track}" for track in TRACKS),
        "seal:gold",
        "pass",
    )
