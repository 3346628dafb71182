"""The benchmark of movement: frames are counted where something moves, and late ones as dropped."""

import json
from contextlib import nullcontext
from typing import Any

import pytest

from games import registry
from tests.bench import frames
from tests.bench.context import silent


def frame(state: str, *, moves: bool = True, on_main: bool = False) -> dict[str, Any]:
    """Return a frame as the browser's profile has it."""
    reported = {
        "state": state,
        "has_compositor_animation": moves,
        "has_main_animation": on_main,
    }
    return {"name": "PipelineReporter", "ph": "b", "args": {"frame_reporter": reported}}


def test_frames_are_those_in_which_anything_moves_and_which_were_due() -> None:
    happened = [
        frame("STATE_PRESENTED_ALL"),
        frame("STATE_PRESENTED_PARTIAL", moves=False, on_main=True),
        frame("STATE_DROPPED"),
        frame("STATE_DROPPED", moves=False),
        frame("STATE_NO_UPDATE_DESIRED"),
        {"name": "PipelineReporter", "ph": "e"},
        {"name": "Commit", "ph": "X", "args": {}},
    ]

    found = frames.frames_in(json.dumps({"traceEvents": happened}).encode())

    assert found == frames.Frames(presented=2, dropped=1, on_main=1)
    assert found.percent(found.dropped) == pytest.approx(100 / 3)


@pytest.mark.usefixtures("committed_db")
@pytest.mark.long
def test_pieces_move_without_the_pages_main_thread_however_often_they_have_moved(
    site: str,
) -> None:
    rules = registry.current_rules("pickpocket")

    figures = frames.measure(silent(1.0), moves=8, games=[rules], sites=lambda: nullcontext(site))

    names = ("frames_dropped", "frames_on_main", "frames_work")
    assert figures.keys() == {f"{name}{of}" for name in names for of in ("", "_pickpocket")}
    assert figures["frames_on_main"].value == 0
    assert 0 <= figures["frames_dropped"].value < 100
    assert 0 < figures["frames_work"].value < 1000
