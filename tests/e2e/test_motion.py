"""How tables move: one thing after another, for as long as it takes, and always to what is true."""

import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from matches import selectors
from matches.actors import Player
from matches.services import leaving
from tests.browsers import chromium
from tests.e2e.browsers import PHONE, Visitor, address_of, version, visitor
from tests.e2e.tabling import (
    HIDING,
    LIVELY,
    NOTES,
    play,
    play_until_turn_of,
    told,
    wait_for_version,
)
from tests.matches import tables
from web.games.registry import language
from web.games.shared_events import describe_event
from web.matches import match_page

pytestmark = pytest.mark.usefixtures("committed_db")

GAMES = ("stick-em", "sticky-fingers", "second-story", "pickpocket")
GAP_MS = 700
TRICK_MS = 900


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with chromium() as running:
        yield running
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def ann() -> Visitor:
    return visitor()


def seated(
    ann: Visitor,
    browser: Browser,
    site: str,
    game: str = "stick-em",
    table: Mapping[str, str] = LIVELY,
    **wanted: Any,
) -> tuple[UUID, list[Player], Page]:
    """Return a match of three that has begun, its players, and the window of the first."""
    players = [ann.player, *tables.people(2)]
    match = tables.begun(players, game=game)
    usual = {"reduced_motion": "no-preference", **wanted}
    page = ann.open(browser, site, "/", table=table, **usual)
    page.context.add_init_script(NOTES)
    page.context.add_init_script(HIDING)
    page.goto(address_of(match))
    return match, players, page


def sentences(match: UUID, player: Player, since: int) -> int:
    """Return how many events since a version are worth a sentence."""
    page = selectors.match_page(match, player.account)
    words = language(page["game"], page["dataset"])
    people = match_page.people_of(match, 0)
    events = selectors.history(match, player.account, since=since).events
    said = [describe_event(words, each["type"], each["data"], people) for each in events]
    return len(said) - said.count(None)


@pytest.mark.parametrize("game", GAMES)
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
    assert len(heard) == sentences(match, ann.player, since)
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
    assert len(told(page)) == sentences(match, ann.player, before)
    page.evaluate("leave(false)")
    page.get_by_role("button", name="Moves while you were away:").click()

    wait_for_version(page, before + 1)
    wait_for_version(page, now)
    assert len(told(page)) == sentences(match, ann.player, before)


