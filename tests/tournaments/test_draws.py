"""Draws from a chain: the next value is fixed before anybody enters, and every redraw counts."""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import pytest

from games import fair_draws
from tests.tournaments.cups import (
    DUELS,
    FACTS,
    PODS,
    THREES,
    checked,
    cup,
    redraw,
)
from tests.tournaments.events import (
    REPORTED,
    Event,
    assert_verified,
    run_all,
)
from tests.tournaments.forged_logs import Log
from tournaments import draw_facts, logs, selectors
from tournaments.command_handler import Fork
from tournaments.draw_facts import Occasion
from tournaments.formats import dutch
from tournaments.formats.core import Pairing, Stage
from tournaments.formats.pods import Pods
from tournaments.services import lifecycle, results, rounds, teams

pytestmark = pytest.mark.django_db


def test_facts_have_the_keys_that_the_scheme_names() -> None:
    event = cup()
    said = draw_facts.facts(event.state, Occasion("pairing", 1))

    assert tuple(said) == FACTS
    assert said["sizes"] == [3, 3, 3]
    assert said["results"] == []


def test_each_draw_shows_the_next_link_and_its_value_makes_the_tables() -> None:
    event = cup()
    event.play_round()
    event.play_round()
    event.do(lifecycle.finish)
    draws = selectors.draws(event.state, None)

    assert [(each.draw, each.kind, each.round) for each in draws.draws] == [
        (1, "lots", None),
        (2, "pairing", 1),
        (3, "pairing", 2),
    ]
    assert draws.chain is not None
    link = draws.chain.anchor
    for each in draws.draws:
        assert fair_draws.link(bytes.fromhex(each.link)).hex() == link
        link = each.link
    assert [each.pairing.seed for each in event.state.rounds] == [
        each.value for each in draws.draws[1:]
    ]
    assert_verified(event)


def test_a_downloaded_tournament_is_paired_again_round_by_round() -> None:
    event = cup()
    event.play_round()
    event.play_round()

    found = checked(event)

    assert found.findings == []
    assert found.audit.tally.again == ("round 1", "round 2")
    assert found.audit.tally.draws == 3


def test_a_draft_is_not_in_the_log_and_nobody_else_sees_its_draw() -> None:
    event = cup()
    event.pair(publish=False)
    text = "".join(selectors.log(event.state))

    assert event.round.pairing.seed not in text
    assert [each.draw for each in selectors.draws(event.state, None).draws] == [1]
    shown = selectors.audit(event.state, None)
    assert [each["data"] for each in shown if each["type"] == "draw_shown"][1] is None
    assert len(selectors.draws(event.state, event.organiser.account).draws) == 2


def test_a_draft_that_was_thrown_away_is_not_shown_before_its_round_is_published() -> None:
    event = cup()
    event.play_round()
    event.pair(publish=False)
    seed, draw = event.round.pairing.seed, event.round.draw
    event.do(rounds.unpair, number=2, reason="wrong clock set")

    assert seed not in "".join(selectors.log(event.state))
    assert draw not in [each.draw for each in selectors.draws(event.state, None).draws]
    event.pair()
    assert seed in "".join(selectors.log(event.state))
    event.do(rounds.unpublish, number=2)
    event.do(rounds.unpair, number=2, reason="the hall is closed")
    event.do(lifecycle.cancel, reason="the hall is closed")
    assert seed in "".join(selectors.log(event.state))
    assert checked(event).findings == []


def test_facts_name_teams_and_who_was_absent_and_what_a_void_table_brings() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(9)
    event.do(teams.assign, teams=[("A", [2, 1, 3]), ("B", [4, 5, 6])])
    event.start().pair()
    event.do(results.void, table_id=event.round.tables[0].id, points="none")
    event.do(results.void, table_id=event.round.tables[1].id)

    said = draw_facts.facts(event.state, Occasion("pairing", 2))

    assert said["teams"]["members"] == [[2, 1, 3], [4, 5, 6]]
    assert [row[5:] for row in said["results"]] == [["none", []], ["bye", []], ["", []]]


def test_a_trial_shows_a_draw_that_counts_again_but_not_after_other_commands() -> None:
    event = cup()
    event.pair(publish=False)
    redraw(event)
    event.do(rounds.unpair, number=1, reason="wrong clock set")
    value = event.state.draws.shown[-1].value

    alone = event.do(rounds.pair, dry_run=True)
    assert alone.consequences is not None
    assert not alone.consequences["still_drawn"]
    assert alone.state.rounds[-1].pairing.seed == value
    fork = Fork(event.slug, event.organiser)
    event.do(rounds.keep_apart, first=1, second=2, fork=fork)
    tried = event.do(rounds.pair, fork=fork)
    assert tried.state.rounds[-1].pairing.seed != value
    told = fork.outcome(event.organiser).consequences
    assert told is not None
    assert told["still_drawn"]


