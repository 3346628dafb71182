"""A cup that is played on the site, as its organiser goes it: 8 people and 8 bots, to the podium.

One of the people plays in a browser; the others are programs that play over HTTP while the
organiser waits. Things are found by role and name, as in `tests.journeys`.
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from random import Random
from threading import Event as Signal
from threading import Thread
from typing import NamedTuple

from playwright.sync_api import Error, Page, expect

from tests.api_players import ApiPlayer
from tests.club_nights import Organiser
from tests.journeys import GLANCE_MS, STUCK_MS, Taken, Traveller

PEOPLE, BOTS, ROUNDS = 8, 8, 1
GAME, BOT = "Second Story", "greedy"
MOVES = re.compile(r"job|^Go home|^Take |^Enter one more")
"""What the buttons of a table of Second Story say."""
LOOK_S = 0.3
"""How often a program looks whether it has to move."""
CUP_S = 900.0
"""How long the matches of a round may take at most, on a machine that is busy otherwise."""


class Windows(NamedTuple):
    """Two people with a window each."""

    organiser: Page
    player: Page


def online_cup(windows: Windows, site: str) -> Mapping[str, Taken]:
    """Go through a cup, and return what it took: the whole, and its parts by name."""
    organiser, player = Organiser(windows.organiser), Traveller(windows.player)
    before = organiser.taken()
    _create(organiser)
    created = organiser.since(before)
    slug = windows.organiser.url.rsplit("/", 1)[-1]
    _enter_bots(organiser)
    windows.player.goto(f"/tournaments/{slug}")
    player.click(windows.player.get_by_role("button", name="Enter", exact=True))
    with programs(site) as others:
        for each in others:
            each.expect(200, each.http.post(f"/tournaments/{slug}/entrants", json={}))
        _begin(organiser)
        for number in range(1, ROUNDS + 1):
            organiser.press("Pair next round")
            # The draw waits for the chance that the player's browser adds.
            organiser.press("Review draft", role="link")
            organiser.press("Publish")
            with playing(others, slug, number):
                _play(player, slug)
                _wait_for(organiser, "Close round")
            organiser.press("Close round")
            organiser.press("Now", role="link")
    organiser.press("Finish tournament")
    organiser.press("View ranking", role="link")
    expect(windows.organiser.get_by_role("row")).to_have_count(PEOPLE + BOTS + 1)
    windows.player.goto(f"/tournaments/{slug}")
    expect(windows.player.get_by_role("heading", name="Podium")).to_be_visible()
    return {"": organiser.taken(), "create": created, "player": player.taken()}


def _create(organiser: Organiser) -> None:
    page = organiser.page
    organiser.press("New tournament", role="link")
    organiser.click(page.get_by_role("radio", name="Online"))
    organiser.click(page.get_by_role("radio", name=GAME))
    organiser.click(page.get_by_role("radio", name="People and bots"))
    organiser.type(page.get_by_label("Name", exact=True), "Cup of sixteen")
    organiser.type(page.get_by_label("Rounds", exact=True), str(ROUNDS))
    # There is no cup on the site without a clock: a choice without *none* is all that is offered.
    clocks = page.get_by_label("Time per decision").get_by_role("option").all_inner_texts()
    assert clocks
    assert not [each for each in clocks if re.search("no clock|none", each, re.IGNORECASE)]
    organiser.press("Create tournament")
    expect(page.get_by_role("heading", name="Cup of sixteen")).to_be_visible()


def _enter_bots(organiser: Organiser) -> None:
    page = organiser.page
    organiser.press("Open entry")
    organiser.press("Entrants", role="link")
    page.get_by_label("Bot", exact=True).select_option(BOT)
    organiser.clicks += 2
    organiser.type(page.get_by_label("How many", exact=True), str(BOTS))
    organiser.press("Add bots")
    expect(page.get_by_text(f"Taking part: {BOTS}")).to_be_visible()


def _begin(organiser: Organiser) -> None:
    organiser.press("Now", role="link")
    organiser.press("Close entry")
    expect(organiser.page.get_by_text(f"{PEOPLE + BOTS} players have entered.")).to_be_visible()
    organiser.press("Start tournament")


def _play(player: Traveller, slug: str) -> None:
    """Go to the own match and play it to its end."""
    page = player.page
    page.goto(f"/tournaments/{slug}")
    player.click(page.get_by_role("link", name="Go to your match", exact=True))
    expect(page.locator("#match")).to_be_attached()
    expect(page.locator('[data-zone="clock"]').first).to_be_attached()
    buttons, give_up = page.get_by_role("button", name=MOVES), time.monotonic() + CUP_S
    while page.locator("#match[data-status=live]").count():
        assert time.monotonic() < give_up, "the match does not end"
        page.wait_for_timeout(GLANCE_MS)
        choice = buttons.and_(page.locator(":visible:enabled"))
        if page.get_by_text("Your turn.", exact=True).is_visible() and choice.count():
            try:
                player.play(choice.first)
            except Error:
                continue  # The table has drawn itself anew under the finger; look again.


def _wait_for(organiser: Organiser, button: str) -> None:
    """Look at the console until what comes next is this."""
    give_up = time.monotonic() + CUP_S
    organiser.press("Now", role="link")
    main = organiser.page.get_by_role("main")
    while not main.get_by_role("button", name=button, exact=True).is_visible():
        assert time.monotonic() < give_up, f"no {button}"
        organiser.page.wait_for_timeout(STUCK_MS)
        organiser.page.reload()


@contextmanager
def programs(site: str) -> Iterator[Sequence[ApiPlayer]]:
    """Sign up those who play by programs; their connections are let go of at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(ApiPlayer(site, "cup"))) for _ in range(PEOPLE - 1)]


@contextmanager
def playing(players: Sequence[ApiPlayer], slug: str, number: int) -> Iterator[None]:
    """Have programs play their tables of a round in the background; raises what one meets."""
    over, faults = Signal(), list[BaseException]()

    def play() -> None:
        try:
            _play_on(players, f"/tournaments/{slug}/rounds/{number}", over)
        except BaseException as fault:  # noqa: BLE001 - The journey raises it.
            faults.append(fault)

    thread = Thread(target=play, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if faults:
        raise faults[0]


def _play_on(players: Sequence[ApiPlayer], round_: str, over: Signal) -> None:
    rng, matches = Random(8), dict[str, str]()
    while not over.wait(LOOK_S):
        if len(matches) < len(players):
            shown = players[0].expect(200, players[0].http.get(round_))
            matches = {
                seat["name"]: table["match"]
                for table in shown["tables"]
                for seat in table["seats"]
                if table["match"] and seat["name"] in {each.name for each in players}
            }
        for each in players:
            if each.name in matches:
                _move(each, matches[each.name], rng)


def _move(player: ApiPlayer, match: str, rng: Random) -> None:
    """Make a move if it is one's turn; somebody may have been faster."""
    seen = player.look(match)
    if seen["status"] == "live" and seen["legal_moves"]:
        answer = player.post_move(match, rng.choice(seen["legal_moves"]), seen["version"])
        assert answer.status_code in {201, 409}, answer.text
