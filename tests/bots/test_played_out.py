"""What the greedy bot gives away at Pickpocket, played out."""

from tests.bots.played_out import gains


def test_in_most_decisions_nothing_better_is_found_and_in_no_match_much() -> None:
    found = gains("test", worlds=4)

    assert 0.5 < sum(gain == 0 for gain in found) / len(found) < 1
    assert all(-1 <= gain <= 1 for gain in found)
