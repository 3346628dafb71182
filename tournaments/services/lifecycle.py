"""From a plan to the end: create, open, start, pause, cancel, finish, roll back."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Unpack
from uuid import UUID

from msgspec import UNSET, structs

from accounts import names
from api.ids import uuid7
from api.problems import Problem, invalid, invalid_fields
from games import registry as games
from games.chance import FairChance
from games.json_types import JsonMapping
from games.messages import Message
from tournaments import events as e
from tournaments import plans, prizes, stage_plan, stage_queries
from tournaments.command_handler import CommandOptions, CommandResult, create, handle
from tournaments.draw_facts import Occasion
from tournaments.drawing import Lot
from tournaments.record import EDITION
from tournaments.services import entry, guards, known_deals, series_seeding, stopping, teams
from tournaments.state import OVER, EntrantStatus, Role, Status, TableState, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork

SERIES = "series"
"""The method of seeds that follow the standings of a series."""


def create_tournament(
    *, who: Principal, asked: JsonMapping, dry_run: bool = False
) -> TournamentState:
    """Return a new tournament whose organiser is `who`; raises Problem for wrong settings.

    In a dry run it is not written.
    """
    settings = plans.checked({**asked, "name": title(asked["name"])})
    return create(tournament_id=uuid7(), who=who, settings=settings, dry_run=dry_run)


def title(name: str) -> str:
    """Return the name of a tournament as it is kept; raises Problem for what is no name."""
    kept = names.canonical(name)
    if fault := names.fault(kept):
        raise invalid("name", fault)
    return kept


def edit(
    *, slug: str, who: Principal, asked: JsonMapping, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Change settings before the start."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_started(work.state)
        before = work.state.settings
        settings = plans.checked({**before, **asked, "slug": slug})
        if plans.requires_chance(settings) and not plans.requires_chance(before):
            _require_no_bots(work.state)
        # What was named before the rule keeps its name.
        if settings["name"] != before["name"]:
            settings["name"] = title(settings["name"])
        work.add(e.SettingsChanged(settings=settings))
        entry.require_persons(work.state)

    return handle(slug=slug, who=who, decide=decide, **command)


def _require_no_bots(state: TournamentState) -> None:
    """Raise shares_needed where built-in bots have entered."""
    for each in state.entrants.values():
        if each.bot is not None and each.presence is not EntrantStatus.WITHDRAWN:
            raise Problem("shares_needed", Message("A bot adds nothing to the chance."))


def describe(
    *, slug: str, who: Principal, about: JsonMapping, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Change what people want to know before they come, at any time."""
    if faults := prizes.faults(about):
        raise invalid_fields(faults)

    def decide(work: UnitOfWork) -> None:
        work.add(e.SettingsChanged(settings={**work.state.settings, "about": dict(about)}))

    return handle(slug=slug, who=who, decide=decide, **command)


