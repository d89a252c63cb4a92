"""What must hold between the cells of a card set: rows complete and in order, stars, abilities, fronts and backs.

A check that cannot be made because a cell is broken is left out: that cell has its fault already.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from hadara_env.card_files import (
    ABILITIES,
    ABILITY_EPOCH,
    BUSTS,
    COLONIES,
    COLONY_REQUIREMENTS,
    COLOURS,
    EPOCH_CARDS,
    IDS,
    KEYS,
    STARRED,
    START_CARDS,
    Fault,
    Row,
    read_rows,
)

COLOUR_OF_LETTER: Final = {colour[0].upper(): colour for colour in COLOURS}
ROW_NAMES: Final = {
    BUSTS: "the bust of requirement {}",
    COLONIES: "a tile of requirement {}",
    EPOCH_CARDS: "card {}",
    START_CARDS: "start card {} side {}",
}


def check_contents(contents: dict[str, bytes]) -> tuple[dict[str, list[Row]], list[Fault]]:
    """The rows of every file given, and every fault in them, in the order of file and row."""
    tables: dict[str, list[Row]] = {}
    faults: list[Fault] = []
    for name, data in contents.items():
        rows, found = read_rows(name, data)
        tables[name] = rows
        if rows:
            found += _check_keys(name, rows)
            found += _check_cards(rows) if name == EPOCH_CARDS else _check_colonies(rows) if name == COLONIES else []
        faults += sorted(found, key=lambda fault: fault.row or 0)
    return tables, faults


def _check_keys(name: str, rows: list[Row]) -> list[Fault]:
    """Every row the shipped file has is there, as often as it should be and in that order."""
    columns, expected = KEYS[name]
    positions: dict[tuple[str, ...], list[int]] = {}
    for position, key in enumerate(expected):
        positions.setdefault(key, []).append(position)
    seen: dict[tuple[str, ...], list[int]] = {key: [] for key in positions}
    faults: list[Fault] = []
    placed: list[tuple[int, Row]] = []
    for row in rows:
        if not all(column in row.cells for column in columns):
            continue
        key = tuple(row.cells[column] for column in columns)
        seen[key].append(row.line)
        count = len(seen[key])
        if count > len(positions[key]):
            times = "once" if len(positions[key]) == 1 else f"{len(positions[key])} times"
            lines = ", ".join(map(str, seen[key][: len(positions[key])]))
            message = f"{ROW_NAMES[name].format(*key)} may be there {times} and is in row {lines} already"
            faults.append(Fault(name, row.line, columns[-1], message))
        else:
            placed.append((positions[key][count - 1], row))
    in_order = _longest_increasing([position for position, _ in placed])
    for index, (position, row) in enumerate(placed):
        if index not in in_order:
            message = f"{ROW_NAMES[name].format(*expected[position])} is out of place: it belongs in row {position + 2}"
            faults.append(Fault(name, row.line, columns[-1], message))
    if all(any(column in row.cells for row in rows) for column in columns):
        faults += _missing(name, {key: len(places) - len(seen[key]) for key, places in positions.items()})
    return faults


def _missing(name: str, short: dict[tuple[str, ...], int]) -> list[Fault]:
    """Rows that are not there: one fault a colour and epoch for the cards, one a kind of row in the other files."""
    column = KEYS[name][0][-1]
    absent = [(key, count) for key, count in short.items() if count > 0]
    if name != EPOCH_CARDS:
        return [
            Fault(name, None, column, f"{ROW_NAMES[name].format(*key)} is missing" + (f" ({n} times)" if n > 1 else ""))
            for key, n in absent
        ]
    groups: dict[str, list[str]] = {}
    for (card,), _ in absent:
        groups.setdefault(card[:2], []).append(card)
    faults: list[Fault] = []
    for group, ids in groups.items():
        due = sum(card.startswith(group) for card in IDS)
        colour = COLOUR_OF_LETTER[group[1]]
        message = f"epoch {group[0]} has {due - len(ids)} of {due} {colour} cards; missing: {', '.join(ids)}"
        faults.append(Fault(name, None, column, message))
    return faults


def _longest_increasing(numbers: list[int]) -> set[int]:
    """Indices of a longest rising run through the numbers, so that one moved row is one fault and not a hundred."""
    best: list[int] = []
    back: list[int] = []
    for index, number in enumerate(numbers):
        earlier = [i for i in range(index) if numbers[i] < number]
        previous = max(earlier, key=lambda i: best[i], default=-1)
        best.append(1 + (best[previous] if previous >= 0 else 0))
        back.append(previous)
    chain: set[int] = set()
    index = max(range(len(numbers)), key=lambda i: best[i], default=-1)
    while index >= 0:
        chain.add(index)
        index = back[index]
    return chain


def _check_cards(rows: list[Row]) -> list[Fault]:
    """Each card on its own, and each starred ability on exactly one of them (S5, P5)."""
    faults: list[Fault] = []
    starred: dict[str, int] = {}
    for row in rows:
        if "id" in row.cells:
            faults += [Fault(EPOCH_CARDS, row.line, column, text) for column, text in _card_messages(row.cells)]
        ability = row.cells.get("ability", "")
        if ability in STARRED and starred.setdefault(ability, row.line) != row.line:
            message = f"starred ability {ability} is in row {starred[ability]} already; each has one copy"
            faults.append(Fault(EPOCH_CARDS, row.line, "ability", message))
    # An ability is absent only if no row that is missing or broken could have been its card.
    whole = {row.cells["id"] for row in rows if "id" in row.cells and "ability" in row.cells}
    for ability in ABILITIES:
        purple = f"{ABILITY_EPOCH[ability]}P"
        if ability in STARRED and ability not in starred and whole.issuperset(i for i in IDS if i.startswith(purple)):
            faults.append(Fault(EPOCH_CARDS, None, "ability", f"no card has the starred ability {ability}"))
    return faults


def _card_messages(cells: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What the id, the colour, the star and the ability of a card say against each other (S4, S5, X)."""
    card = cells["id"]
    epoch, colour = int(card[0]), COLOUR_OF_LETTER[card[1]]
    star, ability = cells.get("star"), cells.get("ability")
    for column, due in (("epoch", str(epoch)), ("colour", colour)):
        if cells.get(column, due) != due:
            yield column, f"card {card} belongs to {column} {due}, not {cells[column]}"
    if colour != "purple":
        if star == "1":
            yield "star", f"card {card} is {colour}, and only purple cards have a star"
        if ability:
            yield "ability", f"card {card} is {colour}, and only purple cards have an ability"
    elif ability is not None:
        if ability and ABILITY_EPOCH[ability] != epoch:
            yield "ability", f"{ability} belongs to epoch {ABILITY_EPOCH[ability]} and card {card} to epoch {epoch}"
        if star is not None and (star == "1") != (ability in STARRED):
            kind = f"ability {ability}" if ability else "no ability"
            yield "star", f"card {card} has {kind}, so its star must be {int(ability in STARRED)}"


def _check_colonies(rows: list[Row]) -> list[Fault]:
    """No back is worth less than its front (C5), and a front tells nothing of its back (S6)."""
    faults: list[Fault] = []
    for row in rows:
        front, back = row.cells.get("front_points"), row.cells.get("back_points")
        if front is not None and back is not None and int(back) < int(front):
            message = f"{back} points on the back are fewer than the {front} on the front"
            faults.append(Fault(COLONIES, row.line, "back_points", message))
    for requirement in COLONY_REQUIREMENTS:
        stack = [row for row in rows if row.cells.get("requirement") == requirement]
        for column in ("front_points", "plunder", "ally_cost"):
            shown = Counter(row.cells[column] for row in stack if column in row.cells)
            for row in stack:
                usual = shown.most_common(1)[0][0] if shown else ""
                if row.cells.get(column, usual) != usual:
                    message = f"{row.cells[column]} differs from the other tiles of requirement {requirement} ({usual})"
                    faults.append(Fault(COLONIES, row.line, column, message))
    return faults
