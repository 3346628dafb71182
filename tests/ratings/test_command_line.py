"""A ladder run from the command line."""

import secrets
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ratings.models import Ladder, Standing
from tests.ratings import ladders

pytestmark = pytest.mark.django_db

RESULTS = """played_at,player1,place1,player2,place2
2026-11-01,ann,1,bob,2
2026-11-02,bob,1,cleo,2
"""


def run(*arguments: str) -> str:
    """Return what a command prints."""
    output = StringIO()
    call_command("ladder", *arguments, stdout=output)
    return output.getvalue()


@pytest.fixture
def results(tmp_path: Path) -> str:
    file = tmp_path / "results.csv"
    file.write_text(RESULTS, encoding="utf-8")
    return str(file)


def test_a_ladder_is_opened_filled_put_right_and_taken_out(results: str) -> None:
    slug = f"club-{secrets.token_hex(4)}"
    why: tuple[Any, ...] = ("--reason", "the club's wish")

    run(
        "open",
        slug,
        "--set",
        "game=pickpocket",
        "--set",
        "clock=60",
        "--set",
        'parameters={"k": 16}',
        *why,
    )
    run("import", slug, results, "--guests", *why)
    ladder = Ladder.objects.get(slug=slug)
    first = str(ladder.matches.order_by("version")[0].match)
    tried = run("annul", first, "--dry-run", *why)
    run("correct", first, "2", "1", *why)
    run("adjust", slug, "guest:cleo", "12.5", *why)
    run("merge", slug, "guest:cleo", "guest:ann", *why)
    run("pause", slug, *why)
    run("resume", slug, *why)
    run("season", slug, "Spring", "--keep", "100", *why)
    run("edit", slug, "--set", "name=Thieves", *why)

    assert "would be at version 4" in tried
    assert "Thieves" in run("standings", slug)
    assert run("export", slug).startswith("rank,player,kind,rating")
    assert "0 differences" in run("rebuild", slug)
    assert set(ladders.ratings(ladder)) == {"guest:ann", "guest:bob"}


def test_a_rebuild_that_differs_fails_until_it_is_written(results: str) -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    Standing.objects.filter(ladder=ladder, name="ann").update(games=7)

    with pytest.raises(CommandError, match="not those of a rebuild"):
        run("rebuild", ladder.slug)
    run("rebuild", ladder.slug, "--write")
    assert "0 differences" in run("rebuild", ladder.slug)


def test_a_refusal_says_what_is_wrong_line_by_line(results: str) -> None:
    ladder = ladders.opened()

    with pytest.raises(CommandError) as refused:
        run("import", ladder.slug, results, "--reason", "x")

    assert "line 2: unknown name ann" in str(refused.value)
    assert "line 3: unknown name bob" in str(refused.value)
