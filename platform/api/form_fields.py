"""Form fields made of a request struct, so that a field and its limits are declared once.

Of a field's `msgspec.Meta` the limits are the form field's, the description is its help text, and
`extra` may say more: `label`, and for a `Literal` the `labels` of its values and of `unset`.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from django import forms
from msgspec import NODEFAULT, inspect

from games.json_types import JsonObject


class NumbersField(forms.RegexField):
    """Small whole numbers with commas between them: 1, 2, 2, 4."""

    def __init__(self, **options: Any) -> None:
        super().__init__(regex=r"^\s*\d{1,5}(\s*,\s*\d{1,5})*\s*$", **options)

    def clean(self, value: Any) -> Any:
        """Return the numbers."""
        text = super().clean(value)
        return [int(each) for each in text.split(",")] if text else None


def fields_of(request: type[msgspec.Struct], skip: Collection[str] = ()) -> dict[str, forms.Field]:
    """Return a form field for each field of a struct, by name."""
    info = inspect.type_info(request)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - As the parameter's type says.
    return {each.name: _field(each) for each in info.fields if each.name not in skip}


def convert(request: type[msgspec.Struct], cleaned: Mapping[str, object]) -> Any:
    """Return the struct that a valid form of `fields_of` asks for; raises msgspec's error.

    What was left empty has its default.
    """
    names = {each.name: each.encode_name for each in msgspec.structs.fields(request)}
    given = {
        names[name]: value
        for name, value in cleaned.items()
        if name in names and value is not None and value != ""
    }
    return msgspec.convert(given, request)


def _field(info: inspect.Field) -> forms.Field:
    type_, meta = plain(info.type)
    default = None if info.default is NODEFAULT else info.default
    about: JsonObject = {
        "label": meta.get("label", info.name.replace("_", " ").capitalize()),
        "help_text": meta.get("description", ""),
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
        case inspect.StrType(min_length=least, max_length=most):
            field = forms.CharField(min_length=least, max_length=most, **about)
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
