"""Write the golden playthroughs anew, after a change that was meant: python -m tests.golden.write"""

import random
from pathlib import Path

from hadara_env.game import Game
from tests.differential_styles import STYLES, Decision
from tests.golden.playthrough import Choice, playthrough

FOLDER = Path(__file__).parent
SEEDS = {(players, rules): 10 * players + full for players in (2, 3, 4, 5) for full, rules in enumerate(("basic", "full"))}
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
        path_of(players, rules).write_text(playthrough(Game.new(players, rules, seed), choice(seed)), encoding="utf-8")


if __name__ == "__main__":
    main()
