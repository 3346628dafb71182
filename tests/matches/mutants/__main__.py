"""Make mutants of the recorded logs and judge them: `python -m tests.matches.mutants [--each N]`.

Prints how many were refused, and of each that passed why it may; ends with 1 where one passed that
nothing explains, raised anything but the one refusal, or took too long.
"""

import argparse
import sys

from games import registry
from tests.matches.mutants import runs


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=3000, help="mutants of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    failed = False
    for rules in registry.current_games():
        tally = runs.run(rules.game, asked.each, asked.seed)
        sys.stdout.write(tally.text())
        failed |= bool(tally.unexplained or tally.crashed or tally.slowest_s > runs.SECONDS_MAX)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
