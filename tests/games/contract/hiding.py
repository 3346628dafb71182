"""Checks that nobody is shown, or can work out from what is shown, what is hidden from him."""

import random
from typing import Any

from games.core import ALL, PUBLIC, AnyRules, Event, Seat, Viewer, replay
from tests.games.contract.shared import canonical, chance, differing, viewers
from tests.games.material import material_of
from tests.games.tables import Match


def shows_everything_to_all(match: Match) -> None:
    """Check that ALL reads the whole data of every event, then and later."""
    rules, states = match.rules, [state for _, state in match.sample(4)]
    for index, event in enumerate(match.events):
        for state in states:
            assert rules.redact(event, index, ALL, state) == rules.event_data(event)


def redacts_in_the_same_form(match: Match) -> None:
    """Check that a redacted event has the same fields, each whole, a length or null."""
    rules = match.rules
    for count, state in match.sample(4):
        for index, event in enumerate(match.events[:count]):
            whole = rules.event_data(event)
            for viewer in viewers(match):
                shown = rules.redact(event, index, viewer, state)
                assert shown.keys() == whole.keys()
                for name, value in shown.items():
                    assert is_hidden_or_equal(value, whole[name])


def is_hidden_or_equal(shown: Any, whole: Any) -> bool:
    """Tell whether a value is shown whole, as its length, as null, or so item by item."""
    if shown == whole or shown is None:
        return True
    if isinstance(whole, list) and isinstance(shown, list):
        return len(shown) == len(whole) and all(map(is_hidden_or_equal, shown, whole))
    return isinstance(whole, list) and shown == len(whole)


def same_for(rules: AnyRules, viewer: Viewer, one: Any, other: Any) -> None:
    """Assert that the viewer cannot tell the states apart, whatever it asks."""
    assert canonical(rules.view(one, viewer)) == canonical(rules.view(other, viewer))
    assert rules.to_act(one) == rules.to_act(other)
    assert rules.outcome(one) == rules.outcome(other)
    assert rules.current_scores(one) == rules.current_scores(other)
    if viewer in rules.to_act(one):
        assert wire_moves(rules, one, viewer) == wire_moves(rules, other, viewer)
        moves = [rules.timeout_move(state, viewer) for state in (one, other)]
        assert moves[0] == moves[1]


def wire_moves(rules: AnyRules, state: Any, seat: Seat) -> list[dict[str, Any]]:
    """Return the legal moves as clients get them."""
    return [rules.move_data(state, seat, move) for move in rules.legal_moves(state, seat)]


def hides_what_a_seat_cannot_see(match: Match) -> None:
    """Check that a seat cannot tell an imagined world from the true one, nor can the public."""
    rules = match.rules
    known = material_of(rules.game)
    for count, state in match.sample():
        whole = canonical(rules.view(state, ALL))
        for seat in range(match.table.seats):
            imagined = rules.determinise(state, seat, chance(f"{count}/{seat}"))
            for viewer in (seat, PUBLIC):
                same_for(rules, viewer, state, imagined)
            if known is not None:
                lost, made = differing(known.pieces(state), known.pieces(imagined))
                assert not lost + made, (
                    f"after event {count} seat {seat} imagines {made} for {lost}"
                )
        assert canonical(rules.view(state, ALL)) == whole


def hides_other_worlds_in_views_and_logs(match: Match) -> None:
    """Check worlds that differ in hidden pieces only: equal views, logs and imagined states."""
    rules, rng = match.rules, random.Random(1)
    known = material_of(rules.game)
    if known is None:
        return
    tried = 0
    for count, state in match.sample(6):
        events = match.events[:count]
        for viewer in viewers(match):
            for other_events in known.other_worlds(events, state, viewer, rng):
                tried += 1
                other = replay(rules, match.table.new_state(), other_events)
                same_for(rules, viewer, state, other)
                same_logs(rules, viewer, (events, state), (other_events, other))
                if viewer != PUBLIC:
                    same_imagined(rules, viewer, state, other)
    assert tried, "MATERIAL.other_worlds yields nothing for any seat: nothing hidden was tried"


def same_logs(
    rules: AnyRules,
    viewer: Viewer,
    one: tuple[list[Event], Any],
    other: tuple[list[Event], Any],
) -> None:
    """Assert that the viewer's logs of both histories are the same."""
    logs = [
        [
            (rules.event_type(event), rules.redact(event, index, viewer, state))
            for index, event in enumerate(events)
        ]
        for events, state in (one, other)
    ]
    assert canonical(logs[0]) == canonical(logs[1])


def same_imagined(rules: AnyRules, seat: Seat, one: Any, other: Any) -> None:
    """Assert that imagining depends on what the seat sees and on chance alone."""
    imagined = [rules.determinise(state, seat, chance("imagine")) for state in (one, other)]
    assert canonical(rules.view(imagined[0], ALL)) == canonical(rules.view(imagined[1], ALL))


def reshuffles_what_nobody_has_seen(match: Match) -> None:
    """Check that nobody can tell a reshuffled state from the true one, and no piece is lost."""
    rules = match.rules
    known = material_of(rules.game)
    for count, state in match.sample():
        whole = canonical(rules.view(state, ALL))
        other = rules.reshuffle(state, chance(f"reshuffle/{count}"))
        for viewer in viewers(match):
            same_for(rules, viewer, state, other)
        if known is not None:
            assert known.pieces(other) == known.pieces(state)
        assert canonical(rules.view(state, ALL)) == whole
