"""A match as its page shows it: who sits, whose turn it is, the table, the log, what one may do."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches import lobby, selectors
from matches.answers import MatchShown, ResultShown
from matches.models import Match, Seat
from ratings import visibility as ladder_sight
from ratings.models import Ladder
from tournaments import visibility as tournament_sight
from tournaments.models import Tournament
from transparency import identity
from web import bot_names
from web.games.glance import glance_of
from web.games.narration import People
from web.games.registry import ends_of
from web.games.sheets import Events
from web.matches import ends, hints, luck, rematches, review, talk
from web.matches.company import Company, company
from web.matches.ends import Ends
from web.matches.hints import Hints
from web.matches.log import Log, LogLine, lines, log
from web.matches.possibilities import Possibilities, possibilities
from web.matches.readiness import ready_words
from web.matches.rematches import Rematch, RematchSeat
from web.matches.table import Status, TableContext, table
from web.words import turns_wording

LOG_EVENTS = 60
"""How far back the log beside the table goes; the replay has all of it."""


class About(NamedTuple):
    """What a match's page shows that is the same at each of its versions."""

    row: Match
    seat_rows: list[Seat]
    ladder: Ladder | None
    tournament: Tournament | None
    elsewhere: int
    """At how many other matches the reader has to move."""
    talk: talk.Talk
    company: Company


class Wish(NamedTuple):
    """What some at the table wish and not all."""

    words: str
    act: str | None
    """The act by which the reader agrees, who has not yet."""


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """What the page of a match shows."""

    match: MatchShown
    about: About
    status: Status
    hints: Hints
    glance: Sequence[str]
    ends: Ends
    log: Log
    table: TableContext
    votes: Sequence[Wish]
    possibilities: Possibilities
    rematch: Rematch | None
    rematch_seats: Sequence[RematchSeat]
    ready: str
    """Who has gone on from what has just ended, in words."""
    luck_line: luck.LuckLine | None

    def context(self) -> dict[str, object]:
        """Return what the templates know by name."""
        return {
            "match": self.match,
            "status": self.status,
            "hints": self.hints,
            "glance": self.glance,
            "votes": self.votes,
            "keeps_receipts": self.match.my_seat is not None and identity.is_kept(),
            "has_earlier": self.match.version > LOG_EVENTS,
            "ladder": self.about.ladder,
            "tournament": self.about.tournament,
            "talk": self.about.talk,
            "company": self.about.company,
            "elsewhere": self.about.elsewhere,
            "elsewhere_words": turns_wording(self.about.elsewhere, is_elsewhere=True),
            "rematch": self.rematch,
            "rematch_seats": self.rematch_seats,
            "ready": self.ready,
            "luck": self.luck_line,
            "review_seat": self.match.my_seat if review.is_offered(self.match) else None,
            **vars(self.ends),
            **vars(self.log),
            **vars(self.table),
            **vars(self.possibilities),
        }

    def without(self, closed: str) -> "MatchPage":
        """Return the same without the sheet that its reader has closed by its link."""
        return replace(self, ends=self.ends.without(closed))


def match_page(match_id: UUID, account: UUID | None) -> MatchPage:
    """Return what the page of a match shows an account; raises not_found.

    Everything comes from what the API would answer the account (`matches.selectors`).
    """
    page = selectors.match_page(match_id, account)
    since = max(0, page.version - LOG_EVENTS)
    events = selectors.history(match_id, account, since=since).events
    return page_at(page, events, account, about(match_id, account))


def about(match_id: UUID, account: UUID | None) -> About:
    """Return what surrounds a match."""
    fields = ("opened_by", "start", "visibility", "ladder_id", "table_id", "status", "ended_at")
    row = Match.objects.only(*fields).get(id=match_id)
    seat_rows = seats_of(match_id)
    ladder, tournament = _ladder(row, account), _tournament(row, account)
    here = _elsewhere(match_id, account)
    said, people = talk.talk(row, account), company(row, seat_rows, account)
    return About(row, seat_rows, ladder, tournament, here, said, people)


def page_at(page: MatchShown, events: Events, account: UUID | None, around: About) -> MatchPage:
    """Return what the page shows of a match as it is at some version, with its last events."""
    people = people_on(around.seat_rows, page.my_seat)
    match = around.row.id
    marks = selectors.versions_of(match, ends_of(page.game).types, until=page.version)
    ended = ends.ends_of_moment(ends.Moment(match, account, page, events, marks, people))
    log_lines = lines(page, events, people)
    rematch = _rematch(page, account, around)
    return MatchPage(
        match=page,
        about=around,
        status=status(page, people, log_lines),
        hints=hints.hints_of(page),
        glance=glance(page, people),
        ends=ended,
        log=log(log_lines, ended.chapters),
        table=table(page, page.view, [] if page.paused else page.legal_moves, people),
        votes=votes(page, people),
        possibilities=possibilities(page, account, around.row),
        rematch=rematch,
        rematch_seats=rematches.rematch_seats(rematch, people) if rematch else (),
        ready=ready_words(match, page, ended.ended.version, people) if ended.ended else "",
        luck_line=luck.line(page, account),
    )


