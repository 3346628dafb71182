"""The benchmark of movement: frames are counted where something moves, and late ones as dropped."""

from contextlib import nullcontext

import pytest

from games import registry
from tests.bench import frames
from tests.bench.context import silent


def test_a_late_frame_stands_for_those_that_would_have_fitted_in() -> None:
    assert frames.dropped([16.7, 16.6, 16.7, 16.7]) == 0
    assert frames.dropped([16.7, 50.0]) == pytest.approx(50)


@pytest.mark.usefixtures("committed_db")
@pytest.mark.long
def test_frames_are_counted_while_pieces_move(site: str) -> None:
    rules = registry.current_rules("stick-em")

    figures = frames.measure(silent(1.0), moves=4, games=[rules], sites=lambda: nullcontext(site))

    assert figures.keys() == {
        *("frames_dropped", "frames_dropped_stick_em"),
        *("frames_work", "frames_work_stick_em"),
    }
    assert 0 <= figures["frames_dropped"].value < 100
    assert 0 < figures["frames_work"].value < 1000
