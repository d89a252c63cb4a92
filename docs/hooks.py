"""What MkDocs does to a page besides turning it into HTML: every clause of the rules gets an address of its own."""

import re
from typing import Any

CLAUSE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ", re.MULTILINE)


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """In the rules, `- **F3** ...` can be linked to as rules.md#f3 and links to the tests of the clause."""
    if page.file.src_uri != "rules.md":
        return markdown
    return CLAUSE.sub(lambda found: _linked(found[1]), markdown)


def _linked(clause: str) -> str:
    return f"- **[{clause}](clauses.md#{clause.lower()})**{{ #{clause.lower()} }} "
