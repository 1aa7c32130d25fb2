"""MkDocs hook: `<!-- openapi -->` becomes every operation and schema of the API, as its OpenAPI document has them."""

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

MARK = "<!-- openapi -->"
UNIONS = ("Command", "CommandIn", "Heard")


def on_page_markdown(markdown: str, **_: Any) -> str:
    return markdown.replace(MARK, "\n".join(_pages(document()))) if MARK in markdown else markdown


@cache
def document() -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow.web.settings")
    import django

    django.setup()
    from paigow.web.api.urls import api

    found: dict[str, Any] = api.get_openapi_schema(path_prefix="/api/")
    return found


def _pages(api: dict[str, Any]) -> Iterator[str]:
    yield "## Operations\n"
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            yield from _operation(path, method, operation)
    schemas = api["components"]["schemas"]
    members = {ref["$ref"].rpartition("/")[2] for name in UNIONS for ref in schemas[name]["oneOf"]}
    yield "## Shapes\n"
    for name in sorted(set(schemas) - members):
        yield f"### {name} {{ #{name.lower()} }}\n"
        yield schemas[name].get("description", "") + "\n"
        yield from _union(schemas, name) if name in UNIONS else _fields(schemas[name])


def _operation(path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"### `{method.upper()} {path}` {{ #{operation['operationId']} }}\n"
    yield operation["description"] + "\n"
    yield f"*{_who(operation)}*\n"
    if parameters := operation.get("parameters"):
        yield "| parameter | in | type | |\n|---|---|---|---|"
        for each in parameters:
            needed = "required" if each.get("required") else ""
            yield f"| `{each['name']}` | {each['in']} | {_type(each['schema'])} | {needed} |"
        yield ""
    if body := operation.get("requestBody"):
        yield f"Takes {_type(body['content']['application/json']['schema'])}.\n"
    for status, answer in operation["responses"].items():
        if int(status) < 300:
            kinds = [f"{_type(each['schema'])} (`{kind}`)" for kind, each in answer.get("content", {}).items()]
            yield f"Answers {status}: {' or '.join(kinds) or 'nothing'}.\n"


def _who(operation: dict[str, Any]) -> str:
    needed: dict[str, list[str]] = operation["security"][0]
    if "Token" not in needed:
        return "In a session only"
    open_to_all = {} in operation["security"]
    return f"Scope {', '.join(needed['Token']) or 'read'}{'; open to all without a token' if open_to_all else ''}"


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    if "properties" not in schema:
        yield f"{_type(schema)}\n"
        return
    yield "| field | type | meaning |\n|---|---|---|"
    for name, field in schema["properties"].items():
        optional = "" if name in schema.get("required", []) else " (optional)"
        yield f"| `{name}` | {_type(field)}{optional} | {field.get('description', '')} |"
    yield ""


def _union(schemas: dict[str, Any], name: str) -> Iterator[str]:
    """Return one line for each kind, with its own fields."""
    tag = schemas[name]["discriminator"]["propertyName"]
    common = set.intersection(*(set(schemas[_name(each)]["properties"]) for each in schemas[name]["oneOf"]))
    if shared := sorted(common - {tag}):
        yield f"Every kind has {', '.join(f'`{each}`' for each in shared)}.\n"
    yield f"| `{tag}` | fields |\n|---|---|"
    for value, ref in sorted(schemas[name]["discriminator"]["mapping"].items()):
        shape = schemas[ref.rpartition("/")[2]]
        own = {key: field for key, field in shape["properties"].items() if key not in common}
        needed = shape["required"]
        said = ", ".join(f"`{key}{'' if key in needed else '?'}`: {_type(field)}" for key, field in own.items())
        yield f"| `{value}` | {said} |"
    yield ""


def _name(ref: dict[str, Any]) -> str:
    return str(ref["$ref"]).rpartition("/")[2]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"[{_name(schema)}](#{_name(schema).lower()})"
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            return " or ".join(_type(each) for each in schema[word])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(each) for each in schema['prefixItems'])}]"
    match schema.get("type"):
        case "array":
            return f"list of {_type(schema.get('items', {}))}" if schema.get("maxItems") != 0 else "an empty list"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {_type(schema['additionalProperties'])}"
        case "object" if "properties" in schema:
            return "{" + ", ".join(f"`{key}`: {_type(each)}" for key, each in schema["properties"].items()) + "}"
        case str(kind):
            return kind
    return "any value"
