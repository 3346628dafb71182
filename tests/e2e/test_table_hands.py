"""Hands that do not slip: what is pressed, prepared and made without a choice at a table."""

import time
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Route, expect

from eventstore.memory import Entry
from games.chance import FairChance
from matches.actors import Player
from matches.aggregate import MATCH
from tests.e2e.browsers import PHONE, Visitor, address_of, version
from tests.e2e.tabling import (
    LIVELY,
    before_the_turn_of_the_first,
    play,
    play_until_turn_of,
    seated,
    step,
    told,
    wait_for_news,
    wait_for_version,
)
from tests.matches import tables
from web.games.pace import pace_of

pytestmark = pytest.mark.usefixtures("committed_db")

FORCED_MS = 2500
"""Long after a table has made a move that is the only one."""
PAUSE_MS = 600
"""How long a prepared card lies there at least."""
PATIENCE_S = 30.0


@pytest.mark.more
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
    wait_for_news(page, now)


@pytest.mark.more
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


@pytest.mark.long
def test_who_confirms_what_ends_a_turn_presses_twice_for_that_alone(
    site: str, browser: Browser, ann: Visitor
) -> None:
    wary = {**LIVELY, "confirm": "turn"}
    _match, _players, page = seated(ann, browser, site, table=wary)
    now = version(page)
    card = page.locator("button[name=move]:visible").first
    card.click()
    expect(card).to_have_attribute("data-lifted", "")
    assert version(page) == now
    page.context.close()

    match, players, page = seated(ann, browser, site, "second-story", table=wary)
    rng = Random(3)
    while not goes_on(match, players[0]):
        tables.next_move(match, players, rng)
    page.reload()
    now = version(page)

    page.locator("button[name=move]:visible").first.click()

    wait_for_news(page, now)


def goes_on(match: UUID, player: Player) -> bool:
    """Tell whether the first seat has to decide, and no decision ends its turn."""
    seen = tables.page(match, player)
    ends = pace_of("second-story").ends_turn
    return seen["to_act"] == [0] and not any(move["type"] in ends for move in seen["legal_moves"])


@pytest.mark.more
def test_a_pass_whose_reason_lies_in_the_hand_is_made_after_a_pause_drawn_evenly(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "sticky-fingers", {"sound": "off"})
    rng = Random(5)
    while not must_pass(match, players[0]):
        if tables.next_move(match, players, rng) is None:
            match = tables.begun(players, game="sticky-fingers")
    page.context.add_init_script(DELAYS)
    page.goto(address_of(match))
    now = version(page)

    wait_for_news(page, now)

    drawn = [each for each in page.evaluate("window.delays") if each > 1000 and each % 1]
    assert drawn
    assert all(2000 <= each <= 6000 for each in drawn)
    assert ann.faults == []


def must_pass(match: UUID, player: Player) -> bool:
    """Tell whether the first seat can but pass, and its hand alone says why."""
    seen = tables.page(match, player)
    if seen["to_act"] != [0] or [move["type"] for move in seen["legal_moves"]] != ["pass"]:
        return False
    return not pace_of("sticky-fingers").is_open(seen["view"], 0, seen["legal_moves"][0])


DELAYS = """
window.delays = [];
const after = window.setTimeout;
window.setTimeout = (act, delay, ...rest) => {
  window.delays.push(delay);
  return after(act, delay, ...rest);
};
"""
"""Has a page tell for how long its scripts wait."""


@pytest.mark.more
@pytest.mark.parametrize(
    ("forced", "is_made"),
    [
        pytest.param("all", True, marks=pytest.mark.long),
        ("open", True),
        pytest.param("off", False, marks=pytest.mark.long),
    ],
)
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

    if is_made:
        wait_for_news(page, now)
    else:
        page.wait_for_timeout(FORCED_MS)
        assert tables.page(match)["version"] == now


@pytest.mark.long
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


@pytest.mark.long
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
            wait_for_news(page, now["version"])
            pressed += 1
        else:
            play_one_of_others(match, players, rng)

    assert pressed == 15
    assert ann.faults == []


@pytest.mark.more
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
    wait_for_news(page, now)

    assert name not in tables.page(match, ann.player)["view"]["hand"]
    others, own = (each for each in told(page) if each["version"] in {now, now + 1})
    assert own["words"].startswith(f"{ann.player.username} played")
    assert own["at"] - others["at"] >= PAUSE_MS


@pytest.mark.long
def test_a_prepared_card_is_dropped_with_a_word_when_its_player_leads(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, table={**LIVELY, "speed": "fast"})
    rng = Random(13)
    while (last := makes_the_first_lead(match)) is None:
        step(match, players, rng)
    wait_for_version(page, tables.page(match)["version"])
    card = page.locator('[data-zone="hand"] [data-card]').first
    card.click()
    expect(card).to_have_attribute("data-state", "prepared")
    seat, move = last
    tables.move(match, players[seat], move, tables.page(match)["version"])
    held = tables.page(match, ann.player)["view"]["hand"]

    wait_for_version(page, tables.page(match)["version"])

    expect(page.locator('[data-zone="turn"]')).to_contain_text("You lead this trick")
    page.wait_for_timeout(2000)
    assert tables.page(match, ann.player)["view"]["hand"] == held


def makes_the_first_lead(match: UUID) -> tuple[int, dict[str, Any]] | None:
    """Return who can end a trick so that the first seat takes it, and by which move, if anybody."""
    state = Entry(MATCH, match).current()
    rules, game = state.rules, state.game
    (seat, *others) = rules.to_act(game)
    if seat == 0 or others or rules.view(game, seat)["phase"] != "play":
        return None
    for move in rules.legal_moves(game, seat):
        after = game.copy()
        rules.apply_move(after, seat, move, FairChance(bytes(32)))
        if rules.to_act(after) == (0,) and not rules.view(after, 0)["trick"]:
            return seat, rules.move_data(game, seat, move)
    return None


@pytest.mark.more
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
    wait_for_place(card, lambda gone: gone["y"] < box["y"] - 60)
    waiting[0].abort()

    expect(page.locator("#connection")).to_contain_text("could not be sent")
    page.mouse.move(1, 1)
    wait_for_place(card, lambda back: back == box)
    assert version(page) == now


@pytest.mark.more
def test_while_a_move_is_on_its_way_the_table_shows_that_it_takes_no_other(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match, players, page = seated(ann, browser, site, "second-story")
    rng = Random(3)
    while not goes_on(match, players[0]):
        tables.next_move(match, players, rng)
    page.reload()
    now = version(page)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.context.route("**/move", hold)
    moves = page.locator("button[name=move]:visible")

    moves.first.click()
    expect(page.locator("button[name=move]:not([aria-disabled])")).to_have_count(0)
    moves.first.press("Enter")
    waiting[0].continue_()
    wait_for_news(page, now)

    expect(page.locator("button[name=move][aria-disabled]")).to_have_count(0)
    assert len(waiting) == 1


@pytest.mark.more
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


def wait_for_place(card: Locator, is_there: Callable[[FloatRect], bool]) -> None:
    """Wait until a card lies where it is expected."""
    give_up = time.monotonic() + PATIENCE_S
    while (box := card.bounding_box()) is None or not is_there(box):
        assert time.monotonic() < give_up, box
        card.page.wait_for_timeout(50)


def play_one_of_others(match: UUID, players: list[Player], rng: Random) -> None:
    """Make a move for somebody who is not the first player."""
    seat = next(each for each in tables.page(match)["to_act"] if each)
    seen = tables.page(match, players[seat])
    tables.move(match, players[seat], rng.choice(seen["legal_moves"]), seen["version"])
