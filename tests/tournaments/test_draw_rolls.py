"""Entrants add chance to the draws of a tournament: they promise, it is sealed, they show."""

from uuid import uuid4

import pytest

from eventstore import verification
from games import fair_draws
from games.chance import FairChance
from matches.models import Presence
from tests.tournaments.draw_sharers import (
    begun,
    cup,
    entered,
    made,
    promise,
    require_sound,
    time_is_up,
    types,
)
from tests.tournaments.events import assert_verified, somebody
from tournaments import rolls, selectors
from tournaments.events import KIND
from tournaments.models import DrawAsk, DrawShare
from tournaments.services import lifecycle, presence, results, rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db

TWO = {"min": 2, "target": 2, "max": 2}


def test_a_round_is_paired_from_the_shares_of_those_who_are_there() -> None:
    event, people = begun()
    promise(people[:4])
    event.do(rounds.pair, reason="in time")
    assert event.state.rounds == []
    made(people[:4])

    drawn = event.state.draws.shown[-1]
    assert types(event)[-3:] == ["draw_sealed", "draw_shown", "round_paired"]
    assert [each.entrant for each in drawn.shares or ()] == [each.number for each in people[:4]]
    assert (drawn.present, drawn.attempt, drawn.reason) == (6, 1, "in time")
    assert event.round.pairing.seed == drawn.value
    assert not event.round.published
    assert DrawShare.objects.filter(tournament=event.state.id).count() == 0
    require_sound(event)


def test_the_value_is_the_root_of_the_seal_with_every_share() -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)
    seal = DrawAsk.objects.get(tournament=event.state.id).seal
    link = event.state.draws.last_link
    shares = {each.number: each.share(2, 1) for each in people[:2]}
    made(people[:2])

    drawn = event.state.draws.shown[-1]
    name = f"{event.state.id}/draw/2"
    promised = {who: fair_draws.promise(name, 1, who, share) for who, share in shares.items()}
    wanted = fair_draws.Seal(name, 1, bytes.fromhex(link), bytes.fromhex(drawn.facts), promised)
    assert seal.startswith(wanted.text)
    assert wanted.root(bytes.fromhex(drawn.link), shares).hex() == drawn.value


def test_where_nobody_has_promised_a_draw_is_made_in_its_command() -> None:
    event, _ = begun()
    event.do(rounds.pair)

    assert types(event)[-2:] == ["draw_shown", "round_paired"]
    assert '"shares"' not in "".join(selectors.log(event.state))
    require_sound(event)


def test_who_was_seen_long_ago_is_not_waited_for() -> None:
    event, people = begun()
    promise(people[:2])
    DrawShare.objects.filter(entrant=people[0].number).update(at="2020-01-01T00:00Z")
    event.do(rounds.pair)

    running = event.state.draws.running
    assert running is not None
    assert running.expected == [people[1].number]


def test_who_promised_long_ago_and_was_seen_is_there() -> None:
    event, people = begun()
    promise(people[:1])
    DrawShare.objects.filter(entrant=people[0].number).update(at="2020-01-01T00:00Z")
    assert people[0].who.account is not None
    Presence.objects.create(account_id=people[0].who.account, seen_at="2999-01-01T00:00Z")
    event.do(rounds.pair)

    assert event.state.draws.running is not None


def test_lots_and_seeds_are_drawn_from_shares_before_the_start() -> None:
    event = cup()
    people = entered(event, 6)
    promise(people)
    event.do(lifecycle.seed, method="random")
    made(people)
    seeded = [event.state.entrants[each].seed for each in event.state.present]
    order = FairChance(bytes.fromhex(event.state.draws.shown[0].value)).shuffle(
        "seeds", event.state.present
    )
    assert [order.index(each) + 1 for each in event.state.present] == seeded
    promise(people[:3])
    event.start()
    assert event.state.stages == []
    made(people[:3])

    assert types(event)[-3:] == ["draw_shown", "tournament_started", "stage_started"]
    require_sound(event)


def test_an_absent_entrant_is_marked_before_the_lots_are_sealed() -> None:
    event = cup(checkin=True)
    people = entered(event, 6)
    event.step("open-checkin")
    for each in people[:5]:
        event.do(presence.check_in, entrant=each.number)
    promise(people)
    event.start()
    made(people[:5])

    assert sorted(event.state.stages[0].entrants) == [1, 2, 3, 4, 5]
    assert len(event.state.draws.shown[0].shares or ()) == 5
    require_sound(event)


@pytest.mark.more
def test_a_repair_of_a_draft_keeps_its_pinned_tables() -> None:
    event, people = begun(9)
    event.pair(publish=False)
    pinned = event.round.tables[0]
    promise(people[:2])
    event.do(rounds.repair, number=1, pinned=[pinned.id])
    assert len(event.round.tables) == 3
    made(people[:2])

    assert types(event)[-2:] == ["draw_shown", "round_repaired"]
    assert event.round.tables[0].seats == pinned.seats
    require_sound(event)


