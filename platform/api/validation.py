"""Requests as typed structs: what does not fit is refused field by field."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import inspect
from rest_framework.request import Request

from api import json_body
from api.problems import FieldError, Problem, field_error, in_words, invalid
from games.messages import Message, as_message, with_nearest

NUMBER = re.compile(r"\s*[+-]?[\d._]+([eE][+-]?\d+)?\s*")
NO_MOMENT = Message("must be a moment with its offset, such as 2026-11-26T12:00:00Z")
ShapeT = TypeVar("ShapeT", bound=msgspec.Struct)


def parse_body(request: Request, shape: type[ShapeT]) -> ShapeT:
    """Return the request's body in a shape; raises `invalid`, with an error a wrong field."""
    return convert(request.data, shape, strict=True)


def parse_query(request: Request, shape: type[ShapeT]) -> ShapeT:
    """Return the query parameters in a shape, numbers and truth values read from their texts.

    Of a parameter given twice the last counts, but for lists, which take all. Raises `invalid` like
    `body`.
    """
    parameters: dict[str, object] = {**request.query_params.dict()}
    for name in fields_of_kind(shape, inspect.ListType, inspect.VarTupleType) & parameters.keys():
        parameters[name] = request.query_params.getlist(name)
    for name in fields_of_kind(shape, inspect.DateTimeType) & parameters.keys():
        # Leniently read, a number is taken for the seconds since 1970.
        if NUMBER.fullmatch(str(parameters[name])):
            raise invalid(name, NO_MOMENT, code="misfit")
    if "%00" in request.META.get("QUERY_STRING", ""):
        json_body.reject_nul(parameters)
    return convert(parameters, shape, strict=False)


@cache
def fields_of_kind(shape: type[msgspec.Struct], *kinds: type[inspect.Type]) -> frozenset[str]:
    """Return the parameters of a query whose values are of some kinds, or null."""
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)  # noqa: S101 - As the parameter's type says.
    return frozenset(
        each.encode_name for each in info.fields if isinstance(_bare(each.type), kinds)
    )


def _bare(kind: inspect.Type) -> inspect.Type:
    """Return a type without what is said of it, and without null."""
    while True:
        match kind:
            case inspect.Metadata():
                kind = kind.type
            case inspect.UnionType(types=types):
                others = [each for each in types if not isinstance(each, inspect.NoneType)]
                if len(others) != 1:
                    return kind
                [kind] = others
            case _:
                return kind


def refuse_unknown_parameters(names: Iterable[str], shape: type[msgspec.Struct] | None) -> None:
    """Raise `invalid`, naming the parameters that there are, when a query has others."""
    fields = () if shape is None else msgspec.structs.fields(shape)
    known = [field.encode_name for field in fields]
    message = Message(
        "is not a parameter here; the parameters are: %(known)s", known=known or Message("none")
    )
    unknown = [
        field_error(name, "unknown", with_nearest(message, name, known))
        for name in names
        if name not in known
    ]
    if unknown:
        raise Problem("invalid", in_words(unknown[:1]), params={"known": known}, errors=unknown)


def convert(value: object, shape: type[ShapeT], *, strict: bool) -> ShapeT:
    """Return a decoded value in a shape; `strict` takes no text for a number."""
    try:
        return msgspec.convert(value, shape, strict=strict)
    except msgspec.ValidationError as error:
        errors = field_errors(value, shape, strict=strict) or [split_error(error, "")]
        raise Problem("invalid", in_words(errors[:1]), errors=errors) from error


def field_errors(
    value: object, shape: type[msgspec.Struct], *, strict: bool, within: str = ""
) -> list[FieldError]:
    """Return what is wrong with each field of a value, and of the objects in it."""
    if not isinstance(value, Mapping):
        return [field_error(within, "misfit", Message("must be an object"))]
    errors = []
    fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    for name, field in fields.items():
        where = f"{within}.{name}" if within else name
        if name in value:
            errors += _errors_in(value[name], field.type, where, strict=strict)
        elif field.required:
            errors.append(field_error(where, "required", Message("is required")))
    known = list(fields)
    message = Message("unknown field; the fields are: %(known)s", known=known or Message("none"))
    for name in value:
        if name not in fields:
            where = f"{within}.{name}" if within else name
            errors.append(field_error(where, "unknown", with_nearest(message, name, known)))
    return errors


def _errors_in(value: object, kind: type[object], where: str, *, strict: bool) -> list[FieldError]:
    """Return what is wrong with a value of a type; of objects, field by field."""
    try:
        msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        found = _errors_of_parts(value, _bare(inspect.type_info(kind)), where, strict=strict)
        return found or [split_error(error, where)]
    return []


def _errors_of_parts(
    value: object, kind: inspect.Type, where: str, *, strict: bool
) -> list[FieldError]:
    """Return what is wrong in an object or a list of objects; nothing for other values."""
    match kind, value:
        case inspect.StructType(cls=shape, tag=None), Mapping():
            return field_errors(value, shape, strict=strict, within=where)
        case ((inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item)), list()):
            rows = [(f"{where}[{number}]", each) for number, each in enumerate(value)]
            bare = _bare(item)
            return [
                fault
                for place, each in rows
                for fault in _errors_of_parts(each, bare, place, strict=strict)
            ]
    return []


def split_error(error: msgspec.ValidationError, field: str) -> FieldError:
    """Return msgspec's error (`Expected … - at `$.a[0]``) with its place and text apart."""
    text, _, place = str(error).partition(" - at `$")
    where = field + place.rstrip("`")
    return field_error(where.lstrip("."), "misfit", as_message(text[:1].lower() + text[1:]))
