"""How tables move: one thing after another, for as long as it takes, and always to what is true."""

import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Browser, Route, expect

from matches.services import leaving, pausing
from tests.browsers import DESKTOP, PHONE
from tests.e2e.browsers import Visitor, address_of, version
from tests.e2e.tabling import (
    LIVELY,
    before_the_turn_of_the_first,
    play,
    play_for,
    play_until_the_first_has_led,
    play_until_turn_of,
    seated,
    sentences,
    step,
    told,
    wait_for_version,
)
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

GAMES = ("stick-em", "sticky-fingers", "second-story", "pickpocket")
GAP_MS = 700
TRICK_MS = 900
ROUND_MS = 8000
READABLE_PX = 150
"""The turn line's words have more beside whatever is offered there."""


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


@pytest.mark.parametrize(("befallen", "left_out"), [("", True), ("0", False)])
def test_what_befalls_the_reader_between_two_turns_of_others_is_left_out_no_more_than_those(
    site: str, browser: Browser, ann: Visitor, befallen: str, *, left_out: bool
) -> None:
    _match, _players, page = seated(ann, browser, site, "second-story")

    told_at_once = page.evaluate(COMING, {"about": ["1"] * 4 + [befallen or "1"] + ["1"] * 4})

    assert (told_at_once > 0) == left_out
    # Nobody was away: there was merely more than one likes to watch.
    expect(page.get_by_role("button", name="Moves shown at once:")).to_have_count(int(left_out))
    assert ann.faults == []


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


def test_who_has_slept_through_two_hundred_events_has_the_newest_table_at_once(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "second-story")
    since = version(page)
    page.context.set_offline(True)
    now = since
    while now < since + 200:
        now = play(match, players, 5, Random(now))

    page.context.set_offline(False)

    wait_for_version(page, now)
    expect(page.get_by_role("button", name="while you were away")).to_be_visible()
    expect(page.locator("#connection")).to_be_hidden()
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        words = page.locator(".turn-words").bounding_box()
        assert words is not None
        assert words["width"] > READABLE_PX


