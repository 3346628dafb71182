"""The next season of a league, made from the last one's result."""

from typing import Unpack

from django.db import transaction

from api.ids import uuid7
from api.problems import Problem
from games.messages import Message
from tournaments import command_handler, plans, seasons, stage_plan, stage_queries
from tournaments import events as e
from tournaments.command_handler import CommandOptions, CommandResult, handle
from tournaments.formats.core import InfeasibleError
from tournaments.formats.league import League
from tournaments.seasons import Season
from tournaments.services import lifecycle
from tournaments.state import PRESENT, Status, TournamentState
from tournaments.unit_of_work import Principal, UnitOfWork


def make_next(
    *,
    slug: str,
    who: Principal,
    new_slug: str,
    name: str | None = None,
    **command: Unpack[CommandOptions],
) -> CommandResult:
    """Make the next season: its entrants are those who are still there, in their new divisions.

    An event of this season names the next one and says who rises, falls and leaves; the next one's
    stream begins with its plan, its entrants and their seeds. Newcomers enter it from below.
    """
    new_id = uuid7()
    made: list[tuple[TournamentState, Season]] = []

    def decide(work: UnitOfWork) -> None:
        found = season_after(work.state)
        command_handler.require_free_slug(new_slug)
        made.append((work.state, found))
        work.add(
            e.SeasonFollowed(
                tournament=str(new_id),
                slug=new_slug,
                moves=[each._asdict() for each in found.moves],
                left=list(found.left),
            )
        )

    with transaction.atomic():
        done = handle(slug=slug, who=who, decide=decide, **command)
        if done.consequences is None:
            state, found = made[0]
            settings = {
                **state.settings,
                "on_timeout": plans.on_timeout(state.settings),
                "slug": new_slug,
                "name": lifecycle.title(name) if name else f"{state.settings['name']}, next season",
            }

            def enter(work: UnitOfWork) -> None:
                _enter(work, state, found)

            command_handler.create(
                tournament_id=new_id, who=who, settings=settings, first=enter, previous=state
            )
    return done


def season_after(state: TournamentState) -> Season:
    """Return the season that follows a finished league; raises Problem."""
    if not state.stages or not isinstance(form := stage_plan.format_of(state, 0), League):
        raise Problem(
            "invalid", Message("Only a tournament whose first stage is a league has seasons.")
        )
    if state.status is not Status.FINISHED:
        raise Problem("round_already_live", Message("The season is not over; finish it first."))
    if state.next_season is not None:
        text = Message("The next season is %(slug)s.", slug=state.next_season["slug"])
        raise Problem("result_locked", text)
    rank = {line.entrant: place for place, line in enumerate(stage_queries.lines_of(state, 0))}
    divisions = [sorted(each, key=rank.__getitem__) for each in stage_queries.groups_of(state, 0)]
    sizes, options = stage_plan.sizes_of(state, 0), stage_plan.options_of(state, 0)
    try:
        return seasons.next_season(
            divisions,
            lambda each: state.entrants[each].presence in PRESENT,
            int(options["move"]),
            lambda count: form.group_sizes(count, sizes, options) if count else (),
        )
    except InfeasibleError as error:
        raise plans.infeasible(error) from error


def _enter(work: UnitOfWork, before: TournamentState, found: Season) -> None:
    """Enter those who come along, in their new order, and seed them so."""
    for number, old in enumerate(found.order, start=1):
        entrant = before.entrants[old]
        work.add(
            e.EntrantRegistered(
                entrant=number,
                name=entrant.name,
                account=None if entrant.account is None else str(entrant.account),
                bot=entrant.bot,
                rating=entrant.rating,
                waiting=False,
                late=False,
            )
        )
    order = list(range(1, len(found.order) + 1))
    work.add(e.SeedsAssigned(method="season", order=order, random_seed=""))
