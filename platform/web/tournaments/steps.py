"""What the reader can do next in a tournament, and where not, why."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import stage_plan, stage_queries
from tournaments.services import conditions
from tournaments.state import EntrantStatus, RoundState, Status, TournamentState
from web.messages import localise
from web.tournaments.page_context import TournamentContext


class Action(NamedTuple):
    """A button: what it does, what it says."""

    name: str
    words: str
    about: str = ""
    """What comes of it, where that should be read first."""


class Step(NamedTuple):
    """A sentence about the reader's part, and the buttons that go with it."""

    words: str
    acts: tuple[Action, ...] = ()
    signs_in: bool = False
    """Whether the way on is to sign in."""
    leave: Action | None = None
    """The way out."""


def next_step(visit: TournamentContext) -> Step:
    """Return what is next for the reader."""
    own = visit.own
    status = visit.state.status
    if status is Status.CANCELLED:
        return Step(_("The tournament was called off."))
    if status is Status.FINISHED:
        return _at_the_end(visit)
    if own is None:
        return _stranger(visit)
    if own.presence is EntrantStatus.WAITING:
        return _waiting(visit)
    if own.presence in OUT:
        return Step(str(OUT[own.presence]))
    return _running(visit) if visit.state.stages else _before(visit)


OUT: Mapping[EntrantStatus, Promise] = {
    EntrantStatus.DISQUALIFIED: gettext_lazy(
        "You were disqualified. Speak to the organiser if that is a mistake."
    ),
    EntrantStatus.DROPPED: gettext_lazy("You have dropped out. The staff can reinstate you."),
    EntrantStatus.ABSENT: gettext_lazy(
        "You had not checked in by the start, so you are not playing. The staff can reinstate you."
    ),
}


def _at_the_end(visit: TournamentContext) -> Step:
    own, ranking = visit.own, visit.state.final_ranking or ()
    if own is None or own.number not in ranking:
        return Step(_("The tournament is over."))
    # Those who cannot be told apart share a place, as in the standings.
    place = next(
        line.rank for line in stage_queries.lines_of(visit.state) if line.entrant == own.number
    )
    return Step(
        _("The tournament is over. You finished in place %(place)s of %(entrants)s.")
        % {"place": place, "entrants": len(ranking)}
    )


def _stranger(visit: TournamentContext) -> Step:
    state = visit.state
    late = bool(state.stages)
    closed = entry_closed(visit)
    if closed:
        return Step(closed)
    unmet = None if visit.account is None else conditions.unmet(state.conditions, visit.account)
    if unmet is not None:
        return Step(localise(unmet))
    capacity = state.settings["capacity"]
    enter = Action("enter", _("Enter"))
    if capacity is not None and len(state.present) >= capacity:
        enter = Action("enter", _("Join the waiting list"))
        words = _(
            "All %(places)s places are taken. You would be number %(place)s on the waiting "
            "list, which moves up automatically before the start."
        ) % {"places": capacity, "place": waiting(visit) + 1}
    elif late:
        words = _("You would play from the next round on.")
    else:
        words = _("There is a place for you.")
    if visit.account is None:
        return Step(words, signs_in=True)
    return Step(words, (enter,))


def entry_closed(visit: TournamentContext) -> str:
    """Return why nobody can enter by himself; empty while one can."""
    state = visit.state
    if state.settings["bots"] == "only":
        return _("This tournament is for bots; you can watch.")
    if state.stages:
        late = state.settings["late_entry"] and len(state.stages) == 1
        late = late and state.stages[0].ranking is None
        late = late and stage_plan.format_of(state, 0).allows_late_entry
        return "" if late else _("The tournament has started and accepts no more entrants.")
    if state.status is Status.ENTRY:
        return ""
    if state.status is Status.DRAFT:
        return _("Entry has not been opened yet. Only the staff sees this page.")
    return _("Entry is closed. Ask an organiser whether a place is still free.")


def waiting(visit: TournamentContext) -> int:
    """Return how many stand on the waiting list."""
    return sum(each.presence is EntrantStatus.WAITING for each in visit.state.entrants.values())


def _withdraw() -> Action:
    about = _(
        "Your place goes to the next on the waiting list. You can re-enter while entry is open."
    )
    return Action("withdraw", _("Withdraw"), about)


def _waiting(visit: TournamentContext) -> Step:
    line = [
        each.number
        for each in visit.state.entrants.values()
        if each.presence is EntrantStatus.WAITING
    ]
    own = visit.own
    place = 0 if own is None else line.index(own.number) + 1
    words = _("You are number %(place)s on the waiting list.") % {"place": place}
    return Step(words, leave=_withdraw())


def _before(visit: TournamentContext) -> Step:
    own = visit.own
    withdraw = _withdraw()
    is_there = own is not None and own.presence is EntrantStatus.CHECKED_IN
    if is_there:
        return Step(_("You are checked in. The tournament begins soon."), leave=withdraw)
    if visit.state.status is Status.CHECKIN:
        words = _("Check in now: players who have not checked in by the start will not play.")
        return Step(words, (Action("check-in", _("Check in")),), leave=withdraw)
    if visit.state.settings["checkin"]:
        words = _("You have entered. Check in here when check-in opens.")
    else:
        words = _("You have entered. Your first table will be shown here.")
    return Step(words, leave=withdraw)


def _running(visit: TournamentContext) -> Step:
    own = visit.own
    number = 0 if own is None else own.number
    about = _("You would no longer be paired. Only the staff can reinstate you.")
    drop = Action("drop", _("Drop out"), about)
    tables = visit.own_tables()
    if tables:
        words = ngettext(
            "Your table is waiting for you.", "%(n)s tables are waiting for you.", len(tables)
        )
        return Step(words % {"n": len(tables)}, leave=drop)
    if stage_queries.has_clock(visit.state):
        return _in_arena(visit, drop)
    last = visit.published[-1] if visit.published else None
    if last is None or last.closed:
        words = _("The next round will appear here once it is published.")
        return Step(words, leave=drop)
    words = _in_round(visit.state, last, number)
    return Step(words, leave=drop) if words else Step(_("You are not playing in this round."))


def _in_round(state: TournamentState, round_: RoundState, number: int) -> str:
    """Return what an entrant waits for in a round that is played; empty for who is not in it."""
    words = ""
    if number in round_.byes and stage_plan.has_boards(state):
        words = _("You have no board in round %(round)s.")
    elif number in round_.byes:
        words = _("You have a bye in round %(round)s, and get points for it.")
    elif any(number in table.seats for table in round_.undecided):
        words = _(
            "Your table of round %(round)s ended without a result: the staff decides how it counts."
        )
    elif round_.done:
        words = _("All tables of round %(round)s have finished.")
    elif any(number in table.seats for table in round_.tables):
        words = _("Your table of round %(round)s has finished. The others are still playing.")
    return words and words % {"round": round_.number}


def _in_arena(visit: TournamentContext, drop: Action) -> Step:
    own = visit.own
    if own is not None and own.resting:
        words = _("You are taking a break and will not be seated.")
        return Step(words, (Action("ready", _("I'm back")),), leave=drop)
    words = _("You will be seated as soon as opponents are free.")
    return Step(words, (Action("rest", _("Take a break")),), leave=drop)
