"""What the console says of a tournament: where it stands, and what to do next."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import stage_plan
from tournaments.formats.league import League
from tournaments.services import teams
from tournaments.services.pairing import may_open
from tournaments.services.ties import undecided
from tournaments.state import OVER, EntrantStatus, Role, RoundState, Status, TournamentState
from web.tournaments.console.actions import ACTIONS, Action, is_allowed

DONE, NOW, LATER = "done", "now", "later"


class Step(NamedTuple):
    """A step on the line from the plan to the end."""

    words: str
    state: str
    """DONE, NOW or LATER."""
    detail: str
    page: str
    """The address where it is done."""


class Next(NamedTuple):
    """What to do now: a sentence, and one button or one link."""

    words: str
    act: Action | None = None
    fields: Mapping[str, object] = {}
    page: str = ""
    label: str = ""
    is_here: bool = False
    """Whether the console's first page shows it already."""


def address(state: TournamentState, page: str, *args: object) -> str:
    """Return the address of a page of the console."""
    return reverse(f"web:organise-{page}", args=[state.settings["slug"], *args])


def steps(state: TournamentState) -> list[Step]:
    """Return the line of steps, from the plan to the end."""
    named = [("plan", _("Settings"), "", address(state, "settings"))]
    named.append(("entries", _("Entries"), _entered(state), address(state, "entrants")))
    if state.calls_roll:
        named.append(("checkin", _("Check-in"), _there(state), address(state, "entrants")))
    named.append(("seeds", _("Seeds"), _seeded(state), address(state, "seeds")))
    named.append(("rounds", _("Rounds"), _played(state), _rounds(state)))
    named.append(("finish", _("Finish"), "", address(state, "log")))
    current = [name for name, *_rest in named].index(_current(state))
    over = state.status is Status.FINISHED
    return [
        Step(words, DONE if over or at < current else NOW if at == current else LATER, *rest)
        for at, (_name, words, *rest) in enumerate(named)
    ]


def _current(state: TournamentState) -> str:
    if state.stages:
        return "finish" if state.status in OVER or is_played(state) else "rounds"
    before = {
        Status.DRAFT: "plan",
        Status.ENTRY: "entries",
        Status.CHECKIN: "checkin",
        Status.CLOSED: "seeds",
    }
    return before.get(state.status, "plan")


def _entered(state: TournamentState) -> str:
    waiting = sum(each.presence is EntrantStatus.WAITING for each in state.entrants.values())
    count, capacity = len(state.present), state.settings["capacity"]
    words = f"{count}/{capacity}" if capacity else str(count)
    return f"{words} +{waiting}" if waiting else words


def checked_in(state: TournamentState) -> int:
    """Return how many have checked in."""
    return sum(each.presence is EntrantStatus.CHECKED_IN for each in state.entrants.values())


def _there(state: TournamentState) -> str:
    return f"{checked_in(state)}/{len(state.present)}"


def _seeded(state: TournamentState) -> str:
    if state.stages:
        return ""  # Everybody has a seed then; the figure would read as if it told who came.
    seeded = sum(bool(state.entrants[each].seed) for each in state.present)
    return f"{seeded}/{len(state.present)}" if seeded else ""


def planned_rounds(state: TournamentState, stage: int) -> int | None:
    """Return how many rounds a stage that has begun takes; None when that is open."""
    return stage_plan.length_of(state, stage).rounds


def rounds_in_all(state: TournamentState) -> int | None:
    """Return how many rounds the whole tournament takes; None when that is open."""
    planned = [planned_rounds(state, each.number) for each in state.stages]
    is_open = None in planned or len(state.stages) < len(state.settings["stages"])
    return None if is_open else sum(each or 0 for each in planned)


def _played(state: TournamentState) -> str:
    if not state.rounds:
        return ""
    closed = sum(round_.closed for round_ in state.rounds)
    planned = rounds_in_all(state)
    return str(closed) if planned is None else f"{closed}/{planned}"


def _rounds(state: TournamentState) -> str:
    return address(state, "round", len(state.rounds)) if state.rounds else address(state, "console")


