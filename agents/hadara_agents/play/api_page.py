"""The description of the API as a plain page, made from the OpenAPI document: no script, nothing fetched."""

from html import escape
from typing import Any


def api_page(document: dict[str, Any]) -> str:
    """Every path with its summary and parameters, then the shapes of the answers."""
    info = document["info"]
    rows = [
        f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code></td><td>{escape(_about(operation))}</td></tr>"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    shapes = [
        f"<h3>{escape(name)}</h3><p>{escape(schema.get('description', ''))}</p><ul>{_fields(schema)}</ul>"
        for name, schema in document["components"]["schemas"].items()
        if "properties" in schema
    ]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Hadara: the API</title></head><body>'
        f"<h1>{escape(info['title'])} {escape(info['version'])}: the API</h1><p>{escape(info['description'])}</p>"
        '<p>The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"<table><tbody>{''.join(rows)}</tbody></table><h2>Shapes</h2>{''.join(shapes)}</body></html>"
    )


def _about(operation: dict[str, Any]) -> str:
    names = [parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
    return operation["summary"] + (f" (query: {', '.join(names)})" if names else "")


def _fields(schema: dict[str, Any]) -> str:
    return "".join(
        f"<li><code>{escape(name)}</code>: {escape(_kind(part))}</li>" for name, part in schema["properties"].items()
    )


def _kind(part: dict[str, Any]) -> str:
    """A schema in a word or two."""
    if "$ref" in part:
        return part["$ref"].rpartition("/")[2]
    if "anyOf" in part:
        return " or ".join(_kind(option) for option in part["anyOf"])
    if "enum" in part:
        return ", ".join(map(str, part["enum"]))
    if part.get("type") == "array":
        return f"list of {_kind(part.get('items', {}))}"
    return str(part.get("type", "anything"))
