"""docs/rules.md and the tests of this folder name the same clauses and the same printed examples."""

import ast
import re
from pathlib import Path

import hadara_env

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "docs" / "rules.md"
ENGINE = Path(hadara_env.__file__).parent / "engine"


def clauses_of_the_rules() -> list[str]:
    return re.findall(r"^- \*\*([A-Z]\d+)\*\* ", RULES.read_text(encoding="utf-8"), re.MULTILINE)


def names_of_law_tests() -> list[str]:
    """The names of all test functions of the folder but those of this file."""
    return [
        node.name
        for path in sorted(HERE.glob("test_*.py"))
        if path != Path(__file__)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def cited(name: str) -> set[str]:
    """The clauses a test names: words of its name such as p1 or x12."""
    return {word.upper() for word in name.split("_") if re.fullmatch(r"[a-z]\d+", word)}


def test_no_clause_is_without_a_test():
    clauses = clauses_of_the_rules()
    named = set().union(*map(cited, names_of_law_tests()))
    assert clauses
    untested = [clause for clause in clauses if clause not in named]
    assert not untested, f"No test in tests/laws names: {', '.join(untested)}"


def test_no_test_names_a_clause_the_rules_do_not_have():
    clauses = set(clauses_of_the_rules())
    strange = {name: sorted(cited(name) - clauses) for name in names_of_law_tests() if cited(name) - clauses}
    assert not strange, f"docs/rules.md has no such clauses: {strange}"
    nameless = [name for name in names_of_law_tests() if not cited(name)]
    assert not nameless, f"These tests name no clause: {', '.join(nameless)}"


def test_clauses_are_numbered_without_gaps_or_doubles():
    chapters: dict[str, list[int]] = {}
    for clause in clauses_of_the_rules():
        chapters.setdefault(clause[0], []).append(int(clause[1:]))
    assert "".join(chapters) == "SEAPICUBFMZX"
    for letter, numbers in chapters.items():
        begin = 0 if letter == "X" else 1
        assert sorted(numbers) == list(range(begin, begin + len(numbers))), f"chapter {letter}"


def test_the_engine_cites_no_clause_the_rules_do_not_have():
    clauses = set(clauses_of_the_rules())
    for path in sorted(ENGINE.rglob("*.py")):
        found = set(re.findall(r"\b([SEAPICUBFMZX]\d{1,2})\b", path.read_text(encoding="utf-8")))
        assert found <= clauses, f"{path.name} cites {sorted(found - clauses)}"


def test_every_printed_example_has_its_test():
    text = RULES.read_text(encoding="utf-8").split("## Printed examples")[1]
    printed = [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]
    assert printed == list(range(1, len(printed) + 1))
    names = (re.match(r"test_example_(\d+)_", name) for name in names_of_law_tests())
    assert sorted(int(match[1]) for match in names if match) == printed
