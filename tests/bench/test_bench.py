"""The benchmarks themselves, for moments: that they measure what they say, not how fast it is."""

import io
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.console import Console

from bots.analysis import luck
from games import registry
from games.core import AnyRules
from matches import audit
from tests.bench import (
    analyses,
    catalogue,
    fold,
    fold_postgres,
    gates,
    playouts,
    pods,
    randomness,
    ratings_rebuild,
    verify,
)
from tests.bench.context import silent
from tests.bench.figures import Figure, load, name, save
from tests.bench.recorded import record
from tests.bench.report import table
from tests.bench.rounds import by_turns

pytestmark = pytest.mark.more

MOMENT = 0.01
every_game = pytest.mark.parametrize(
    "rules", registry.current_games(), ids=lambda rules: rules.game
)


@every_game
def test_a_recorded_match_is_one_that_the_audit_accepts(rules: AnyRules) -> None:
    recording = record(rules, 1)

    assert audit.of_ended(recording.match_id, recording.stored).findings == []


def test_recorded_matches_of_different_games_lie_in_one_store() -> None:
    ids = {record(rules, 1).match_id for rules in registry.current_games()}

    assert len(ids) == len(registry.current_games())


@every_game
def test_every_game_is_folded_in_memory(rules: AnyRules) -> None:
    figures = fold.measure(rules, silent(MOMENT))

    (figure,) = figures.values()
    assert figure.value > 0
    assert ("eventsourcing" in figure.ratios) == (find_spec("eventsourcing") is not None)


@every_game
def test_every_game_is_played_at_random(rules: AnyRules) -> None:
    context = silent(MOMENT)

    judged, made = playouts.measure(rules, context).values()

    assert min(judged.value, made.value) > 0
    assert judged.anchors == made.anchors
    assert bool(judged.anchors) != bool(context.notes)
    gated = [gates.gate("playouts_any", anchor) for anchor in judged.anchors]
    assert sorted(map(bool, gated)) == [False, True][: len(gated)]


@every_game
def test_what_is_told_of_a_match_of_every_game_takes_longer_than_to_play_it(
    rules: AnyRules,
) -> None:
    figures = analyses.of_game(rules, silent(MOMENT))

    kinds = {each.removesuffix(name("", rules)) for each in figures}
    assert kinds - {"luck"} == {"review", "puzzles", "partiality"}
    assert ("luck" in kinds) == (luck.reckoning_of(rules.game, 4) is not None)
    assert all(each.unit == "ms" and each.ratios["random_match"] > 1 for each in figures.values())


@every_game
def test_judged_and_unjudged_playouts_are_the_same_matches(rules: AnyRules) -> None:
    judged, made = randomness.playouts(rules, 1), randomness.unjudged(rules, 1)

    assert [judged() for _ in range(3)] == [made() for _ in range(3)]


@pytest.mark.parametrize("peer", ["hearts", "gin_rummy"])
def test_both_ways_to_let_chance_play_a_peer_play_the_same_matches(peer: str) -> None:
    from tests.bench.peers import open_spiel  # noqa: PLC0415 - Takes a second to import.

    outcomes, actions = open_spiel.by_outcomes(peer, 1), open_spiel.by_actions(peer, 1)

    assert [outcomes() for _ in range(9)] == [actions() for _ in range(9)]


@pytest.mark.parametrize("players", [64, 256])
def test_tables_are_paired_without_a_repeat_and_for_less_than_the_anchors(players: int) -> None:
    figures = pods.measure(players, silent(MOMENT))

    assert figures[f"pods_{players}_repeats"].value == 0
    assert figures[f"pods_{players}"].anchors.keys() >= {"greedy"}
    assert all(ratio <= 1 for ratio in figures[f"pods_{players}_cost"].ratios.values())


@pytest.mark.django_db
def test_ratings_are_folded_in_memory_and_from_the_database() -> None:
    context = silent(MOMENT)

    figures = ratings_rebuild.measure(context, count=20)

    assert all(figure.value > 0 for figure in figures.values())
    anchors = {"openskill", "openskill_plackett_luce"}
    if find_spec("trueskill"):
        anchors.add("trueskill")
    assert set(figures["ratings_rebuild"].anchors) == anchors


@pytest.mark.django_db
@every_game
def test_every_game_is_loaded_from_the_database(rules: AnyRules) -> None:
    (figure,) = fold_postgres.measure(rules, silent(MOMENT), matches=2).values()

    assert figure.value > 0


def test_verification_is_measured_beside_hashing_alone() -> None:
    figure = verify.measure(silent(MOMENT))["verify"]

    assert figure.ratios["sha256"] == pytest.approx(
        figure.value / figure.anchors["sha256"], abs=0.001
    )


def test_a_figure_is_the_median_of_turns() -> None:
    turns = []

    def subject(name: str, rates: list[float]) -> float:
        turns.append(name)
        return rates.pop()

    own, anchor = [9.0, 2.0, 1.0], [4.0, 8.0, 1.0]
    subjects = {"own": lambda _: subject("own", own), "anchor": lambda _: subject("anchor", anchor)}

    figure = Figure.of("moves/s", by_turns(subjects, 0, lambda _: None), "own")

    assert turns == ["own", "anchor"] * 3
    assert (figure.value, figure.anchors, figure.ratios) == (2.0, {"anchor": 4.0}, {"anchor": 0.5})


def test_the_file_has_the_form_that_others_read(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    figures = {
        "fold_stick_em": Figure(2.0, "events/s", {"eventsourcing": 0.5}, {"eventsourcing": 4.0})
    }

    save(figures, file)

    assert load(file) == figures
    assert json.loads(file.read_text()) == {
        "fold_stick_em": {
            "value": 2.0,
            "unit": "events/s",
            "anchors": {"eventsourcing": 0.5},
            "ratios": {"eventsourcing": 4.0},
        }
    }


def test_the_table_has_a_line_for_each_anchor() -> None:
    figure = Figure(
        3.0,
        "moves/s",
        {"pgbench_move": 9.0, "orm_control": 1.0},
        {"pgbench_move": 0.33, "orm_control": 3.0},
    )

    assert table({"rest_moves": figure, "fsync": Figure(0.1, "ms")}).row_count == 3


def test_a_narrow_table_names_its_anchors_whole() -> None:
    console = Console(width=60, file=io.StringIO(), record=True)
    figure = Figure(3.0, "moves/s", {"open_spiel_hearts_outcomes": 1.0}, {})
    figure.ratios["open_spiel_hearts_outcomes"] = 3.0

    console.print(table({"playouts_unjudged_stick_em": figure}))

    cells = [line.split("│") for line in console.export_text().splitlines() if "│" in line]
    assert "".join(cell[4].strip() for cell in cells) == "open_spiel_hearts_outcomes"


def test_gates_are_found_by_figure_and_anchor() -> None:
    assert gates.gate("rest_moves", "pgbench_move") == 0.33
    assert gates.gate("fold_stick_em", "eventsourcing") == 4
    assert gates.gate("fold_stick_em", "eventsourcing_apply") is None
    assert gates.gate("playouts_stick_em", "open_spiel_hearts_outcomes") == 1.5
    assert gates.gate("playouts_stick_em", "open_spiel_hearts_actions") is None


def test_every_benchmark_has_a_name_of_its_own() -> None:
    names = [benchmark.name for benchmark in catalogue.benchmarks()]

    assert len(set(names)) == len(names)
    assert {"fold_stick_em", "fold_postgres_stick_em", "playouts_stick_em", "rest_moves"} <= {
        *names
    }
