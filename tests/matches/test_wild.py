"""Whatever happens at a table, its history verifies: here, and offline from the log."""

import pytest

from eventstore import verification
from games import registry
from matches.events import KIND
from tests.matches import tables, wild
from tests.samples import leading, sampled

pytestmark = pytest.mark.slow

RULES = [rules.id for rules in registry.all_rules()]


@pytest.mark.django_db
@pytest.mark.parametrize("rules", leading(RULES, 2))
@pytest.mark.parametrize("seed", sampled(range(1000, 1003), 1000))
def test_a_match_in_which_everything_happens_verifies(rules: str, seed: int) -> None:
    match_id = wild.play(rules, seed)

    assert verification.check(KIND, match_id) == []
    assert tables.log_findings(match_id) == []
