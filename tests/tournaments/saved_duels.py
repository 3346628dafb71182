"""Duels as they were played, and the tie-breaks that FIDE's TieBreakServer counts for them.

`python -m tests.tournaments.saved_duels` makes the file anew; it needs gacrux (`pip install
gacrux`), which reads the tournaments from TRF files.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from tests.tournaments.stages import SCHEME, Played
from tournaments.formats.core import Format, Sizes
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.record import Entrant, Record
from tournaments.trf import reading, writing
from tournaments.trf.report import Player, Report

FILE = Path(__file__).parent / "data" / "duels.json"
DUELS = Sizes(2, 2, 2)
NAMES: Mapping[str, str] = {
    "points": "PTS",
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "buchholz_median": "BH/M1",
    "sonneborn_berger": "SB",
}
"""Our names, and FIDE's acronyms (C.07)."""
ENCOUNTER = {"points": "PTS", "direct_encounter": "DE"}
"""By itself, since it ranks those who are level on what comes before it; 0 is for nobody else."""
TOURNAMENTS: tuple[tuple[Format, int, int], ...] = (
    *((Swiss(), players, 6) for players in (8, 10, 14, 20, 32, 64)),
    *((RoundRobin(), players, 0) for players in (4, 6, 8, 10)),
)


class Saved(NamedTuple):
    """A tournament, and what the other program counts."""

    record: Record
    values: Mapping[str, Mapping[Entrant, str]]


def load() -> list[Saved]:
    """Return what is saved."""
    return [_saved(each) for each in json.loads(FILE.read_text())["tournaments"]]


def _saved(saved: dict[str, Any]) -> Saved:
    report = reading.read(saved["trf"])
    rounds = [
        round_._replace(
            tables=tuple(
                table._replace(points=SCHEME.points(table.places or (), None))
                for table in round_.tables
            )
        )
        for round_ in report.rounds
    ]
    values = {
        name: {int(player): value for player, value in found.items()}
        for name, found in saved["values"].items()
    }
    return Saved(Record([each.number for each in report.players], rounds), values)


def played(form: Format, players: int, rounds: int) -> str:
    """Return a tournament as a TRF file."""
    options = {"rounds": rounds} if rounds else {}
    tournament = Played(form, players, DUELS, seed=players, **options).play_out()
    points = tournament.stage().record.points
    lines = tuple(Player(each, f"Player {each}", 0, points[each]) for each in tournament.seeds)
    return writing.written(Report(form.title, lines, tuple(tournament.rounds)))


def counted(text: str, kind: str, names: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return what gacrux counts, by tie-break and player."""
    with tempfile.NamedTemporaryFile("w", suffix=".trf") as file:
        file.write(text)
        file.flush()
        command = [sys.executable, "-m", "gacrux.tiebreakchecker", kind, "-i", file.name]
        command += ["-f", "TRF", "-d", "S", "-t", *names.values()]
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    _, *lines = [line.split(";") for line in out.splitlines() if ";" in line]
    return {name: {line[0]: line[2 + place] for line in lines} for place, name in enumerate(names)}


def save() -> None:
    """Play the tournaments, have gacrux count, and write the file."""
    found = []
    for form, players, rounds in TOURNAMENTS:
        text = played(form, players, rounds)
        kind = "-s" if isinstance(form, Swiss) else "-p"
        values = counted(text, kind, NAMES) | counted(text, kind, ENCOUNTER)
        found.append({"format": form.id, "trf": text, "values": values})
    source = {
        "source": f"gacrux {version('gacrux')}, FIDE's TieBreakServer",
        "command": "python -m tests.tournaments.saved_duels",
    }
    FILE.write_text(json.dumps({**source, "tournaments": found}, indent=0) + "\n")


if __name__ == "__main__":
    save()
