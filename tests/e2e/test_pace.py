"""How fast a table moves: one thing after another, for as long as it takes, and never too long."""

import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import Visitor, version
from tests.e2e.tabling import (
    LIVELY,
    play,
    play_until_the_first_has_led,
    play_until_turn_of,
    seated,
    sentences,
    told,
    wait_for_version,
)
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

GAMES = ("stick-em", "sticky-fingers", "second-story", "pickpocket")
GAP_MS = 700
TRICK_MS = 900
ROUND_MS = 8000


@pytest.mark.more
@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=[pytest.mark.long] * (each != "stick-em")) for each in GAMES]
)
def test_every_event_is_told_once_and_in_order_when_it_is_shown(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    quick = {**LIVELY, "speed": "off"}
    match, players, page = seated(ann, browser, site, game, table=quick)
    since = version(page)
    rng = Random(3)

    for _ in range(9):
        wait_for_version(page, play(match, players, 5, rng))

    heard = told(page)
    shown = [each["version"] for each in heard]
    assert len(heard) == len(sentences(match, ann.player, since))
    assert len(heard) > 30
    assert shown == sorted(shown)
    assert ann.faults == []


@pytest.mark.more
def test_moves_of_others_are_shown_one_after_another_however_fast_they_were_made(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(4)
    play_until_turn_of(match, players, 1, rng)
    page.reload()

    wait_for_version(page, play(match, players, 2, rng))

    first, second = (each["at"] for each in told(page)[:2])
    assert second - first >= GAP_MS
    assert ann.faults == []


@pytest.mark.long
def test_five_opponents_can_be_followed_and_take_no_more_than_eight_seconds(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, seats=6)
    rng = Random(16)
    play_until_the_first_has_led(match, players, rng)
    page.reload()

    wait_for_version(page, play(match, players, 5, rng))

    moves = [each["at"] for each in told(page) if "played" in each["words"]]
    gaps = [after - before for before, after in pairwise(moves)]
    assert len(moves) == 5
    assert min(gaps) >= GAP_MS / 2
    assert max(moves) - min(moves) <= ROUND_MS


@pytest.mark.more
@pytest.mark.parametrize(
    ("befallen", "left_out"), [("", True), pytest.param("0", False, marks=pytest.mark.long)]
)
def test_what_befalls_the_reader_between_two_turns_of_others_is_left_out_no_more_than_those(
    site: str, browser: Browser, ann: Visitor, befallen: str, *, left_out: bool
) -> None:
    _match, _players, page = seated(ann, browser, site, "second-story")

    told_at_once = page.evaluate(COMING, {"about": ["1"] * 4 + [befallen or "1"] + ["1"] * 4})

    assert (told_at_once > 0) == left_out
    # Nobody was away: there was merely more than one likes to watch.
    expect(page.get_by_role("button", name="Moves shown at once:")).to_have_count(int(left_out))
    assert ann.faults == []


@pytest.mark.more
def test_what_the_reader_did_and_what_came_of_it_is_shown_whatever_others_do_after_it(
    site: str, browser: Browser, ann: Visitor
) -> None:
    _match, _players, page = seated(ann, browser, site, "second-story")
    before = version(page)

    told_at_once = page.evaluate(COMING, {"about": ["0", "0"] + ["1"] * 9})

    assert told_at_once == 0
    expect(page.get_by_role("button", name="Moves shown at once:")).to_be_visible()
    wait_for_version(page, before + 11)
    heard = [each for each in told(page) if each["words"].startswith("step ")]
    assert [each["words"] for each in heard] == [f"step {number}" for number in range(11)]
    assert [each["version"] - before for each in heard[:2]] == [1, 2]
    assert heard[2]["version"] - before > 3
    assert ann.faults == []


@pytest.mark.long
def test_who_looks_on_was_not_away_however_many_moves_the_server_has_left_out(
    site: str, browser: Browser, ann: Visitor
) -> None:
    _match, _players, page = seated(ann, browser, site, "second-story")
    before = version(page)

    page.evaluate(COMING, {"about": ["0", "0"]})
    page.evaluate(COMING, {"about": ["1"], "moves": 19})

    expect(page.get_by_role("button", name="Moves shown at once: 19.")).to_be_visible()
    assert [each["words"] for each in told(page)] == ["step 0", "step 1", "step 0"]
    assert [each["version"] - before for each in told(page)] == [1, 2, 3]
    expect(page.get_by_role("button", name="while you were away")).to_have_count(0)
    page.get_by_role("button", name="Moves shown at once: 19.").click()
    expect(page).to_have_url(re.compile(rf"/replay\?at={before + 2}$"))
    assert ann.faults == []


@pytest.mark.more
def test_who_watches_nothing_hears_at_once_how_many_moves_the_server_has_left_out(
    site: str, browser: Browser, ann: Visitor
) -> None:
    quick = {**LIVELY, "speed": "off"}
    _match, _players, page = seated(ann, browser, site, "second-story", table=quick)

    page.evaluate(COMING, {"about": ["1", "1"]})
    expect(page.get_by_role("button", name="Moves shown at once:")).to_have_count(0)
    page.evaluate(COMING, {"about": ["1"], "moves": 19})
    expect(page.get_by_role("button", name="Moves shown at once: 19.")).to_be_visible()
    page.evaluate(COMING, {"about": ["1"], "moves": 3})

    expect(page.get_by_role("button", name="Moves shown at once: 22.")).to_be_visible()
    assert [each["words"] for each in told(page)] == ["step 0", "step 1", "step 0", "step 0"]
    assert ann.faults == []


@pytest.mark.long
def test_a_whole_trick_stays_before_it_is_taken(site: str, browser: Browser, ann: Visitor) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(5)
    play_until_turn_of(match, players, 2, rng)
    while len(tables.page(match)["view"]["trick"]) < 2:
        tables.next_move(match, players, rng)
    page.reload()

    wait_for_version(page, play(match, players, 1, rng))

    last, taken = told(page)[:2]
    assert "took the trick" in taken["words"]
    assert taken["at"] - last["at"] >= TRICK_MS
    assert taken["version"] == last["version"] + 1


COMING = """async ({ about, moves = 0 }) => {
  const path = document.querySelector("script[src*='/match']").src;
  const { known, show } = await import(new URL("queue.js", path));
  const table = document.querySelector("#match");
  const before = known();
  show(about.map((seat, number) => {
    const then = table.cloneNode(true);
    then.dataset.version = before + number + 1;
    const mover = seat === "1" ? "1" : "";
    return { table: then, told: [`step ${number}`], moment: "stay", mover, about: seat };
  }), moves);
  return document.querySelectorAll("#told p").length;
}"""
"""As many nights as seats are named come at once; how many of them are told without being shown.
The first may stand for more moves than one.

Each takes 2.6 s, one that befalls the reader a little less: nine are too many to be followed in one
turn round, but not in two.
"""