def give_role(
    *,
    slug: str,
    who: Principal,
    account: UUID,
    role: Role | None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Make an account part of the staff, or take its role away."""

    def decide(work: UnitOfWork) -> None:
        organisers = [each for each, own in work.state.roles.items() if own is Role.ORGANISER]
        if organisers == [account] and role is not Role.ORGANISER:
            raise Problem(
                "permission_denied", Message("A tournament needs at least one organiser.")
            )
        if role is None:
            work.add(e.RoleTaken(account=str(account)))
        else:
            work.add(e.RoleGiven(account=str(account), role=role.value))

    return handle(slug=slug, who=who, decide=decide, **command)


MOVES: Mapping[str, tuple[type[e.TournamentEvent], frozenset[Status]]] = {
    "open": (e.EntryOpened, frozenset({Status.DRAFT, Status.CLOSED, Status.CHECKIN})),
    "close-entry": (e.EntryClosed, frozenset({Status.ENTRY, Status.CHECKIN})),
    "open-checkin": (e.CheckinOpened, frozenset({Status.DRAFT, Status.ENTRY, Status.CLOSED})),
}
"""Commands before the start: their event, and the statuses that they start from."""


def change_phase(
    *, slug: str, who: Principal, step: str, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Open entry, close it, or open check-in."""
    event, allowed = MOVES[step]

    def decide(work: UnitOfWork) -> None:
        guards.require_not_started(work.state)
        if work.state.status not in allowed:
            text = Message(
                "The tournament is %(status)s; %(step)s is not possible now.",
                status=work.state.status.value,
                step=step,
            )
            raise Problem("entry_closed", text)
        work.add(event())

    return handle(slug=slug, who=who, decide=decide, **command)


def seed(
    *,
    slug: str,
    who: Principal,
    method: str,
    order: list[int] | None = None,
    series: str | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Order the entrants: by rating, at random, as the organiser says, or as a series stands."""
    if (method == SERIES) != (series is not None):
        raise invalid("series", Message("name a series where the method is series, and only there"))

    def decide(work: UnitOfWork) -> None:
        guards.require_not_started(work.state)
        if method == "manual" and work.state.draws.chain is not None:
            # Nothing is drawn: the order is said.
            found = seed_order(work.state, method, b"", order)
            work.add(e.SeedsAssigned(method=method, order=found, random_seed=""))
            return
        draw_seeds(work, method, series, order)

    return handle(slug=slug, who=who, decide=decide, **command)


def draw_seeds(
    work: UnitOfWork, method: str, series: str | None, order: list[int] | None = None
) -> None:
    """Add an order of the entrants, equals as drawn; later where entrants add chance to it."""
    rehearse = None if series is None else partial(_series_order, work, series)
    lot = work.draw(Occasion("seeds", method=method, series=series or ""), rehearse)
    if lot is None:
        return
    if series is not None:
        _seed_by_series(work, series, lot)
        return
    found = seed_order(work.state, method, lot.value, order)
    work.add(_seeded(method, found, lot))


def _seeded(method: str, order: list[int], lot: Lot) -> e.SeedsAssigned:
    number = UNSET if lot.number is None else lot.number
    return e.SeedsAssigned(method=method, order=order, random_seed=lot.value.hex(), draw=number)


def _seed_by_series(work: UnitOfWork, slug: str, lot: Lot) -> None:
    """Add the seeds that a series' standings give now; no later correction of it changes them."""
    found = _series_order(work, slug, lot.value)
    seeded = _seeded(SERIES, found.order, lot)
    work.add(structs.replace(seeded, series=slug, series_version=found.version))


def _series_order(work: UnitOfWork, slug: str, drawn: bytes) -> series_seeding.SeriesSeeds:
    shuffled = FairChance(drawn).shuffle("seeds", work.state.present)
    return series_seeding.by_series(work.state, slug, shuffled)


def seed_order(
    state: TournamentState, method: str, drawn: bytes, order: list[int] | None
) -> list[int]:
    """Return the present entrants, best seed first; equal ratings are drawn."""
    present = state.present
    if method == "manual":
        if sorted(order or []) != sorted(present):
            text = Message("order must name every entrant once: %(present)s", present=present)
            raise Problem("invalid", text)
        return list(order or [])
    shuffled = FairChance(drawn).shuffle("seeds", present)
    if method == "random":
        return shuffled
    return sorted(shuffled, key=lambda each: -state.entrants[each].rating)


def newcomers_last(state: TournamentState, drawn: bytes) -> list[int]:
    """Return the present entrants by seed, and after them by rating those who have none yet."""
    by_rating = seed_order(state, "rating", drawn, None)
    seed_of = {each: state.entrants[each].seed for each in by_rating}
    return sorted(by_rating, key=lambda each: (not seed_of[each], seed_of[each]))


def start(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """Close entry, mark who has not checked in as absent, draw lots, and begin the first stage."""

    def decide(work: UnitOfWork) -> None:
        state = work.state
        guards.require_not_started(state)
        if state.calls_roll:
            for entrant in list(state.entrants.values()):
                if entrant.presence is EntrantStatus.ENTERED:
                    work.add(e.EntrantAbsent(entrant=entrant.number))
        entry.require_persons(state)
        if stage_plan.has_boards(state):
            teams.require_everyone(state)
        plans.require_fitting(state.settings, len(state.present), len(stage_plan.members_of(state)))
        draw_lots(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def draw_lots(work: UnitOfWork) -> None:
    """Add the start, with lots and seeds; later where entrants add chance to their draw."""
    state = work.state
    series = state.settings.get("seed_by_series")
    lot = work.draw(
        Occasion("lots"), None if series is None else partial(_series_order, work, series)
    )
    if lot is None:
        return
    if series is not None:
        _seed_by_series(work, series, lot)
    elif not all(state.entrants[each].seed for each in state.present):
        work.add(_seeded("rating", newcomers_last(state, lot.value), lot))
    work.add(started(state, lot, sorted(state.entrants)))
    order = sorted(state.present, key=lambda each: state.entrants[each].seed)
    work.add(e.StageStarted(stage=0, entrants=order))


def started(state: TournamentState, lot: Lot, entrants: Sequence[int]) -> e.TournamentStarted:
    """Return the start of a tournament, with the lots of its entrants."""
    return e.TournamentStarted(
        lots=FairChance(lot.value).shuffle("lots", entrants),
        random_seed=lot.value.hex(),
        edition=EDITION,
        rules=state.settings.get("rules") or games.current_rules(state.settings["game"]).id,
        draw=UNSET if lot.number is None else lot.number,
    )


def pause(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """Stop pairing and publishing; matches that run go on."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        work.add(e.TournamentPaused())

    return handle(slug=slug, who=who, decide=decide, **command)


def resume(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """Go on after a pause."""

    def decide(work: UnitOfWork) -> None:
        if not work.state.paused:
            raise Problem("round_not_draft", Message("The tournament is not paused."))
        work.add(e.TournamentResumed())

    return handle(slug=slug, who=who, decide=decide, **command)


def cancel(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """Call the whole tournament off; matches that run are called off with it."""

    def decide(work: UnitOfWork) -> None:
        guards.require_not_over(work.state)
        work.excused = not any(_is_at_stake(work, each) for _, each in work.state.tables())
        for round_, table in list(work.state.tables()):
            if round_.published and not table.done:
                stopping.call_off(work, table, "none" if table.stopped else "bye")
        work.reveal_well()
        work.add(e.TournamentCancelled())

    return handle(slug=slug, who=who, decide=decide, **command)


def _is_at_stake(work: UnitOfWork, table: TableState) -> bool:
    """Tell whether the asker sits at a table whose match they could wipe out."""
    return work.own in table.seats and table.match is not None and not table.done


def finish(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """End the tournament and keep its ranking."""

    def decide(work: UnitOfWork) -> None:
        guards.require_running(work.state)
        guards.require_rounds(work.state)
        for round_ in work.state.rounds:
            if not round_.closed:
                text = Message("Round %(round)s is open; close it first.", round=round_.number)
                raise Problem("round_already_live", text)
        append_finish(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def append_finish(work: UnitOfWork) -> None:
    """Add the final ranking."""
    ranking = [line.entrant for line in stage_queries.lines_of(work.state)]
    work.reveal_well()
    work.add(e.TournamentFinished(ranking=ranking))


def reopen(*, slug: str, who: Principal, **command: Unpack[CommandOptions]) -> CommandResult:
    """Take back the end of a finished tournament."""

    def decide(work: UnitOfWork) -> None:
        if work.state.status is not Status.FINISHED:
            raise Problem("round_not_draft", Message("Only a finished tournament can be reopened."))
        work.add(e.TournamentReopened())
        known_deals.go_on(work)

    return handle(slug=slug, who=who, decide=decide, **command)


def roll_back(
    *, slug: str, who: Principal, to_version: int, **command: Unpack[CommandOptions]
) -> CommandResult:
    """Return to an earlier version: what came after it stays in the stream and counts no more."""

    def decide(work: UnitOfWork) -> None:
        current = work.state.version
        if not 1 <= to_version < current:
            text = Message(
                "to_version must be from 1 to %(most)s, not %(to_version)s",
                most=current - 1,
                to_version=to_version,
            )
            raise Problem("invalid", text)
        work.roll_back(to_version)
        if work.state.status not in OVER:
            known_deals.go_on(work)

    return handle(slug=slug, who=who, decide=decide, **command)
