"""What FIDE's own program counts for the reports in `data/reports`, with all they did not play.

`python -m tests.tournaments.saved_reports` makes the file anew.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from tests.tournaments.saved_duels import ENCOUNTER, NAMES, counted
from tests.tournaments.stages import SCHEME
from tournaments.record import Entrant, Record
from tournaments.trf import reading

DATA = Path(__file__).parent / "data"
REPORTS = {
    path.stem: path.read_bytes().decode() for path in sorted((DATA / "reports").glob("*.trf"))
}
FILE = DATA / "unplayed.json"
COUNTED = {**NAMES, "wins": "WIN"}


def record(name: str) -> Record:
    """Return what was played by a report."""
    report = reading.read(REPORTS[name])
    rounds = [
        round_._replace(
            tables=tuple(
                table._replace(
                    points=tuple(
                        0 if each in table.absent else units
                        for each, units in zip(
                            table.seats, SCHEME.points(table.places or (), None), strict=True
                        )
                    )
                )
                for table in round_.tables
            )
        )
        for round_ in report.rounds
    ]
    return Record([each.number for each in report.players], rounds)


def load() -> dict[str, dict[str, Mapping[Entrant, str]]]:
    """Return what is saved, by report, tie-break and player."""
    return {
        name: {
            tiebreak: {int(player): value for player, value in found.items()}
            for tiebreak, found in of.items()
        }
        for name, of in json.loads(FILE.read_text()).items()
    }


def save() -> None:
    """Have gacrux count, and write the file."""
    found = {
        name: counted(text, "-s", COUNTED) | counted(text, "-s", ENCOUNTER)
        for name, text in REPORTS.items()
    }
    FILE.write_text(json.dumps(found, indent=0) + "\n")


if __name__ == "__main__":
    save()
