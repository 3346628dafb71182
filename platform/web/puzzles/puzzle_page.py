"""A puzzle as its page shows it: the table that the player saw, and the answer after one's own.

Before that nobody is named and the match is not: who knows it could look the answer up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from msgspec import structs

from analyses.puzzles import FoundChoice, FoundPuzzle
from games.json_types import JsonMapping
from matches import redaction
from matches.answers import MatchShown
from matches.events import CATALOGUE
from puzzles import selectors
from puzzles.models import Puzzle
from puzzles.selectors import Position, Solver, Tally
from puzzles.services import Judged
from web.games.narration import GameText, People
from web.games.registry import language
from web.matches import log as match_log
from web.matches import match_page
from web.matches.log import LogLine
from web.matches.review import places
from web.matches.table import Status, TableContext, table

TOLD = 12
"""Lines of what came before that the page tells."""
EVENTS = 60
"""In so many events."""
BAR = 100
"""The width of the field of a bar, in its own units."""
SOLVERS_MAX = 20
NOBODY = {"bot": None, "is_bot": False, "timed_out": False}
"""What a seat shows before the answer: not even that a bot of this site sat there."""


class ChoiceShown(NamedTuple):
    """A legal move, and how it does beside the best one."""

    words: str
    behind: str
    """In places, with its interval where it has one; empty for the best."""
    width: float
    is_best: bool
    is_mine: bool
    is_made: bool
    """Whether the player did this."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The answer, for who has given theirs."""

    is_right: bool
    is_kept: bool
    """Whether the answer counts for an account; a stranger's does not."""
    best: str
    mine: str
    made: str
    player: str
    """Who decided it in the match, by the name that they go by now."""
    choices: Sequence[ChoiceShown]
    tally: Tally
    percent: int
    match: UUID
    at: int
    seat: int
    version: str
    worlds: int


@dataclass(frozen=True, kw_only=True)
class PuzzlePage:
    """What the page of a puzzle shows."""

    id: UUID
    game: str
    daily_on: date | None
    match: MatchShown
    status: Status
    before: Sequence[LogLine]
    """What had just happened, oldest first."""
    verdict: Verdict | None
    solvers: Sequence[Solver]
    solved: int
    """How many people have found the move on its day."""
    table: TableContext

    def context(self) -> dict[str, object]:
        """Return what the templates know by name."""
        return {
            "puzzle": self,
            "match": self.match,
            "status": self.status,
            "verdict": self.verdict,
            "in_puzzle": True,
            **vars(self.table),
        }


def puzzle_page(row: Puzzle, given: Judged | None, *, is_kept: bool) -> PuzzlePage:
    """Return what the page of a puzzle shows, after an answer or before; raises not_found."""
    there = selectors.position(row)
    people = _people(row, there, is_named=given is not None)
    shown = match_shown(row, there, people, is_over=given is not None)
    verdict = None if given is None else _verdict(row, there, given, people, is_kept=is_kept)
    return PuzzlePage(
        id=row.pk,
        game=row.game,
        daily_on=row.daily_on,
        match=shown,
        status=_status(verdict),
        before=_before(row, there, shown, people),
        verdict=verdict,
        solvers=selectors.table(row, SOLVERS_MAX),
        solved=selectors.solvers(row).count(),
        table=table(shown, there.view, [] if verdict else there.legal_moves, people),
    )


def _people(row: Puzzle, there: Position, *, is_named: bool) -> People:
    if is_named:
        return match_page.people_on(match_page.seats_of(row.match_id), there.seat)
    seats = range(there.match.seats_max)
    names = {seat: _("Seat %(number)s") % {"number": seat + 1} for seat in seats}
    return People(names, there.seat)


def match_shown(row: Puzzle, there: Position, people: People, *, is_over: bool) -> MatchShown:
    """Return the match as it stood, under the puzzle's id and without what tells it apart."""
    return structs.replace(
        there.match,
        id=str(row.pk),
        commitment="",
        seats=[
            structs.replace(
                each,
                player=people.name(each.seat),
                left=False,
                away=False,
                **({} if is_over else NOBODY),
            )
            for each in there.match.seats
        ],
        clocks=[],
        clock=None,
        result=None,
        paused=None,
        to_act=[] if is_over else list(there.rules.to_act(there.game)),
        status="live",
        my_seat=there.seat,
        version=0,
        view=there.view,
        legal_moves=there.legal_moves,
    )


def _status(verdict: Verdict | None) -> Status:
    if verdict is None:
        return Status(_("Find the best move."), mine=True, live=True)
    words = _("Right!") if verdict.is_right else _("Not the best move.")
    return Status(words, mine=False, live=True)


def _before(row: Puzzle, there: Position, shown: MatchShown, people: People) -> list[LogLine]:
    """Return what the player knew to have happened, in the game alone."""
    then, events = there.recording.at(row.at), there.recording.events[: row.at][-EVENTS:]
    of_game = [event for event in events if event.type not in CATALOGUE]
    lines = redaction.EventLines(then, of_game, there.seat)
    return match_log.lines(shown, lines, people, most=TOLD)


def _verdict(
    row: Puzzle, there: Position, given: Judged, people: People, *, is_kept: bool
) -> Verdict:
    key, words = selectors.answer_key(row), language(row.game, there.match.dataset)
    tally = selectors.tally(row)
    return Verdict(
        is_right=given.is_right,
        is_kept=is_kept,
        best=words.describe_move(key.best, people),
        mine=words.describe_move(given.move, people),
        made=words.describe_move(key.made, people),
        player=people.name(row.seat),
        choices=_choices(key, given.move, words, people),
        tally=tally,
        percent=round(100 * tally.right / tally.answered) if tally.answered else 0,
        match=row.match_id,
        at=row.at,
        seat=row.seat,
        version=row.version,
        worlds=key.worlds,
    )


def _choices(
    key: FoundPuzzle, mine: JsonMapping, words: GameText, people: People
) -> list[ChoiceShown]:
    most = max(each.behind for each in key.choices) or 1.0

    def shown(each: FoundChoice) -> ChoiceShown:
        is_best = each.move == key.best
        return ChoiceShown(
            words=words.describe_move(each.move, people),
            behind="" if is_best else f"\N{MINUS SIGN}{places(each.behind, each.se)}",
            width=round(BAR * each.behind / most, 1),
            is_best=is_best,
            is_mine=each.move == mine,
            is_made=each.move == key.made,
        )

    return [shown(each) for each in sorted(key.choices, key=lambda each: each.behind)]
