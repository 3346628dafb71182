"""The floor under a move: the four statements of the obvious transaction, by pgbench.

Nothing is judged, hashed or answered; it is what the database does at most for a server that
locks the row, inserts the event, updates the match and commits.
"""

import re
import subprocess
from pathlib import Path

from cutpurse.embedded import binaries, home
from cutpurse.embedded.addresses import var_folder
from tests.bench import databases

DATABASE = "bench_pgbench"
CLIENTS = 32
THREADS = 2

HERE = Path(__file__).parent
TABLES = HERE / "pgbench_tables.sql"
MOVE = HERE / "pgbench_move.sql"
TPS = re.compile(r"^tps = ([\d.]+)", re.MULTILINE)


def prepare() -> None:
    """Make the database and its tables."""
    databases.create(DATABASE)
    databases.execute(DATABASE, TABLES.read_text())


def run(seconds: float) -> float:
    """Return transactions per second of 32 clients with prepared statements."""
    program = binaries.postgres(home.find(var_folder())) / "bin" / "pgbench"
    command = [
        *(str(program), "--no-vacuum", "--protocol=prepared", f"--file={MOVE}"),
        *(f"--client={CLIENTS}", f"--jobs={THREADS}", f"--time={max(1, round(seconds))}"),
        f"--dbname={databases.url(DATABASE)}",
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found = TPS.search(done.stdout)
    if found is None:
        message = f"pgbench told no tps:\n{done.stdout}"
        raise RuntimeError(message)
    return float(found[1])
