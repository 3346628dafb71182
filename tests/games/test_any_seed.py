"""The contract holds for any deal and any choices, not only for the matches of one seed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games import registry
from tests.games.contract import hiding, playing
from tests.games.tables import Table, every_table, play

any_table = st.sampled_from(
    [table for rules in registry.all_rules() for table in every_table(rules)]
)


@settings(max_examples=15, deadline=None)
@given(table=any_table, seed=st.integers(0, 2**32))
def test_a_match_of_any_seed_ends_replays_and_hides(table: Table, seed: int) -> None:
    match = play(table, seed)

    playing.ends_with_placings(match)
    playing.replays_to_the_same_views(match)
    playing.keeps_its_pieces(match)
    hiding.hides_what_a_seat_cannot_see(match)
