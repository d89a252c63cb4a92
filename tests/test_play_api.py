"""The description of the API: valid, complete, and true."""

import re
from pathlib import Path

import pytest
from fastapi.openapi.models import OpenAPI

from hadara_agents.play.app import create_app
from hadara_agents.play.settings import Settings
from tests.play_server import ROOT

DOCS = ROOT / "docs" / "play.md"


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict:
    return create_app(Settings(data=tmp_path_factory.mktemp("api"))).openapi()


def references(part: object) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [found for value in part.values() for found in references(value)]
    return [found for value in part for found in references(value)] if isinstance(part, list) else []


def test_description_is_not_valid_openapi(document: dict):
    OpenAPI.model_validate(document)
    assert document["openapi"].startswith("3.")
    for reference in references(document):
        kind, name = reference.removeprefix("#/components/").split("/")
        assert name in document["components"][kind], reference


def test_request_is_described_twice_or_without_words(document: dict):
    operations = [(path, operation) for path, methods in document["paths"].items() for operation in methods.values()]
    ids = [operation["operationId"] for _, operation in operations]
    assert len(set(ids)) == len(ids) >= 17
    for path, operation in operations:
        assert len(operation["summary"]) > 10
        declared = {parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "path"}
        assert declared == set(re.findall(r"{(\w+)}", path))
        assert "4XX" in operation["responses"]
        assert "HTTPValidationError" not in str(operation)  # refusals have one shape, and it is ours


def test_docs_leave_a_request_out(document: dict):
    text = DOCS.read_text(encoding="utf-8")
    told = set(re.findall(r"`(GET|POST|DELETE) (/api[^`?]*)", text))
    for path, methods in document["paths"].items():
        short = path.replace("{session_id}", "ID").replace("{replay_id}", "ID")
        for method in methods:
            assert (method.upper(), short) in told, f"{method} {path}"
    assert len(told) == sum(len(methods) for methods in document["paths"].values())


def test_page_of_the_package_is_missing():
    static = ROOT / "agents" / "hadara_agents" / "play" / "static"
    page = (static / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r'(?:src|href)="/?(static/[^"#]+)"', page):
        assert (static.parent / name).is_file(), name
    assert not re.search(r"https?://", page)
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son\w+=", page)  # the policy would refuse them


def test_default_folder_is_in_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HADARA_DATA_DIR", str(tmp_path))
    assert Settings().data == tmp_path
    monkeypatch.delenv("HADARA_DATA_DIR")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert ROOT not in Settings().data.parents
