"""A file as a report: TRF16, the lines XX… of TRF(x), and those of TRF26. Pure.

Sources: FIDE Handbook C.04, annex 2 (TRF16) and TRF26; the user manual of JaVaFo for TRF(x); for
lines 250, 299 and XXA what gacrux, FIDE's own program, makes of them.
What cannot be used becomes a note; what contradicts itself is refused.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import combinations

from games.messages import Message
from tournaments.record import UNITS, Entrant, Round
from tournaments.trf import cells, team_lines
from tournaments.trf.adjustments import Abnormal, adjusted
from tournaments.trf.cells import Cell
from tournaments.trf.report import (
    HALF,
    Colour,
    Note,
    Player,
    Report,
    Team,
    TrfError,
    Virtual,
    refused,
)

VALUE = re.compile(r"([A-Z]+)\s*=?\s*(\d+(?:[.,]\d+)?)")
COLOURS: dict[str, Colour] = {"W": "w", "B": "b", "WHITE1": "w", "BLACK1": "b"}
SAME = {"W": 120, "D": 60, "L": 0, "A": 0, "WW": 120, "BW": 120, "WD": 60, "BD": 60, "WL": 0}
SAME |= {"BL": 0, "FW": 120, "FL": 0, "Z": 0, "ZPB": 0}
"""What results are worth without a line that says so, in units."""
BYE_NAMES = {"P": "PAB", "PAB": "PAB", "HPB": "HPB", "H": "HPB", "FPB": "FPB", "F": "FPB"}
USED_COLUMNS = (slice(4, 8), slice(14, 47), slice(48, 52), slice(80, 84), slice(85, 89))
"""Start number, name, rating, points, rank: what is used of a line 001 before its rounds."""
SILENT = frozenset(("062", "072", "082", "DDD", "SSS"))
"""Counts and rulers, which follow from the rest."""


class _Reading:
    """A file as far as it has been read."""

    def __init__(self) -> None:
        self.name = ""
        self.players: dict[Entrant, tuple[Player, int]] = {}
        """With their lines."""
        self.cells: dict[Entrant, list[Cell]] = {}
        self.planned: int | None = None
        self.first: Colour | None = None
        self.by_rank = False
        self.barred: list[tuple[int, int, tuple[Entrant, ...], int, str]] = []
        """First round, last round, players, the line and its text."""
        self.booked: list[tuple[int | None, tuple[Entrant, ...], int, str]] = []
        """The round (None for the next one), players, the line and its text."""
        self.values = {"PAB": UNITS, "FPB": UNITS, "HPB": HALF}
        self.virtual: list[tuple[int, Virtual]] = []
        """With their lines."""
        self.abnormal: list[Abnormal] = []
        self.teams: list[tuple[Team, int]] = []
        """With their lines."""
        self.notes: list[Note] = []

    def note(self, line: str, at: int, why: Message) -> None:
        """Keep a line for people to read."""
        self.notes.append(Note(at, line.strip(), why))


def read(text: str) -> Report:
    """Return what a file holds; raises TrfError."""
    found = _Reading()
    lines = text.removeprefix("\ufeff").splitlines()
    of_teams = "310" if any(line[:3] == "310" for line in lines) else "013"
    for at, line in enumerate(lines, start=1):
        code = line[:3].upper()
        if code == of_teams:
            found.teams.append((team_lines.read(line, at), at))
            if code == "310":
                found.note(line, at, Message("its players are imported, everything else is kept"))
        elif code in READERS:
            READERS[code](found, line, at)
        elif line.strip() and code not in SILENT:
            found.note(line, at, Message("is kept, and not used"))
    if not found.players:
        raise TrfError(Message("there is no player: no line begins with 001"))
    rounds = cells.rounds(_trimmed(found.cells), found.values)
    if found.planned is not None and found.planned < len(rounds):
        text_ = Message(
            "the file plans %(planned)s rounds, and has %(count)s",
            planned=found.planned,
            count=len(rounds),
        )
        raise TrfError(text_)
    rounds, penalties = adjusted(rounds, found.abnormal, found.note)
    for at, each in found.virtual:
        _require_known(found, [each.entrant], at)
    for written in found.abnormal:
        _require_known(found, written.players, written.line)
    team_lines.require_sound(found.teams, found.players)
    _compare_points(found, rounds, penalties)
    following = len(rounds) + 1
    return Report(
        found.name,
        tuple(player for player, _ in found.players.values()),
        rounds,
        found.values["PAB"],
        found.planned,
        found.first,
        found.by_rank,
        _apart(found, following),
        _away(found, following),
        tuple(sorted(found.notes, key=lambda each: each.line)),
        tuple(each for _, each in found.virtual),
        penalties,
        tuple(team for team, _ in found.teams),
    )


@lru_cache(maxsize=64)
def notes(text: str) -> tuple[Note, ...]:
    """Return what a file says that cannot be used; raises TrfError."""
    return read(text).notes


@lru_cache(maxsize=64)
def virtual(text: str) -> tuple[Virtual, ...]:
    """Return the points of a file that count in the pairing alone; raises TrfError."""
    return read(text).virtual


def _trimmed(lines: dict[Entrant, list[Cell]]) -> dict[Entrant, list[Cell]]:
    """Return the rounds without blank ones after the last of which anybody tells."""
    last = 0
    for written in lines.values():
        marked = [
            place for place, cell in enumerate(written, start=1) if cell.is_met or cell.result
        ]
        last = max([last, *marked])
    return {own: written[:last] for own, written in lines.items()}


def _player(found: _Reading, line: str, at: int) -> None:
    number, name, rating = line[4:8].strip(), " ".join(line[14:47].split()), line[48:52].strip()
    if not number.isdecimal() or not int(number):
        raise refused(at, 5, Message("a line 001 begins with a start number"))
    if not name:
        raise refused(at, 15, Message("the name is missing"))
    if rating and not rating.isdecimal():
        raise refused(at, 49, Message("a rating is a number, or blank"))
    if int(number) in found.players:
        fault = Message("the start number %(number)s is already used", number=number)
        raise refused(at, 5, fault)
    points, rank = _units(line, at), line[85:89].strip()
    if rank and not rank.isdecimal():
        raise refused(at, 86, Message("a rank is a number, or blank"))
    player = Player(int(number), name, int(rating or 0), points, int(rank or 0))
    found.players[player.number] = player, at
    found.cells[player.number] = cells.read(line, at)
    used = {place for part in USED_COLUMNS for place in range(part.start, part.stop)}
    if any(sign != " " for place, sign in enumerate(line[3 : cells.FIRST], 3) if place not in used):
        found.note(line[: cells.FIRST], at, Message("title, federation, number and birth are kept"))


def _units(line: str, at: int) -> int:
    written = line[80:84].strip().replace(",", ".")
    try:
        return round(float(written or 0) * UNITS)
    except ValueError:
        raise refused(at, 81, Message("points are a number, or blank")) from None


def _compare_points(
    found: _Reading, rounds: Iterable[Round], penalties: Mapping[Entrant, int]
) -> None:
    """Note whose points are not the sum of the results, with what was taken away."""
    earned = {each: -penalties.get(each, 0) for each in found.players}
    for round_ in rounds:
        for own, units in round_.granted.items():
            earned[own] += units
        for table in round_.tables:
            for own, place in zip(table.seats, table.places or (), strict=False):
                worth = HALF if table.places == (1, 1) else UNITS * (place == 1)
                earned[own] += 0 if own in table.absent else worth
            for own, units in table.taken:
                earned[own] -= units
    for own, (player, at) in found.players.items():
        # Files have one decimal, and some leave the points out.
        if player.points and abs(player.points - earned[own]) > UNITS // 20:
            why = Message(
                "says %(told)s points; its results add up to %(made)s",
                told=f"{player.points / UNITS:g}",
                made=f"{earned[own] / UNITS:g}",
            )
            found.notes.append(Note(at, player.name, why))


def _name(found: _Reading, line: str, _at: int) -> None:
    found.name = line[4:].strip()


def _planned(found: _Reading, line: str, at: int) -> None:
    written = line[4:].strip()
    if not written.isdecimal() or not int(written):
        raise refused(at, 5, Message("the number of rounds must be 1 or more"))
    if found.planned not in {None, int(written)}:
        fault = Message("another line says %(count)s rounds", count=found.planned)
        raise refused(at, 5, fault)
    found.planned = int(written)


def _configuration(found: _Reading, line: str, at: int) -> None:
    for word in line[4:].upper().split():
        if word == "RANK":
            found.by_rank = True
        elif word in COLOURS:
            if found.first not in {None, COLOURS[word]}:
                raise refused(at, 5, Message("another line gives the other colour"))
            found.first = COLOURS[word]
        else:
            found.note(line, at, Message("%(word)s is kept, and not used", word=word))


def _numbers(line: str, at: int, start: int) -> tuple[Entrant, ...]:
    """Return start numbers from a place of a line on."""
    written = [(match.group(), match.start()) for match in re.finditer(r"[^\s,/]+", line[start:])]
    for word, place in written:
        if not word.isdecimal() or not int(word):
            fault = Message("a start number is needed here, not %(found)s", found=repr(word))
            raise refused(at, start + place + 1, fault)
    return tuple(int(word) for word, _ in written)


def _barred(found: _Reading, line: str, at: int) -> None:
    if line[:3].upper() == "XXP":
        found.barred.append((1, 0, _numbers(line, at, 4), at, line))
        return
    first, last = _rounds_of(line, at, 4), _rounds_of(line, at, 8)
    found.barred.append((first, last or first, _numbers(line, at, 12), at, line))


def _rounds_of(line: str, at: int, start: int) -> int:
    written = line[start : start + 3].strip()
    if written and not written.isdecimal():
        raise refused(at, start + 1, Message("the number of a round is needed here"))
    return int(written or 0)


def _apart(found: _Reading, following: int) -> tuple[tuple[Entrant, Entrant], ...]:
    pairs: set[tuple[Entrant, Entrant]] = set()
    for first, last, players, at, line in found.barred:
        _require_known(found, players, at)
        planned = found.planned or following
        if first > following or (last and last < following):
            found.note(line, at, Message("does not touch the next round"))
            continue
        if last and last < planned:
            found.note(line, at, Message("is lifted by hand after round %(last)s", last=last))
        pairs.update((min(pair), max(pair)) for pair in combinations(sorted(set(players)), 2))
    return tuple(sorted(pairs))


def _accelerated(found: _Reading, line: str, at: int) -> None:
    """Take points for the pairing alone: by player and round (XXA), or of a range of both (250)."""
    if line[:3].upper() == "XXA":
        player = _number(line, at, slice(4, 8))
        for place in range(9, len(line.rstrip()), 5):
            units = _points(line, at, slice(place, place + 4))
            if units:
                round_ = (place - 4) // 5
                found.virtual.append((at, Virtual(player, round_, round_, units)))
    else:
        units = _points(line, at, slice(9, 13)) or _points(line, at, slice(4, 8))
        first, last = _rounds_of(line, at, 14), _rounds_of(line, at, 18)
        lowest = _number(line, at, slice(22, 26))
        highest = _number(line, at, slice(27, 31)) if line[27:31].strip() else lowest
        found.virtual += [
            (at, Virtual(each, first, last or first, units)) for each in range(lowest, highest + 1)
        ]
    found.note(line, at, Message("counts in the pairings of FIDE Dutch, and nowhere else"))


def _number(line: str, at: int, place: slice) -> Entrant:
    written = line[place].strip()
    if not written.isdecimal() or not int(written):
        raise refused(at, place.start + 1, Message("a start number is needed here"))
    return int(written)


def _points(line: str, at: int, place: slice) -> int:
    try:
        return round(float(line[place].strip().replace(",", ".") or 0) * UNITS)
    except ValueError:
        raise refused(at, place.start + 1, Message("points are a number, or blank")) from None


def _abnormal(found: _Reading, line: str, at: int) -> None:
    """Take points that were given or taken away beside the results (299)."""
    sign, units = line[4:5].strip().upper(), _points(line, at, slice(13, 17))
    players = _numbers(line, at, 23)
    if players:
        found.abnormal.append(Abnormal(at, line, sign, units, _rounds_of(line, at, 19), players))
    elif sign in BYE_NAMES:
        found.values[BYE_NAMES[sign]] = units
    else:
        found.note(line, at, Message("is kept, and not used"))


def _booked(found: _Reading, line: str, at: int) -> None:
    if line[:3].upper() == "XXZ":
        found.booked.append((None, _numbers(line, at, 4), at, line))
        return
    kind = line[4:5].upper()
    if kind not in {"F", "H", "Z", " "}:
        raise refused(at, 5, Message("a bye is F, H or Z, not %(found)s", found=repr(kind)))
    found.booked.append((_rounds_of(line, at, 6), _numbers(line, at, 9), at, line))


def _away(found: _Reading, following: int) -> tuple[Entrant, ...]:
    away: set[Entrant] = set()
    for round_, players, at, line in found.booked:
        _require_known(found, players, at)
        if round_ is None or round_ == following:
            away.update(players)
            found.note(line, at, Message("they are absent; bring them back for the round after"))
        elif round_ > following:
            found.note(line, at, Message("must be entered by hand in its round"))
    return tuple(sorted(away))


def _require_known(found: _Reading, players: Iterable[Entrant], at: int) -> None:
    for each in players:
        if each not in found.players:
            fault = Message("there is no player %(number)s", number=each)
            raise refused(at, 5, fault)


def _values(found: _Reading, line: str, at: int) -> None:
    """Take what byes are worth; what results are worth is the plan's."""
    for name, written in VALUE.findall(line[4:].upper()):
        units = round(float(written.replace(",", ".")) * UNITS)
        if name in BYE_NAMES:
            found.values[BYE_NAMES[name]] = units
        elif SAME.get(name) != units:
            why = Message(
                "the tournament's points count, not %(name)s %(told)s", name=name, told=written
            )
            found.note(line, at, why)


READERS: dict[str, Callable[[_Reading, str, int], None]] = {
    "001": _player,
    "012": _name,
    "142": _planned,
    "152": _configuration,
    "162": _values,
    "240": _booked,
    "250": _accelerated,
    "260": _barred,
    "299": _abnormal,
    "XXA": _accelerated,
    "XXC": _configuration,
    "XXP": _barred,
    "XXR": _planned,
    "XXS": _values,
    "XXZ": _booked,
}
"""What reads a line, by the code with which it begins."""
