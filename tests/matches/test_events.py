"""An event that all games share is one text: what is read is written again as it stood."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, UnsetType

from eventstore import streams
from eventstore.events import StoredEvent
from games import registry
from matches import events, logs
from matches.events import CATALOGUE, KIND, MatchEvent, MatchFinished, Moment, SeatTaken
from tests.matches import wild
from tests.samples import sampled

OLD_LOG = Path(__file__).parent / "recorded" / "chain-1.ndjson"
GAMES = [rules.game for rules in registry.current_games()]
MOMENTS = st.datetimes().map(lambda at: at.isoformat(timespec="milliseconds") + "Z")


def values(hint: Any) -> st.SearchStrategy[Any]:  # noqa: PLR0911 - one a kind of hint
    """Return what a field may hold."""
    if hint == Moment:
        return MOMENTS
    if get_origin(hint) is dict:
        return st.dictionaries(st.text(max_size=100), values(get_args(hint)[1]), max_size=3)
    if get_origin(hint) is tuple:
        return st.tuples(*map(values, get_args(hint)))
    if get_origin(hint) is Annotated:
        kind, *metas = get_args(hint)
        limits = next(meta for meta in metas if isinstance(meta, Meta))
        return limited(kind, limits)
    if UnsetType in get_args(hint):
        return st.one_of(
            st.just(UNSET), *(values(each) for each in get_args(hint) if each is not UnsetType)
        )
    if get_args(hint) and get_origin(hint) is not None and type(None) in get_args(hint):
        return st.one_of(*(values(each) for each in get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        inner = get_type_hints(hint, include_extras=True)
        return st.builds(hint, **{name: values(each) for name, each in inner.items()})
    found: st.SearchStrategy[Any] = st.from_type(hint)
    return found


def limited(kind: Any, limits: Meta) -> st.SearchStrategy[Any]:
    if kind is int:
        above = None if limits.lt is None else int(limits.lt) - 1
        least = None if limits.ge is None else int(limits.ge)
        return st.integers(least, above if limits.le is None else int(limits.le))
    if get_origin(kind) is dict:
        return values(kind)
    if limits.pattern is not None:
        return st.from_regex(limits.pattern).filter(lambda text: len(text) <= 2000)
    if kind is str:
        return st.text(max_size=limits.max_length)
    return st.lists(values(get_args(kind)[0]), max_size=limits.max_length)


@st.composite
def shared_events(draw: st.DrawFn) -> MatchEvent:
    struct = CATALOGUE.struct(draw(st.sampled_from(sorted(CATALOGUE))))
    hints = get_type_hints(struct, include_extras=True)
    return struct(**{name: draw(values(hints[name])) for name in struct.__struct_fields__})


@given(event=shared_events())
def test_what_is_written_is_read_as_what_it_was_and_written_alike(event: MatchEvent) -> None:
    stored = events.encode(event)

    read = CATALOGUE.decode(stored.type, stored.schema, stored.body)

    assert read == event
    assert events.encode(read) == stored
    assert events.read(stored.type, msgspec.json.decode(stored.body)) == event


class Told(NamedTuple):
    """A shared event as it stands, and as it is written after it was read."""

    type: str
    was: str
    now: str


def told(history: list[StoredEvent]) -> list[Told]:
    shared = [each for each in history if each.type in CATALOGUE]
    read = [CATALOGUE.decode(each.type, each.schema, each.body) for each in shared]
    now = [CATALOGUE.encode(event).body for event in read]
    return [Told(each.type, each.body, body) for each, body in zip(shared, now, strict=True)]


def test_a_log_of_an_earlier_release_is_written_as_it_stands() -> None:
    found = told(logs.read(OLD_LOG)[1])

    assert [each.was for each in found] == [each.now for each in found]
    met = {"match_opened", "seat_taken", "match_started", "match_finished"}
    assert {each.type for each in found} == met


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("game", sampled(GAMES, "pickpocket", "stick-em"))
def test_everything_that_happens_at_a_table_is_written_as_it_stands(game: str) -> None:
    found = [
        each for seed in (1000, 1001) for each in told(streams.load(KIND, wild.play(game, seed)))
    ]

    assert [each.was for each in found] == [each.now for each in found]
    assert {each.type for each in found} >= {"match_opened", "seat_taken", "match_started"}


def test_what_an_event_may_not_hold_is_never_written() -> None:
    nameless = SeatTaken(seat=0, player="", bot=None, client_seed="s")
    unsealed = MatchFinished(placings=[1], scores=[0], reason="played_out", seed="")

    with pytest.raises(events.MalformedEventError, match="made as such an event is: player"):
        events.encode(nameless)
    with pytest.raises(events.MalformedEventError, match="made as such an event is: seed"):
        events.encode(unsealed)


def test_a_fold_passes_over_what_a_later_release_adds_and_the_audit_does_not() -> None:
    body = '{"seat":1,"why":"no luck"}'

    assert CATALOGUE.decode("seat_resigned", 1, body) == events.SeatResigned(1)
    with pytest.raises(events.MalformedEventError, match="a field too many"):
        events.read("seat_resigned", msgspec.json.decode(body))
