"""A series follows its tournaments, and its staff decides what they cannot tell."""

import pytest

from tests.tournaments.circuits import Circuit, assert_whole, begun, evening
from tests.tournaments.events import Event, refused, run_all, somebody
from tournaments.models import SeriesLine
from tournaments.series import linking, managing, qualification, selectors
from tournaments.series.qualifying import line
from tournaments.series.settings import EventGroup, PointsTable, SeriesPlan
from tournaments.series.standings import standings
from tournaments.services import entry, lifecycle, penalties, presence, results, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db

POINTS = [EventGroup(id="events", name="Evenings", points=PointsTable(places=[10, 6, 3]))]


def circuit_of(*orders: list[Principal | str], **plan: object) -> tuple[Circuit, list[Event]]:
    """Return a series with an evening for each order in which people came off."""
    circuit = Circuit(groups=POINTS, **plan)
    events = [evening(circuit.organiser, order) for order in orders]
    for event in events:
        circuit.add(event)
    return circuit, events


def totals(circuit: Circuit) -> list[tuple[str, str]]:
    found = selectors.read(circuit.slug, None)
    return [(each.person.name, each.points) for each in selectors.standings_page(found).results]


def test_points_of_the_same_account_are_added_up_over_the_events() -> None:
    ann, ben, cleo = (somebody(name) for name in ("ann", "ben", "cleo"))
    circuit, _events = circuit_of([ann, ben, cleo], [cleo, ann, ben])

    assert totals(circuit) == [(ann.name, "16"), (cleo.name, "13"), (ben.name, "9")]
    assert_whole(circuit)


def test_a_name_that_is_alike_joins_nobody_and_is_shown_to_the_staff() -> None:
    circuit, events = circuit_of(["Jan", "Piet"], ["Piet", "JAN"])

    assert totals(circuit) == [("Jan", "10"), ("Piet", "10"), ("Piet", "6"), ("JAN", "6")]
    found = selectors.read(circuit.slug, None)
    assert [found.name(same[0]) for same in found.alike()] == ["Jan", "Piet"]

    same = [(events[0].slug, 1), (events[1].slug, 2)]
    circuit.do(linking.link, entrants=same, same=True)

    assert totals(circuit) == [("JAN", "16"), ("Piet", "10"), ("Piet", "6")]
    other = [(events[0].slug, 2), (events[1].slug, 1)]
    circuit.do(linking.link, entrants=other, same=False)
    assert selectors.read(circuit.slug, None).alike() == []
    circuit.do(linking.link, entrants=same, same=False)
    assert [points for _name, points in totals(circuit)] == ["10", "10", "6", "6"]
    assert_whole(circuit)


def test_two_accounts_and_two_seats_of_one_evening_are_never_one_person() -> None:
    ann, ben = somebody("ann"), somebody("ben")
    circuit, events = circuit_of([ann, "Jan"], ["Jan", ben])

    for wrong in (
        [(events[0].slug, 1), (events[1].slug, 2)],
        [(events[0].slug, n) for n in (1, 2)],
    ):
        with refused("entry_not_eligible"):
            circuit.do(linking.link, entrants=wrong, same=True)


def test_a_correction_in_the_past_of_a_tournament_is_followed() -> None:
    ann, ben = somebody("ann"), somebody("ben")
    circuit, (event,) = circuit_of([ann, ben])
    table = event.round.tables[0]

    event.do(lifecycle.reopen)
    run_all()
    assert totals(circuit) == []
    worse = [2 if each == 1 else 1 for each in table.seats]
    event.do(results.override, table_id=table.id, places=worse, scores=None)
    event.do(lifecycle.finish)
    run_all()

    assert totals(circuit) == [(ben.name, "10"), (ann.name, "6")]
    assert_whole(circuit)


def test_a_rollback_of_a_tournament_is_followed_and_so_is_an_account_that_is_linked() -> None:
    ann = somebody("ann")
    circuit, (event,) = circuit_of([ann, "Jan"])
    finished = event.state.version

    event.do(lifecycle.roll_back, to_version=finished - 1)
    run_all()
    assert circuit.lines() == []

    event.do(lifecycle.finish)
    run_all()
    assert len(circuit.lines()) == 2
    assert_whole(circuit)


