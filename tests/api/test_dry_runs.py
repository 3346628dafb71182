"""What is only tried changes nothing: the whole database is the same before and after."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from django.db import connection

from tests.callers import Caller, new_key, new_name
from tests.operations import Operation, operations, with_scopes
from tests.ratings import ladders
from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import REPORTED, Event, somebody
from tests.tournaments.test_api import new_organiser
from tests.tournaments.test_files import DUELS, SWISS, duels_played, text
from tournaments.invitations import make as make_code
from tournaments.series import managing, qualification
from tournaments.services import arena, calls, clocks, invitations, lifecycle, presence
from tournaments.services.entry import Newcomer

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("no_limits")]

UNTOUCHED = {"accounts_ratebucket", "accounts_token"}
"""Tables in which every request may leave a trace: its permit, and when its token was used."""
TRIED = [each for each in operations() if each.writes and "dry_run" in each.parameters]
KNOCKOUT = {"stages": [{"format": "knockout", "options": {"advance": 1, "ties": "judge"}}]}
ARENA = {"stages": [{"format": "arena", "options": {"minutes": 30}}]}
LEAGUE = {"stages": [{"format": "league", "options": {"size": 4}}]}

Bodies = Mapping[str, Mapping[str, Any]]
"""Bodies by operation; where none is named, a reason alone."""


Census = Mapping[str, tuple[int, str]]


def census() -> Census:
    """Return how many rows each table has, and a digest of all of them, by one statement."""
    digest = "md5(string_agg(t::text, '|' ORDER BY t::text))"
    tables = sorted({*connection.introspection.table_names()} - {*UNTOUCHED})
    asked = [f"SELECT '{table}', count(*), {digest} FROM {table} t" for table in tables]  # noqa: S608 - Own names.
    with connection.cursor() as cursor:
        # Compiling so long a statement takes longer than running it.
        cursor.execute("SET LOCAL jit = off")
        cursor.execute(" UNION ALL ".join(asked))
        return {table: (count, found) for table, count, found in cursor.fetchall()}


def tournament_bodies(event: Event) -> Bodies:
    """Return bodies that fit a tournament as it stands, as far as any do."""
    round_ = event.state.round
    tables = [] if round_ is None else round_.tables
    seats = tables[0].seats if tables else (1, 2)
    other = tables[-1].seats[0] if tables else 3
    places = {"placings": list(range(1, len(seats) + 1))}
    level = sorted(seats)[:2]
    of = "/tournaments/{slug}"
    table, entrant, number = (
        f"{of}/tables/{{table_id}}",
        f"{of}/entrants/{{entrant}}",
        f"{of}/rounds/{{number}}",
    )
    plan = {"slug": event.slug, "name": "Another", "game": "stick-em"}
    return {
        f"POST {of}/teams": {"teams": [{"name": "Reds", "entrants": [1, 2]}]},
        f"POST {of}/settings": {"settings": plan},
        f"POST {of}/details": {"about": {"place": "The Owl"}},
        f"POST {of}/notice": {"text": "Soup is ready."},
        f"POST {of}/roles": {"account": judge(), "role": "judge"},
        f"POST {of}/seeds": {"method": "rating"},
        f"POST {of}/keep-apart": {"first": 1, "second": 2},
        f"POST {of}/season": {"slug": f"{event.slug}-next"},
        f"PUT {of}/picture": {"picture": None},
        f"POST {of}/take-back": {"version": event.state.version},
        f"POST {of}/entrants/payments": {"entrants": [1, 2], "payment": "paid"},
        f"POST {of}/rollback": {"to_version": max(1, event.state.version - 1)},
        f"POST {of}/import": {"trf": REPORT[0]} if REPORT else {"trf": ""},
        f"POST {of}/entrants": {"name": new_name()},
        f"POST {of}/entrants/list": {"text": f"{new_name()}\n{new_name()}"},
        f"POST {of}/invitations": {"grants": "entry"},
        f"POST {of}/repetition": {"every": ""},
        f"POST {of}/copies": {"slug": f"{event.slug}-copy"},
        f"POST {of}/conditions": {"invitation": True},
        f"POST {entrant}/rename": {"name": new_name(), "reason": "misspelt"},
        f"POST {entrant}/merge": {"other": 3, "reason": "entered twice"},
        f"POST {entrant}/payment": {"payment": "paid", "amount": "5"},
        f"POST {of}/join": {"code": make_code(event.state.id, 1)},
        f"POST {of}/entrants/withdraw": {"entrants": [1, 2]},
        f"POST {of}/entrants/check-out": {"entrants": [1, 2]},
        f"POST {entrant}/substitute": {"name": new_name()},
        f"POST {entrant}/bye": {"round": len(event.state.rounds) + 1, "reason": "a wedding"},
        f"POST {entrant}/penalty": {"units": 120},
        f"POST {number}/swap": {"first": seats[0], "second": other},
        f"POST {number}/sit-out": {"entrant": seats[0]},
        f"POST {number}/extend": {"seconds": 60},
        f"POST {table}/extend": {"seconds": 60},
        f"POST {table}/result": places,
        f"PUT {table}/result": places,
        f"POST {table}/tie": {"order": level},
        f"POST {table}/draw": {"withdrawn": False},
        f"POST {table}/time-limit": places,
        f"POST {table}/seat": {"seat": 1},
        f"POST {table}/forfeit": {"absent": list(seats[1:])},
    }


REPORT: list[str] = []
"""A report of duels that can be taken over."""


def judge() -> str:
    """Return the name of somebody who can be given a role."""
    name: str = with_scopes("read").get("/me").body["username"]
    return name


def _reported_by_a_player() -> Event:
    """Return a tournament with a result that nobody has confirmed."""
    told = Event(**REPORTED).enter_names(3)
    player = somebody()
    told.enter(Newcomer(player.name, player.account))
    told.start()
    told.pair()
    told.report(0, [1, 2, 3, 4], who=player)
    return told


def stages() -> Iterator[Event]:
    """Yield tournaments as they stand at each of their steps."""
    event = Event(**REPORTED, checkin=True, round_seconds=3600, capacity=9)
    event.do(invitations.invite, grants="entry", uses_max=100)
    yield event.enter_names(8)
    for step in ("open", "close-entry", "open-checkin"):
        event.step(step)
        yield event
    event = Event(**REPORTED, round_seconds=3600, stages=[{"options": {"rounds": 2}}])
    yield event.enter_names(8)
    event.start()
    event.do(presence.leave, entrant=1)
    yield event
    event.pair(publish=False)
    yield event
    event.do(lifecycle.pause)
    yield event
    event.do(lifecycle.resume)
    event = Event(**REPORTED, round_seconds=3600, stages=[{"options": {"rounds": 2}}])
    event.enter_names(8).start()
    event.pair()
    yield event
    event.do(clocks.start, number=1, seconds=0)
    event.do(calls.call, table_id=event.round.tables[0].id)
    yield event
    for number, table in enumerate(event.round.tables):
        event.report(number, list(range(1, len(table.seats) + 1)))
    yield event
    yield _reported_by_a_player()
    league = Event(**REPORTED, **DUELS, **LEAGUE).enter_names(4).start()
    for _ in range(3):
        league.play_round()
    yield league
    league.do(lifecycle.finish)
    yield league
    yield Event(**REPORTED, **DUELS, **SWISS)
    night = Event(**REPORTED, **ARENA).enter_names(8).start()
    yield night
    night.do(arena.rest, entrant=1)
    yield night
    final = Event(**REPORTED, **DUELS, **KNOCKOUT, choose_seats=60).enter_names(2).start()
    final.pair()
    yield final
    friends = Event(**REPORTED, **DUELS, **SWISS, agreed_draws=True).enter_names(4).start()
    friends.pair()
    yield friends
    knockout = Event(**REPORTED, **DUELS, **KNOCKOUT).enter_names(4).start()
    for number, _ in enumerate(knockout.pair().tables):
        knockout.report(number, [1, 1])
    yield knockout


def ids_of(event: Event) -> dict[str, object]:
    """Return what addresses below a tournament name."""
    round_ = event.state.round
    return {
        "slug": event.slug,
        "entrant": 1,
        "invitation": 1,
        "number": 1 if round_ is None else round_.number,
        "table_id": "" if round_ is None else round_.tables[0].id,
    }


def tried(caller: Caller, operation: Operation, path: str, body: Mapping[str, Any]) -> bool:
    """Try an operation, also without a key if it could be done; return whether it could be."""
    given = {"reason": "a trial", **body}
    answer = operation.ask(caller, f"{path}?dry_run=true", given, key=new_key())
    was_done = answer.status < 300
    if was_done:
        answer = operation.ask(caller, f"{path}?dry_run=true", given)

    assert answer.status < 500, answer.body
    return was_done


def all_tried(
    caller: Caller, asked: Iterable[Operation], ids: Mapping[str, object], bodies: Bodies
) -> set[str]:
    """Try operations one after another; return those that could be done. None of them writes."""
    before, done = census(), set()
    # A look at all tables takes longer than a trial, so there is one when all have been tried.
    for each in (every := list(asked)):
        if tried(caller, each, each.at(**ids), bodies.get(str(each), {})):
            done.add(str(each))

    assert census() == before, f"one of these wrote: {every}"
    return done


@pytest.mark.more
def test_no_command_of_a_tournament_writes_when_it_is_only_tried() -> None:
    caller = with_scopes()
    REPORT[:] = [text(f"/tournaments/{duels_played().slug}/export?format=trf")]
    left = [each for each in TRIED if each.path.startswith("/tournaments/{slug}/")]
    assert len(left) > 40

    for event in stages():
        done = all_tried(caller, left, ids_of(event), tournament_bodies(event))
        left = [each for each in left if str(each) not in done]

    assert left == []


def test_a_tournament_that_is_only_tried_is_not_made() -> None:
    caller, slug = new_organiser(), new_name().replace("_", "-")
    plan = {"slug": slug, "name": "Cup", "game": "stick-em"}
    before = census()

    answer = caller.post("/tournaments?dry_run=true", plan, key=new_key())

    assert answer.status == 201
    assert answer.body["settings"]["slug"] == slug
    assert caller.get(f"/tournaments/{slug}").code == "not_found"
    assert census() == before


def test_no_command_of_a_ladder_writes_when_it_is_only_tried() -> None:
    caller, ladder = with_scopes(), ladders.opened()
    match = ladders.played(ladder, ["ann", "bob"], [1, 2])
    lines = "played_at,player1,place1,player2,place2\n2025-01-01T00:00:00Z,ann,1,bob,2\n"
    of = "/ladders/{slug}"
    bodies: Bodies = {
        "POST /ladders": {
            "slug": f"{ladder.slug}-2",
            "name": "Two",
            "game": "pickpocket",
            "clock": 86_400,
        },
        f"PATCH {of}": {"changes": {"name": "Renamed"}},
        f"POST {of}/seasons": {"name": "2"},
        f"POST {of}/pause": {"paused": True},
        f"POST {of}/adjust": {"player": "ann", "points": 5},
        f"POST {of}/merge": {"gone": "ann", "into": "bob"},
        f"POST {of}/import": {"text": lines, "guests": True},
        "POST /matches/{match_id}/correct": {"places": [2, 1]},
    }
    commands = [each for each in TRIED if not each.path.startswith(("/tournaments", "/series"))]

    done = all_tried(caller, commands, {"slug": ladder.slug, "match_id": match}, bodies)

    assert sorted({*map(str, commands)} - done) == []


def test_no_command_of_a_series_writes_when_it_is_only_tried() -> None:
    caller, circuit = with_scopes(), Circuit()
    event, more = (evening(circuit.organiser, ["Jan", "Piet", "Klaas"]) for _ in range(2))
    circuit.add(event)
    final = Event(circuit.organiser, **REPORTED)
    circuit.do(qualification.add, tournament=final.slug, places=1)
    circuit.do(
        managing.adjust, tournament=event.slug, entrant=1, points=1, reason="so that there is one"
    )
    other = somebody("otto")
    named = {"tournament": event.slug, "entrant": 1}
    of = "/series/{slug}"
    bodies: Bodies = {
        "POST /series": {"slug": f"{circuit.slug}-2", "name": "Two"},
        f"POST {of}/settings": {"settings": {"name": "Renamed"}},
        f"POST {of}/events": {"tournament": more.slug},
        f"POST {of}/links": {
            "entrants": [named, {"tournament": event.slug, "entrant": 2}],
            "same": False,
        },
        f"POST {of}/adjustments": {**named, "points": -2},
        f"POST {of}/organisers": {"account": other.name},
        f"POST {of}/qualifiers": {"tournament": final.slug, "places": 2},
        f"POST {of}/qualifiers/{{number}}/answers": {"accept": True, **named},
    }
    ids: dict[str, object] = {"slug": circuit.slug, "tournament": event.slug, "number": 1}
    commands = [each for each in TRIED if each.path.startswith("/series")]

    done = all_tried(caller, commands, ids, bodies)
    circuit.do(managing.close, closed=True)
    done |= all_tried(caller, commands, ids, bodies)

    assert done == {*map(str, commands)}
    assert len(done) > 10
