"""`hadara demo`: a quick tournament, so that a newcomer sees the game played and where its points come from."""

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from hadara_agents.commands.options import Cards, Games, Rules, Seed
from hadara_agents.progress import tracked
from hadara_agents.tally import Tally, add, play_sets
from hadara_env import GameConfig
from hadara_env.cards import load
from hadara_env.engine.constants import SOURCES
from hadara_env.views.words import plural

LINE_UPS = (("buyer", "random"), ("buyer", "random", "random", "random"))


def demo(games: Games = 200, rules: Rules = "full", seed: Seed = 0, cards: Cards = None) -> None:
    """Play a quick tournament and show who wins, and where the points come from.

    One buyer plays against one and against three random players. Every deal is played with every rotation of the
    seats; the number of games is rounded up to whole sets of rotations.

    Example: hadara demo --games 400
    """
    console = Console(highlight=False)
    box = load(cards)
    for line_up in LINE_UPS:
        config = GameConfig(len(line_up), rules, box)
        console.print(_table(line_up, config, -(-games // len(line_up)), seed))
    console.print("random plays any legal action; buyer buys the dearest card it can pay. Now try:")
    console.print("  hadara replay record --agents buyer --out game.json")
    console.print("  hadara replay show game.json")


def _table(line_up: tuple[str, ...], config: GameConfig, sets: int, seed: int) -> Table:
    tallies: dict[str, Tally] = {}
    players, total = config.players, sets * config.players
    played = play_sets(line_up, config, range(seed, seed + sets))
    for deal, seats, game in tracked(played, total, f"{players} players"):
        add(tallies, deal, seats, game)
    title = f"{players} players, {config.rules} rules, {plural(total, 'game')}; par is {100 / players:.0f} %"
    # No padding and no vertical rules: the table fits the 80 columns a pipe gets.
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE, padding=0)
    table.add_column("agent", no_wrap=True)
    for name in ("wins %", "95 % interval", *SOURCES):
        table.add_column(name, justify="right", no_wrap=True)
    for name, tally in sorted(tallies.items(), key=lambda item: -item[1].win_share):
        low, high = tally.interval()
        points = (f"{tally.mean_points(source):.1f}" for source in SOURCES)
        table.add_row(name, f"{100 * tally.win_share:.1f}", f"{100 * low:.1f} to {100 * high:.1f}", *points)
    return table