def test_a_closed_series_takes_no_event_and_still_follows_corrections() -> None:
    circuit, (event,) = circuit_of(["Jan", "Piet"])
    circuit.do(managing.close, closed=True)

    with refused("result_locked"):
        circuit.add(evening(circuit.organiser, ["Jan", "Piet"]))
    event.do(lifecycle.reopen)
    run_all()

    assert circuit.lines() == []
    circuit.do(managing.close, closed=False)
    circuit.do(managing.remove_event, tournament=event.slug)
    assert circuit.state.events == {}
    assert_whole(circuit)


def test_who_does_not_organise_a_tournament_cannot_add_it() -> None:
    circuit = Circuit()
    event = evening(somebody("other"), ["Jan", "Piet"])

    with refused("permission_denied"):
        circuit.add(event)
    with refused("permission_denied"):
        circuit.do(managing.close, who=somebody("stranger"), closed=True)


def test_a_private_tournament_does_not_count_where_everyone_reads() -> None:
    circuit = Circuit()
    event = evening(circuit.organiser, ["Jan", "Piet"], visibility="private")

    with refused("invalid"):
        circuit.add(event)


def test_other_points_hold_for_the_past_too_and_need_a_reason() -> None:
    circuit, _events = circuit_of(["Jan", "Piet"])
    plan = SeriesPlan(
        name="Club circuit",
        groups=[EventGroup(id="events", name="Evenings", points=PointsTable(places=[5]))],
    )

    with refused("invalid"):
        circuit.do(managing.change, plan=plan)
    tried = circuit.do(managing.change, plan=plan, reason="as agreed", dry_run=True)
    circuit.do(managing.change, plan=plan, reason="as agreed")

    assert totals(circuit) == [("Jan", "5"), ("Piet", "0")]
    assert tried.before is not None
    assert standings(tried.state).lines == standings(circuit.state).lines


def test_points_are_corrected_with_a_reason_and_nobody_corrects_their_own() -> None:
    ann = somebody("ann")
    circuit, (event,) = circuit_of([ann, "Piet"])
    circuit.do(managing.appoint, account=ann.account, organises=True)
    mine = {"tournament": event.slug, "entrant": 1, "points": 5, "reason": "mine"}

    with refused("own_interest"):
        circuit.do(managing.adjust, who=ann, **mine)
    with refused("invalid"):
        circuit.do(managing.adjust, tournament=event.slug, entrant=2, points=5)
    circuit.do(managing.adjust, tournament=event.slug, entrant=2, points=-2, reason="late")

    assert totals(circuit) == [(ann.name, "10"), ("Piet", "4")]
    assert SeriesLine.objects.get(series_id=circuit.state.id, rank=2).milli == 4000
    assert_whole(circuit)


def test_bots_are_passed_over_and_who_was_disqualified_gets_nothing() -> None:
    circuit = Circuit(groups=POINTS)
    event = begun(
        circuit.organiser, [Newcomer("random", None, "random"), "Jan", "Piet"], bots="allowed"
    )
    seats = event.pair().tables[0].seats
    event.report(0, [1 + sorted(seats).index(each) for each in seats])
    event.do(rounds.close, number=1)
    event.do(penalties.disqualify, entrant=2, results="stand")
    event.do(lifecycle.finish)
    circuit.add(event)

    assert totals(circuit) == [("Piet", "10"), ("Jan", "0")]


def final_of(circuit: Circuit, **plan: object) -> Event:
    final = Event(circuit.organiser, **{"play": "reported", "name": "Final", **plan})
    final.step("open")
    return final


def entered(event: Event) -> list[str]:
    return [
        each.name
        for each in event.state.entrants.values()
        if each.presence is EntrantStatus.ENTERED
    ]


@pytest.mark.more
def test_the_best_enter_the_final_and_the_next_in_line_when_one_declines() -> None:
    ann, ben, cleo, dan = (somebody(name) for name in ("ann", "ben", "cleo", "dan"))
    circuit, _events = circuit_of([ann, ben, cleo, dan])
    final = final_of(circuit)
    circuit.do(qualification.add, tournament=final.slug, places=2)

    circuit.do(qualification.answer, who=ann, number=1, accept=True)
    with refused("entry_not_eligible"):
        circuit.do(qualification.answer, who=cleo, number=1, accept=True)
    circuit.do(qualification.answer, who=ben, number=1, accept=False)
    circuit.do(qualification.answer, who=cleo, number=1, accept=True)

    assert entered(final) == [ann.name, cleo.name]
    assert standings_of_line(circuit) == ["accepted", "declined", "accepted", "next"]

    circuit.do(qualification.answer, who=ann, number=1, accept=False)
    circuit.do(qualification.answer, who=dan, number=1, accept=True)
    assert entered(final) == [cleo.name, dan.name]
    assert_whole(circuit)


