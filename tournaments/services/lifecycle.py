"""From a plan to the end: create, open, start, pause, cancel, finish, roll back."""

import secrets
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from accounts import names
from accounts.ids import uuid7
from accounts.problems import Problem, invalid
from games import registry as games
from games.chance import FairChance
from tournaments import plans, play
from tournaments.door import Done, Draft, Who, create, perform
from tournaments.services import guards, stopping
from tournaments.state import Presence, Role, Status, TableState, TournamentState


def create_tournament(
    *, who: Who, asked: Mapping[str, Any], dry_run: bool = False
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


def edit(*, slug: str, who: Who, asked: Mapping[str, Any], **command: Any) -> Done:
    """Change settings before the start."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        guards.must_be_before_start(draft.state)
        before = draft.state.settings
        settings = plans.checked({**before, **asked, "slug": slug})
        # What was named before the rule keeps its name.
        if settings["name"] != before["name"]:
            settings["name"] = title(settings["name"])
        draft.add("settings_changed", settings=settings)

    return perform(slug=slug, who=who, judge=judge, **command)


def give_role(*, slug: str, who: Who, account: UUID, role: Role | None, **command: Any) -> Done:
    """Make an account organiser, judge or scorekeeper, or take its role away."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        organisers = [each for each, own in draft.state.roles.items() if own is Role.ORGANISER]
        if organisers == [account] and role is not Role.ORGANISER:
            raise Problem("permission_denied", "A tournament keeps one organiser at least.")
        if role is None:
            draft.add("role_taken", account=str(account))
        else:
            draft.add("role_given", account=str(account), role=role.value)

    return perform(slug=slug, who=who, judge=judge, **command)


MOVES: Mapping[str, tuple[str, frozenset[Status]]] = {
    "open": ("entry_opened", frozenset({Status.DRAFT, Status.CLOSED, Status.CHECKIN})),
    "close-entry": ("entry_closed", frozenset({Status.ENTRY, Status.CHECKIN})),
    "open-checkin": ("checkin_opened", frozenset({Status.DRAFT, Status.ENTRY, Status.CLOSED})),
}
"""Commands before the start: their event, and the statuses that they start from."""


def move_to(*, slug: str, who: Who, step: str, **command: Any) -> Done:
    """Open entry, close it, or open check-in."""
    event, allowed = MOVES[step]

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        guards.must_be_before_start(draft.state)
        if draft.state.status not in allowed:
            text = f"The tournament is {draft.state.status.value}; {step} does not follow from it."
            raise Problem("entry_closed", text)
        draft.add(event)

    return perform(slug=slug, who=who, judge=judge, **command)


def seed(
    *, slug: str, who: Who, method: str, order: list[int] | None = None, **command: Any
) -> Done:
    """Order the entrants: by rating, at random, or as the organiser says."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        guards.must_be_before_start(draft.state)
        drawn = secrets.token_bytes(32)
        found = seed_order(draft.state, method, drawn, order)
        draft.add("seeds_assigned", method=method, order=found, random_seed=drawn.hex())

    return perform(slug=slug, who=who, judge=judge, **command)


def seed_order(
    state: TournamentState, method: str, drawn: bytes, order: list[int] | None
) -> list[int]:
    """Return the present entrants, best seed first; equal ratings are drawn."""
    present = state.present
    if method == "manual":
        if sorted(order or []) != sorted(present):
            text = "order must name every entrant once: " + ", ".join(map(str, present))
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


def start(*, slug: str, who: Who, **command: Any) -> Done:
    """Close entry, mark who has not checked in as absent, draw lots, and begin the first stage."""

    def judge(draft: Draft) -> None:
        state = draft.state
        draft.must_be(Role.ORGANISER)
        guards.must_be_before_start(state)
        if state.settings["checkin"]:
            for entrant in list(state.entrants.values()):
                if entrant.presence is Presence.ENTERED:
                    draft.add("entrant_absent", entrant=entrant.number)
        drawn = secrets.token_bytes(32)
        if not all(state.entrants[each].seed for each in state.present):
            order = newcomers_last(state, drawn)
            draft.add("seeds_assigned", method="rating", order=order, random_seed=drawn.hex())
        plans.must_fit(state.settings, len(state.present))
        lots = FairChance(drawn).shuffle("lots", sorted(state.entrants))
        rules = games.current(state.settings["game"]).id
        draft.add("tournament_started", lots=lots, random_seed=drawn.hex(), rules=rules)
        order = sorted(state.present, key=lambda each: state.entrants[each].seed)
        draft.add("stage_started", stage=0, entrants=order)

    return perform(slug=slug, who=who, judge=judge, **command)


def pause(*, slug: str, who: Who, **command: Any) -> Done:
    """Stop pairing and publishing; matches that run go on."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.JUDGE)
        guards.must_run(draft.state)
        draft.add("tournament_paused")

    return perform(slug=slug, who=who, judge=judge, **command)


def resume(*, slug: str, who: Who, **command: Any) -> Done:
    """Go on after a pause."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.JUDGE)
        if not draft.state.paused:
            raise Problem("round_not_draft", "The tournament is not paused.")
        draft.add("tournament_resumed")

    return perform(slug=slug, who=who, judge=judge, **command)


def cancel(*, slug: str, who: Who, **command: Any) -> Done:
    """Call the whole tournament off; matches that run are called off with it."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        guards.must_not_be_over(draft.state)
        draft.excused = not any(_is_at_stake(draft, each) for _, each in draft.state.tables())
        for round_, table in list(draft.state.tables()):
            if round_.published and not table.done:
                stopping.call_off(draft, table, "none" if table.stopped else "bye")
        draft.add("tournament_cancelled")

    return perform(slug=slug, who=who, judge=judge, **command)


def _is_at_stake(draft: Draft, table: TableState) -> bool:
    """Tell whether the asker sits at a table whose match they could wipe out."""
    return draft.own in table.seats and table.match is not None and not table.done


def finish(*, slug: str, who: Who, **command: Any) -> Done:
    """End the tournament and keep its ranking."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        guards.must_run(draft.state)
        guards.must_have_rounds(draft.state)
        for round_ in draft.state.rounds:
            if not round_.closed:
                text = f"Round {round_.number} is open; close it first."
                raise Problem("round_already_live", text)
        end(draft)

    return perform(slug=slug, who=who, judge=judge, **command)


def end(draft: Draft) -> None:
    """Add the final ranking."""
    ranking = [line.entrant for line in play.lines_of(draft.state)]
    draft.add("tournament_finished", ranking=ranking)


def reopen(*, slug: str, who: Who, **command: Any) -> Done:
    """Take back the end of a finished tournament."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        if draft.state.status is not Status.FINISHED:
            raise Problem("round_not_draft", "Only a finished tournament can be reopened.")
        draft.add("tournament_reopened")

    return perform(slug=slug, who=who, judge=judge, **command)


def roll_back(*, slug: str, who: Who, to_version: int, **command: Any) -> Done:
    """Return to an earlier version: what came after it stays in the stream and counts no more."""

    def judge(draft: Draft) -> None:
        draft.must_be(Role.ORGANISER)
        current = draft.state.version
        if not 1 <= to_version < current:
            text = f"to_version must be from 1 to {current - 1}, not {to_version}"
            raise Problem("invalid", text)
        draft.roll_back(to_version)

    return perform(slug=slug, who=who, judge=judge, **command)