def test_a_log_is_checked_by_a_program_with_another_version_of_a_format(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = cup()
    event.play_round()
    text = list(selectors.log(event.state))
    monkeypatch.setattr(Pods, "version", Pods.version + 1)

    found = logs.check(*logs.parse(text))

    assert found.findings == []
    assert len(found.audit.tally.skipped) == 1


Change = Callable[[Sequence[Any]], Sequence[Any]]


def solved(monkeypatch: pytest.MonkeyPatch, then: str, change: Change) -> None:
    """Have gacrux of a version make other tables than it would."""
    ours = dutch.pair

    def theirs(stage: Stage, rounds: int) -> Pairing | None:
        found = ours(stage, rounds)
        assert found is not None
        notes = tuple(each.replace(version("gacrux"), then) for each in found.notes)
        return found._replace(tables=tuple(change(found.tables)), notes=notes)

    monkeypatch.setattr(dutch, "pair", theirs)


def duels() -> Event:
    stages = [{"format": "swiss", "options": {"rounds": 3, "pairing": "fide_dutch"}}]
    return Event(**REPORTED, **DUELS, stages=stages).enter_names(8).start()


@pytest.mark.parametrize("then", ["0.0.1", version("gacrux")])
def test_what_another_version_of_a_solver_has_paired_is_not_paired_again(
    monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    event = duels()
    with monkeypatch.context() as other:
        solved(other, then, lambda tables: tables[::-1])
        event.pair()

    found = logs.check(*logs.parse(list(selectors.log(event.state))))

    if then == "0.0.1":
        assert found.findings == []
        (skipped,) = found.audit.tally.skipped
        assert skipped == f"round 1: gacrux 0.0.1, and this is gacrux {version('gacrux')}"
    else:
        (finding,) = found.findings
        assert "round 1: table 1 has" in finding.text


def test_what_another_version_has_paired_may_break_no_rule_that_need_not_be_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = duels()
    event.play_round()
    first = [tuple(each.seats) for each in event.round.tables]
    with monkeypatch.context() as other:
        solved(other, "0.0.1", lambda _tables: first)
        event.pair()

    (finding,) = logs.check(*logs.parse(list(selectors.log(event.state)))).findings

    assert finding.text == "round 2 costs more than need be: points_apart, repeats"


def test_what_another_version_has_paired_keeps_to_score_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = duels()
    event.play_round()
    met = {frozenset(each.seats) for each in event.round.tables}

    def crossed(tables: Sequence[Any]) -> Sequence[Any]:
        (one, two), *between, (three, four) = tables
        ways = [((one, three), (two, four)), ((one, four), (two, three))]
        first, last = next(w for w in ways if not met.intersection(map(frozenset, w)))
        return [first, *between, last]

    with monkeypatch.context() as other:
        solved(other, "0.0.1", crossed)
        event.pair()

    (finding,) = logs.check(*logs.parse(list(selectors.log(event.state)))).findings

    assert finding.text == "round 2 costs more than need be: points_apart"


def test_what_another_version_has_paired_has_tables_of_the_same_sizes() -> None:
    event = duels()
    event.pair()
    log = Log(event)
    paired = log.of("round_paired")["data"]
    paired["notes"] = ["by gacrux 0.0.1;"]
    first, second = paired["tables"][:2]
    first["seats"].append(second["seats"].pop())

    assert log.findings() == ["round 1 has tables of other sizes than need be"]


def test_no_note_excuses_other_tables_of_a_format_that_gacrux_does_not_pair() -> None:
    event = cup()
    event.pair()
    log = Log(event)
    paired = log.of("round_paired")["data"]
    paired["notes"] = ["by gacrux 0.0.1;"]
    first, second = paired["tables"][:2]
    first["seats"], second["seats"] = second["seats"], first["seats"]

    (finding,) = log.findings()

    assert "round 1: table 1 has" in finding


@pytest.mark.more
@pytest.mark.parametrize(
    ("stages", "settings"),
    [
        ([{"format": "swiss", "options": {"rounds": 2}}], THREES),
        ([{"format": "lives", "options": {"lives": 1, "final": 3}}], THREES),
        ([{"format": "knockout", "options": {"advance": 1}}], THREES),
        ([{"format": "groups", "options": {"size": 3}}], DUELS),
    ],
)
def test_every_kind_of_format_is_paired_again(
    stages: list[dict[str, Any]], settings: dict[str, Any]
) -> None:
    event = Event(**REPORTED, **settings, stages=stages).enter_names(9).start()
    event.play_round()
    event.play_round()

    found = checked(event)

    assert found.findings == []
    assert found.audit.tally.again == ("round 1", "round 2")


@pytest.mark.more
def test_an_arena_draws_table_by_table() -> None:
    event = Event(
        bots="only",
        pace="auto",
        stages=[{"format": "arena", "options": {"minutes": 20, "patience": 40}}],
        **THREES,
    )
    event.enter_bots(6).start()
    run_all()

    kinds = [each.kind for each in event.state.draws.shown]
    assert kinds == ["lots", *["pairing"] * len(event.state.rounds)]
    assert len(event.state.rounds) > 0
    assert checked(event).findings == []
    assert_verified(event)