@pytest.mark.more
def test_deals_of_a_changed_draft_are_drawn_from_shares_before_it_is_published() -> None:
    event, people = begun(6, play="matches")
    event.pair(publish=False)
    one, other = (table.seats[0] for table in event.round.tables)
    event.do(rounds.swap, number=1, first=one, second=other)
    promise(people[:4])
    event.do(rounds.publish, number=1)
    assert not event.round.published
    made(people[:4])

    assert types(event)[-3:] == ["draw_shown", "deals_drawn", "round_published"]
    require_sound(event)


@pytest.mark.more
def test_a_tournament_that_runs_by_itself_waits_and_publishes() -> None:
    event, people = begun(6, pace="auto", stages=[{"options": {"rounds": 2}}])
    promise(people[:3])
    event.do(rounds.pair)
    made(people[:3])
    assert not event.round.published
    event.do(rounds.publish, number=1)
    first, second = event.round.tables
    event.report(0, [1, 2, 3])
    waiting = [each for each in people if each.number in first.seats]
    promise(waiting)
    assert not any(each.is_asked for each in people if each.number in second.seats)
    event.report(1, [1, 2, 3])
    assert [each.number for each in event.state.rounds] == [1]
    made(waiting)

    assert types(event)[-3:] == ["draw_shown", "round_paired", "round_published"]
    require_sound(event)


def test_an_arena_draws_alone() -> None:
    event = cup(
        play="matches",
        stages=[{"format": "arena", "options": {"minutes": 30}}],
        pace="auto",
        bots="allowed",
    )
    people = entered(event, 6)
    event.start()

    assert not any(each.is_asked for each in people)


def test_a_correction_pairs_the_next_round_again_alone() -> None:
    event, people = begun(6, stages=[{"options": {"rounds": 2}}])
    event.play_round()
    event.pair(publish=False)
    promise(people[:2])
    table = event.state.rounds[0].tables[0]
    event.do(
        results.override,
        table_id=table.id,
        places=[2, 1, 3],
        scores=None,
        then="repair",
        reason="typo",
    )

    assert types(event)[-2:] == ["draw_shown", "round_paired"]
    require_sound(event)


def test_a_log_is_not_shown_past_the_seal_of_a_draft() -> None:
    event, people = begun()
    promise(people[:2])
    event.do(rounds.pair)

    assert '"draw_sealed"' not in "".join(selectors.log(event.state))


def test_bots_are_present_and_add_nothing() -> None:
    event = cup(bots="allowed")
    people = entered(event, 3)
    event.enter_bots(3)
    event.start()
    promise(people)
    event.do(rounds.pair)
    made(people)

    drawn = event.state.draws.shown[-1]
    assert (len(drawn.shares or ()), drawn.present) == (3, 6)
    require_sound(event)


def test_a_round_that_follows_in_the_same_command_is_drawn_without_those_shares() -> None:
    league = {"format": "league", "options": {"at_once": 2}}
    event, people = begun(4, game="pickpocket", table=TWO, pace="auto", stages=[league])
    first_table = event.pair().tables[0]
    waiting = [each for each in people if each.number in first_table.seats]
    event.report(0, [1, 2])
    promise(waiting)
    event.report(1, [1, 2])
    assert types(event)[-1] == "draw_sealed"
    made(waiting)
    first, second = event.state.draws.shown[-2:]

    assert [each.number for each in event.state.rounds if each.published] == [1, 2, 3]
    assert (len(first.shares or ()), bool(second.shares)) == (2, False)
    require_sound(event)


@pytest.mark.more
def test_what_a_draw_asks_for_is_compared_with_its_events_at_every_step() -> None:
    event, people = begun()
    promise(people[:3])
    assert_verified(event)
    event.do(rounds.pair)
    assert_verified(event)
    made(people[:2])
    time_is_up(event)
    assert_verified(event)
    DrawAsk.objects.filter(tournament=event.state.id).update(entrants=[1, 2])

    (fault,) = verification.check(KIND, event.state.id)
    assert fault.text == "the rows of draw asks are not those of a rebuild"


def test_what_the_draw_of_a_tournament_that_is_gone_asks_for_is_a_fault() -> None:
    gone = uuid4()
    ask = DrawAsk(tournament_id=gone, draw=1, attempt=1, commitment="00", entrants=[1])
    ask.save(force_insert=True)

    assert (KIND, gone) in verification.everything()
    ask.delete()
    assert (KIND, gone) not in verification.everything()


def test_whoever_takes_a_place_over_promises_for_it_anew() -> None:
    event, people = begun()
    promise(people[:2])
    substitute = somebody("sue")
    event.do(
        presence.substitute,
        entrant=people[0].number,
        by=Newcomer(substitute.name, substitute.account),
    )
    assert substitute.account is not None
    (ask,) = rolls.asks_of([substitute.account])
    assert (ask.entrant, ask.promised) == (1, "")
    event.do(rounds.pair)

    running = event.state.draws.running
    assert running is not None
    assert running.expected == [2]
