"""A sample of the changed logs that `python -m tests.matches.mutants` makes by the thousand."""

import json
from pathlib import Path

import pytest

from cutpurse.verify import check
from games import registry
from tests.matches.mutants import runs
from tests.matches.mutants.reasons import why
from tests.samples import sampled

GAMES = [rules.game for rules in registry.current_games() if runs.recorded(rules.game)]
"""Those of which a server's logs are kept."""
RECORDED = sorted(runs.RECORDED.glob("*.ndjson"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_log_that_a_server_has_written_proves_itself_for_ever(path: Path) -> None:
    assert check(path) == []


@pytest.mark.parametrize("game", sampled(GAMES, "pickpocket", "stick-em"))
def test_a_changed_log_is_refused_unless_it_could_have_happened_so(game: str) -> None:
    tally = runs.run(game, 150, seed=7)

    assert tally.unexplained == []
    assert tally.crashed == []
    assert tally.slowest_s < runs.SECONDS_MAX
    assert tally.refused.total() > 0.9 * tally.made.total()


def test_a_change_that_nothing_explains_has_no_reason() -> None:
    text = runs.recorded("stick-em")[0]
    before = [json.loads(line) for line in text.splitlines()]
    after = [json.loads(line) for line in text.splitlines()]
    end = after[-1]["data"]
    end["scores"] = [score + 1 for score in end.get("scores", [0])]

    assert why(before, after) is None
    assert why(before, before) == "the same history"
