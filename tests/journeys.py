"""Ways through the site as people go them: things are found by role and name, steps are counted."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from playwright.sync_api import Error, Locator, Page, expect

CARD = re.compile(r"^(Pick|Play) (red|yellow|green|blue|purple|gray) \d")
"""What a card of Stick 'Em that may be played says it does."""
OVER = re.compile("again|another", re.IGNORECASE)
"""What the button of a match that is over offers."""
MATCH_S = 400.0
"""How long a match of one round may take at most."""
LESSONS: dict[str, Sequence[str]] = {
    "stick-em": ("Pick red 2", "Play purple 2", "Play purple 4", "Play blue 0", "Play green 2"),
    "sticky-fingers": (
        *("token at the City", "token at the Villa", "token at the Harbour"),
        *("pliers: choose how", "Take pliers and welding torch", "Steal card"),
        *("painting 2: choose how", "Sell painting 2 to the fence for painting, painting"),
    ),
    "second-story": (
        *("Thorough job", "Enter one more house", "Quick job", "Take suns"),
        *("Go home", "Thorough job", "Go home"),
    ),
    "pickpocket": (
        *("Draw from the bag", "Leave with 11"),
        *("Play purse, key and vial", "Play purse and key", "Play key and vial"),
    ),
}
"""What somebody presses who does what the words of each lesson say."""
GLANCE_MS = 400
"""How long somebody looks before they press: a new choice takes no press at once."""
STUCK_MS = 3000


class Taken(NamedTuple):
    """What a journey took."""

    clicks: int
    keystrokes: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.clicks} clicks, {self.keystrokes} keystrokes, {self.seconds:.0f} s"


