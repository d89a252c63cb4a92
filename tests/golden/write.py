"""Write the golden playthroughs anew, after a change that was meant: python -m tests.golden.write"""

import random
from pathlib import Path

from hadara_env.game import Game
from tests.differential_styles import STYLES, Decision
from tests.golden.playthrough import Choice, new_game, playthrough

FOLDER = Path(__file__).parent
# Chosen so that all kinds of actions occur between them, feed:pay and forced moves included.
SEEDS = {
    (2, "basic"): 20, (3, "basic"): 30, (4, "basic"): 40, (5, "basic"): 50,
    (2, "full"): 21, (3, "full"): 2, (4, "full"): 31, (5, "full"): 13,
}  # fmt: skip
AT_THE_TABLE = ("buyer", "hungry", "saver", "random", "hoarder")  # by seat


def path_of(players: int, rules: str) -> Path:
    return FOLDER / f"{players}_players_{rules}.txt"


def choice(seed: int) -> Choice:
    rng = random.Random(seed)

    def choose(game: Game) -> str:
        seat = game.actor or 0
        decision = Decision(seat, game.epoch, game.step, [action.name for action in game.legal_actions()])
        return STYLES[AT_THE_TABLE[seat]](decision, rng)

    return choose


def main() -> None:
    for (players, rules), seed in SEEDS.items():
        path_of(players, rules).write_text(playthrough(new_game(players, rules, seed), choice(seed)), encoding="utf-8")


if __name__ == "__main__":
    main()