def is_played(state: TournamentState) -> bool:
    """Return whether all stages of the plan are complete."""
    last = state.stage
    if last is None or last.ranking is None:
        return False
    return len(state.stages) == len(state.settings["stages"])


def next_step(state: TournamentState) -> Next:
    """Return what comes next, whoever may do it."""
    if state.draws.running is not None:
        return Next(_("A draw is being made. The result appears automatically in a few seconds."))
    if state.status is Status.CANCELLED:
        return Next(_("The tournament is called off. Its log stays."))
    if state.status is Status.FINISHED:
        return Next(
            _("The tournament is over. Reopen it to correct a wrong result."),
            page=address(state, "standings"),
            label=_("View ranking"),
        )
    return _running(state) if state.stages else _before(state)


def _before(state: TournamentState) -> Next:
    count = len(state.present)
    entrants = address(state, "entrants")
    people = ngettext("%(n)s player has entered.", "%(n)s players have entered.", count) % {
        "n": count
    }
    if state.status is Status.DRAFT:
        words = _("The tournament is set up. Open entry, or add players yourself.")
        return Next(f"{words} {people}" if count else words, ACTIONS["open"])
    least = stage_plan.sizes_of(state, 0).least
    if count < least:
        words = _("A table needs at least %(n)s players.") % {"n": least}
        return Next(f"{people} {words}", page=entrants, label=_("Add players"))
    if state.settings["checkin"] and state.status is not Status.CHECKIN:
        words = _("Open check-in when players arrive; players who do not check in are absent.")
        return Next(f"{people} {words}", ACTIONS["open-checkin"])
    if state.status is Status.ENTRY:
        words = _("Close entry when all players have entered.")
        return Next(f"{people} {words}", ACTIONS["close-entry"])
    return _without_team(state) or _ready(state, people, least)


def _without_team(state: TournamentState) -> Next | None:
    """Return what is to be said of teams before they can meet on boards."""
    alone = len(teams.without_team(state)) if stage_plan.has_boards(state) else 0
    if not alone:
        return None
    words = ngettext(
        "%(n)s player is not in a team yet. Say who plays for which team, and on which board.",
        "%(n)s players are not in a team yet. Say who plays for which team, and on which board.",
        alone,
    )
    page = address(state, "do", "assign-teams")
    return Next(words % {"n": alone}, page=page, label=_("Teams"))


def _ready(state: TournamentState, people: str, least: int) -> Next:
    """Return what is left to do before the start, once entry is closed."""
    count, entrants = len(state.present), address(state, "entrants")
    if state.calls_roll and checked_in(state) < least:
        there = {"n": checked_in(state), "least": least}
        words = _("Checked in: %(n)s. A table needs at least %(least)s players.")
        return Next(words % there, page=entrants, label=_("Check players in"))
    if state.calls_roll:
        there = {"n": checked_in(state), "all": count}
        people = _("%(n)s of %(all)s have checked in; the others will be absent.") % there
    words = _("Entrants not seeded by then are seeded by rating.")
    return Next(f"{people} {words}", ACTIONS["start"])


def _running(state: TournamentState) -> Next:
    if state.paused:
        return Next(
            _("The tournament is paused: nothing is paired or published."), ACTIONS["resume"]
        )
    stopped = _undecided(state)
    if stopped is not None:
        return stopped
    if is_continuous(state):
        words = _("Tables open automatically as players become free, until the time is up.")
        return Next(words, page=_rounds(state), label=_("View tables") if state.rounds else "")
    round_ = _first_open(state)
    if round_ is not None and not round_.closed:
        return _playing(state, round_)
    if is_played(state):
        return Next(
            _("All rounds have been played. Finishing makes the ranking final."), ACTIONS["finish"]
        )
    words = _("Pairing creates a draft of round %(n)s that only the staff can see.")
    return Next(words % {"n": len(state.rounds) + 1}, ACTIONS["pair"])


