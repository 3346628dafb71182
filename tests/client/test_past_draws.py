"""A client that was left off the roll of a draw says so once the site lists the draw."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import structs

from cutpurse.client.chance import Shares
from cutpurse.client.errors import ProblemError, Refusal
from cutpurse.client.listening import Listening
from cutpurse.client.past_draws import DrawAsked, PastDraws
from tests.client.test_seal_key import asked, sealed

LEFT_OUT = "left this program's chance out"


class Site:
    """What a site lists of a tournament, in which a program is entrant 1."""

    def __init__(self) -> None:
        self.draws: list[dict[str, Any]] = []
        self.presence = "entered"
        self.asked: list[str] = []

    def read(self, path: str) -> Mapping[str, Any]:
        self.asked.append(path)
        if path == "/tournaments/cup/draws":
            return {"draws": self.draws}
        if path == "/tournaments/cup":
            return {"entrants": [{"entrant": 1, "presence": self.presence}]}
        raise ProblemError(Refusal("not_found", 404, "There is no such tournament.", {}, [], ""))

    def has_drawn(self, **more: Any) -> None:
        number = len(self.draws) + 1
        self.draws.append({"draw": number, "at": "2026-11-27T12:00:00.000Z", **more})


class Program:
    """A program that has promised its share of the first draw, and hears its account."""

    def __init__(self, site: Site, tournament: str = "cup") -> None:
        self.shares, self.listening = Shares(bytes(32)), Listening()
        self.draws = PastDraws(self.shares, self.listening, site.read)
        self.ask = DrawAsked(tournament, 1, 1, asked(None))
        self.listening.note_line()
        self.draws.add(self.ask)
        self.promise = self.shares.promise(asked(None), 1, "11" * 32)
        self.shares.note_held(asked(None), 1)

    def is_asked_for_the_next(self) -> None:
        self.draws.add(self.ask._replace(draw=2, asked=structs.replace(asked(None), deal="next")))


def test_the_next_ask_shows_that_a_draw_was_made_without_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    site = Site()
    program = Program(site)
    site.has_drawn(added=[2, 3])
    for _ in range(2):
        program.is_asked_for_the_next()

    assert caplog.text.count(LEFT_OUT) == 1
    assert program.promise in caplog.text
    assert "chance added by 2, 3" in caplog.text


def test_a_draw_of_a_draft_is_told_once_it_is_listed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    site = Site()
    program = Program(site)
    program.is_asked_for_the_next()
    assert caplog.text == "", "its round is a draft"
    site.has_drawn(added=[3])
    program.draws.look_back()

    assert "chance added by 3" in caplog.text


def test_a_draw_that_the_site_made_alone_accuses_nobody(caplog: pytest.LogCaptureFixture) -> None:
    site = Site()
    program = Program(site)
    site.has_drawn()
    program.is_asked_for_the_next()

    assert caplog.text == ""


def test_what_is_drawn_while_it_plays_accuses_nobody(caplog: pytest.LogCaptureFixture) -> None:
    site = Site()
    program = Program(site)
    program.draws.look_back()
    site.has_drawn(added=[2])
    program.is_asked_for_the_next()

    assert caplog.text == ""


@pytest.mark.parametrize("listed", [{"added": [1, 2]}, {"added": [2], "withheld": [[1]]}])
def test_who_was_on_the_roll_was_not_left_out(
    caplog: pytest.LogCaptureFixture, listed: dict[str, Any]
) -> None:
    site = Site()
    program = Program(site)
    site.has_drawn(**listed)
    program.is_asked_for_the_next()

    assert caplog.text == ""


def test_who_has_shown_a_share_asks_for_nothing() -> None:
    site = Site()
    program = Program(site)
    seal = sealed(Shares(bytes(32))).rpartition("0=")[0] + f"1={program.promise}\n"
    program.shares.show(asked(seal), 1)
    site.has_drawn(added=[1])
    program.is_asked_for_the_next()

    assert site.asked == []


def test_who_has_left_the_tournament_accuses_nobody(caplog: pytest.LogCaptureFixture) -> None:
    site = Site()
    program = Program(site)
    site.presence = "dropped"
    site.has_drawn(added=[2])
    program.draws.look_back()

    assert caplog.text == ""


def test_who_has_not_heard_the_site_all_the_time_accuses_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    site = Site()
    program = Program(site)
    program.listening.note_cut()
    program.listening.note_line()
    site.has_drawn(added=[2])
    program.is_asked_for_the_next()

    assert caplog.text == ""


def test_a_tournament_that_is_gone_accuses_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    site = Site()
    program = Program(site, "gone")
    program.draws.look_back()

    assert caplog.text == ""
    assert site.asked == ["/tournaments/gone/draws"]
