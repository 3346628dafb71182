"""Duels as FIDE's Dutch system pairs them (Handbook C.04.3, in force since 1 February 2026). Pure.

The pairing is gacrux's, which is FIDE's own program (Otto Milvang, MIT licence); here a stage is
put before it as it wants it, and what it answers is explained. White is who leads. Points are
given to it in whole units, so every points scheme goes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from importlib import import_module
from typing import Literal, NamedTuple, cast

from games.json_types import JsonObject
from tournaments.formats import notes
from tournaments.formats.core import Pairing, Reason, Stage
from tournaments.formats.notes import Note
from tournaments.points.core import in_points
from tournaments.record import UNITS, Entrant, Round, Table
from tournaments.trf.report import Virtual

Colour = Literal["w", "b"]
Facts = JsonObject
"""A part of the tournament in gacrux's own shape."""

RULES: Mapping[str, tuple[str, str]] = {
    "E.1": ("leads_both_due", "both get the seat that they are due (5.2.1)"),
    "E.2": ("leads_stronger", "the stronger claim is granted (5.2.2)"),
    "E.3": ("leads_changed", "they change from when they last led and followed (5.2.3)"),
    "E.4": ("leads_higher", "the higher ranked gets the seat that is due (5.2.4)"),
    "E.5": ("leads_seeded", "neither has a claim, so the number in the seeding decides (5.2.5)"),
}
"""Why somebody leads, by gacrux's names of the articles of C.04.3: the id of the note, and words.
"""
NOT_PLAYED = "H"
"""A round that somebody sat out, or whose table was called off."""
FORFEITED = "Z"
"""A loss by not coming."""
BYE = "P"
"""A bye that the pairing gave."""


class Met(NamedTuple):
    """A table as the program pairs it, or a bye."""

    first: Entrant
    second: Entrant | None
    """None for a bye."""
    bracket: int
    """Points of the bracket, in units."""
    floated: tuple[Entrant, ...]
    """Who came down into the bracket."""
    rule: str


def pair(stage: Stage, rounds: int) -> Pairing | None:
    """Return the next of so many rounds, tables in the order of their boards.

    None where the rules leave no pairing of everybody (1.9.3 leaves that to the arbiter).
    """
    numbers = {entrant: place for place, entrant in enumerate(stage.seeds, start=1)}
    program = import_module("gacrux.pairingdutch")
    errors = import_module("gacrux.gacruxexeptions")
    settings = {"experimental": [], "verbose": 0}
    engine = program.pairing_dutch(_tournament(stage, rounds, numbers), stage.number, settings)
    try:
        brackets = engine.compute_pairing(checkonly=False)
    except errors.GacruxNoLegalPairing:
        return None
    found = _read(brackets, engine.crosstable.levels(), stage.seeds)
    tables = [each for each in found if each.second is not None]
    return Pairing(
        tuple((each.first, each.second) for each in tables if each.second is not None),
        tuple(each.first for each in found if each.second is None),
        tuple(_reason(stage, each) for each in tables),
        notes=_notes(stage, found, solver_version()),
    )


def solver_version() -> str:
    """Return the version of gacrux on this machine."""
    return str(import_module("gacrux.version").__version__)


def score(stage: Stage, entrant: Entrant) -> int:
    """Return the units by which somebody is paired: those of the standings, penalties taken off.

    And the virtual points of the next round, where an imported report accelerates it.
    """
    own = stage.record.points.get(entrant, 0) - stage.record.penalties.get(entrant, 0)
    now = [each for each in _virtual(stage) if each.first <= stage.number <= each.last]
    return own + sum(each.units for each in now if each.entrant == entrant)


def _virtual(stage: Stage) -> Sequence[Virtual]:
    """Return the points that count in the pairing alone (C.04.7), by entrant and round."""
    return cast("Sequence[Virtual]", stage.extra.get("virtual", ()))


def first_to_lead(stage: Stage) -> Colour:
    """Return what the best seed gets in the first round (5.1).

    As an imported report says (`first` in `Stage.extra`), else as that round was, else by lot.
    """
    if stage.extra.get("first") is not None:
        return "w" if stage.extra["first"] == "w" else "b"
    rank = {entrant: place for place, entrant in enumerate(stage.seeds)}
    for round_ in stage.record.rounds[:1]:
        seats = [each for table in round_.tables for each in table.seats]
        if seats:
            best = min(seats, key=lambda each: rank.get(each, len(rank)))
            return "w" if any(table.seats[0] == best for table in round_.tables) else "b"
    return "wb"[stage.chance.below("first to lead", 2)]  # type: ignore[return-value] # of two


