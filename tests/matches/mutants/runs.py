"""Make mutants of a game's recorded logs, judge them as `cutpurse-verify` does, and count."""

import copy
import json
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from time import process_time

from matches import logs
from tests.matches.forging import rehashed
from tests.matches.mutants.forms import FORMS
from tests.matches.mutants.histories import CHANGES, Lines, refitted
from tests.matches.mutants.reasons import Difference, told, why

RECORDED = Path(__file__).parents[1] / "recorded"
SECONDS_MAX = 2.0
FORM_SHARE = 0.15
"""Of the mutants only the text is changed of so many; of the others the history."""
SHOWN, SHOWN_MAX = 20, 600


class Tally:
    """What came of a game's mutants."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.made: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.unexplained: list[str] = []
        self.crashed: list[str] = []
        self.slowest_s = 0.0

    def text(self) -> str:
        """Return the tally to print."""
        made, refused = self.made.total(), self.refused.total()
        summary = (
            f"{self.game}: {made} mutants, {refused} refused, {made - refused} passed,"
            f" {len(self.unexplained)} unexplained, {len(self.crashed)} crashed,"
            f" slowest {self.slowest_s * 1000:.0f} ms"
        )
        lines = [summary]
        lines += [f"  {count:6} {reason}" for reason, count in self.accepted.most_common()]
        lines += [f"  UNEXPLAINED {each}" for each in self.unexplained[:SHOWN]]
        lines += [f"  CRASHED {each}" for each in self.crashed[:SHOWN]]
        return "\n".join(lines) + "\n"


def recorded(game: str) -> list[str]:
    """Return the recorded logs of a game."""
    return [path.read_text(encoding="utf-8") for path in sorted(RECORDED.glob(f"{game}-*.ndjson"))]


def run(game: str, count: int, seed: int) -> Tally:
    """Make so many mutants, each other than what it was made of, and judge them."""
    rng, tally = Random(f"{game} {seed}"), Tally(game)
    texts = recorded(game)
    parsed = [[json.loads(line) for line in text.splitlines()] for text in texts]
    while tally.made.total() < count:
        number = rng.randrange(len(texts))
        if rng.random() < FORM_SHARE:
            what, mutant = rng.choice(FORMS)(texts[number], rng)
        else:
            what, mutant = _changed(number, parsed, rng)
        if mutant != texts[number]:
            _judge(tally, what, parsed[number], mutant)
    return tally


def _changed(number: int, parsed: list[Lines], rng: Random) -> tuple[str, str]:
    """Return a log with a changed history, its chain made anew, and mostly its header too."""
    others = [lines for index, lines in enumerate(parsed) if index != number]
    lines, made = copy.deepcopy(parsed[number]), []
    for _ in range(rng.choice((1, 1, 1, 1, 2))):
        try:
            what, lines = rng.choice(CHANGES)(lines, others, rng)
        except (IndexError, KeyError, TypeError, AttributeError, ValueError, OverflowError):
            # The change before has left nothing that this one could change.
            continue
        made.append(what)
    if rng.random() < 0.9 and "another header" not in made:
        lines = refitted(lines)
    return " and ".join(made), "".join(logs.text(rehashed(lines)))


def _judge(tally: Tally, what: str, before: Lines, mutant: str) -> None:
    tally.made[what] += 1
    began = process_time()
    try:
        header, events = logs.parse([mutant])
        found = bool(logs.findings(header, events))
    except logs.LogError:
        found = True
    except Exception:  # noqa: BLE001 - Whatever is raised is what is looked for.
        tally.crashed.append(f"{what}: {traceback.format_exc(limit=-2)}")
        found = True
    tally.slowest_s = max(tally.slowest_s, process_time() - began)
    if found:
        tally.refused[what] += 1
        return
    reason = why(before, [json.loads(line) for line in mutant.splitlines()])
    if reason is None:
        tally.unexplained.append(f"{what}: {_shown(before, mutant)}")
    else:
        tally.accepted[reason] += 1


def _shown(before: Lines, mutant: str) -> str:
    """Return what an unexplained mutant has in place of what."""
    found = Difference(before, [json.loads(line) for line in mutant.splitlines()])
    gone, new = (list(map(told, lines)) for lines in (found.gone, found.new))
    return f"{gone} became {new}"[:SHOWN_MAX]
