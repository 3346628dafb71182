"""A match as its page shows it: who sits, whose turn it is, the table, the log, what one may do."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches import lobby, selectors
from matches.models import Match, Seat
from matches.services import invitations
from matches.state import OVER, Data, Status
from ratings import visibility as ladder_sight
from ratings.models import Ladder
from tournaments import visibility as tournament_sight
from tournaments.models import Tournament
from web import bot_names
from web.games.chapters import Chapter, grouped
from web.games.core import Offers
from web.games.glance import glance_of
from web.games.narration import People
from web.games.registry import ends_of, language, table_of
from web.games.shared_events import describe_event
from web.matches import ends, hints, players, rematches, talk
from web.words import turns_wording

LOG_EVENTS = 60
"""How far back the log beside the table goes; the replay has all of it."""

Context = dict[str, Any]


class About(NamedTuple):
    """What a match's page shows that is the same at each of its versions."""

    row: Match
    chairs: list[Seat]
    ladder: Ladder | None
    tournament: Tournament | None
    elsewhere: int
    """At how many other matches the reader has to move."""
    talk: talk.Talk


def match_context(match_id: UUID, account: UUID | None) -> Context:
    """Return what the page of a match shows an account; raises not_found.

    Everything comes from what the API would answer the account (`matches.selectors`).
    """
    page = selectors.match_page(match_id, account)
    since = max(0, page["version"] - LOG_EVENTS)
    events = selectors.history(match_id, account, since=since).events
    return moment_context(page, events, account, about(match_id, account))


def about(match_id: UUID, account: UUID | None) -> About:
    """Return what surrounds a match."""
    fields = ("opened_by", "start", "visibility", "ladder_id", "table_id", "status", "ended_at")
    row = Match.objects.only(*fields).get(id=match_id)
    chairs = list(Seat.objects.filter(match=match_id).select_related("account"))
    ladder, tournament = _ladder(row, account), _tournament(row, account)
    here = _elsewhere(match_id, account)
    return About(row, chairs, ladder, tournament, here, talk.talk(row, account))


def moment_context(
    page: Data, events: Sequence[Data], account: UUID | None, around: About
) -> Context:
    """Return what the page shows of a match that it knows at some version, with its last events."""
    people = _people(around.chairs, page["my_seat"])
    moment = ends.Moment(around.row.id, account, page, events, people)
    ended = ends.ends_context(moment)
    told = lines(page, events, people)
    return {
        "match": page,
        **ended,
        "status": status(page, people, told),
        "hints": hints.hints_of(page),
        "glance": glance(page, people),
        **log(told, ended["chapters"]),
        "has_earlier": page["version"] > LOG_EVENTS,
        **table(page, page["view"], [] if page["paused"] else page["legal_moves"], people),
        "votes": votes(page, people),
        **standing(page),
        "elsewhere": around.elsewhere,
        "talk": around.talk,
        "elsewhere_words": turns_wording(around.elsewhere, is_elsewhere=True),
        **available_actions(page, account, around),
        **_rematch(page, account, around, people),
    }


def _elsewhere(match_id: UUID, account: UUID | None) -> int:
    waiting = lobby.turns(account) if account else []
    return sum(seat.match_id != match_id for seat in waiting)


def glance(page: Data, people: People) -> list[str]:
    """Return the table in words; nothing before the start."""
    tell = glance_of(page["game"])
    return [] if tell is None or page["view"] is None else tell(page["view"], people)


def _rematch(page: Data, account: UUID | None, around: About, people: People) -> Context:
    """Return who wants another match; nothing for whom nobody asks."""
    if account is None or not rematches.may_follow(around.row, page):
        return {}
    return rematches.rematch_context(around.row.id, account, people)


def people_of(match_id: UUID, me: int | None) -> People:
    """Return who sits where, by the names that they go by now."""
    return _people(list(Seat.objects.filter(match=match_id).select_related("account")), me)


def _people(chairs: Sequence[Seat], me: int | None) -> People:
    names = {chair.seat: bot_names.player_name(chair) for chair in chairs}
    renamed = {chair.player: names[chair.seat] for chair in chairs if not chair.bot}
    return People(names, me, renamed)


def _open_hands(page: Data, view: Data | None) -> list[list[SafeString]]:
    """Return the hands that lie open beneath the plates; none while they are hidden."""
    return [] if view is None else ends_of(page["game"]).hands(view)


def table(
    page: Data, view: Data | None, moves: Sequence[Mapping[str, Any]], people: People
) -> Context:
    """Return the drawing of a view and the moves in it; the scene is None before the start."""
    words = language(page["game"], page["dataset"])
    offers = Offers(moves, words, people)
    drawn = table_of(page["game"])
    scene = None if view is None else drawn.draw(view, offers, people)
    everybody = players.players(page, people, scene, _open_hands(page, view))
    own, opponents = players.clockwise(everybody)
    return {
        "scene": scene,
        "table": scene.table if scene else None,
        "template": drawn.template,
        "plate_template": drawn.plate,
        "styles": drawn.styles,
        "script": drawn.script,
        "players": everybody,
        "own": own,
        "opponents": opponents,
        "own_hand": people.me is not None and scene is not None,
        "offers": offers,
    }


