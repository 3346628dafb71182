"""Checks of what goes over the wire and into the store: moves, events, views."""

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from games.core import ALL, AnyRules, IllegalMoveError, RulesError, Seat
from tests.games.contract.shared import canonical, viewers
from tests.games.tables import Match


def takes_moves_from_clients(match: Match) -> None:
    """Check that moves survive the wire and that everything misshapen is refused."""
    rules = match.rules
    schema = jsonschema_rs.validator_for(rules.move_schema())
    for _, state in match.sample():
        for seat in rules.to_act(state):
            for move in rules.legal_moves(state, seat):
                data = rules.move_data(state, seat, move)
                assert not list(schema.iter_errors(data))
                assert rules.parse_move(state, seat, data) == move
            for misshapen in misshapen_moves(data):
                refused_or_exact(rules, state, seat, misshapen)


def misshapen_moves(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield moves that are almost like this one."""
    yield {}
    yield {**data, "surprise": 1}
    for name in data:
        yield {other: value for other, value in data.items() if other != name}
        values: tuple[Any, ...] = (
            None,
            True,
            0,
            -1,
            1.5,
            "",
            "nonsense",
            [],
            [1],
            ["nonsense"],
            {},
        )
        for value in values:
            yield {**data, name: value}


def refused_or_exact(rules: AnyRules, state: Any, seat: Seat, data: dict[str, Any]) -> None:
    """Check that data is refused, or understood as exactly what it says."""
    try:
        move = rules.parse_move(state, seat, data)
    except IllegalMoveError:
        return
    assert canonical(rules.move_data(state, seat, move)) == canonical(data)


def stores_events_byte_for_byte(match: Match) -> None:
    """Check that events survive their stored form, and that it is canonical."""
    rules = match.rules
    for event in match.events:
        name, body = rules.event_type(event), rules.encode_body(event)
        assert body.encode() == canonical(rules.event_data(event))
        again = rules.decode_event(name, body.encode())
        assert again == event
        assert rules.encode_body(again) == body


def refuses_what_is_no_event(match: Match) -> None:
    """Check that stored bodies are judged before anything is made of them."""
    rules = match.rules
    for event in match.events[:40]:
        kind, data = rules.event_type(event), rules.event_data(event)
        for misshapen in ({**data, "surprise": 1}, dict(list(data.items())[1:])):
            with pytest.raises(RulesError):
                rules.decode_event(kind, canonical(misshapen))
    for name, body in (("no_such_event", "{}"), (kind, "{"), (kind, "[]"), (kind, '"')):
        with pytest.raises(RulesError):
            rules.decode_event(name, body)


def keeps_views_to_their_schema(match: Match) -> None:
    """Check every view against the schema; it lists every field, so nothing slips in."""
    rules = match.rules
    schema = jsonschema_rs.validator_for(closed(rules.view_schema()))
    for _, state in match.sample():
        for viewer in (*viewers(match), ALL):
            view = rules.view(state, viewer)
            assert not list(schema.iter_errors(view))
            assert msgspec.json.decode(canonical(view)) == view


def closed(schema: Any) -> Any:
    """Return the schema with every object closed to fields that it does not list."""
    if isinstance(schema, dict):
        inner = {name: closed(value) for name, value in schema.items()}
        listed = isinstance(schema.get("properties"), dict)
        return {**inner, "additionalProperties": False} if listed else inner
    return [closed(item) for item in schema] if isinstance(schema, list) else schema