def _elsewhere(match_id: UUID, account: UUID | None) -> int:
    waiting = lobby.turns(account) if account else []
    return sum(seat.match_id != match_id for seat in waiting)


def glance(page: MatchShown, people: People) -> list[str]:
    """Return the table in words; nothing before the start."""
    tell = glance_of(page.game)
    return [] if tell is None or page.view is None else tell(page.view, people)


def _rematch(page: MatchShown, account: UUID | None, around: About) -> Rematch | None:
    if account is None or not rematches.may_follow(around.row, page):
        return None
    return rematches.rematch(around.row.id, account)


def people_of(match_id: UUID, me: int | None) -> People:
    """Return who sits where, by the names that they go by now."""
    return people_on(seats_of(match_id), me)


def seats_of(match_id: UUID) -> list[Seat]:
    """Return the seats of a match, with whoever sits there."""
    return list(Seat.objects.filter(match=match_id).select_related("account", "match"))


def people_on(seat_rows: Sequence[Seat], me: int | None) -> People:
    """Return who sits on seats, by the names that they go by now."""
    names = {seat_row.seat: bot_names.player_name(seat_row) for seat_row in seat_rows}
    renamed = {seat_row.player: names[seat_row.seat] for seat_row in seat_rows if not seat_row.bot}
    return People(names, me, renamed)


def status(page: MatchShown, people: People, log_lines: Sequence[LogLine]) -> Status:
    """Return in words whose turn it is, how the match ended, or what a move has just set off."""
    if page.status == "open" and page.chance and page.chance.beacon:
        words = _(
            "All seats are taken. The cards are dealt with the next public random number, in a few"
            " seconds."
        )
    elif page.status == "open" and len(page.seats) == page.seats_max:
        words = _("All seats are taken: the match is about to begin.")
    elif page.status == "open":
        words = _("Waiting for players.")
    elif page.result is not None and page.status == "void":
        words = _("This match was called off: %(reason)s.") % {"reason": page.result.reason}
    elif page.result is not None and page.status == "finished":
        words = _("The match is over. %(winner)s") % {"winner": winner(page.result, people)}
    elif page.paused:
        words = _("The match is paused; no clocks are running.")
    elif page.my_seat in page.to_act:
        words = _("Your turn.")
    elif not page.to_act and log_lines:
        words = log_lines[-1].words
    else:
        words = _("Waiting for %(names)s.") % {"names": people.names(page.to_act)}
    playing = page.status == "live" and not page.paused
    mine = playing and page.my_seat in page.to_act
    return Status(words, mine, page.status == "live")


WISHES = {
    "abort": ("vote", gettext_lazy("Wants to call the match off: %(names)s.")),
    "pause": ("pause", gettext_lazy("Wants to pause: %(names)s.")),
    "resume": ("resume", gettext_lazy("Wants to resume: %(names)s.")),
}
"""What people at a table may agree on: the act by which one joins in, and who wishes it."""


def votes(page: MatchShown, people: People) -> list[Wish]:
    """Return what some at the table wish and not all; with the act by which the reader agrees."""
    wishes = []
    for what, seats in page.votes.items():
        act, words = WISHES[what]
        is_asked = page.my_seat is not None and page.my_seat not in seats
        names = people.names(seats)
        wishes.append(Wish(words % {"names": names}, act if is_asked else None))
    return wishes


def winner(result: ResultShown, people: People) -> str:
    """Return who is placed first, in a sentence."""
    first = [seat for seat, place in enumerate(result.placings or ()) if place == 1]
    if len(first) > 1:
        return _("%(names)s share first place.") % {"names": people.names(first)}
    return _("%(name)s has won.") % {"name": people.name(first[0])}


def _tournament(row: Match, account: UUID | None) -> Tournament | None:
    """Return the tournament that a match is played for, if the reader may know of it."""
    if row.table_id is None:
        return None
    rows = Tournament.objects.filter(tournament_sight.seen_by(account), tables=row.table_id)
    return rows.only("slug", "name").first()


def _ladder(row: Match, account: UUID | None) -> Ladder | None:
    """Return the ladder that a match counts on, if the reader may know of it."""
    if row.ladder_id is None:
        return None
    return ladder_sight.visible(account).filter(id=row.ladder_id).first()
