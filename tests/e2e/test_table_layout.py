"""Nothing at a table is covered, cut or out of sight: every game, every number of seats, all sizes.

Each table is opened once and the window is resized. With TABLE_PICTURES=<folder> every look is
kept as a picture, light and dark, to be looked at by people.
"""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Response, ViewportSize, expect

from accounts.models import Account
from games import registry
from matches.actors import Player
from matches.services import pausing
from tests.e2e.browsers import Visitor, address_of
from tests.e2e.tabling import keep
from tests.matches import tables
from tests.web.visitors import member

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow]

CHECK = (Path(__file__).parent / "layout.js").read_text()
PICTURES = os.environ.get("TABLE_PICTURES")
SIZES = (
    *((390, 844), (390, 664), (820, 1180), (1024, 768), (1366, 768)),
    *((1366, 640), (1920, 1080), (360, 640), (844, 390)),
)
SCROLLING = ((683, 384), (320, 640))
"""A window of 1366 by 768 at 200 %, and less than a phone: the page may scroll downwards."""
SCHEMES = ("light", "dark") if PICTURES else ("light",)
"""They differ in nothing but colours: see `tests/web/games/test_colours.py`."""
NAMES = ("Wren", "Juniper", "Basil", "Heron", "Rowan", "Clover")
WEIGHT_MAX = 150_000
"""Bytes of a first view, unpacked."""
SCRIPTS_MAX = 40_000
"""Bytes of its scripts: what a first view does without comes later."""
LOCALES = ("en-GB", "de-DE", "fr-FR")
"""In each of these, two of them with long words, a table is looked at: at so many moments."""
TABLES = [
    (rules.game, seats)
    for rules in registry.current_games()
    for seats in range(rules.seats_min, rules.seats_max + 1)
]
CROWDED = {("stick-em", 6)}
"""Most players."""
FULL = {rules.game: rules.seats_max for rules in registry.current_games()}


def people(count: int) -> list[tuple[Client, Player]]:
    """Return players with names of ordinary length."""
    found = []
    for name in NAMES[:count]:
        is_taken = Account.objects.filter(username=name).exists()
        client, account = member(f"{name}-{secrets.token_hex(2)}" if is_taken else name)
        found.append((client, Player(account.pk, account.username)))
    return found


def their_turn(match: UUID, players: list[Player], moves: int) -> bool:
    """Play some moves, and on until the first player has to decide; False when it is over."""
    rng = Random(moves)
    for _ in range(moves):
        tables.next_move(match, players, rng)
    while 0 not in tables.page(match)["to_act"]:
        if tables.next_move(match, players, rng) is None:
            return False
    return True


def begun_at_a_moment(players: list[Player], game: str, moves: int) -> UUID:
    """Return a match after about so many moves, in which the first player has to decide.

    One that is over before that is followed by another, to be looked at earlier.
    """
    while True:
        match = tables.begun(players, game=game, clock={"per_move": 3600})
        if their_turn(match, players, moves):
            return match
        moves //= 2


def set_size(page: Page, width: int, height: int) -> None:
    """Give the window a size, and wait until it is drawn so."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")


def close_sheets(page: Page) -> None:
    """Go on from what a round or a night came to: its sheet lies over the table until then."""
    onward = page.locator("[data-ended] [data-action=ready]")
    if onward.count():
        onward.click()
        page.locator("[data-ended]").wait_for(state="hidden")


def looked_at(page: Page, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what is wrong with the open table at each size."""
    for width, height in (*SIZES, *SCROLLING):
        set_size(page, width, height)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type] # One of the two.
            look = f"{name}-{width}x{height}-{scheme}"
            if PICTURES:
                Path(PICTURES).mkdir(parents=True, exist_ok=True)
                page.screenshot(
                    path=f"{PICTURES}/{look}.png", full_page=(width, height) in SCROLLING
                )
            yield look, page.evaluate(CHECK)


@pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(*each, marks=[pytest.mark.long] * (each not in CROWDED)) for each in TABLES],
)
def test_nothing_is_covered_or_cut_at_any_size(
    site: str, browser: Browser, game: str, seats: int
) -> None:
    seated = people(seats)
    players = [player for _client, player in seated]
    visitor = Visitor(*seated[0])
    wrong, checked, looks = [], 0, 0

    for moment, locale in enumerate(LOCALES):
        match = begun_at_a_moment(players, game, moves=moment * 4 * seats)
        page = visitor.open(browser, site, address_of(match), locale=locale)
        close_sheets(page)
        for look, found in looked_at(page, f"{game}-{seats}-{moment}"):
            looks += 1
            checked += found["checked"]
            wrong += [f"{look}: {fault}" for fault in (*found["faults"], *found["small"])]
            if found["across"] > 0:
                wrong.append(
                    f"{look}: {found['across']} px wider than the window: {found['widest']}"
                )
            if found["down"] > 0 and not any(f"-{w}x{h}-" in look for w, h in SCROLLING):
                wrong.append(f"{look}: the page scrolls by {found['down']} px")

    sys.stdout.write(
        f"{game}, {seats} seats: {checked} elements at {looks} looks, {len(wrong)} faults\n"
    )
    assert wrong == []
    assert visitor.faults == []


ACROSS = ((844, 390), (740, 390))
"""Phones that are held across."""


@pytest.mark.long
@pytest.mark.parametrize("game", FULL)
def test_a_phone_held_across_shows_a_paused_table_and_a_replay_whole(
    site: str, browser: Browser, game: str
) -> None:
    seated = people(FULL[game])
    players = [player for _client, player in seated]
    match = begun_at_a_moment(players, game, moves=8)
    for player in players:
        pausing.pause(
            match_id=match,
            player=player,
            key=tables.new_key(),
            reason="",
            fingerprint=b"pause",
            is_organiser=False,
        )
    visitor = Visitor(*seated[0])
    paused = visitor.open(browser, site, address_of(match))
    close_sheets(paused)
    replay = f"{address_of(match)}/replay"
    stranger = Visitor(*people(1)[0]).open(browser, site, replay)
    mine = Visitor(*seated[0]).open(browser, site, f"{replay}?viewer=0&at=9")
    wrong = []

    for width, height in ACROSS:
        set_size(paused, width, height)
        expect(paused.get_by_role("button", name="Vote to resume")).to_be_in_viewport(ratio=1)
        for page in (stranger, mine):
            set_size(page, width, height)
            expect(page.locator(".replay-controls")).to_be_in_viewport(ratio=1)
        for page, name in ((paused, "paused"), (stranger, "replay"), (mine, "own replay")):
            found = page.evaluate(CHECK)
            wrong += [f"{name}, {width}: {fault}" for fault in (*found["faults"], *found["small"])]
            if page is paused and found["down"] > 0:
                wrong.append(f"the paused page scrolls by {found['down']} px")

    assert wrong == []


REPLAYED = ((390, 844), (360, 640), (820, 1180), (1366, 768))


