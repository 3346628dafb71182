"""Make a series, add and remove its events, change how it counts, correct, close."""

from typing import Unpack
from uuid import UUID

from accounts import names
from api.problems import Problem, invalid
from games.messages import Message
from tournaments import command_handler as tournament_commands
from tournaments import visibility
from tournaments.models import Tournament
from tournaments.series import commands, following
from tournaments.series import events as e
from tournaments.series.aggregate import UnitOfWork
from tournaments.series.commands import CommandOptions, CommandResult, handle
from tournaments.series.events import EntrantNamed, Ref
from tournaments.series.settings import EVENTS_MAX, SeriesPlan, checked
from tournaments.series.standings import standings
from tournaments.series.state import SeriesState
from tournaments.state import TournamentState
from tournaments.unit_of_work import Principal

ADJUSTMENTS_MAX = 1000
ORGANISERS_MAX = 50


def open_series(
    *, slug: str, plan: SeriesPlan, who: Principal, reason: str = "", dry_run: bool = False
) -> SeriesState:
    """Return a new series that `who` runs; raises Problem for settings that cannot be."""
    settings = {**checked(plan), "name": title(plan.name)}
    return commands.create(slug=slug, settings=settings, who=who, reason=reason, dry_run=dry_run)


def title(name: str) -> str:
    """Return the name of a series as it is kept; raises Problem for what is no name."""
    kept = names.canonical(name)
    if fault := names.fault(kept):
        raise invalid("name", fault)
    return kept


def require_open(state: SeriesState) -> None:
    """Raise result_locked where the series is over."""
    if state.closed:
        raise Problem("result_locked", Message("The series is closed; reopen it first."))


