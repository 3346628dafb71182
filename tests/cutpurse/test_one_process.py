"""A small machine: one process that serves pages and does what is due."""

import time
from random import Random

import pytest

from tests import processes
from tests.api_players import ApiPlayer, begun

pytestmark = pytest.mark.more

PATIENCE_S = 60.0


@pytest.mark.slow
@pytest.mark.usefixtures("committed_db")
def test_one_process_alone_moves_bots_and_runs_clocks(environment: dict[str, str]) -> None:
    with processes.web({**environment, "ONE_PROCESS": "1"}) as address:
        ann = ApiPlayer(address, "ann")
        # Nobody listens to Celery here, and ann lets her first clock run out.
        match = begun([ann], ["random", "greedy"], options={"rounds": 1}, clock={"per_move": 2})
        rng, give_up = Random(1), time.monotonic() + PATIENCE_S
        while not ann.look(match)["legal_moves"]:
            assert time.monotonic() < give_up
            time.sleep(0.05)
        version = ann.look(match)["version"]
        while ann.look(match)["version"] == version:
            assert time.monotonic() < give_up
            time.sleep(0.05)
        while (seen := ann.look(match))["status"] == "live":
            assert time.monotonic() < give_up
            if seen["legal_moves"]:
                ann.post_move(match, rng.choice(seen["legal_moves"]), seen["version"])
        ann.close()

    assert seen["status"] == "finished"
