"""What the draws of a tournament prove: a sentence, a drawing, a list, and the log as a file."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from cutpurse.verify import main
from tests.tournaments.events import REPORTED, Event, Unchained
from tests.transparency.cosigned import cosign, keep_log, keys
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments.services import lifecycle, rounds
from transparency import writer

pytestmark = pytest.mark.django_db


def look(event: Event, part: str = "draws") -> str:
    return unescape(text(Client().get(f"/tournaments/{event.slug}/{part}")))


def file_of(event: Event, folder: Path) -> Path:
    answer: Any = Client().get(f"/tournaments/{event.slug}/log.ndjson")
    path = folder / f"{event.slug}.ndjson"
    path.write_bytes(b"".join(answer.streaming_content))
    return path


def test_the_page_says_what_is_proven_and_shows_every_draw() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    console.event.do(rounds.unpair, number=1, reason="wrong clock set")
    console.play_round(1)

    page = look(console.event)

    assert "could not foresee a draw" in page
    assert "1 once more although nothing had changed" in page
    assert re.findall(r'class="proven-seat is-(\w+)"', page) == ["share", "share", "away"]
    assert "Pairing of round 1" in page
    assert "wrong clock set" in page
    assert "No pairing was changed by hand." in page
    assert f"/tournaments/{console.event.slug}/draws" in look(console.event, "log")


def test_a_change_by_hand_stands_there_with_its_cost() -> None:
    console = Console(8)
    console.event.start()
    console.event.do(rounds.pair)
    first, second = (table.seats[0] for table in console.event.round.tables)
    console.event.do(rounds.swap, number=1, first=first, second=second, reason="asked by both")
    console.event.do(rounds.publish, number=1)

    page = look(console.event)

    names = [console.event.state.name(each) for each in (first, second)]
    assert f"Round 1: {names[0]} and {names[1]} were swapped." in page
    assert "what was drawn cost" in page
    assert "asked by both" in page
    assert "what was drawn cost" in look(console.event, "log")


def test_a_draft_is_thrown_away_in_the_console_with_a_reason() -> None:
    console = Console(8)
    console.event.start()
    console.done("pair")

    asked = console.do("unpair", number=1)
    assert asked.status_code == 400
    assert 'name="reason"' in text(asked)
    console.done("unpair", number=1, reason="a wrong list")

    assert console.event.state.rounds == []


def test_the_console_says_how_often_a_draft_was_drawn_and_what_a_swap_costs() -> None:
    console = Console(8)
    console.event.start()
    console.done("pair")
    assert "was drawn" not in console.look("/rounds/1")
    console.done("unpair", number=1, reason="a wrong list")
    console.done("pair")

    page = console.look("/rounds/1")
    assert "This round was drawn 2 times" in page
    assert "If it is drawn again without a change, it comes out the same." in page

    first, second = (table.seats[0] for table in console.event.round.tables)
    console.event.do(rounds.swap, number=1, first=first, second=second)
    assert "what was drawn cost" in console.look("/rounds/1")


def test_a_tournament_of_old_says_that_the_site_could_know_its_draws() -> None:
    page = look(Unchained(**REPORTED).enter_names(4).start())

    assert "that the site did not know these numbers before" in page
    assert "proven-seat" not in page


def test_a_downloaded_tournament_is_verified_and_a_forged_one_named(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    console = Console(8, stages=[{"format": "pods", "options": {"rounds": 2}}])
    console.event.start()
    console.play_round(1)
    console.play_round(2)
    console.event.do(lifecycle.finish)
    keep_log(settings)
    writer.log_moved()
    path = file_of(console.event, tmp_path)
    cosign(path)

    assert main([str(path), "--strict", *keys()]) == 0
    told = capsys.readouterr().out
    assert "consistent" in told
    assert "3 of 3 links follow the anchor" in told
    assert "2 times paired again, all the same" in told

    lines = path.read_text().splitlines()
    drawn = next(line for line in lines if '"draw_shown"' in line)
    lines[lines.index(drawn)] = drawn.replace('"drawn":1', '"drawn":2')
    path.write_text("\n".join(lines) + "\n")
    assert main([str(path)]) == 1
    assert "FAULT event " in capsys.readouterr().out