def _undecided(state: TournamentState) -> Next | None:
    """Return what a table wants that came to nothing: until the staff decides, no round closes."""
    for round_, table in state.tables():
        if table.stopped is not None:
            number = round_.tables.index(table) + 1
            words = str(STOPPED[table.stopped["cause"]]) % {"table": number, "round": round_.number}
            page = address(state, "table", table.id)
            return Next(words, page=page, label=_("Decide on the table"))
    return None


STOPPED: Mapping[str, Promise] = {
    "match_void": gettext_lazy(
        "Table %(table)s of round %(round)s has no result: its match was called off. Enter one,"
        " have it played again, or call the table off."
    ),
    "overdue": gettext_lazy(
        "Table %(table)s of round %(round)s was not done in time. Enter a result, have it played"
        " again, or call the table off."
    ),
}
"""Why a table came to nothing, and what to do about it."""


def _playing(state: TournamentState, round_: RoundState) -> Next:
    """Return what a round wants that is a draft, or is being played."""
    page = address(state, "round", round_.number)
    if not round_.published:
        words = _("Round %(n)s is a draft: look at it, change it, publish it.")
        return Next(words % {"n": round_.number}, page=page, label=_("Review draft"))
    waiting = undecided(state) if round_ is state.round else []
    if waiting:
        names = ", ".join(map(state.name, waiting[0][1].players))
        words = _("%(names)s are tied for a qualifying place. A judge must decide.")
        tie = f"{address(state, 'do', 'decide-tie')}?table_id={waiting[0][0].id}"
        return Next(words % {"names": names}, page=tie, label=_("Break the tie"))
    if round_.done:
        words = _("All tables of round %(n)s are finished.") % {"n": round_.number}
        return Next(words, ACTIONS["close"], {"number": round_.number})
    return Next(_waiting(round_), page=page, label=_("View tables"), is_here=True)


def _first_open(state: TournamentState) -> RoundState | None:
    """Return the round that wants something: one that can be closed, a draft, or the last.

    None where one more can be paired while others are played, as in a league.
    """
    live = [each for each in state.rounds if each.published and not each.closed]
    done = next((each for each in live if each.done), None)
    if done is not None or state.round not in live:
        return done or state.round
    stage = len(state.stages) - 1
    planned = planned_rounds(state, stage)
    paired = sum(each.stage == stage for each in state.rounds)
    return None if may_open(state) and paired < (planned or paired) else live[0]


def is_continuous(state: TournamentState) -> bool:
    """Return whether the stage that is played opens its tables by itself."""
    stage = state.stage
    if stage is None or stage.ranking is not None:
        return False
    return stage_plan.format_of(state, stage.number).continuous


def _waiting(round_: RoundState) -> str:
    done = sum(table.is_over for table in round_.tables)
    words = _("%(done)s of %(all)s tables of round %(n)s are finished.")
    return words % {"done": done, "all": len(round_.tables), "n": round_.number}


def others(state: TournamentState, role: Role, chosen: Action | None) -> list[Action]:
    """Return what else somebody may do with the tournament as a whole, as it stands."""
    ids = list(_possible(state))
    found = [ACTIONS[each] for each in ids]
    return [act for act in found if act != chosen and is_allowed(role, act)]


def _possible(state: TournamentState) -> Iterator[str]:
    if state.status is Status.FINISHED:
        yield "reopen"
        if isinstance(stage_plan.format_of(state, 0), League) and state.next_season is None:
            yield "next-season"
    if not state.next_event:
        yield "repeat"
    if state.status in OVER:
        return
    yield "notice"
    if state.stages:
        yield "resume" if state.paused else "pause"
        if (state.round is None or state.round.closed) and not state.paused:
            yield "finish"
    else:
        yield from _openings(state)
        yield "start"
    yield "cancel"


def _openings(state: TournamentState) -> Iterator[str]:
    if state.status is not Status.ENTRY:
        yield "open"
    if state.status in {Status.ENTRY, Status.CHECKIN}:
        yield "close-entry"
    if state.status is not Status.CHECKIN:
        yield "open-checkin"