@pytest.mark.long
@pytest.mark.parametrize("game", FULL)
def test_the_controls_of_a_replay_and_open_hands_leave_nothing_covered(
    site: str, browser: Browser, game: str
) -> None:
    seated = people(FULL[game])
    players = [player for _client, player in seated]
    match = tables.begun(players, game=game)
    tables.play_out(match, players)
    visitor = Visitor(*seated[0])
    at = tables.page(match)["version"] // 3
    wrong = []

    for viewer in ("0", "all"):
        here = f"{address_of(match)}/replay?viewer={viewer}&at="
        page = visitor.open(browser, site, f"{here}{at}", locale="de-DE")
        while page.locator("[data-ended]").count():  # What a round came to lies over the table.
            at += 1
            page.goto(f"{here}{at}")
        for width, height in (*REPLAYED, *ACROSS, *SCROLLING):
            set_size(page, width, height)
            is_across = (width, height) in ACROSS
            if is_across:
                # What is proven stands below the table, which is seen whole.
                expect(page.locator(".replay-controls")).to_be_in_viewport(ratio=1)
                keep(page, f"replay-{game}-{viewer}-{width}x{height}")
            found = page.evaluate(CHECK)
            assert found["checked"] > 0
            faults = [*found["faults"], *found["small"]]
            if is_across:
                # Beside open hands long names are cut there; a touch on the plate tells them.
                faults = [fault for fault in faults if "of the name" not in fault]
            if found["across"] > 0:
                faults.append(f"{found['across']} px wider than the window: {found['widest']}")
            wrong += [f"{viewer}, {width}: {fault}" for fault in faults]

    assert wrong == []


@pytest.mark.more
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(rules.game, marks=[pytest.mark.long] * (rules.game != "sticky-fingers"))
        for rules in registry.current_games()
    ],
)
def test_the_first_view_of_a_table_is_light(site: str, browser: Browser, game: str) -> None:
    seats = max(seats for name, seats in TABLES if name == game)
    seated = people(seats)
    match = tables.begun([player for _client, player in seated], game=game)
    visitor = Visitor(*seated[0])
    page = visitor.open(browser, site, "about:blank")
    answers: dict[str, Response] = {}
    page.on("response", lambda answer: answers.update({answer.url: answer}))

    page.goto(address_of(match))
    page.wait_for_load_state("load")
    page.wait_for_timeout(300)
    # The stream of news has no end.
    weights = {url: len(each.body()) for url, each in answers.items() if "/live" not in url}

    heaviest = sorted(weights.items(), key=lambda each: -each[1])[:6]
    sys.stdout.write(f"{game}, {seats} seats: {sum(weights.values())} bytes, {heaviest}\n")
    assert any("art.svg" in url for url in weights)
    assert sum(weights.values()) < WEIGHT_MAX
    assert sum(size for url, size in weights.items() if url.endswith(".js")) < SCRIPTS_MAX


PLANTED: dict[str, Callable[[Page], Any]] = {
    "covered": lambda page: page.evaluate(
        "() => Object.assign(document.querySelector('.hand-row').style,"
        " {position: 'fixed', insetInline: '0', top: '60px', zIndex: 2, background: 'black'})"
    ),
    "cut": lambda page: page.evaluate(
        "() => { document.querySelector('.opponents .plate').style.translate = '-60px' }"
    ),
    "scrolled": lambda page: page.evaluate("() => { document.body.style.minHeight = '110vh' }"),
    "breaks the word": lambda page: page.evaluate(
        "() => Object.assign(document.querySelector('.turn-words strong').style,"
        " {display: 'block', width: '30px', overflowWrap: 'anywhere'})"
    ),
    "is empty": lambda page: page.evaluate(
        "() => { document.querySelector('.notes').style.minHeight = '45px' }"
    ),
    "px are seen": lambda page: page.evaluate(
        "() => { document.querySelector('.opponents .plate-who').style.width = '30px' }"
    ),
}
"""Faults that tables have had, by what the check says of them."""


@pytest.mark.more
def test_the_check_finds_each_fault_that_is_planted(site: str, browser: Browser) -> None:
    seated = people(6)
    match = tables.begun([player for _client, player in seated], game="stick-em")
    page = Visitor(*seated[0]).open(browser, site, address_of(match))
    set_size(page, 390, 844)

    for fault, plant in PLANTED.items():
        page.reload()
        assert page.evaluate(CHECK)["faults"] == []
        plant(page)
        found = page.evaluate(CHECK)

        if fault == "scrolled":
            assert found["down"] > 0
        else:
            assert any(fault in each or "reaches beyond" in each for each in found["faults"])