def change(
    *, slug: str, who: Principal, plan: SeriesPlan, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Count in another way from now on, the events of the past included."""
    settings = checked(plan)

    def decide(work: UnitOfWork) -> None:
        require_open(work.state)
        before = work.state.settings
        if settings["name"] != before["name"]:
            settings["name"] = title(settings["name"])
        used = {each.group for each in work.state.events.values()}
        missing = sorted(used - {each.id for each in plan.groups})
        if missing:
            text = Message(
                "the group %(group)s has events; move them to another group first",
                group=missing[0],
            )
            raise invalid("groups", text)
        if work.state.events:
            _require_reason(command)
        if settings != before:
            work.add(e.SeriesChanged(settings=settings))

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_reason(command: CommandOptions) -> None:
    if not command.get("reason", "").strip():
        raise invalid("reason", Message("give a reason: everyone can read it in the log"))


def add_event(
    *,
    slug: str,
    who: Principal,
    tournament: str,
    group: str | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Let a tournament count, or count in another group; its organisers alone may add it."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        require_open(state)
        # Its row is locked, so that no end of it passes between this look and the commit.
        found = lock_tournament(tournament, who)
        require_run(found, who)
        if following.is_private(found):
            text = Message(
                "A private tournament cannot count in a series, since everyone can read a series."
            )
            raise Problem("invalid", text)
        chosen = _group(state, group)
        event = state.events.get(found.id)
        if event is None and len(state.events) >= EVENTS_MAX:
            text = Message("a series has %(most)s events at most", most=EVENTS_MAX)
            raise invalid("tournament", text)
        if event is not None and event.group == chosen:
            text = Message("This tournament is in the series already.")
            raise Problem("invalid", text)
        work.add(e.EventAdded(tournament=str(found.id), group=chosen))
        following.take_results(work, found)

    return handle(slug=slug, who=who, decide=decide, **command)


def _group(state: SeriesState, group: str | None) -> str:
    ids = [each["id"] for each in state.settings["groups"]]
    if group is None:
        return str(ids[0])
    if group not in ids:
        text = Message("must be one of %(groups)s", groups=" or ".join(ids))
        raise invalid("group", text)
    return group


def lock_tournament(slug: str, who: Principal) -> TournamentState:
    """Return a tournament whose row is locked until the transaction ends; raises not_found."""
    row = Tournament.objects.select_for_update().filter(slug=slug).first()
    if row is None:
        raise visibility.not_found(slug)
    tournament_commands.require_visible(row, who)
    return tournament_commands.load(row.id)


def require_run(tournament: TournamentState, who: Principal) -> None:
    """Raise permission_denied unless somebody organises a tournament."""
    role = tournament.role_of(who.account) if who.with_role else None
    if not (who.is_platform or who.of_site or role == "organiser"):
        text = Message("Only an organiser of that tournament may do this.")
        raise Problem("permission_denied", text)


def remove_event(
    *, slug: str, who: Principal, tournament: str, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Let a tournament count no more."""

    def decide(work: UnitOfWork) -> None:
        require_open(work.state)
        work.add(e.EventRemoved(tournament=str(event_of(work.state, tournament))))

    return handle(slug=slug, who=who, decide=decide, **command)


def event_of(state: SeriesState, slug: str) -> UUID:
    """Return an event of a series by the slug of its tournament; raises not_found."""
    found = Tournament.objects.filter(slug=slug, id__in=list(state.events)).first()
    if found is None:
        raise Problem("not_found", Message("There is no event %(slug)s in this series.", slug=slug))
    return found.pk


def entrant_of(state: SeriesState, tournament: str, entrant: int) -> Ref:
    """Return an entrant with a result in a series; raises not_found."""
    ref = Ref(event_of(state, tournament), entrant)
    if ref not in state.accounts():
        text = Message(
            "Entrant %(entrant)s has no result in %(slug)s.", entrant=entrant, slug=tournament
        )
        raise Problem("not_found", text)
    return ref


def adjust(
    *,
    slug: str,
    who: Principal,
    tournament: str,
    entrant: int,
    points: int,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Give a person points or take some away, apart from the events; the reason is read by all."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        require_open(state)
        _require_reason(command)
        ref = entrant_of(state, tournament, entrant)
        require_impartial(state, who, [ref])
        if not points:
            raise invalid("points", Message("must not be 0"))
        if len(state.adjustments) >= ADJUSTMENTS_MAX:
            text = Message("a series has %(most)s corrections at most", most=ADJUSTMENTS_MAX)
            raise invalid("points", text)
        work.add(e.PointsAdjusted(entrant=EntrantNamed.of(ref), points=points))

    return handle(slug=slug, who=who, decide=decide, **command)


def require_impartial(state: SeriesState, who: Principal, refs: list[Ref]) -> None:
    """Raise own_interest where somebody decides about results of their own."""
    if who.account is None:
        return
    found = standings(state).people
    own = {each.account for ref in refs if (each := found.of(ref)) is not None}
    if who.account in own:
        text = Message(
            "This is about your own points; another organiser of the series, or the site's "
            "staff, must decide it."
        )
        raise Problem("own_interest", text)


def close(
    *, slug: str, who: Principal, closed: bool, **command: Unpack[CommandOptions]
) -> CommandResult:
    """End a series, or let it go on; results of its events that are corrected follow even so."""

    def decide(work: UnitOfWork) -> None:
        if work.state.closed == closed:
            done = Message("The series is closed already.")
            going = Message("The series is not closed.")
            raise Problem("invalid", done if closed else going)
        work.add(e.SeriesClosed() if closed else e.SeriesReopened())

    return handle(slug=slug, who=who, decide=decide, **command)


def appoint(
    *,
    slug: str,
    who: Principal,
    account: UUID,
    organises: bool,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Let an account run the series, or no more."""

    def decide(work: UnitOfWork) -> None:
        organisers = work.state.organisers
        if organises == (account in organisers):
            is_one = Message("This account runs the series already.")
            is_none = Message("This account does not run the series.")
            raise Problem("invalid", is_one if organises else is_none)
        if not organises and len(organisers) == 1:
            raise Problem("permission_denied", Message("A series needs at least one organiser."))
        if organises and len(organisers) >= ORGANISERS_MAX:
            text = Message("a series has %(most)s organisers at most", most=ORGANISERS_MAX)
            raise invalid("account", text)
        name = str(account)
        work.add(e.OrganiserAdded(account=name) if organises else e.OrganiserRemoved(account=name))

    return handle(slug=slug, who=who, decide=decide, **command)
