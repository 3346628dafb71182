"""Forms and command lines made of the structs that the API takes."""

from argparse import ArgumentParser
from typing import Annotated, Any, Literal

import msgspec
import pytest
from django import forms
from msgspec import Meta

from api import arguments, form_fields
from api.problems import Problem


class Booking(msgspec.Struct, frozen=True, kw_only=True):
    """A request with a field of each kind."""

    name: Annotated[str, Meta(max_length=5, description="Who comes.", extra={"label": "Guest"})]
    seats: Annotated[int, Meta(ge=1, le=6)]
    order: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=2)]
    share: Annotated[float, Meta(ge=0, extra={"option": "--part"})] = 0.5
    kind: Annotated[Literal["a", "b"] | None, Meta(extra={"labels": {"a": "Apple"}})] = None
    form: Literal["csv", "json"] = msgspec.field(default="csv", name="format")
    loud: bool = False
    reason: str = ""


class BookingForm(forms.Form):
    """The form of a booking."""

    def __init__(self, *args: Any, **about: Any) -> None:
        super().__init__(*args, **about)
        self.fields.update(form_fields.fields_of(Booking, skip={"reason"}))


GOOD = {"name": "Ann", "seats": "3", "order": "1, 2,2", "share": "", "kind": "", "form": "json"}


def test_a_field_has_the_label_the_help_and_the_limits_of_the_struct() -> None:
    fields = form_fields.fields_of(Booking)

    name, seats, kind = fields["name"], fields["seats"], fields["kind"]
    assert (name.label, name.help_text, name.required) == ("Guest", "Who comes.", True)
    assert isinstance(seats, forms.IntegerField)
    assert (seats.min_value, seats.max_value) == (1, 6)
    assert isinstance(kind, forms.ChoiceField)
    assert [*kind.widget.choices] == [("", "-"), ("a", "Apple"), ("b", "b")]
    assert (fields["share"].initial, fields["loud"].required) == (0.5, False)


def test_a_form_says_what_the_api_would_be_sent() -> None:
    form = BookingForm(GOOD)

    assert form.is_valid(), form.errors
    asked = form_fields.convert(Booking, form.cleaned_data)
    assert asked == Booking(name="Ann", seats=3, order=[1, 2, 2], form="json")


@pytest.mark.parametrize(
    ("field", "text"),
    [("name", "Bartholomew"), ("seats", "7"), ("order", "1; 2"), ("kind", "c"), ("name", "")],
)
def test_what_the_api_would_refuse_is_refused_beside_its_field(field: str, text: str) -> None:
    form = BookingForm({**GOOD, field: text})

    assert not form.is_valid()
    assert list(form.errors) == [field]


def test_what_a_form_of_other_fields_says_is_refused_as_the_api_refuses_it() -> None:
    form = BookingForm(GOOD)
    assert form.is_valid()

    with pytest.raises(Problem) as refused:
        form_fields.convert(Booking, {**form.cleaned_data, "order": [1, "two"]})

    assert refused.value.code == "invalid"
    assert [each.field for each in refused.value.errors] == ["order[1]"]


def test_a_command_line_takes_what_is_required_by_place_and_the_rest_by_options() -> None:
    parser = ArgumentParser()
    for name, about in arguments.arguments_of(Booking, skip={"reason"}):
        parser.add_argument(name, **about)

    given = parser.parse_args(["Ann", "3", "1", "2", "--part", "0.25", "--kind", "a", "--loud"])

    asked = form_fields.convert(Booking, vars(given))
    expected = Booking(name="Ann", seats=3, order=[1, 2], share=0.25, kind="a", loud=True)
    assert asked == expected