def status(page: Data, people: People, told: Sequence[Context]) -> Context:
    """Return in words whose turn it is, how the match ended, or what a move has just set off."""
    if page["status"] == Status.OPEN:
        words = _("Waiting for players.")
    elif page["status"] == Status.VOID:
        words = _("This match was called off: %(reason)s.") % {"reason": page["result"]["reason"]}
    elif page["status"] == Status.FINISHED:
        words = _("The match is over. %(winner)s") % {"winner": winner(page, people)}
    elif page["paused"]:
        words = _("The match is paused; no clocks are running.")
    elif page["my_seat"] in page["to_act"]:
        words = _("Your turn.")
    elif not page["to_act"] and told:
        words = told[-1]["words"]
    else:
        words = _("Waiting for %(names)s.") % {"names": people.names(page["to_act"])}
    playing = page["status"] == Status.LIVE and not page["paused"]
    mine = playing and page["my_seat"] in page["to_act"]
    return {"words": words, "mine": mine, "live": page["status"] == Status.LIVE}


WISHES = {
    "abort": ("vote", gettext_lazy("Wants to call the match off: %(names)s.")),
    "pause": ("pause", gettext_lazy("Wants to pause: %(names)s.")),
    "resume": ("resume", gettext_lazy("Wants to resume: %(names)s.")),
}
"""What people at a table may agree on: the act by which one joins in, and who wishes it."""


def votes(page: Data, people: People) -> list[Context]:
    """Return what some at the table wish and not all; with the act by which the reader agrees."""
    wishes = []
    for what, seats in page["votes"].items():
        act, words = WISHES[what]
        is_asked = page["my_seat"] is not None and page["my_seat"] not in seats
        names = people.names(seats)
        wishes.append({"words": words % {"names": names}, "act": act if is_asked else None})
    return wishes


def winner(page: Data, people: People) -> str:
    """Return who is placed first, in a sentence."""
    first = [seat for seat, place in enumerate(page["result"]["placings"]) if place == 1]
    if len(first) > 1:
        return _("%(names)s share the first place.") % {"names": people.names(first)}
    return _("%(name)s has won.") % {"name": people.name(first[0])}


def lines(page: Data, events: Sequence[Data], people: People) -> list[Context]:
    """Return events in words, oldest first."""
    words = language(page["game"], page["dataset"])
    sentences = (
        (event, describe_event(words, event["type"], event["data"], people)) for event in events
    )
    return [
        {"version": event["version"], "at": event["at"], "words": sentence}
        for event, sentence in sentences
        if sentence is not None
    ]


def log(told: Sequence[Context], found: Sequence[Chapter]) -> Context:
    """Return lines of the log by trick, round or night, with the newest of them."""
    groups = grouped(told, found)
    return {"log": told, "log_groups": groups, "latest": told[-1] if told else None}


def standing(page: Data) -> Context:
    """Return the result by place, best first; None while there is none."""
    result = page["result"]
    if result is None or result["placings"] is None:
        return {"result": None}
    order = sorted(range(page["seats_max"]), key=lambda seat: (result["placings"][seat], seat))
    return {
        "result": [
            {"seat": seat, "place": result["placings"][seat], "score": result["scores"][seat]}
            for seat in order
        ]
    }


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


def available_actions(page: Data, account: UUID | None, around: About) -> Context:
    """Return what somebody may do besides moving: sit, fill seats, start, leave."""
    row = around.row
    opener = account is not None and row.opened_by_id == account
    is_open = page["status"] == Status.OPEN
    seated = page["my_seat"] is not None
    full = len(page["seats"]) == page["seats_max"]
    may_invite = is_open and (opener or seated) and invitations.is_free(row)
    return {
        "is_open": is_open,
        "may_invite": may_invite,
        "invitation": invitations.current_code(row.pk) if may_invite else "",
        "over": page["status"] in OVER,
        "taken": {seat["seat"] for seat in page["seats"]},
        "ladder": around.ladder,
        "private": row.visibility == Match.Visibility.PRIVATE,
        "may_again": rematches.may_follow(row, page),
        "may_sit": is_open and account is not None and not seated and not full,
        "may_sign_in": is_open and account is None and not full,
        "may_rise": is_open and seated,
        "may_fill": is_open and opener and not full,
        "may_start": is_open and opener and full,
        "may_call_off": is_open and opener,
        "may_leave": page["status"] == Status.LIVE and seated,
        "may_pause": (
            page["status"] == Status.LIVE
            and seated
            and not page["paused"]
            and "pause" not in page["no_votes"]
        ),
        "may_vote_off": "abort" not in page["no_votes"],
        "tournament": around.tournament,
        "may_resume": seated and bool(page["paused"]),
        "may_return": any(
            seat["away"] and seat["seat"] == page["my_seat"] for seat in page["seats"]
        ),
        "bots": bot_names.choices(page["game"]),
        "filler": bot_names.usual(page["game"]),
    }
