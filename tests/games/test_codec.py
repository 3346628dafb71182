"""Events and moves as JSON."""

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from games.codec import Codec, NameTable, NumberCodec
from games.core import Event, WireError

TOOLS = NameTable(["hammer", "lockpick", "map"])
Tool = Annotated[int, TOOLS]


class Back(msgspec.Struct, frozen=True):
    tools: tuple[Tool, ...]


class ToolsTaken(Event, frozen=True):
    seat: int
    tools: tuple[Tool, ...]
    hands: tuple[tuple[Tool, ...], ...] = ()
    last: Tool | None = None
    squares: tuple[int, ...] = ()
    back: Back | None = None


class NightBegan(Event, frozen=True):
    schema: ClassVar[int] = 3
    night: int
    prince: int | None


UPCASTS = {
    ("night_began", 1): lambda data: {"night": data["number"]},
    ("night_began", 2): lambda data: {**data, "prince": None},
}
CODEC: Codec[Event] = Codec({"tools_taken": ToolsTaken, "night_began": NightBegan}, UPCASTS)
TAKEN = ToolsTaken(1, (2, 0), ((0,), ()), 1, (4, 3), Back((2,)))
BODY = (
    '{"back":{"tools":["map"]},"hands":[["hammer"],[]],"last":"lockpick","seat":1,'
    '"squares":[4,3],"tools":["map","hammer"]}'
)


def test_indices_inside_are_names_in_json() -> None:
    assert CODEC.name(TAKEN) == "tools_taken"
    assert CODEC.data(TAKEN)["tools"] == ["map", "hammer"]
    assert CODEC.data(TAKEN)["hands"] == [["hammer"], []]
    assert CODEC.data(TAKEN)["back"] == {"tools": ["map"]}


def test_a_body_is_canonical_json() -> None:
    assert CODEC.body(TAKEN) == BODY


def test_a_body_is_read_back() -> None:
    assert CODEC.decode("tools_taken", BODY) == TAKEN
    assert CODEC.decode("tools_taken", BODY.encode(), schema=1) == TAKEN


def test_a_body_of_an_older_schema_is_lifted_step_by_step() -> None:
    night = NightBegan(night=4, prince=None)

    assert CODEC.decode("night_began", '{"number":4}', schema=1) == night
    assert CODEC.decode("night_began", '{"night":4}', schema=2) == night
    assert CODEC.decode("night_began", '{"night":4,"prince":null}', schema=3) == night


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '{"night":4}',
        '{"night":"4","prince":null}',
        '{"night":4.5,"prince":null}',
        '{"night":true,"prince":null}',
        '{"night":4,"prince":null,"king":1}',
    ],
)
def test_a_body_of_another_form_is_refused(body: str) -> None:
    with pytest.raises(WireError, match="night_began"):
        CODEC.decode("night_began", body)


def test_a_broken_body_of_an_older_schema_is_refused() -> None:
    with pytest.raises(WireError):
        CODEC.decode("night_began", "[", schema=1)


def test_a_schema_that_nothing_leads_from_is_refused() -> None:
    for schema in (0, 4):
        with pytest.raises(WireError, match=f"schema {schema}"):
            CODEC.decode("night_began", '{"night":4,"prince":null}', schema=schema)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(WireError, match="'saw' is not one of the names from hammer to map"):
        CODEC.parse("tools_taken", {"seat": 1, "tools": ["saw"], **REST})


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(WireError, match="'day_began' is none of tools_taken, night_began"):
        CODEC.decode("day_began", "{}")


REST: dict[str, Any] = {"hands": [], "last": None, "squares": [], "back": None}


def test_a_json_schema_names_the_material() -> None:
    schema = CODEC.json_schema("tools_taken")

    assert schema["properties"]["tools"] == {
        "type": "array",
        "items": {"type": "string", "enum": ["hammer", "lockpick", "map"]},
    }
    assert schema["required"] == ["seat", "tools", "hands", "last", "squares", "back"]
    assert schema["additionalProperties"] is False


def test_a_schema_of_moves_tells_them_apart_by_type() -> None:
    first = CODEC.tagged_schema()["oneOf"][0]

    assert first["properties"]["type"] == {"const": "tools_taken"}
    assert first["required"][0] == "type"


@pytest.mark.parametrize("hint", [float, dict[str, int], tuple[int, str], int | str, list[int]])
def test_a_field_that_has_no_form_is_refused_when_the_game_is_loaded(hint: Any) -> None:
    odd = msgspec.defstruct("Odd", [("field", hint)])

    with pytest.raises(TypeError, match="a record's"):
        Codec({"odd": odd})


class Shown(msgspec.Struct, frozen=True):
    protection: str


class Faces(NumberCodec):
    """A tool by its name, or the back of loot by what protects it."""

    wire_type = str | Shown

    def to_wire(self, code: int) -> Any:
        return TOOLS.names[code] if code >= 0 else {"protection": "safe"}

    def from_wire(self, value: str | Shown) -> int:
        return TOOLS.index(value) if isinstance(value, str) else -1

    def json_schema(self) -> dict[str, Any]:
        return {"anyOf": [TOOLS.json_schema(), {"type": "object"}]}


class DisplayFilled(Event, frozen=True):
    cards: tuple[Annotated[int, Faces()], ...]


def test_numbers_inside_may_be_more_than_a_name_in_json() -> None:
    codec: Codec[Event] = Codec({"display_filled": DisplayFilled})
    filled = DisplayFilled((2, -1))
    body = '{"cards":["map",{"protection":"safe"}]}'

    assert codec.body(filled) == body
    assert codec.decode("display_filled", body) == filled
    assert codec.json_schema("display_filled")["properties"]["cards"]["items"]["anyOf"]
    with pytest.raises(WireError, match="'saw'"):
        codec.decode("display_filled", '{"cards":["saw"]}')
    with pytest.raises(WireError, match="display_filled"):
        codec.decode("display_filled", '{"cards":[{"tool":1}]}')
