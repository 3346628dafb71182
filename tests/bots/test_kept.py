"""Measurements that are kept: what a file has is not made again, and what it lacks is."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bots import kept, to_the_end


class Found(NamedTuple):
    number: int
    parts: Sequence[float]


def find(number: int) -> Found:
    return Found(number, [number / 2])


def test_what_a_file_lacks_is_found_and_what_it_has_is_read(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    kept.resumed(file, Found, 2, find)
    asked = []

    def other(number: int) -> Found:
        asked.append(number)
        return Found(-number, [])

    found = kept.resumed(file, Found, 4, other)

    assert found == [Found(0, [0.0]), Found(1, [0.5]), Found(-2, []), Found(-3, [])]
    assert asked == [2, 3]
    assert kept.resumed(file, Found, 3, find) == found


def test_after_its_seconds_nothing_more_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"

    assert kept.resumed(file, Found, 5, find, seconds=0) == []
    assert file.read_bytes() == b""


def test_a_command_tells_what_the_matches_of_its_game_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["pickpocket", "--matches", "3", "--kept", str(tmp_path / "kept.jsonl")]

    kept.measure(
        Found,
        ["pickpocket"],
        lambda game, number: Found(number, [len(game)]),
        lambda game, found: f"{game}: {sum(each.number for each in found)} of {len(found)}\n",
        arguments,
    )

    assert capsys.readouterr().out == "pickpocket: 3 of 3\n"


@pytest.mark.more
def test_mistakes_are_played_to_the_end_by_others_the_same_every_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(to_the_end, "WORLDS", 2)

    match = to_the_end.looked("second-story", 0)

    assert match.told
    assert len(match.cost) == len(match.told)
    assert all(-1 <= each <= 1 for each in match.cost)
    assert to_the_end.looked("second-story", 0) == match
    assert f"1 matches, {len(match.told)} mistakes" in to_the_end.report("second-story", [match])
