"""`hadara cards`: check a card set that somebody corrected, and show what a card set holds."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hadara_env import cards
from hadara_env.cards import ABILITIES, COLOURS, PROVENANCE, TRACKS, CardSet, CardSetError

app = typer.Typer(help="Check and show card sets: the four files with every number of the box.", no_args_is_help=True)

ROMAN = ("", "I", "II", "III")
STYLES = {"yellow": "yellow", "red": "red", "blue": "blue", "green": "green", "purple": "magenta"}


def _colour(value: str | None) -> str | None:
    if value is not None and value not in COLOURS:
        raise typer.BadParameter(f"{value!r} is not a colour; choose one of {', '.join(COLOURS)}.")
    return value


def _epoch(value: str | None) -> str | None:
    if value is not None and value not in ("1", "2", "3"):
        raise typer.BadParameter(f"there is no epoch {value!r}; choose 1, 2 or 3.")
    return value


@app.command()
def check(path: Annotated[Path, typer.Argument(help="Folder with the four files.", show_default=False)]) -> None:
    """Check the four files of a folder and list every fault with its file, row and column.

    Example: hadara cards check my_cards
    """
    box = _load(path)
    counts = Counter(box.provenance)
    known = ", ".join(f"{counts[word]} {word}" for word in PROVENANCE)
    same = ", the same as the shipped set" if box.is_shipped else ""
    typer.echo(f"{path}: a sound card set{same}, digest {box.digest}, {len(box.ids)} cards: {known}.")


@app.command()
def show(
    epoch: Annotated[
        str | None, typer.Option(callback=_epoch, help="Only the cards of epoch 1, 2 or 3.", show_default=False)
    ] = None,
    colour: Annotated[
        str | None, typer.Option(callback=_colour, help=f"Only {', '.join(COLOURS)}.", show_default=False)
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--cards", help="Folder of a corrected card set.", show_default="the shipped set")
    ] = None,
) -> None:
    """Show the cards of a card set, with how each is known; without a filter also start cards, colonies and busts.

    Example: hadara cards show --epoch 2 --colour purple
    """
    box = _load(folder)
    chosen = np.ones(len(box.ids), bool)
    if epoch is not None:
        chosen &= box.epoch == int(epoch)
    if colour is not None:
        chosen &= box.colour == COLOURS.index(colour)
    console = Console(highlight=False)
    for shown in (1, 2, 3):
        rows = np.flatnonzero(chosen & (box.epoch == shown)).tolist()
        if rows:
            console.print(_card_table(box, shown, rows))
    if epoch is None and colour is None:
        console.print(_start_table(box), _colony_table(box), _bust_table(box), sep="\n")
    console.print(_notes(box, np.flatnonzero(chosen).tolist()))
    console.print(f"Card set: {box.source}, digest {box.digest}", soft_wrap=True, markup=False)


def _load(folder: Path | None) -> CardSet:
    """The card set, or every fault on the error stream and exit status 1."""
    try:
        return cards.load(folder)
    except CardSetError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None


def _table(title: str, left: tuple[str, ...], right: tuple[str, ...], last: tuple[str, ...] = ()) -> Table:
    # No vertical rules and no padding: the widest row just fits the 80 columns a pipe gets.
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE, padding=0)
    for name in left:
        table.add_column(name, no_wrap=True)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    for name in last:
        table.add_column(name, no_wrap=True)
    return table


def _card_table(box: CardSet, epoch: int, rows: list[int]) -> Table:
    table = _table(f"Epoch {ROMAN[epoch]}", ("card",), ("cost", *TRACKS, "pts"), ("ability", "provenance"))
    for position, card in enumerate(rows):
        colour = COLOURS[box.colour[card]]
        figures = [str(number) for number in (box.cost[card], *box.values[card], box.points[card])]
        star = "* " if box.star[card] else ""
        end = position + 1 == len(rows) or box.colour[rows[position + 1]] != box.colour[card]
        table.add_row(
            Text(box.ids[card], STYLES[colour]),
            *figures,
            star + ABILITIES[box.ability[card]],
            Text(box.provenance[card], "bold" if box.provenance[card] == "reconstructed" else ""),
            end_section=end,
        )
    return table


def _start_table(box: CardSet) -> Table:
    table = _table("Start cards", ("start card", "side"), ("coins", *TRACKS))
    for card, initiative in enumerate(box.start_initiative):
        for side in (0, 1):
            figures = (box.start_coins[card, side], *box.start_values[card, side])
            table.add_row(str(initiative), "AB"[side], *map(str, figures), end_section=side == 1)
    return table


def _colony_table(box: CardSet) -> Table:
    table = _table("Colonies", (), ("needs", "front", "plunder", "ally", "tile", *TRACKS, "back"))
    for stack, requirement in enumerate(box.colony_requirement):
        front = (requirement, box.colony_front_points[stack], box.colony_plunder[stack], box.colony_ally_cost[stack])
        for tile in range(5):
            back = (tile, *box.colony_values[stack, tile], box.colony_back_points[stack, tile])
            table.add_row(*map(str, front if tile == 0 else ("",) * 4), *map(str, back), end_section=tile == 4)
    return table


def _bust_table(box: CardSet) -> Table:
    table = _table("Busts", (), ("needs", "points", "bonus"))
    for row in zip(box.bust_requirement, box.bust_points, box.bust_bonus, strict=True):
        table.add_row(*map(str, row))
    return table


def _notes(box: CardSet, rows: list[int]) -> str:
    """What a reader must know to trust the figures shown, and how far."""
    shown = Counter(box.provenance[card] for card in rows)
    lines: list[str] = []
    if box.star[rows].any():
        lines.append("* starred: only in the full game.")
    if shown["inferred"]:
        lines.append(f"inferred ({shown['inferred']}): a figure of the transcription was plainly wrong and is mended.")
    if shown["reconstructed"]:
        lines.append(
            f"reconstructed ({shown['reconstructed']} of these {len(rows)} cards): the rulebooks tell which abilities "
            "there are, in which epoch and with which star; cost, points, values and the number of copies of a plain "
            "ability are this project's own and not those of the box."
        )
    else:
        lines.append("None of these cards is reconstructed.")
    return "\n".join(lines)
