"""A tournament as something to draw: stages, rounds, tables, and where everybody comes from. Pure.

Rounds that are to come are drawn too, as far as they do not hang on results: the format is asked
what it would do if the better seeds won everywhere, nowhere, or at some tables, and what all
answers have in common, round by round, is drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from tournaments import bracket_answers, stage_plan, stage_queries, stage_records
from tournaments.bracket_answers import (
    Bracket,
    BracketRound,
    BracketSeat,
    BracketStage,
    BracketTable,
    Edge,
)
from tournaments.formats.core import Format, InfeasibleError, Stage
from tournaments.record import Entrant, Record, Round, Table
from tournaments.sources import describe
from tournaments.state import RoundState, TournamentState

DUEL = 2
ROUNDS_MAX = 40
"""No bracket is drawn further ahead."""
Upsets = Callable[[int], bool]
"""Whether the worse seeds win at a table, by its number in its round, from 0."""
WORLDS: tuple[Upsets, ...] = (
    lambda _table: False,
    lambda _table: True,
    lambda table: table % 2 == 0,
    lambda table: table // 2 % 2 == 0,
)
"""Results that are tried."""


Kind = Literal["seed", "stage", "table"]


class Source(NamedTuple):
    """Where somebody at a table comes from."""

    kind: Kind
    of: str
    """The number of the stage, or the id of the table; empty for a seed."""
    place: int
    """The seed, the rank in the stage, or the place at the table."""
    text: str = ""
    """The same for people, where there is more to say: `second of group B`, `loser of W1-3`."""


class Coming(NamedTuple):
    """A table that is to come: by its own id, where its players come from."""

    id: str
    sources: tuple[Source, ...]
    key: str = ""
    """Its place in a bracket that names places."""


Sources = dict[Entrant, Source]


def entering(stage: int, seeds: Sequence[Entrant], codes: Sequence[str] = ()) -> Sources:
    """Return where the entrants of a stage, from 0, come from: the seeding, or the stage before.

    `codes` say by what right they are there, in the same order, as far as that is known.
    """
    kind: Kind = "stage" if stage else "seed"
    of = str(stage) if stage else ""
    texts = dict(enumerate(map(describe, codes), start=1))
    return {
        entrant: Source(kind, of, place, texts.get(place, ""))
        for place, entrant in enumerate(seeds, start=1)
    }


def after(sources: Sources, tables: Sequence[tuple[str, Table]]) -> Sources:
    """Return where everybody comes from once tables, by id, have been played."""
    found = dict(sources)
    for table_id, table in tables:
        for entrant, place in zip(table.seats, table.places or (), strict=False):
            end = "winner" if place == 1 else "loser"
            text = f"{end} of {table.key}" if table.key and len(table.seats) == DUEL else ""
            found[entrant] = Source("table", table_id, place, text)
    return found


def bracket(state: TournamentState) -> Bracket:
    """Return all stages, those to come too, and the edges between tables."""
    stages = [_stage(state, number) for number in range(len(state.settings["stages"]))]
    tables = [table for each in stages for round_ in each.rounds for table in round_.tables]
    edges = [
        Edge(seat.source.of, seat.source.place, table.id)
        for table in tables
        for seat in table.seats
        if seat.source is not None and seat.source.kind == "table"
    ]
    return Bracket(state.version, stages, edges)


def _stage(state: TournamentState, number: int) -> BracketStage:
    begun = number < len(state.stages)
    ranking = state.stages[number].ranking if begun else None
    form = stage_plan.format_of(state, number)
    rounds = _drawn(state, number) if begun else []
    return BracketStage(
        stage=number + 1,
        format=form.id,
        title=form.title,
        eliminates=form.eliminates,
        status="planned" if not begun else "running" if ranking is None else "complete",
        rounds=rounds + _to_come(coming(state, number)),
    )


def _to_come(certain: Sequence[Sequence[Coming]]) -> list[BracketRound]:
    """Return rounds that are to come in the form of those that are there."""
    return [
        BracketRound(
            round=None,
            status="to_come",
            tables=[
                BracketTable(
                    id=table.id,
                    key=table.key,
                    table=place,
                    seats=[_seat(None, "", source) for source in table.sources],
                    placings=None,
                    void=False,
                    stopped=False,
                    advances=None,
                )
                for place, table in enumerate(tables, start=1)
            ],
            byes=[],
        )
        for tables in certain
    ]


def _seat(entrant: Entrant | None, name: str, source: Source | None) -> BracketSeat:
    return BracketSeat(entrant, name, None if source is None else bracket_answers.Source(*source))


def _drawn(state: TournamentState, stage: int) -> list[BracketRound]:
    """Return the published rounds of a stage: every seat with its source, and who goes on."""
    begun = state.stages[stage]
    sources = entering(stage, begun.entrants, begun.sources)
    found = []
    for round_ in _published(state, stage):
        tables = [(str(table.id), stage_records.table_of(state, table)) for table in round_.tables]
        alive = _alive_after(state, stage, round_)
        seat = partial(_seated, state, sources)
        found.append(
            BracketRound(
                round=round_.number,
                status="closed" if round_.closed else "live",
                tables=[
                    BracketTable(
                        id=table_id,
                        key=table.key,
                        table=place,
                        seats=[seat(each) for each in table.seats],
                        placings=None if table.places is None else list(table.places),
                        void=not table.counts,
                        stopped=table.stopped,
                        advances=_advancing(table, alive),
                    )
                    for place, (table_id, table) in enumerate(tables, start=1)
                ],
                byes=[seat(each) for each in round_.byes],
            )
        )
        sources = after(sources, tables)
    return found


def _seated(state: TournamentState, sources: Sources, entrant: Entrant) -> BracketSeat:
    return _seat(entrant, state.name(entrant), sources.get(entrant))


def _published(state: TournamentState, stage: int) -> list[RoundState]:
    return [each for each in state.rounds if each.published and each.stage == stage]


def _alive_after(state: TournamentState, stage: int, round_: RoundState) -> set[Entrant] | None:
    """Return who is in the running after a round; None where nobody is knocked out."""
    form = stage_plan.format_of(state, stage)
    if not form.eliminates:
        return None
    asked = stage_queries.stage_of(state, number=stage)
    until = [each for each in asked.record.rounds if each.number <= round_.number]
    return set(form.contenders(_with(replace(asked, active=asked.seeds), until)))


def _advancing(table: Table, alive: set[Entrant] | None) -> list[Entrant] | None:
    """Return who goes on from a table; None while it has no result, or where all do."""
    if alive is None or (table.places is None and table.counts):
        return None
    return [each for each in table.seats if each in alive]


def coming(state: TournamentState, stage: int) -> list[list[Coming]]:
    """Return the tables of rounds that are to come, round by round, as far as they are certain.

    Of a stage that has not begun too, for the entrants that it takes.
    """
    form = stage_plan.format_of(state, stage)
    if not form.eliminates:
        return []
    if stage < len(state.stages):
        if state.stages[stage].ranking is not None:
            return []
        asked = stage_queries.stage_of(state, number=stage)
        ids = {
            number: [str(table.id) for table in round_.tables]
            for number, round_ in enumerate(_published(state, stage))
        }
    else:
        asked, ids = _planned(state, stage), {}
    begun = state.stages[stage].sources if stage < len(state.stages) else ()
    planned = state.stage_settings(stage).get("sources") or ()
    sources = entering(stage, asked.seeds, begun or planned)
    worlds = [_run(form, asked, sources, ids, upsets) for upsets in WORLDS]
    certain = []
    for number, rounds in enumerate(zip(*worlds, strict=False)):
        if any(each != rounds[0] for each in rounds):
            break
        if number >= len(ids):
            certain.append(rounds[0])
    return certain


def _planned(state: TournamentState, stage: int) -> Stage:
    """Return a stage that has not begun, with stand-ins for its entrants."""
    seeds = tuple(range(1, state.stage_settings(stage)["take"] + 1))
    sizes, options = stage_plan.sizes_of(state, stage), stage_plan.options_of(state, stage)
    return Stage(seeds, seeds, Record(seeds, ()), seeds, sizes, options)


def _run(
    form: Format, stage: Stage, sources: Sources, ids: Mapping[int, list[str]], upsets: Upsets
) -> list[list[Coming]]:
    """Return all rounds of one world, from the first one on."""
    seeds = {entrant: place for place, entrant in enumerate(stage.seeds)}
    known, played, found = list(stage.record.rounds), list[Round](), list[list[Coming]]()
    for number in range(ROUNDS_MAX):
        if number < len(known):
            round_ = known[number]
        else:
            asked = _with(stage, played)
            if form.is_over(asked):
                break
            try:
                pairing = form.pair(asked)
            except InfeasibleError:
                break
            last = played[-1].number if played else 0
            seated = tuple(
                Table(seats, key=pairing.key(place)) for place, seats in enumerate(pairing.tables)
            )
            round_ = Round(last + 1, seated, pairing.byes, pairing.walkovers)
        count = len(round_.tables)
        names = ids.get(number) or [f"{number + 1}-{each + 1}" for each in range(count)]
        tables = [
            _decided(table, seeds, upset=upsets(place)) for place, table in enumerate(round_.tables)
        ]
        found.append(
            [
                Coming(name, tuple(sorted(sources[each] for each in table.seats)), table.key)
                for name, table in zip(names, tables, strict=True)
            ]
        )
        sources = after(sources, list(zip(names, tables, strict=True)))
        played.append(round_._replace(tables=tuple(tables)))
    return found


def _decided(table: Table, seeds: Mapping[Entrant, int], *, upset: bool) -> Table:
    """Return a table with its result, or with one by the order of its seeds."""
    if table.places is not None or not table.counts:
        return table
    order = sorted(table.seats, key=seeds.__getitem__, reverse=upset)
    places = tuple(order.index(each) + 1 for each in table.seats)
    return table._replace(places=places, points=tuple(len(order) - place for place in places))


def _with(stage: Stage, rounds: Sequence[Round]) -> Stage:
    return replace(stage, record=stage.record.with_rounds(rounds))
