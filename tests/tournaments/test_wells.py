"""Wells of tournaments: shown at the end, renewed where a tournament goes on, never twice used."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, transaction
from django.utils import timezone
from pytest_django import Settings

from api.ids import uuid7
from cutpurse import verify
from eventstore import command_handler as kernel
from eventstore import streams
from eventstore.events import NewEvent
from games import fair_draws
from matches.models import Match
from tests.eventstore import appending
from tests.tournaments.cups import PODS, THREES, checked, cup, opened, people, tables
from tests.tournaments.draw_sharers import begun, made, promise, require_sound, time_is_up
from tests.tournaments.events import (
    REPORTED,
    Event,
    Unchained,
    assert_verified,
    refused,
    run_all,
)
from tests.tournaments.forged_logs import Log
from tournaments import logs, plans, selectors, verdict, wells
from tournaments.aggregate import TOURNAMENT
from tournaments.draw_audit import Audit
from tournaments.events import KIND, TournamentCreated
from tournaments.models import Well
from tournaments.services import lifecycle, results, rounds
from tournaments.unit_of_work import TournamentCommand

pytestmark = pytest.mark.django_db


def test_the_end_reveals_the_well_and_going_on_takes_another() -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}]).enter_names(6).start()
    event.play_round()
    event.do(lifecycle.finish)
    shown = selectors.draws(event.state, None)
    assert shown.chain is not None
    assert shown.chain.secret == bytes(Well.objects.get().secret).hex()
    event.do(lifecycle.reopen)

    again = selectors.draws(event.state, None)

    assert again.chain is not None
    assert again.chain.secret is None
    assert again.chain.well != shown.chain.well
    assert again.chain.after == 2
    event.do(lifecycle.finish)
    assert checked(event).findings == []
    assert_verified(event)


def test_going_back_before_the_end_takes_another_well_for_good() -> None:
    event = cup()
    version = event.state.version
    event.play_round()
    event.do(lifecycle.cancel, reason="fire")
    event.do(lifecycle.roll_back, to_version=version)
    second = event.state.draws.chain
    event.play_round()
    event.do(lifecycle.roll_back, to_version=version)

    assert event.state.draws.chain == second
    assert second is not None
    assert second.after == 2
    event.play_round()
    assert checked(event).findings == []
    assert_verified(event)


def matches_of(event: Event) -> list[UUID]:
    found = [table.match for table in event.round.tables]
    assert None not in found
    return [each for each in found if each is not None]


@pytest.mark.more
def test_matches_whose_secrets_were_shown_are_not_taken_up_again() -> None:
    event = Event(**THREES, stages=[{"options": {"rounds": 1}}])
    people(event, 6).start()
    event.pair()
    run_all()
    version, known = event.state.version, matches_of(event)
    secret = bytes(Well.objects.get().secret)

    event.do(lifecycle.cancel, reason="fire")
    event.do(lifecycle.roll_back, to_version=version, reason="no fire")
    run_all()

    assert not {*known} & {*matches_of(event)}
    assert {Match.objects.get(id=each).status for each in known} == {"void"}
    stream = str(event.state.id)
    for place in range(2):
        seen = opened(event, place)
        slot = seen["deal"].removeprefix(f"{stream}/")
        own = fair_draws.slot_secret(secret, stream, slot)
        assert seen["commitment"] != fair_draws.commitment(own, seen["deal"]).hex()
    assert checked(event).findings == []
    assert_verified(event)


@pytest.mark.more
def test_so_it_is_where_the_rollback_has_forgotten_the_match_of_a_table() -> None:
    event = Event(**THREES, stages=[{"options": {"rounds": 1}}])
    people(event, 3).start()
    event.pair()
    version = event.state.version
    run_all()
    known = matches_of(event)

    event.do(lifecycle.cancel, reason="fire")
    event.do(lifecycle.roll_back, to_version=version, reason="no fire")
    run_all()

    assert not {*known} & {*matches_of(event)}
    assert [Match.objects.get(id=each).status for each in known] == ["void"]


@pytest.mark.more
def test_what_was_played_before_the_secret_was_shown_counts() -> None:
    event = Event(**THREES, bots="only", stages=[{"options": {"rounds": 1}}]).enter_bots(3).start()
    event.pair()
    version = event.state.version
    run_all()
    known = matches_of(event)
    event.do(lifecycle.cancel, reason="fire")

    event.do(lifecycle.roll_back, to_version=version, reason="no fire")
    run_all()

    assert matches_of(event) == known
    assert event.round.tables[0].done


def test_after_a_restored_backup_no_draw_that_was_seen_comes_again() -> None:
    event, over = cup(), cup()
    over.do(lifecycle.cancel, reason="rain")
    link = wells.next_link(event.state, wells.newest(event.state))

    call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())
    event.play_round()

    assert event.state.draws.shown[-1].link != link.hex()
    found = checked(event)
    assert found.findings == []
    assert found.audit.tally.chains == ("from draw 1002 on another chain: backup of 14:00",)
    assert over.state.draws.is_revealed


def test_after_a_restored_backup_no_draw_or_deal_has_a_name_that_was_used() -> None:
    event = Event(**THREES, stages=[{"options": {"rounds": 1}}])
    people(event, 3).start()
    event.pair()
    run_all()
    draw = event.round.draw
    call_command("renew_wells", reason="backup of 14:00", skip=50, stdout=StringIO())
    table = event.round.tables[0].id

    event.do(results.replay, table_id=table, reason="cards were seen")
    run_all()

    assert opened(event, 0)["deal"] == f"{event.state.id}/{draw}/1/51"
    assert event.state.draws.count == 52
    event.do(rounds.unpublish, number=1)
    event.do(rounds.publish, number=1)
    assert event.state.draws.shown[-1].draw == 53
    assert checked(event).findings == []
    assert_verified(event)


def test_a_draw_that_waited_for_shares_is_given_up_and_asked_for_under_another_name() -> None:
    event, sharers = begun()
    promise(sharers)
    event.do(rounds.pair)
    call_command("renew_wells", reason="backup of 14:00", skip=0, stdout=StringIO())
    assert event.state.draws.running is None
    assert {each.ask.draw for each in sharers} == {3}
    promise(sharers)
    event.do(rounds.pair)
    made(sharers)
    event.do(rounds.publish, number=1)

    assert (event.round.draw, event.state.draws.count) == (3, 3)
    require_sound(event)


@pytest.mark.parametrize("is_again", [False, True])
def test_a_draw_that_was_sealed_and_given_up_is_said_by_the_verifier(
    tmp_path: Path, *, is_again: bool
) -> None:
    event, sharers = begun()
    promise(sharers[:3])
    event.do(rounds.pair)
    made(sharers[:2])
    if is_again:
        time_is_up(event)
    call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())
    version = event.state.version
    event.pair()
    event.do(lifecycle.roll_back, to_version=version)
    event.pair()
    path = tmp_path / "cup.ndjson"
    path.write_text("".join(selectors.log(event.state)))
    found = verdict.checked(path)

    assert found.faults == []
    said = 'draw 2 was sealed with entrants 1, 2, 3 on its roll, and given up: "backup of 14:00"'
    assert said in found.words
    assert "1 draws were sealed and given up" in found.warnings
    assert verify.main([str(path)]) == 0
    assert verify.main([str(path), "--strict"]) == 1


@pytest.mark.more
def test_a_fresh_well_while_no_draw_waits_gives_none_up(tmp_path: Path) -> None:
    event, sharers = begun()
    promise(sharers)
    event.do(rounds.pair)
    made(sharers)
    event.do(rounds.publish, number=1)
    call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())
    path = tmp_path / "cup.ndjson"
    path.write_text("".join(selectors.log(event.state)))
    found = verdict.checked(path)

    assert found.faults == []
    assert not [each for each in (*found.words, *found.warnings) if "given up" in each]


@pytest.mark.more
def test_a_draw_is_not_given_up_for_another_of_the_same_name() -> None:
    event, sharers = begun()
    promise(sharers)
    event.do(rounds.pair)
    call_command("renew_wells", reason="backup of 14:00", skip=0, stdout=StringIO())
    event.pair()
    log = Log(event)
    log.of("anchor_added")["data"].pop("skipped")

    assert log.findings() == ["draw 2 waited for shares, and its number was not left out"]


def test_where_one_well_cannot_be_renewed_the_others_are_and_it_is_named() -> None:
    broken, event = cup(), cup()
    before, state = event.state.draws.chain, broken.state
    appending.append(
        KIND,
        state.id,
        state.version,
        [NewEvent("strange", "{}")],
        actor="system",
        key="x",
        at=state.at or timezone.now(),
    )

    with pytest.raises(CommandError, match=broken.slug):
        call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())

    assert event.state.draws.chain != before


class Lost(Event):
    """A tournament whose secret nobody has kept."""

    def _create(self, plan: dict[str, Any]) -> None:
        created = TournamentCreated(
            settings=plans.checked(plan),
            owner=str(self.organiser.account),
            well="00" * 32,
            anchor="11" * 32,
        )
        kernel.handle(
            TOURNAMENT,
            uuid7(),
            TournamentCommand(self.organiser.actor, self.slug, who=self.organiser),
            lambda _state, work: work.add(created),
            expected_version=0,
        )


def test_where_the_secret_of_a_well_is_lost_draws_are_refused_with_a_way_out() -> None:
    event = Lost(**REPORTED, **THREES, stages=PODS).enter_names(6)

    with refused("server_error"):
        event.start()
    call_command("renew_wells", reason="the secret was lost", stdout=StringIO())
    event.start().play_round()

    assert checked(event).findings == []


def test_a_secret_that_is_not_the_one_that_was_published_draws_nothing() -> None:
    event = Lost(**REPORTED, **THREES, stages=PODS).enter_names(6)
    Well.objects.create(tournament=event.state.id, well="00" * 32, secret=bytes(32), links=256)

    with refused("server_error"):
        event.start()


def test_nobody_changes_the_secret_of_a_well() -> None:
    cup()
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Well.objects.update(secret=bytes(32))
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Well.objects.all().delete()


@pytest.mark.more
def test_a_chain_that_is_spent_gives_way_to_another(settings: Settings) -> None:
    settings.CHAIN_LINKS = 3
    event = Event(**REPORTED, **THREES, stages=PODS, redraws=20).enter_names(6)
    for _ in range(6):
        event.do(lifecycle.seed, method="random", reason="the last chain was spent")

    chains = [each.type for each in streams.load(KIND, event.state.id)].count("anchor_added")
    assert [each.draw for each in event.state.draws.shown] == [1, 2, 3, 4, 5, 6]
    assert chains == 2
    assert checked(event).findings == []


@pytest.mark.more
def test_a_restart_in_the_middle_of_a_draw_brings_the_same_draw_again() -> None:
    event = cup()
    event.play_round()
    with transaction.atomic():
        event.pair()
        lost = event.state.draws.shown[-1], tables(event)
        transaction.set_rollback(True)
    assert event.state.draws.count == lost[0].draw - 1

    event.pair()

    assert (event.state.draws.shown[-1], tables(event)) == lost
    assert checked(event).findings == []


def test_a_chain_that_is_changed_without_a_reason_is_found() -> None:
    event = cup()
    call_command("renew_wells", reason="backup of 14:00", stdout=StringIO())
    _, lines = logs.parse(selectors.log(event.state))
    silent = []
    for line in lines:
        body = line.event.body.replace("backup of 14:00", "")
        silent.append(line.event._replace(body=body))

    found = Audit(event.state.id).run(silent)

    assert [each.text for each in found.findings] == [
        "another chain was taken, and nobody says why"
    ]


def test_a_tournament_is_bound_to_its_draws_and_deals_before_anybody_enters() -> None:
    event = Event(**REPORTED)
    first = json.loads(streams.load(KIND, event.state.id)[0].body)
    secret = bytes(Well.objects.get(tournament=event.state.id).secret)

    assert first["well"] == fair_draws.well(secret, str(event.state.id)).hex()
    assert len(first["anchor"]) == 64


def test_a_tournament_from_before_there_were_chains_stays_as_it_was() -> None:
    event = Unchained(**REPORTED, **THREES, stages=PODS).enter_names(12).start()
    event.play_round()
    event.do(rounds.pair)
    event.do(rounds.unpair, number=2)
    event.do(rounds.pair)

    assert selectors.draws(event.state, None).chain is None
    assert checked(event).findings == []
    assert not {"draw_shown", "well_revealed"} & {
        each.type for each in streams.load(KIND, event.state.id)
    }
    assert_verified(event)