def _tournament(stage: Stage, rounds: int, numbers: Mapping[Entrant, int]) -> Facts:
    """Return the stage in the shape of gacrux; start numbers are places in the seeding."""
    active = set(stage.active)
    games = [
        game
        for number, round_ in enumerate(stage.record.rounds, start=1)
        for game in _games(number, round_, stage.record.bye_points, numbers)
    ]
    return {
        "tournamentType": "SWISS",
        "teamTournament": False,
        "numRounds": max(rounds, stage.number),
        "currentRound": stage.number - 1,
        "topColor": first_to_lead(stage),
        "scoreSystem": {"game": _values(stage)},
        "competitors": [
            {
                "cid": number,
                "rank": number,
                "random": number,
                "present": entrant in active,
                "adjust": _adjustments(stage.record.penalties.get(entrant, 0)),
            }
            for entrant, number in numbers.items()
        ],
        "gameList": games,
        "accelerated": {
            "name": "",
            "values": [
                {
                    "firstRound": each.first,
                    "lastRound": each.last,
                    "firstCompetitor": numbers[each.entrant],
                    "lastCompetitor": numbers[each.entrant],
                    "gamePoints": Decimal(each.units),
                    "matchPoints": Decimal(each.units),
                }
                for each in _virtual(stage)
                if each.entrant in numbers
            ],
        },
        "prohibited": [
            {"firstRound": 1, "lastRound": stage.number, "competitors": [numbers[a], numbers[b]]}
            for a, b in sorted(stage.apart)
            if a in numbers and b in numbers
        ],
    }


def _values(stage: Stage) -> dict[str, Decimal]:
    """Return what results are worth: wins for who is a top scorer, 0 for who has played nothing."""
    earned = (table.points or () for round_ in stage.record.rounds for table in round_.tables)
    win = Decimal(max((max(points, default=0) for points in earned), default=0) or UNITS)
    nothing = Decimal(0)
    return {"W": win, "D": win / 2, **dict.fromkeys(["L", "Z", "U", "A"], nothing)}


def _adjustments(penalty: int) -> list[Facts]:
    return [{"round": 0, "pairing": True, "points": Decimal(-penalty)}] if penalty else []


def _games(
    number: int, round_: Round, bye_points: int, numbers: Mapping[Entrant, int]
) -> list[Facts]:
    """Return a round's tables and byes; whoever has neither was not there."""
    away = {each for table in round_.tables if not table.counts for each in table.seats}
    away |= set(round_.asked)
    games = []
    for entrant in round_.byes:
        if entrant in numbers:
            code = NOT_PLAYED if entrant in away else BYE
            units = Decimal(round_.granted.get(entrant, bye_points))
            side = {"cid": numbers[entrant], "result": code, "score": units}
            games.append({"round": number, "played": code == BYE, "white": side})
    for table in round_.tables:
        if table.counts and all(each in numbers for each in table.seats):
            white, black = (_side(table, seat, numbers) for seat in (0, 1))
            played = not table.absent
            games.append({"round": number, "played": played, "white": white, "black": black})
    return games


def _side(table: Table, seat: int, numbers: Mapping[Entrant, int]) -> Facts:
    result, units = "A", 0
    if table.places is not None and table.points is not None:
        own, other = table.places[seat], table.places[1 - seat]
        result, units = "W" if own < other else "L" if own > other else "D", table.points[seat]
    if table.seats[seat] in table.absent:
        result = FORFEITED
    return {"cid": numbers[table.seats[seat]], "result": result, "score": Decimal(units)}


def _read(
    brackets: Sequence[Facts], levels: Sequence[Decimal], seeds: Sequence[Entrant]
) -> list[Met]:
    """Return what the program answers, in the order of the boards."""
    found = {}
    for bracket in brackets:
        level = bracket["scorelevel"]
        for each in bracket["pairs"]:
            sides = ((each["ca"], each["sa"]), (each["cb"], each["sb"]))
            floated = tuple(seeds[side - 1] for side, came in sides if side and came > level)
            second = seeds[each["b"] - 1] if each["b"] else None
            points = int(levels[level])
            met = Met(seeds[each["w"] - 1], second, points, floated, each["colorrule"])
            found[each["board"]] = met
    return [found[board] for board in sorted(found)]


def _reason(stage: Stage, met: Met) -> Reason:
    """Return why a table is as it is: its bracket, who floats, who leads; no cost is counted."""
    assert met.second is not None, "a bye has no table"  # noqa: S101 - said to the type checker
    level = in_points(met.bracket)
    said = [Note("dutch_bracket", "FIDE Dutch, in the bracket of %(points)s.", points=level)]
    for each in met.floated:
        came, text = in_points(score(stage, each)), "%(names)s floats down from %(points)s."
        said.append(Note("floats", text, names=(each,), points=came))
    id_, why = RULES[met.rule]
    said.append(Note(id_, f"%(names)s leads: {why}.", names=(met.first,)))
    repeats = stage.met(met.first, met.second)
    if repeats:
        again = [notes.pair(met.first, met.second)]
        said.append(Note("meet_again", "Meet again: %(parts)s.", parts=again))
    return Reason(repeats, {}, tuple(said))


def _notes(stage: Stage, found: Sequence[Met], version: str) -> tuple[str, ...]:
    """Return which rules these are, the brackets, and who floats."""
    brackets = Counter(
        score(stage, each) for met in found for each in (met.first, met.second) if each is not None
    )
    sizes = [
        Note("at_points", "%(n)s with %(points)s", n=count, points=in_points(points))
        for points, count in sorted(brackets.items())[::-1]
    ]
    text = (
        "FIDE Dutch (C.04.3 of 1 February 2026), by gacrux %(version)s; it has no terms of cost."
        " Players: %(parts)s."
    )
    said = [Note("dutch", text, version=version, parts=sizes)]
    floated = tuple(each for met in found for each in met.floated)
    if floated:
        said.append(Note("float_down", "Float down: %(names)s.", names=floated))
    return tuple(said)
