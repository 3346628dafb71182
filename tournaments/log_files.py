"""How the file of a tournament's log is told from others. Pure, and without what pairs."""

from pathlib import Path

BEGINS = b'{"tournament":"'


def is_of_tournament(path: Path) -> bool:
    """Tell whether a file begins as the log of a tournament; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(BEGINS)) == BEGINS
    except OSError:
        return False
