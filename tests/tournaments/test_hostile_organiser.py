"""An organiser who draws a round again until it pleases: what a thousand redraws bring.

The organiser wants entrant 1 to meet weak opponents: those with high seed numbers. Of 24 entrants
in pods of four the mean seed number of three opponents is 13 where nobody chose.
"""

import hashlib
from statistics import fmean
from uuid import UUID

import pytest

from games.fair_draws import Links
from tournaments import drawing, folds, proposals, stage_plan, stage_queries
from tournaments import events as e
from tournaments.draw_facts import Occasion
from tournaments.formats.core import Pairing
from tournaments.formats.pods import Pods
from tournaments.state import TournamentState

ENTRANTS = 24
REDRAWS = 1000
FRESH = 150
"""Draws without a chain, of which each has to be paired."""
EVEN = 13.0
SETTINGS = {
    "game": "stick-em",
    "play": "reported",
    "points": "normalised",
    "tiebreaks": [],
    "table": {"min": 4, "target": 4, "max": 4},
    "stages": [{"format": "pods", "options": {"rounds": 3}, "take": None}],
}


def opponents(pairing: Pairing) -> float:
    """Return the mean seed number of those whom entrant 1 meets."""
    (table,) = (each for each in pairing.tables if 1 in each)
    return fmean(each for each in table if each != 1)


class Cup:
    """A tournament in memory, and its organiser."""

    def __init__(self, number: int) -> None:
        self.state = state = TournamentState(UUID(int=number))
        self.seen: dict[str, float] = {}
        secret = hashlib.sha256(f"well {number}".encode()).digest()
        self.links = Links(secret, str(state.id), 1 << 10)
        created = e.TournamentCreated(
            settings=SETTINGS, owner=str(UUID(int=1)), well="", anchor=self.links.anchor.hex()
        )
        # What binds to the deals is looked at elsewhere.
        folds.evolve(state, created)
        state.draws.bind("well", self.links.anchor.hex())
        for each in range(1, ENTRANTS + 1):
            folds.evolve(
                state,
                e.EntrantRegistered(
                    entrant=each,
                    name=f"p{each}",
                    account=None,
                    bot=None,
                    rating=0,
                    waiting=False,
                    late=False,
                ),
            )
        field = list(range(1, ENTRANTS + 1))
        folds.evolve(state, e.TournamentStarted(lots=field, random_seed=""))
        folds.evolve(state, e.StageStarted(stage=0, entrants=field))

    def show(self) -> str:
        """Draw for the round as the command does, and return the value."""
        occasion = Occasion("pairing", 1)
        shown = drawing.stands(self.state, occasion)
        if shown is None:
            link = self.links[self.state.draws.count + 1]
            shown = drawing.next_draw(self.state, occasion, link)
            folds.evolve(self.state, shown)
        return shown.value

    def draw(self) -> float:
        """Pair the round, and return whom entrant 1 would meet."""
        value = self.show()
        if value not in self.seen:
            self.seen[value] = opponents(self.paired(bytes.fromhex(value)))
        return self.seen[value]

    def paired(self, value: bytes) -> Pairing:
        stage = stage_queries.stage_of(self.state, value)
        return proposals.around_booked(self.state, stage, stage_plan.format_of(self.state, 0).pair)


def test_a_thousand_redraws_gain_nothing_for_a_chosen_player() -> None:
    first, last, counted = [], [], []
    for number in range(1, 7):
        cup = Cup(number)
        drawn = [cup.draw() for _ in range(REDRAWS if number == 1 else 20)]
        first.append(drawn[0])
        last.append(drawn[-1])
        counted.append(cup.state.draws.count)
        assert len(set(drawn[1:])) == 1

    assert counted == [2] * 6
    assert abs(fmean(first) - EVEN) < 4
    assert abs(fmean(last) - EVEN) < 4


def changed(cup: Cup, number: int) -> None:
    """Change what the staff may set as it likes, and what is no business of entrant 1."""
    low = 2 + number % (ENTRANTS - 2)
    folds.evolve(
        cup.state, e.PairKeptApart(first=low, second=low + 1, lifted=bool(number // 22 % 2))
    )
    folds.evolve(cup.state, e.PenaltyGiven(entrant=low, units=1))
    bye = e.ByeBooked(round=1, entrant=low, units=number % 2, lifted=number % 3 > 0)
    folds.evolve(cup.state, bye)
    options = {"rounds": 3, "tables": number}
    settings = {**SETTINGS, "table": {"min": 3, "target": 4, "max": 4 + number % 2}}
    settings["stages"] = [{"format": "pods", "options": options, "take": None}]
    folds.evolve(cup.state, e.SettingsChanged(settings=settings))


def test_grounds_that_the_organiser_can_make_bring_no_other_draw() -> None:
    cup = Cup(3)
    cup.show()
    second = None
    for number in range(REDRAWS):
        changed(cup, number)
        value = cup.show()
        second = second or value
        assert value == second
    folds.evolve(cup.state, e.SettingsChanged(settings=SETTINGS))

    assert cup.show() == second
    assert cup.state.draws.count == 2


def test_who_comes_and_goes_recalls_no_draw_that_was_liked() -> None:
    cup = Cup(4)
    seen = []
    for number in range(40):
        change = e.EntrantDropped(entrant=2) if number % 2 else e.EntrantReadded(entrant=2)
        folds.evolve(cup.state, change)
        seen.append(cup.show())

    # One for each field, and the one redraw that the plan allows.
    assert cup.state.draws.count == 3
    assert len({*seen[3:]}) == 2


@pytest.mark.more
def test_without_a_chain_fresh_draws_bring_weak_opponents() -> None:
    cup = Cup(1)
    stage = stage_queries.stage_of(cup.state)
    best = max(
        opponents(Pods().pair(type(stage)(**{**vars(stage), "seed": _fresh(each)})))
        for each in range(FRESH)
    )

    assert best > 19


def _fresh(number: int) -> bytes:
    return hashlib.sha256(f"fresh {number}".encode()).digest()


def test_every_draw_that_is_made_again_is_called_so() -> None:
    cup = Cup(9)
    for _ in range(5):
        cup.draw()

    assert [(each.drawn, each.unforced) for each in cup.state.draws.shown] == [
        (1, False),
        (2, True),
    ]
