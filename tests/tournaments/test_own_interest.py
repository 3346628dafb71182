"""Whoever of the staff plays does not decide alone about what is their own."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.samples import leading
from tests.tournaments.events import REPORTED, Event, refused, run_all, somebody
from tournaments.command_handler import Fork
from tournaments.services import extending, lifecycle, penalties, presence, results, rounds, ties
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantStatus, Role, TableState
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db

FOURS = {"table": {"min": 3, "target": 4, "max": 4}, "stages": [{"options": {"rounds": 3}}]}


class Club:
    """A tournament whose organiser plays as entrant 1; there is a helper who does not."""

    def __init__(self, entrants: int = 8, *, helper: Role | None = None, **settings: Any) -> None:
        self.event = Event(**{**REPORTED, **FOURS, **settings})
        olga = self.event.organiser
        self.event.step("open")
        self.event.enter(Newcomer(olga.name, olga.account))
        self.event.enter_names(entrants - 1)
        self.helper = somebody("helper")
        if helper is not None:
            self.event.do(lifecycle.give_role, account=self.helper.account, role=helper)
        self.event.start()

    @property
    def own(self) -> TableState:
        """The organiser's table."""
        return next(each for each in self.event.round.tables if 1 in each.seats)

    @property
    def other(self) -> TableState:
        """Another table."""
        return next(each for each in self.event.round.tables if 1 not in each.seats)

    @property
    def opponent(self) -> int:
        return next(each for each in self.own.seats if each != 1)

    def stranger(self) -> int:
        return self.other.seats[0]

    def report_all(self, *, own: bool = True) -> None:
        """Report every table by the helper, or all but the organiser's."""
        for table in self.event.round.tables:
            if own or 1 not in table.seats:
                places = list(range(1, len(table.seats) + 1))
                about = {"table_id": table.id, "places": places, "scores": None}
                self.event.do(results.report, who=self.helper, **about)


ABOUT_OWN_TABLE: dict[str, Callable[[Club], Any]] = {
    "enters its result": lambda club: club.event.do(
        results.override, table_id=club.own.id, places=places(club.own), scores=None
    ),
    "calls it off": lambda club: club.event.do(results.void, table_id=club.own.id),
    "has it played again": lambda club: club.event.do(results.replay, table_id=club.own.id),
    "gives it more time": lambda club: club.event.do(
        extending.extend_table, table_id=club.own.id, seconds=600
    ),
    "gives the whole round more time": lambda club: club.event.do(
        extending.extend_round, number=1, seconds=600
    ),
    "changes seats with another table": lambda club: club.event.do(
        rounds.swap, number=1, first=1, second=club.stranger()
    ),
    "changes an opponent for somebody else": lambda club: club.event.do(
        rounds.swap, number=1, first=club.opponent, second=club.stranger()
    ),
    "sits out for the points of a bye": lambda club: club.event.do(
        rounds.sit_out, number=1, entrant=1
    ),
    "disqualifies an opponent": lambda club: club.event.do(
        penalties.disqualify, entrant=club.opponent
    ),
    "drops an opponent": lambda club: club.event.do(presence.leave, entrant=club.opponent),
    "says that an opponent did not come": lambda club: club.event.do(
        presence.no_show, entrant=club.opponent
    ),
    "substitutes an opponent": lambda club: club.event.do(
        presence.substitute, entrant=club.opponent, by=Newcomer("weak")
    ),
    "punishes an opponent": lambda club: club.event.do(
        penalties.penalise, entrant=club.opponent, units=60
    ),
    "gives points to the own name": lambda club: club.event.do(
        penalties.penalise, entrant=1, units=-120
    ),
    "rolls back to before the round": lambda club: club.event.do(lifecycle.roll_back, to_version=5),
}


def places(table: TableState) -> list[int]:
    return list(range(1, len(table.seats) + 1))


@pytest.mark.parametrize("what", leading(ABOUT_OWN_TABLE, 4))
def test_an_organiser_who_plays_does_not_decide_the_own_table_alone(what: str) -> None:
    club = Club(helper=Role.ORGANISER, round_seconds=3600)
    club.event.pair()
    version = club.event.state.version

    with refused("own_interest") as refusal:
        ABOUT_OWN_TABLE[what](club)

    assert refusal.value.params == {"deciders": [club.helper.name]}
    assert club.helper.name in refusal.value.detail
    assert club.event.state.version == version


def test_another_of_the_staff_decides_it() -> None:
    club = Club(helper=Role.JUDGE)
    club.event.pair()

    club.event.do(
        results.override, who=club.helper, table_id=club.own.id, places=[4, 3, 2, 1], scores=None
    )

    assert club.own.places == (4, 3, 2, 1)


def test_who_has_too_small_a_role_or_plays_there_too_is_not_named() -> None:
    club = Club(helper=Role.SCOREKEEPER)
    club.event.pair()
    with refused("own_interest") as refusal:
        club.event.do(results.void, table_id=club.own.id)

    assert refusal.value.params == {"deciders": []}
    assert "Ask an administrator of the site" in refusal.value.detail


def test_other_tables_are_the_organisers_to_decide() -> None:
    club = Club(helper=Role.JUDGE)
    club.event.pair()

    club.event.do(results.override, table_id=club.other.id, places=[2, 1, 3, 4], scores=None)
    club.event.do(penalties.penalise, entrant=club.stranger(), units=60)

    assert club.other.places == (2, 1, 3, 4)


