"""Operators, organisers and entrants who would bend a draw to which somebody honest adds chance.

The operator knows the link, and every share but one; the organiser wants entrant 1 early in the
order of 24. Pure: what each gains is counted over many draws.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import fair_draws
from games.beacons import Beacon
from games.chance import FairChance
from games.fair_draws import Seal
from tests.samples import leading
from tests.tournaments.cups import checked
from tests.tournaments.draw_sharers import Sharer, begun, made, promise, time_is_up
from tests.tournaments.events import Event
from tests.tournaments.forged_logs import rehashed
from tournaments import logs, selectors, verdict
from tournaments.events import KIND
from tournaments.services import lifecycle, rounds

DRAWS = 1000
TRIES = 16
ENTRANTS = 24
EVEN = (ENTRANTS - 1) / 2
STREAM = UUID(int=7)
HONEST, FRIEND = 5, 9
Log = list[dict[str, Any]]


def digest(*parts: object) -> bytes:
    return hashlib.sha256(" ".join(map(str, parts)).encode()).digest()


def value(link: bytes, shares: dict[int, bytes], bind: bytes = bytes(32)) -> bytes:
    """Return what a draw comes to."""
    deal = fair_draws.deal_of(str(STREAM), "draw/1")
    promised = {who: fair_draws.promise(deal, 1, who, share) for who, share in shares.items()}
    return Seal(deal, 1, fair_draws.link(link), bind, promised).root(link, shares)


def place(drawn: bytes) -> int:
    """Return where entrant 1 comes in the order that is drawn."""
    return FairChance(drawn).shuffle("seeds", list(range(1, ENTRANTS + 1))).index(1)


@pytest.mark.more
def test_an_operator_with_all_shares_but_one_gains_nothing_in_a_thousand_draws() -> None:
    hoped, got, alone = [], [], []
    for number in range(DRAWS):
        link, honest = digest("link", number), digest("honest", number)
        tried = [digest("friend", number, each) for each in range(TRIES)]
        guess = digest("guess", number)
        best = min(tried, key=lambda each: place(value(link, {HONEST: guess, FRIEND: each})))
        hoped.append(place(value(link, {HONEST: guess, FRIEND: best})))
        got.append(place(value(link, {HONEST: honest, FRIEND: best})))
        alone.append(min(place(value(link, {FRIEND: each})) for each in tried))

    # Of 1,000 places from 0 to 23 the mean has a standard error of 0.22.
    assert abs(fmean(got) - EVEN) < 1
    assert fmean(hoped) < 2
    assert fmean(alone) < 2


def test_a_refusal_is_worth_one_more_draw_and_no_more() -> None:
    taken = []
    for number in range(DRAWS):
        first, second = (
            place(value(digest("link", number), {HONEST: digest("honest", number, attempt)}))
            for attempt in (1, 2)
        )
        taken.append(min(first, second))

    # The better one of two of 24 places.
    assert abs(fmean(taken) - (ENTRANTS - 1) / 3) < 1


FIRST = 3
"""So many entrants of the operator's are to come first, in the order of 24."""
EVEN_SUM = FIRST * EVEN
SPREAD = (FIRST * (ENTRANTS**2 - 1) / 12 * (ENTRANTS - FIRST) / (ENTRANTS - 1)) ** 0.5
"""One standard deviation of the sum of their places."""


def sum_of_places(fixed: tuple[bytes, bytes], beacon_value: bytes | None) -> int:
    """Return where the operator's entrants come by a link and facts, with nobody on the roll."""
    link, bind = fixed
    deal, named = fair_draws.deal_of(str(STREAM), "draw/1"), Beacon("drand", 4242).line
    line = fair_draws.NO_BEACON if beacon_value is None else named
    drawn = Seal(deal, 1, fair_draws.link(link), bind, {}, beacon=line).root(link, {}, beacon_value)
    order = FairChance(drawn).shuffle("seeds", list(range(1, ENTRANTS + 1)))
    return sum(order.index(each) for each in range(1, FIRST + 1))


