"""Writes the API's description as pages: one a tag with its operations, one with all schemas."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, cast

Json = Mapping[str, object]
METHODS = ("get", "post", "put", "patch", "delete")
SCHEMAS = "schemas"


def pages(description: Json) -> Iterator[tuple[str, str]]:
    """Yield the name and the Markdown of each page."""
    operations = sorted(_operations(description), key=itemgetter(0))
    by_tag = {tag: list(each) for tag, each in groupby(operations, key=itemgetter(0))}
    tags = {str(tag["name"]): str(tag["description"]) for tag in _list(description, "tags")}
    lines = [f"- [{tag.capitalize()}]({tag}.md): {text}" for tag, text in tags.items()]
    yield "index.md", _page("API reference", OVERVIEW, *lines)
    for tag, text in tags.items():
        shown = (_operation(description, each) for each in by_tag[tag])
        yield f"{tag}.md", _page(tag.capitalize(), text, *shown)
    schemas = _dict(description, "components", "schemas")
    each = (_schema(name, cast("Json", schema)) for name, schema in sorted(schemas.items()))
    yield f"{SCHEMAS}.md", _page("Schemas", "What goes in and out, by name.", *each)


OVERVIEW = """
Every operation of version 1, made from the description that each site serves at
`/api/v1/openapi.json`; `/api/docs` of a site shows the same, to be tried out. What all operations
have in common is in [the conventions](../api.md).
"""


def _page(title: str, *parts: str) -> str:
    return f"# {title}\n\n" + "\n\n".join(part.strip() for part in parts) + "\n"


class _Operation(NamedTuple):
    tag: str
    path: str
    method: str
    said: Json
    shared: list[Json]
    """The parameters that all operations of the path have."""


def _operations(description: Json) -> Iterator[_Operation]:
    for path, at in _dict(description, "paths").items():
        item = cast("Json", at)
        shared = _list(item, "parameters")
        for method in METHODS:
            if method in item:
                said = _dict(item, method)
                tag = cast("list[str]", said["tags"])[0]
                yield _Operation(tag, path, method.upper(), said, shared)


def _operation(description: Json, operation: _Operation) -> str:
    said = operation.said
    summary = str(said["summary"]).rstrip(".")
    address = f"`{operation.method} {operation.path}`"
    parts = [f"## {summary}", address, str(said.get("description", ""))]
    parts += [_scopes(said), _parameters(operation.shared + _list(said, "parameters"))]
    body = _dict(said, "requestBody", "content")
    if body:
        parts.append(f"**Body:** {_content(body)}")
    parts.append(_answers(description, said))
    return "\n\n".join(part for part in parts if part)


def _scopes(operation: Json) -> str:
    ways = _list(operation, "security")
    scopes = sorted(
        {str(scope) for way in ways for scope in cast("list[str]", way.get("bearer", ()))}
    )
    if scopes:
        named = " or ".join(f"`{scope}`" for scope in scopes)
        return f"**Scope:** {named}" + (", or no token at all" if {} in ways else "")
    return "" if {} not in ways and ways else "**Scope:** none"


def _parameters(parameters: list[Json]) -> str:
    if not parameters:
        return ""
    rows = [
        f"| `{each['name']}` | {each['in']}{', required' if each.get('required') else ''} "
        f"| {_type(_dict(each, 'schema'))} | {_cell(each.get('description', ''))} |"
        for each in parameters
    ]
    return "\n".join(("| parameter | in | type | what |", "|---|---|---|---|", *rows))


def _answers(description: Json, operation: Json) -> str:
    rows, problems = [], []
    for status, answer in _dict(operation, "responses").items():
        shown = cast("Json", answer)
        if "$ref" in shown:
            name = _last(str(shown["$ref"]))
            said = _dict(description, "components", "responses", name)
            codes = ", ".join(f"`{code}`" for code in name.split("_or_"))
            problems.append(f"| {status} | {codes or _cell(said.get('description', ''))} |")
        else:
            text = _cell(shown.get("description", ""))
            content = _content(_dict(shown, "content"))
            rows.append(f"**{status}:** {text} {content}".rstrip())
    table = ["| status | problem |", "|---|---|", *problems] if problems else []
    return "\n\n".join((*rows, "\n".join(table)))


def _content(content: Json) -> str:
    kinds = []
    for kind, media in content.items():
        shown = _type(_dict(cast("Json", media), "schema"))
        kinds.append(shown if kind == "application/json" else f"{shown} as `{kind}`")
    return ", or ".join(kinds)


def _schema(name: str, schema: Json) -> str:
    parts = [f"## {name}", str(schema.get("description", ""))]
    required = cast("list[str]", schema.get("required", []))
    rows = [
        f"| `{key}`{'' if key in required else ' (optional)'} | {_type(cast('Json', value))} "
        f"| {_cell(cast('Json', value).get('description', ''))} |"
        for key, value in _dict(schema, "properties").items()
    ]
    if rows:
        parts.append("\n".join(("| property | type | what |", "|---|---|---|", *rows)))
    else:
        parts.append(_type(schema))
    return "\n\n".join(part for part in parts if part)


def _type(schema: Json) -> str:
    """Return a schema in a few words, with a link where it has a name."""
    several = next((key for key in ("oneOf", "anyOf", "allOf") if key in schema), None)
    kind = schema.get("type", "any value")
    said = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if "$ref" in schema:
        name = _last(str(schema["$ref"]))
        said = f"[{name}]({SCHEMAS}.md#{name.lower()})"
    elif several:
        said = " or ".join(dict.fromkeys(_type(each) for each in _list(schema, several)))
    elif "const" in schema:
        said = f"`{_cell(schema['const'])}`"
    elif "enum" in schema:
        said = ", ".join(f"`{_cell(each)}`" for each in cast("list[object]", schema["enum"]))
    elif said == "array":
        said = f"list of {_type(_dict(schema, 'items'))}"
    elif "format" in schema:
        said = f"{said} ({schema['format']})"
    return said


def _cell(text: object) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")


def _last(reference: str) -> str:
    return reference.rpartition("/")[2]


def _dict(of: Json, *keys: str) -> Json:
    """Return what lies below these keys; nothing where a key is missing."""
    for key in keys:
        of = cast("Json", of.get(key, {}))
    return of


def _list(of: Json, key: str) -> list[Json]:
    return cast("list[Json]", of.get(key, []))