def test_who_organises_reports_the_own_table_like_a_player_and_another_confirms() -> None:
    club = Club(4)
    ann = somebody("ann")
    club.event.do(presence.substitute, entrant=2, by=Newcomer(ann.name, ann.account))
    club.event.pair()
    number = [1 in each.seats for each in club.event.round.tables].index(True)

    club.event.report(number, [1, 2, 3, 4])
    assert club.own.places is None
    assert club.own.reported is not None
    assert club.own.reported.by == 1
    club.event.report(number, [1, 2, 3, 4], who=ann)

    assert club.own.places == (1, 2, 3, 4)


@pytest.mark.more
def test_an_admin_of_the_site_who_plays_does_not_decide_the_own_table_either() -> None:
    club = Club(helper=Role.JUDGE)
    club.event.pair()
    olga = club.event.organiser
    root = Principal(olga.account, olga.name, of_site=True)
    other = somebody("root")

    with refused("own_interest"):
        club.event.do(results.void, who=root, table_id=club.own.id)
    club.event.do(
        results.void,
        who=Principal(other.account, other.name, of_site=True),
        table_id=club.own.id,
        reason="neither came",
    )

    assert club.own.void


def test_a_command_may_not_even_be_tried_on_what_is_ones_own() -> None:
    club = Club(helper=Role.JUDGE)
    club.event.pair()
    fork = Fork(club.event.slug, club.event.organiser)

    with refused("own_interest"):
        club.event.do(results.void, table_id=club.own.id, dry_run=True)
    with refused("own_interest"):
        club.event.do(results.void, table_id=club.own.id, fork=fork)


class TestDrafts:
    @pytest.mark.more
    def test_an_organiser_who_plays_does_not_pair_again_until_the_draw_pleases(self) -> None:
        club = Club(helper=Role.ORGANISER)
        club.event.pair(publish=False)
        version = club.event.state.version

        with refused("own_interest"):
            club.event.do(rounds.unpair, number=1, reason="a wrong list")
        with refused("own_interest"):
            club.event.do(rounds.repair, number=1)
        with refused("own_interest"):
            club.event.do(lifecycle.roll_back, to_version=version - 1)
        club.event.do(rounds.repair, who=club.helper, number=1)

    def test_a_draft_is_mended_or_paired_again_when_somebody_has_left(self) -> None:
        club = Club()
        club.event.pair(publish=False)
        club.event.do(presence.leave, entrant=club.opponent)

        club.event.do(rounds.repair, number=1, scope="touched")

        club.event.do(rounds.publish, number=1)

    def test_a_round_is_taken_back_only_while_the_own_match_has_not_been_opened(self) -> None:
        club = Club(4)
        club.event.pair()

        club.event.do(rounds.unpublish, number=1)

        with refused("own_interest"):
            club.event.do(rounds.unpair, number=1, reason="a wrong list")

    def test_nobody_keeps_themselves_apart_from_somebody(self) -> None:
        club = Club()

        with refused("own_interest"):
            club.event.do(rounds.keep_apart, first=1, second=2)

    @pytest.mark.more
    def test_a_correction_that_pairs_the_own_table_anew_is_for_somebody_else(self) -> None:
        club = Club(helper=Role.ORGANISER)
        club.event.pair()
        club.report_all()
        club.event.do(rounds.close, number=1)
        first = club.other
        club.event.pair()

        with refused("own_interest"):
            club.event.do(
                results.override,
                table_id=first.id,
                places=[4, 3, 2, 1],
                scores=None,
                then="repair",
            )
        club.event.do(results.override, table_id=first.id, places=[4, 3, 2, 1], scores=None)


def test_who_has_dropped_out_does_not_let_themselves_come_back() -> None:
    club = Club(helper=Role.JUDGE)
    club.event.do(presence.leave, entrant=1)

    with refused("own_interest"):
        club.event.do(presence.re_add, entrant=1)
    club.event.do(presence.re_add, who=club.helper, entrant=1)

    assert club.event.state.entrants[1].presence is EntrantStatus.CHECKED_IN


@pytest.mark.more
def test_a_running_match_of_ones_own_is_not_wiped_out_with_the_whole_tournament() -> None:
    event = Event(options={"rounds": 1}, stages=[{"options": {"rounds": 1}}])
    people = [event.organiser, somebody("ann"), somebody("bob")]
    event.step("open")
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    run_all()

    with refused("own_interest"):
        event.do(lifecycle.cancel)
    with refused("own_interest"):
        event.do(rounds.unpublish, number=1)


@pytest.mark.more
def test_a_tie_at_the_own_table_is_decided_by_somebody_else() -> None:
    stage = {"format": "knockout", "options": {"advance": 2, "ties": "judge"}}
    club = Club(8, helper=Role.JUDGE, stages=[stage], table={"min": 4, "target": 4, "max": 4})
    club.event.pair()
    level = [1, 2, 2, 4]
    for table in club.event.round.tables:
        club.event.do(results.report, who=club.helper, table_id=table.id, places=level, scores=None)
    order = list(club.own.seats[1:3])

    with refused("own_interest"):
        club.event.do(ties.decide, table_id=club.own.id, order=order)
    club.event.do(ties.decide, who=club.helper, table_id=club.own.id, order=order)
