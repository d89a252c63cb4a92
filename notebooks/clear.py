"""Clear the notebooks, so that only what somebody wrote comes under version control.

python notebooks/clear.py
"""

from pathlib import Path

import nbformat

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def cleared(book: nbformat.NotebookNode) -> str:
    """The file of a notebook without outputs, counts, and what the program that opened it noted down."""
    cells = []
    for number, cell in enumerate(book.cells, start=1):
        made = nbformat.v4.new_code_cell if cell.cell_type == "code" else nbformat.v4.new_markdown_cell
        cells.append(made(cell.source, id=f"cell-{number:02d}"))
    clean = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
    nbformat.validate(clean)
    return nbformat.writes(clean) + "\n"


def main() -> None:
    for path in sorted(Path(__file__).parent.glob("*.ipynb")):
        before = path.read_text(encoding="utf-8")
        after = cleared(nbformat.reads(before, as_version=4))
        if after != before:
            path.write_text(after, encoding="utf-8", newline="\n")
            print(f"cleared {path.name}")


if __name__ == "__main__":
    main()