class Traveller:
    """Somebody with a window, whose clicks and keystrokes are counted from the first page on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.keystrokes = 0
        self.touches = bool(page.evaluate("navigator.maxTouchPoints > 0"))
        self._begun = time.monotonic()

    def click(self, target: Locator) -> None:
        """Click what a person sees, or tap on it."""
        expect(target).to_be_visible()
        self._press(target)

    def write(self, field: Locator, text: str) -> None:
        """Type into a field that a person sees, a keystroke a character."""
        expect(field).to_be_visible()
        field.fill(text)
        self.keystrokes += len(text)

    def choose(self, field: Locator, label: str) -> None:
        """Choose from a list: one press opens it, another one takes the choice."""
        expect(field).to_be_visible()
        field.select_option(label=label)
        self.clicks += 2

    def play(self, card: Locator) -> None:
        """Play a card: by a click, or by a touch that lifts it and a second one."""
        self._press(card, patience_ms=STUCK_MS)
        if self.touches:
            self._press(card, patience_ms=STUCK_MS)

    def _press(self, target: Locator, patience_ms: float | None = None) -> None:
        press = target.tap if self.touches else target.click
        press(timeout=patience_ms)
        self.clicks += 1

    def taken(self) -> Taken:
        """Return what the journey has taken so far."""
        return Taken(self.clicks, self.keystrokes, time.monotonic() - self._begun)


def first_match(page: Page) -> Taken:
    """Go from the first page to the end of a first match by what a stranger sees."""
    somebody = Traveller(page)
    somebody.click(page.get_by_role("button", name="Deal me in", exact=True))
    end = page.get_by_role("button", name=OVER)
    mine = page.get_by_text("Your turn.", exact=True)
    give_up = time.monotonic() + MATCH_S
    while not end.is_visible():
        if time.monotonic() > give_up:
            message = f"the match has not ended after {somebody.taken()}"
            raise AssertionError(message)
        page.wait_for_timeout(GLANCE_MS)
        if mine.is_visible():
            _play_a_card(somebody, mine)
    return somebody.taken()


def rematch(seated: Sequence[Page]) -> Taken:
    """Ask for another match with everybody who looks at the end of one, until all sit there."""
    travellers = [Traveller(page) for page in seated]
    over = seated[0].url
    for somebody in travellers:
        somebody.click(somebody.page.get_by_role("button", name="Yes, another one", exact=True))
    for page in seated:
        expect(page).not_to_have_url(over)
        expect(page.locator("#match[data-status=live]")).to_be_visible()
    assert len({page.url for page in seated}) == 1
    clicks = sum(somebody.clicks for somebody in travellers)
    return Taken(clicks, 0, travellers[0].taken().seconds)


class Parties(NamedTuple):
    """Who takes part in a case, each with a window."""

    reporter: Page
    reported: Page
    judge: Page
    second_judge: Page
    name: str
    """Of who is reported."""
    password: str


def report_decision_appeal(parties: Parties) -> Taken:
    """Report somebody, ban them, appeal, lift the ban: all that the four of them do."""
    everybody = [Traveller(each) for each in parties[:4]]
    reporter, reported, judge, second = everybody
    page = parties.reporter
    page.goto(f"/players/{parties.name}")
    reporter.click(page.get_by_role("link", name=f"Report {parties.name}"))
    reporter.choose(page.get_by_label("Why?"), "Harassing people")
    reporter.write(page.get_by_label("What happened?"), "Insults me.")
    reporter.click(page.get_by_role("button", name="Send the report"))
    expect(page.get_by_text("The site's staff will look at it").first).to_be_visible()

    _open_case(judge, parties.name)
    judge.click(parties.judge.get_by_role("link", name="Decide", exact=True))
    judge.choose(parties.judge.get_by_label("What is done"), "ban: the account is closed")
    judge.choose(parties.judge.get_by_label("Why, as both sides"), "harassment")
    judge.write(parties.judge.get_by_label("For how many days"), "7")
    judge.write(parties.judge.get_by_label("Reason", exact=True), "insults")
    _apply(judge)

    _sign_in(reported, parties)
    expect(parties.reported.get_by_text("Your account is closed")).to_be_visible()
    reported.write(parties.reported.get_by_label("Why should the decision"), "It was a joke.")
    reported.click(parties.reported.get_by_role("button", name="Appeal"))
    expect(parties.reported.get_by_text("Your appeal has been sent.")).to_be_visible()

    _open_case(second, parties.name)
    second.click(parties.second_judge.get_by_role("link", name="Decide the appeal"))
    second.choose(parties.second_judge.get_by_label("The decision"), "is lifted")
    second.write(parties.second_judge.get_by_label("Reason", exact=True), "a joke")
    _apply(second)

    _sign_in(reported, parties)
    expect(parties.reported.get_by_role("link", name="News from the staff")).to_be_visible()
    clicks = sum(each.clicks for each in everybody)
    keystrokes = sum(each.keystrokes for each in everybody)
    return Taken(clicks, keystrokes, reporter.taken().seconds)


def _open_case(staff: Traveller, name: str) -> None:
    staff.page.goto("/admin/moderation/case/")
    staff.click(staff.page.get_by_role("link", name=name, exact=True).first)


def _apply(staff: Traveller) -> None:
    """Look at the preview, then apply it."""
    staff.click(staff.page.get_by_role("button", name="Preview"))
    expect(staff.page.get_by_role("region", name="Preview")).to_be_visible()
    staff.click(staff.page.get_by_role("button", name="Apply"))
    expect(staff.page.get_by_role("button", name="Apply")).to_have_count(0)


def _sign_in(somebody: Traveller, parties: Parties) -> None:
    page = somebody.page
    page.goto("/sign-in")
    somebody.write(page.get_by_label("Name"), parties.name)
    somebody.write(page.get_by_label("Password"), parties.password)
    somebody.click(page.get_by_role("main").get_by_role("button", name="Sign in"))


def lesson(page: Page, game: str, look: Callable[[], object] = lambda: None) -> Taken:
    """Take the lesson of a game from its page to the end, and look around at each step."""
    learner = Traveller(page)
    learner.click(page.get_by_role("link", name="Learn it in 5 minutes"))
    step = page.get_by_role("region", name=re.compile(r"^Step \d"))
    end = page.get_by_role("button", name="Play against bots")
    told = iter(LESSONS[game])
    step.wait_for()
    while not end.is_visible():
        look()
        before = step.get_attribute("aria-label") or ""
        learner.click(_asked(page, told))
        choices = page.get_by_role("dialog")
        if choices.is_visible():
            learner.click(_asked(choices, told))
        expect(step).not_to_have_attribute("aria-label", before)
    assert next(told, None) is None
    return learner.taken()


def _asked(where: Page | Locator, told: Iterator[str]) -> Locator:
    """Return what leads on: *Next* where a step only tells something, else what it asks for."""
    onward = where.get_by_role("link", name="Next", exact=True)
    return onward if onward.is_visible() else where.get_by_role("button", name=next(told))


def _play_a_card(somebody: Traveller, mine: Locator) -> None:
    """Click the first card that may be played, if the table does not make the move by itself."""
    cards = somebody.page.get_by_role("button", name=CARD)
    if not cards.count():
        return
    try:
        somebody.play(cards.first)
    except Error:
        return  # The table has drawn itself anew under the finger; look again.
    try:
        expect(mine).to_be_hidden(timeout=STUCK_MS)
    except AssertionError:
        return  # The press was too early, or the trick came round; look again.
