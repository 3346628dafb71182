"""Form fields made of a request struct, so that a field and its limits are declared once.

Of a field's `msgspec.Meta` the limits are the form field's, the description is its help text, and
`extra` may say more: `label`, `help` where pages say something else than the API, and for a
`Literal` the `labels` of its values and of `unset`.
"""

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeVar

import msgspec
from django import forms
from django.core.validators import RegexValidator
from msgspec import NODEFAULT, inspect

from api import validation
from games.json_types import JsonObject

StructT = TypeVar("StructT", bound=msgspec.Struct)

EMPTY = (None, "")
NAMED = re.compile(r"<(\w+):(\w+)>")
"""What an address names, and of what kind."""


class NumbersField(forms.RegexField):
    """Small whole numbers with commas between them: 1, 2, 2, 4."""

    def __init__(self, **options: Any) -> None:
        super().__init__(regex=r"^\s*\d{1,5}(\s*,\s*\d{1,5})*\s*$", **options)

    def clean(self, value: object) -> list[int] | None:
        """Return the numbers."""
        text = super().clean(value)
        return [int(each) for each in text.split(",")] if text else None


OF_KIND: Mapping[str, Callable[[], forms.Field]] = {
    "int": partial(forms.IntegerField, min_value=1, max_value=2**31 - 1),
    "slug": partial(forms.SlugField, max_length=60),
    "uuid": forms.UUIDField,
}


def fields_of(request: type[msgspec.Struct], skip: Collection[str] = ()) -> dict[str, forms.Field]:
    """Return a form field for each field of a struct, by name."""
    info = inspect.type_info(request)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - As the parameter's type says.
    return {each.name: _field(each) for each in info.fields if each.name not in skip}


def labelled(request: type[msgspec.Struct]) -> frozenset[str]:
    """Return the fields of a struct that have a label."""
    info = inspect.type_info(request)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - As the parameter's type says.
    return frozenset(each.name for each in info.fields if "label" in plain(each.type)[1])


def names_in(path: str) -> list[str]:
    """Return what an address names, such as `entrant` in `entrants/<int:entrant>/drop`."""
    return [name for _kind, name in NAMED.findall(path)]


def of_address(path: str) -> dict[str, forms.Field]:
    """Return a form field for each thing that an address names."""
    return {name: OF_KIND[kind]() for kind, name in NAMED.findall(path)}


def convert(request: type[StructT], cleaned: Mapping[str, object]) -> StructT:
    """Return the struct that a valid form of `fields_of` asks for; raises Problem.

    What was left empty has its default.
    """
    given = {
        each.encode_name: cleaned[each.name]
        for each in msgspec.structs.fields(request)
        if each.name in cleaned and (each.required or cleaned[each.name] not in EMPTY)
    }
    return validation.convert(given, request, strict=True)


def _field(info: inspect.Field) -> forms.Field:
    type_, meta = plain(info.type)
    default = None if info.default is NODEFAULT else info.default
    about: JsonObject = {
        "label": meta.get("label", info.name.replace("_", " ").capitalize()),
        "help_text": meta.get("help", meta.get("description", "")),
        "initial": default,
        "required": info.required and not isinstance(type_, inspect.BoolType),
    }
    field: forms.Field
    match type_:
        case inspect.BoolType():
            field = forms.BooleanField(**about)
        case inspect.IntType(ge=least, le=most):
            field = forms.IntegerField(min_value=least, max_value=most, **about)
        case inspect.FloatType(ge=least, le=most):
            field = forms.FloatField(min_value=least, max_value=most, **about)
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            fits = [RegexValidator(pattern)] if pattern else []
            field = forms.CharField(min_length=least, max_length=most, validators=fits, **about)
        case inspect.LiteralType(values=values):
            labels = meta.get("labels", {})
            choices = [(each, labels.get(each, each)) for each in sorted(map(str, values))]
            is_open = not info.required and default is None
            empty = [("", meta.get("unset", "-"))] if is_open else []
            field = forms.ChoiceField(choices=[*empty, *choices], **about)
        case inspect.ListType(item_type=inspect.IntType()):
            field = NumbersField(**about)
        case _:
            field = forms.JSONField(**about)
    return field


def plain(type_: inspect.Type) -> tuple[inspect.Type, JsonObject]:
    """Return a type without its metadata and None, and what its metadata say."""
    meta: JsonObject = {}
    while True:
        match type_:
            case inspect.Metadata():
                meta = {**(type_.extra_json_schema or {}), **(type_.extra or {}), **meta}
                type_ = type_.type
            case inspect.UnionType(types=types):
                [type_] = [each for each in types if not isinstance(each, inspect.NoneType)]
            case _:
                return type_, meta
