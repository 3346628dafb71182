"""Arguments of a command line made of a request struct, as `form_fields` makes those of a form.

What is required is told by its place, the rest by an option; `option` and `metavar` in the
`extra` of a field's `msgspec.Meta` give it another name.
"""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from api.form_fields import plain

Argument = tuple[str, dict[str, Any]]
"""What `ArgumentParser.add_argument` takes."""
PYTHON_TYPES: dict[type[inspect.Type], type] = {inspect.IntType: int, inspect.FloatType: float}


def arguments_of(request: type[msgspec.Struct], skip: Collection[str] = ()) -> Iterator[Argument]:
    """Yield the argument for each field of a struct."""
    info = inspect.type_info(request)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - As the parameter's type says.
    for each in info.fields:
        if each.name not in skip:
            yield _argument(each)


def _argument(field: inspect.Field) -> Argument:
    type_, meta = plain(field.type)
    about: dict[str, Any] = {"help": meta["description"]} if "description" in meta else {}
    if isinstance(type_, inspect.ListType):
        type_, _ = plain(type_.item_type)
        about["nargs"] = "+"
    if isinstance(type_, inspect.LiteralType):
        about["choices"] = sorted(map(str, type_.values))
    if isinstance(type_, inspect.BoolType):
        about["action"] = "store_true"
    else:
        about["type"] = PYTHON_TYPES.get(type(type_), str)
    if field.required:
        return field.name, about
    if "metavar" in meta:
        about["metavar"] = meta["metavar"]
    option = meta.get("option", f"--{field.name.replace('_', '-')}")
    return option, {"dest": field.name, "default": field.default, **about}