def test_a_press_just_after_a_choice_was_drawn_is_taken_for_a_slip(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(7)
    play_until_turn_of(match, players, 2, rng)
    page.reload()
    page.evaluate("""() => document.addEventListener("table-shown", () => {
      const press = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
      document.querySelector("button[name=move]")?.dispatchEvent(press);
    })""")

    while tables.page(match)["to_act"] != [0]:
        tables.next_move(match, players, rng)
    now = tables.page(match)["version"]
    wait_for_version(page, now)
    page.wait_for_timeout(1000)

    assert tables.page(match)["version"] == now
    page.locator("button[name=move]:visible").first.click()
    expect(page.locator("#match")).not_to_have_attribute("data-version", str(now))


def test_who_wants_to_confirm_presses_twice(site: str, browser: Browser, ann: Visitor) -> None:
    wary = {**LIVELY, "confirm": "all"}
    match, _players, page = seated(ann, browser, site, table=wary)
    now = version(page)
    card = page.locator("button[name=move]:visible").first

    card.click()
    expect(card).to_have_attribute("data-lifted", "")
    assert tables.page(match)["version"] == now
    page.keyboard.press("Escape")
    expect(card).not_to_have_attribute("data-lifted", "")
    card.click()
    card.click()

    wait_for_version(page, now + 1)


@pytest.mark.parametrize(("forced", "is_made"), [("all", True), ("open", True), ("off", False)])
def test_the_last_card_is_played_by_itself_unless_it_is_left_to_the_player(
    site: str, browser: Browser, ann: Visitor, forced: str, *, is_made: bool
) -> None:
    match, players, page = seated(ann, browser, site, table={**LIVELY, "forced": forced})
    rng = Random(8)
    while len(tables.page(match, ann.player)["view"]["hand"]) > 1:
        tables.next_move(match, players, rng)
    play_until_turn_of(match, players, 0, rng)
    now = tables.page(match)["version"]

    page.reload()
    page.wait_for_timeout(2500)

    assert (tables.page(match)["version"] > now) is is_made


def test_a_choice_that_others_leave_as_it_is_can_be_made_while_they_move(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    before = version(page)
    page.context.route("**/live?*", lambda route: route.abort())
    page.reload()
    tables.move(match, players[1], tables.page(match, players[1])["legal_moves"][0], before)

    page.locator("button[name=move]:visible").first.click()

    wait_for_version(page, before + 2)
    expect(page.locator("#problem")).to_have_count(0)
    assert 0 not in tables.page(match)["to_act"]


def test_a_lost_connection_amid_movement_leaves_a_true_table_that_goes_on_when_it_is_back(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(9)
    play_until_turn_of(match, players, 1, rng)
    page.reload()
    before = version(page)
    middle = play(match, players, 2, rng)
    wait_for_version(page, before + 1)

    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("Connection lost.")
    wait_for_version(page, middle)
    now = play(match, players, 1, rng)
    page.context.set_offline(False)

    wait_for_version(page, now)
    expect(page.locator("#connection")).to_be_hidden()
    assert len(told(page)) == sentences(match, ann.player, before)


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


def test_whose_session_has_ended_is_told_so_and_sees_what_spectators_see(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    page.context.clear_cookies(name="session")

    tables.move(match, players[1], tables.page(match, players[1])["legal_moves"][0], version(page))

    expect(page.locator("#connection")).to_contain_text("You are signed out.")
    expect(page.locator("#match")).to_have_attribute("data-me", "")


def test_a_whole_round_is_played_with_few_keys(site: str, browser: Browser, ann: Visitor) -> None:
    quick = {**LIVELY, "speed": "off"}
    match, players, page = seated(ann, browser, site, table=quick)
    rng = Random(2)
    pressed = 0

    while (now := tables.page(match))["view"]["round"] == 1 and pressed < 15:
        if 0 in now["to_act"]:
            wait_for_version(page, now["version"])
            page.keyboard.press("1")
            page.keyboard.press("Enter")
            expect(page.locator("#match")).not_to_have_attribute(
                "data-version", str(now["version"])
            )
            pressed += 1
        else:
            play_one_of_others(match, players, rng)

    assert pressed == 15
    assert ann.faults == []


def before_the_turn_of_the_first(match: UUID, players: list[Player], rng: Random) -> None:
    """Play until the third seat is to follow in a trick to which the first has yet to play."""
    while True:
        view = tables.page(match)["view"]
        seats = [card["seat"] for card in view["trick"]]
        if tables.page(match)["to_act"] == [2] and view["phase"] == "play" and 0 not in seats:
            return
        tables.next_move(match, players, rng)


def test_a_prepared_card_is_played_by_itself_after_a_pause(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site)
    rng = Random(12)
    before_the_turn_of_the_first(match, players, rng)
    page.reload()
    card = page.locator('[data-zone="hand"] [data-card]').nth(2)
    name = card.get_attribute("data-card")

    card.click()
    expect(card).to_have_attribute("data-state", "prepared")
    expect(page.locator('[data-zone="turn"]')).to_contain_text("It will be played")
    now = play(match, players, 1, rng)
    wait_for_version(page, now)
    assert tables.page(match)["version"] == now
    expect(page.locator("#match")).not_to_have_attribute("data-version", str(now))

    assert name not in tables.page(match, ann.player)["view"]["hand"]
    assert f"{ann.player.username} played" in " ".join(each["words"] for each in told(page))


def test_a_prepared_card_is_dropped_with_a_word_when_its_player_leads(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, table={**LIVELY, "speed": "fast"})
    rng = Random(13)
    leads = False
    while not leads:
        view = tables.page(match)["view"]
        if len(view["trick"]) == 2 and tables.page(match)["to_act"] != [0]:
            wait_for_version(page, tables.page(match)["version"])
            card = page.locator('[data-zone="hand"] [data-card]').first
            if card.get_attribute("data-state") != "prepared":
                card.click()
        tables.next_move(match, players, rng)
        after = tables.page(match)
        leads = len(view["trick"]) == 2 and after["to_act"] == [0] and not after["view"]["trick"]
    held = tables.page(match, ann.player)["view"]["hand"]

    wait_for_version(page, tables.page(match)["version"])

    expect(page.locator('[data-zone="turn"]')).to_contain_text("You lead this trick")
    page.wait_for_timeout(2000)
    assert tables.page(match, ann.player)["view"]["hand"] == held


def test_a_touch_lifts_a_card_and_a_second_one_plays_it(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, _players, page = seated(ann, browser, site, has_touch=True, viewport=PHONE)
    now = version(page)
    cards = page.locator('[data-zone="hand"] button[name="move"]')

    cards.nth(1).tap()
    expect(cards.nth(1)).to_have_attribute("data-lifted", "")
    cards.nth(3).tap()
    expect(page.locator("[data-lifted]")).to_have_count(1)
    assert tables.page(match)["version"] == now
    cards.nth(3).tap()

    wait_for_version(page, now + 1)


def test_a_card_leaves_the_hand_before_the_server_has_answered_and_comes_back_when_it_fails(
    site: str, browser: Browser, ann: Visitor
) -> None:
    _match, _players, page = seated(ann, browser, site)
    now = version(page)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.context.route("**/move", hold)
    card = page.locator('[data-zone="hand"] button[name="move"] [data-card]').nth(4)
    box = card.bounding_box()
    assert box is not None

    card.click()
    page.wait_for_timeout(600)
    gone = card.bounding_box()
    assert gone is not None
    assert gone["y"] < box["y"] - 60
    waiting[0].abort()

    expect(page.locator("#connection")).to_contain_text("could not be sent")
    page.mouse.move(1, 1)
    page.wait_for_timeout(600)
    assert card.bounding_box() == box
    assert version(page) == now


def test_without_motion_what_has_changed_is_outlined_and_nothing_travels(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, reduced_motion="reduce")
    rng = Random(14)
    before_the_turn_of_the_first(match, players, rng)
    page.reload()

    now = play(match, players, 1, rng)
    wait_for_version(page, now)

    expect(page.locator('[data-zone="trick"] [data-changed]')).to_have_count(1)
    assert (
        page.evaluate("document.querySelector('#match').getAnimations({subtree: true}).length") == 0
    )
    expect(page.locator("#match [data-changed]")).to_have_count(0)


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
    page.wait_for_timeout(1500)

    way = page.evaluate("window.way")
    end = page.locator(f'[data-zone="trick"] [data-card="{name}"]').bounding_box()
    assert start is not None
    assert end is not None
    between = [y for y in way if end["y"] + 15 < y < start["y"] - 15]
    assert len(set(between)) >= 3
    assert ann.faults == []


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


def test_a_key_opens_the_table_in_words_and_another_shows_the_keys(
    site: str, browser: Browser, ann: Visitor
) -> None:
    _match, _players, page = seated(ann, browser, site)

    page.keyboard.press("t")
    expect(page.get_by_role("dialog", name="The table in words")).to_contain_text("You hold")
    page.keyboard.press("t")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("?")

    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert ann.barriers() == []


def play_one_of_others(match: UUID, players: list[Player], rng: Random) -> None:
    """Make a move for somebody who is not the first player."""
    seat = next(each for each in tables.page(match)["to_act"] if each)
    seen = tables.page(match, players[seat])
    tables.move(match, players[seat], rng.choice(seen["legal_moves"]), seen["version"])