@pytest.mark.parametrize("what", ["secrets", "fields"])
@pytest.mark.parametrize(
    ("tries", "searches", "hoped_most"),
    [(2**6, 30, 17), (2**11, 6, 9), pytest.param(2**16, 6, 4, marks=pytest.mark.long)],
)
def test_with_nobody_there_a_beacon_leaves_an_operator_nothing_to_try(
    what: str, tries: int, searches: int, hoped_most: float
) -> None:
    """It tries secrets before it publishes one, or lets entrants of its own come and go."""
    alone, got = [], []
    for number in range(searches):
        link, guess = digest("link", number), digest("guess", number)

        def tried(each: int, number: int = number, link: bytes = link) -> tuple[bytes, bytes]:
            other = digest("try", number, each)
            return (other, bytes(32)) if what == "secrets" else (link, other)

        best = min(map(tried, range(tries)), key=lambda each: sum_of_places(each, None))
        alone.append(sum_of_places(best, None))
        best = min(map(tried, range(tries)), key=lambda each: sum_of_places(each, guess))
        values = (digest("beacon", number, each) for each in range(1200 // searches))
        got += [sum_of_places(best, each) for each in values]

    print(  # noqa: T201 - The figures of docs/fair-draws.md.
        f"{tries} {what}: alone {fmean(alone):.1f}, with a beacon {fmean(got):.1f} of {EVEN_SUM}"
    )
    assert fmean(alone) < hoped_most
    # Four standard errors.
    assert abs(fmean(got) - EVEN_SUM) < 4 * SPREAD / len(got) ** 0.5


byte_strings = st.binary(min_size=32, max_size=32)


@given(link=byte_strings, one=byte_strings, other=byte_strings, friend=byte_strings)
def test_every_share_and_the_link_and_the_facts_change_the_value(
    link: bytes, one: bytes, other: bytes, friend: bytes
) -> None:
    drawn = value(link, {HONEST: one, FRIEND: friend})
    others = [
        value(link, {HONEST: other, FRIEND: friend}),
        value(other, {HONEST: one, FRIEND: friend}),
        value(link, {HONEST: one, FRIEND: friend}, other),
        value(link, {HONEST: one}),
        value(link, {HONEST: friend, FRIEND: one}),
    ]
    same = [other == one, other == link, other == bytes(32), False, one == friend]

    assert [each == drawn for each in others] == same


@given(
    link=byte_strings,
    one=st.binary(min_size=48, max_size=48),
    other=st.binary(min_size=48, max_size=48),
    numbers=st.tuples(st.integers(1, 10**9), st.integers(1, 10**9)),
)
def test_the_beacon_and_its_name_change_the_value(
    link: bytes, one: bytes, other: bytes, numbers: tuple[int, int]
) -> None:
    def drawn(number: int | None, came: bytes | None) -> bytes:
        name = fair_draws.deal_of(str(STREAM), "draw/1")
        line = fair_draws.NO_BEACON if number is None else Beacon("drand", number).line
        seal = Seal(name, 1, fair_draws.link(link), bytes(32), {}, beacon=line)
        return seal.root(link, {}, came)

    first, second = numbers
    assert (drawn(first, one) == drawn(first, other)) == (one == other)
    assert (drawn(first, one) == drawn(second, one)) == (first == second)
    assert drawn(first, one) not in {drawn(None, None), drawn(first, None), drawn(None, one)}


def lines(event: Event) -> tuple[dict[str, Any], Log]:
    header, *events = [json.loads(line) for line in selectors.log(event.state)]
    return header, events


def found(event: Event, change: Callable[[Log], object]) -> list[str]:
    """Return what an audit says of a log that was changed, with hashes that fit."""
    header, events = lines(event)
    change(events)
    for number, each in enumerate(events, start=1):
        each["version"] = number
    text = rehashed(header, events, KIND, str(event.state.id))
    return [each.text for each in logs.check(*logs.parse(text.splitlines(keepends=True))).findings]


def drawn_with_a_refusal() -> tuple[Event, list[Sharer]]:
    """Return a cup whose first round was drawn in a second attempt, and is published."""
    event, people = begun()
    promise(people[:3])
    event.do(rounds.pair)
    made(people[:2])
    time_is_up(event)
    promise(people[:3])
    made(people[:3])
    event.do(rounds.publish, number=1)
    return event, people


def at(events: Log, kind: str, which: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [each for each in events if each["type"] == kind][which]
    return found


def data(kind: str, which: int = 0, **changed: Any) -> Callable[[Log], object]:
    return lambda events: at(events, kind, which)["data"].update(changed)


def without(kind: str, which: int = 0) -> Callable[[Log], object]:
    return lambda events: events.remove(at(events, kind, which))


def off_the_roll(events: Log) -> None:
    """Leave an entrant out of the second attempt, as if its client had never come back."""
    at(events, "draw_sealed", 1)["data"]["roll"].pop(0)
    at(events, "draw_shown", 1)["data"]["shares"].pop(0)


def counted_twice(kind: str, which: int) -> Callable[[Log], object]:
    """Have an entrant stand twice among those who have added chance."""

    def change(events: Log) -> None:
        shares = at(events, kind, which)["data"]["shares"]
        shares.append(shares[0])

    return change


def shouted(kind: str, which: int, name: str, of: str = "") -> Callable[[Log], object]:
    """Write bytes in another way than everybody who checks them reads them."""

    def change(events: Log) -> None:
        data = at(events, kind, which)["data"]
        data = data[name][0] if of else data
        data[of or name] = data[of or name].upper()

    return change


def meanwhile(events: Log) -> None:
    """Keep two apart between the seal and the draw."""
    place = events.index(at(events, "draw_refused"))
    apart = {"first": 1, "second": 2, "lifted": False, "reason": ""}
    event = {**events[place], "type": "pair_kept_apart", "data": apart}
    events.insert(place, event)


def early(events: Log) -> None:
    """Have time be up at once."""
    sealed, refused = at(events, "draw_sealed"), at(events, "draw_refused")
    refused["at"] = sealed["at"]


FORGERIES: dict[str, tuple[Callable[[Log], object], str]] = {
    "another share": (
        lambda events: at(events, "draw_shown", 1)["data"]["shares"][0].update(share="00" * 32),
        "entrant 1 had promised another share",
    ),
    "no seal": (without("draw_sealed", 0), "nothing was sealed for draw 2"),
    "no refusal": (without("draw_refused"), "draw 2 was sealed twice"),
    "second seal gone": (without("draw_sealed", 1), "shares were shown that were not sealed"),
    "left out": (off_the_roll, "entrant 1 was on the roll, and is left out"),
    "too early": (early, "entrant 3 still had time to show the share"),
    "changed meanwhile": (meanwhile, "it happened while draw 2 waited for shares"),
    "other facts": (data("draw_sealed", facts="00" * 32), "what draw 2 depends on is not what"),
    "other round": (data("draw_sealed", round=2), "what draw 2 depends on is not what"),
    "a skipped attempt": (data("draw_sealed", attempt=2), "it should be attempt 1 of draw 2"),
    "a stranger": (
        data("draw_sealed", roll=[{"entrant": 99, "promise": "00" * 32}]),
        "entrant 99 cannot be on the roll",
    ),
    "nobody": (data("draw_sealed", roll=[]), "the roll of draw 2 is none"),
    "all shown": (data("draw_refused", withheld=[]), "it is not for each entrant of the roll"),
    "somebody else": (data("draw_refused", withheld=[4]), "it is not for each entrant of the roll"),
    "fewer were there": (data("draw_shown", 1, present=3), "how many were there at draw 2"),
    "another attempt": (data("draw_shown", 1, attempt=1), "the attempt of draw 2"),
    "one counted twice": (counted_twice("draw_shown", 1), "the list of shares of draw 2"),
    "one refused twice": (counted_twice("draw_refused", 0), "it is not for each entrant"),
    "a promise in capitals": (
        shouted("draw_sealed", 0, "roll", "promise"),
        "the promise of entrant 1 is not written",
    ),
    "a share in capitals": (shouted("draw_shown", 1, "shares", "share"), "the list of shares of"),
    "a link in capitals": (shouted("draw_shown", 1, "link"), "the link of draw 2"),
    "another value": (data("draw_shown", 1, value="00" * 32), "the value of draw 2"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("change", leading(FORGERIES, 4))
def test_whatever_is_forged_of_a_draw_is_found(change: str) -> None:
    event, _ = drawn_with_a_refusal()
    forge, wanted = FORGERIES[change]

    (text,) = found(event, forge)
    assert text.startswith(wanted)


@pytest.mark.django_db
def test_nothing_is_found_where_nothing_was_forged() -> None:
    event, _ = drawn_with_a_refusal()

    assert found(event, lambda _: None) == []


@pytest.mark.django_db
def test_a_draw_that_is_thrown_away_once_its_value_is_known_is_said(tmp_path: Path) -> None:
    event, _ = drawn_with_a_refusal()
    header, events = lines(event)
    kept = events[: events.index(at(events, "round_paired"))]
    path = tmp_path / "cup.ndjson"
    path.write_text(rehashed(header, kept, KIND, str(event.state.id)))
    said = verdict.checked(path)

    assert said.faults == []
    assert "nothing was drawn from draw 2, which counts as made" in said.words
    assert "not from every draw anything was drawn" in said.warnings


@pytest.mark.django_db
def test_an_organiser_who_waits_and_draws_again_is_counted_whoever_adds_chance() -> None:
    event, people = begun()
    for _ in range(3):
        promise(people)
        event.do(rounds.pair)
        if event.state.draws.running is not None:
            made(people)
        event.do(rounds.unpair, number=1, reason="I do not like it")
    shown = [each for each in event.state.draws.shown if each.kind == "pairing"]

    # The plan allows one redraw for nothing; after it the last draw counts again.
    assert [(each.drawn, each.unforced) for each in shown] == [(1, False), (2, True)]
    assert checked(event).findings == []


@pytest.mark.django_db
def test_a_rollback_to_between_seal_and_draw_brings_no_draw_back() -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)
    sealed = event.state.version
    made(people[:2])
    event.do(lifecycle.roll_back, to_version=sealed, reason="again")

    assert event.state.draws.running is None
    assert event.state.rounds == []
    event.do(rounds.pair)
    last = event.state.draws.shown[-1]
    assert (last.draw, last.drawn, last.unforced) == (3, 2, True)
    assert checked(event).findings == []