@pytest.mark.long
def test_what_happened_while_the_page_was_hidden_is_there_at_once_and_shown_when_asked_for(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(6)
    play_until_turn_of(match, players, 1, rng)
    page.reload()
    before = version(page)
    page.evaluate("leave(true)")

    now = play(match, players, 2, rng)
    wait_for_version(page, now)
    assert len(told(page)) == len(sentences(match, ann.player, before))
    page.evaluate("leave(false)")
    page.get_by_role("button", name="Moves while you were away:").click()

    wait_for_version(page, before + 1)
    wait_for_version(page, now)
    assert len(told(page)) == len(sentences(match, ann.player, before))


def test_a_lost_connection_amid_movement_leaves_a_true_table_that_goes_on_when_it_is_back(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(9)
    play_until_turn_of(match, players, 1, rng)
    page.reload()
    before = version(page)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.context.route(NEWS, hold, times=1)
    middle = play(match, players, 2, rng)
    while not asked:
        page.wait_for_timeout(20)
    asked[0].continue_()  # One answer tells both moves.
    wait_for_version(page, before + 1)

    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("Connection lost.")
    wait_for_version(page, middle)
    now = play(match, players, 1, rng)
    page.context.set_offline(False)

    wait_for_version(page, now)
    expect(page.locator("#connection")).to_be_hidden()
    assert len(told(page)) == len(sentences(match, ann.player, before))


def test_a_move_made_in_another_tab_is_shown_in_this_one(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, _players, page = seated(ann, browser, site)
    other = page.context.new_page()
    other.goto(address_of(match))
    before = version(page)

    other.locator("button[name=move]:visible").first.click()

    wait_for_version(page, before + 1)
    assert told(page)[0]["words"].startswith(f"{ann.player.username} picked")


def test_a_match_that_is_called_off_amid_movement_says_so(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    play(match, players, 2, Random(1))

    for player in players:
        leaving.abort_vote(
            match_id=match, player=player, key=tables.new_key(), fingerprint=b"abort"
        )

    expect(page.locator("#match")).to_have_attribute("data-status", "void")
    expect(page.locator("#match")).to_contain_text("This match was called off")


@pytest.mark.long
def test_a_match_that_is_paused_amid_movement_says_so_and_takes_no_move(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    play(match, players, 2, Random(1))

    for player in players:
        pausing.pause(
            match_id=match,
            player=player,
            key=tables.new_key(),
            fingerprint=b"pause",
            is_organiser=False,
            reason="",
        )

    expect(page.locator('[data-zone="turn"]')).to_contain_text("The match is paused")
    expect(page.locator("#match button[name=move]")).to_have_count(0)
    assert ann.faults == []


def test_whose_session_has_ended_is_told_so_and_sees_what_spectators_see(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    page.context.clear_cookies(name="session")

    tables.move(match, players[1], tables.page(match, players[1])["legal_moves"][0], version(page))

    expect(page.locator("#connection")).to_contain_text("You are signed out.")
    expect(page.locator("#match")).to_have_attribute("data-me", "")


def test_without_motion_what_has_changed_is_outlined_and_nothing_travels(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, reduced_motion="reduce")
    rng = Random(14)
    before_the_turn_of_the_first(match, players, rng)
    page.reload()

    page.evaluate(OUTLINED)
    wait_for_version(page, play(match, players, 1, rng))

    page.wait_for_function("window.outlined.length")
    assert page.evaluate("window.outlined").count("trick") == 1
    assert (
        page.evaluate("document.querySelector('#match').getAnimations({subtree: true}).length") == 0
    )
    expect(page.locator("#match [data-changed]")).to_have_count(0)


def test_what_is_the_same_in_two_tables_stays_with_the_focus_and_open_sheets(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    page.locator("[popovertarget=menu]").click()
    page.locator("#menu select[name=speed]").focus()
    page.evaluate(
        "window.kept = [...document.querySelectorAll('.plate, [data-zone=hand] [data-card]')]"
    )

    wait_for_version(page, play_for(match, players[1]))

    assert page.evaluate("window.kept.length > 15 && window.kept.every((each) => each.isConnected)")
    expect(page.locator("#menu")).to_be_visible()
    expect(page.locator("#menu select[name=speed]")).to_be_focused()
    assert ann.faults == []


def test_a_card_travels_from_the_hand_to_the_trick(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, table={**LIVELY, "speed": "slow"})
    rng = Random(15)
    play_until_turn_of(match, players, 0, rng)
    page.reload()
    page.evaluate(WAY)
    card = page.locator('[data-zone="hand"] button[name="move"] [data-card]').first
    name = card.get_attribute("data-card")
    start = card.bounding_box()
    page.evaluate("name => window.follow(name)", name)

    card.click()
    expect(page.locator(f'[data-zone="trick"] [data-card="{name}"]')).to_be_visible()
    page.wait_for_function(HAS_ARRIVED)

    way = page.evaluate("window.way")
    end = page.locator(f'[data-zone="trick"] [data-card="{name}"]').bounding_box()
    assert start is not None
    assert end is not None
    between = [y for y in way if end["y"] + 15 < y < start["y"] - 15]
    assert len(set(between)) >= 3
    assert ann.faults == []


def test_what_dice_came_to_is_not_seen_before_they_have_come_to_rest(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "second-story")
    rng = Random(11)
    while (at := tables.page(match))["to_act"] != [0] or at["view"]["phase"] != "approach":
        step(match, players, rng)
    page.reload()
    page.evaluate(MOVED)

    page.get_by_role("button", name="Quick job").click()
    page.wait_for_function("() => window.moved.includes('result 0')")

    moved = page.evaluate("window.moved")
    assert moved.count("result 0") >= 2  # What was rolled, and what there is to do about it.
    assert not [each for each in moved if each.startswith("roll")]
    assert ann.faults == []


NEWS = re.compile(r"/matches/[0-9a-f-]+\?since=")
"""Where the page asks for what has happened."""
MOVED = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const what = "result" in this.dataset ? "result" : this.dataset.piece;
    window.moved.push(`${what} ${frames[0].opacity ?? 1}`);
    return animate.call(this, frames, options);
  };
}"""
"""Notes of what moves what it is, and how much of it is seen at first."""
OUTLINED = """() => {
  window.outlined = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const zone = "changed" in target.dataset && target.closest("[data-zone]");
      if (zone) window.outlined.push(zone.dataset.zone);
    }
  }).observe(document.body, { subtree: true, attributeFilter: ["data-changed"] });
}"""
"""Notes where something was outlined, which lasts for a moment."""
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
HAS_ARRIVED = """() => {
  const last = window.way.slice(-30);
  return last.length === 30 && last.every((y) => y === last[0]);
}"""
WAY = """() => {
  window.way = [];
  window.follow = (name) => {
    const step = () => {
      const piece = document.querySelector(`[data-card="${name}"]`);
      if (piece) window.way.push(piece.getBoundingClientRect().y);
      requestAnimationFrame(step);
    };
    step();
  };
}"""
