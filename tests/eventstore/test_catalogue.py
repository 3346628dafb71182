"""Old events are read in today's form; their rows stay as they were written."""

import msgspec
import pytest

from eventstore.canonical import encode
from eventstore.catalogue import Catalogue, Data, EventType, UnknownEventTypeError


class Played(msgspec.Struct, frozen=True):
    color: str
    cards: int = 0


class Passed(msgspec.Struct, frozen=True):
    seat: int


def rename_colour(data: Data) -> Data:
    return {"color": data.pop("colour"), **data}


def count_cards(data: Data) -> Data:
    return {**data, "cards": 1}


CATALOGUE: Catalogue[msgspec.Struct] = Catalogue(
    {"played": EventType(Played, 3, {1: rename_colour, 2: count_cards}), "passed": Passed}
)


def test_an_event_is_stored_under_its_type_with_todays_schema() -> None:
    assert CATALOGUE.encode(Played("red", 2)) == ("played", '{"cards":2,"color":"red"}', 3)
    assert CATALOGUE.encode(Passed(0)) == ("passed", '{"seat":0}', 1)


def test_a_body_of_today_is_read_as_it_is() -> None:
    assert CATALOGUE.decode("passed", 1, '{"seat":0}') == Passed(0)


@pytest.mark.parametrize(
    ("schema", "body"),
    [(1, '{"colour":"red"}'), (2, '{"color":"red"}'), (3, '{"cards":1,"color":"red"}')],
)
def test_an_old_body_is_upcast_step_by_step(schema: int, body: str) -> None:
    assert CATALOGUE.decode("played", schema, body) == Played("red", 1)


def test_a_type_that_nobody_knows_is_named() -> None:
    with pytest.raises(UnknownEventTypeError, match="danced"):
        CATALOGUE.decode("danced", 1, "{}")


def test_a_body_from_a_newer_program_is_refused() -> None:
    with pytest.raises(UnknownEventTypeError, match="newer"):
        CATALOGUE.decode("passed", 2, "{}")


def test_a_type_must_bring_every_step_from_the_first_schema_on() -> None:
    with pytest.raises(ValueError, match="schema 2"):
        EventType(Played, 3, {1: rename_colour})


def test_canonical_json_sorts_its_keys_and_refuses_floats() -> None:
    assert encode({"b": [1, None, True], "a": {"d": "é", "c": 2}}) == (
        '{"a":{"c":2,"d":"é"},"b":[1,null,true]}'
    )
    with pytest.raises(TypeError, match=r"1\.5"):
        encode({"a": [1.5]})
