"""JSON schemas of structs, each property with the text that stands below its field."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import get_origin

import msgspec
from msgspec import inspect as types

from games.json_types import JsonObject

Object = JsonObject


def components(kind: object, reference: str) -> tuple[Object, dict[str, Object]]:
    """Return the schema of a type, and those of the structs in it by their names.

    `reference` is the address of a component, with `{name}` for its name.
    """
    return deepcopy(_components(kind, reference))


@cache
def _components(kind: object, reference: str) -> tuple[Object, dict[str, Object]]:
    (schema,), found = msgspec.json.schema_components([kind], ref_template=reference)
    for struct in _structs(types.type_info(kind)):
        properties = found[_name(struct.cls)].get("properties", {})
        texts = descriptions(get_origin(struct.cls) or struct.cls)
        for field in struct.fields:
            if field.name in texts:
                properties[field.encode_name].setdefault("description", texts[field.name])
    return schema, found


@cache
def descriptions(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    """Return the docstrings of a struct's fields, its bases' included."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if issubclass(base, msgspec.Struct) and base.__module__ != "msgspec":
            found |= _docstrings(base)
    return found


def _docstrings(struct: type) -> Iterator[tuple[str, str]]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(struct)))
    (body,) = (each.body for each in tree.body if isinstance(each, ast.ClassDef))
    for field, text in pairwise(body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            yield field.target.id, " ".join(str(text.value.value).split())


def _structs(kind: object) -> Iterator[types.StructType]:
    """Yield the structs that a type is made of, each once."""
    seen: set[object] = set()
    waiting = [kind]
    while waiting:
        each = waiting.pop()
        if isinstance(each, types.StructType):
            if each.cls in seen:
                continue
            seen.add(each.cls)
            yield each
        if isinstance(each, msgspec.Struct):
            waiting += [getattr(each, name) for name in each.__struct_fields__]
        elif isinstance(each, tuple):
            waiting += each


@cache
def _name(struct: type) -> str:
    (schema,), _ = msgspec.json.schema_components([struct], ref_template="{name}")
    return str(schema["$ref"])