def standings_of_line(circuit: Circuit) -> list[str]:
    state = circuit.state
    return [each.standing for each in line(state, standings(state), state.qualifiers[1])]


@pytest.mark.more
def test_who_withdraws_from_the_final_itself_passes_the_place_on() -> None:
    ann, ben = somebody("ann"), somebody("ben")
    circuit, (event,) = circuit_of([ann, "Jan", ben])
    final = final_of(circuit)
    circuit.do(qualification.add, tournament=final.slug, places=2)
    circuit.do(qualification.answer, who=ann, number=1, accept=True)
    circuit.do(qualification.answer, number=1, accept=True, tournament=event.slug, entrant=2)
    assert standings_of_line(circuit) == ["accepted", "accepted", "next"]

    final.do(presence.leave, entrant=2)
    run_all()
    assert standings_of_line(circuit) == ["accepted", "declined", "invited"]
    final.do(presence.leave, who=ann, entrant=1)
    run_all()
    assert standings_of_line(circuit) == ["declined", "declined", "invited"]

    circuit.do(qualification.answer, who=ben, number=1, accept=True)
    assert entered(final) == [ben.name]
    assert_whole(circuit)


def test_a_place_stays_with_whoever_comes_back_and_once_the_final_has_started() -> None:
    ann, ben, cleo = (somebody(name) for name in ("ann", "ben", "cleo"))
    circuit, _events = circuit_of([ann, ben, cleo])
    final = final_of(circuit)
    final.enter(Newcomer("Gerda"))
    circuit.do(qualification.add, tournament=final.slug, places=2)
    for who in (ann, ben):
        circuit.do(qualification.answer, who=who, number=1, accept=True)

    final.do(presence.leave, who=ann, entrant=2)
    final.do(entry.register, who=ann, newcomers=[Newcomer(ann.name, ann.account)])
    run_all()
    assert standings_of_line(circuit) == ["accepted", "accepted", "next"]

    final.start()
    final.do(presence.leave, who=ben, entrant=3)
    run_all()
    assert standings_of_line(circuit) == ["accepted", "accepted", "next"]
    assert_whole(circuit)


@pytest.mark.more
def test_the_staff_answers_for_who_has_no_account_and_decides_ties() -> None:
    circuit, (event,) = circuit_of(["Jan", "Piet", "Klaas"])
    final = final_of(circuit)
    circuit.do(qualification.add, tournament=final.slug, places=1, event=event.slug)
    circuit.do(qualification.answer, number=1, accept=True, tournament=event.slug, entrant=1)

    assert entered(final) == ["Jan"]
    with refused("permission_denied"):
        circuit.do(
            qualification.answer,
            who=somebody("eve"),
            number=1,
            accept=False,
            tournament=event.slug,
            entrant=1,
        )


def test_an_answer_that_is_only_tried_enters_nobody() -> None:
    ann, ben = somebody("ann"), somebody("ben")
    circuit, _events = circuit_of([ann, ben])
    final = final_of(circuit)
    circuit.do(qualification.add, tournament=final.slug, places=1)

    circuit.do(qualification.answer, who=ann, number=1, accept=True, dry_run=True)

    assert entered(final) == []


@pytest.mark.more
def test_a_final_that_has_closed_its_entry_to_players_still_takes_who_has_qualified() -> None:
    ann, ben = somebody("ann"), somebody("ben")
    circuit, _events = circuit_of([ann, ben])
    final = final_of(circuit)
    final.do(entry.register, newcomers=[Newcomer("Gerda")])
    final.step("close-entry")
    circuit.do(qualification.add, tournament=final.slug, places=1)

    circuit.do(qualification.answer, who=ann, number=1, accept=True)

    assert entered(final) == ["Gerda", ann.name]
