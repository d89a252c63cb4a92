"""A progress bar on the error stream, for people only: nothing is drawn where that stream is not a terminal."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def tracked(items: Iterable[Item], total: int | None, text: str) -> Iterator[Item]:
    """The items, with a bar that fills as they pass and goes away after the last; without a total it only counts."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(text, total=total)
        for item in items:
            yield item
            progress.advance(task)
