"""What moves, what stays, and what is seen of it meanwhile."""

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import Visitor
from tests.e2e.tabling import (
    LIVELY,
    before_the_turn_of_the_first,
    play,
    play_for,
    play_until_turn_of,
    seated,
    step,
    wait_for_version,
)
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


@pytest.mark.long
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


@pytest.mark.long
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
