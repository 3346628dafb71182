"""The contract of `games.core`, as checks of a match that was played.

Each check raises AssertionError where the rules break the contract. They are run over every
registered game, and over rules that were broken on purpose.
"""

from tests.games.contract import hiding, playing, wire

CHECKS = (
    playing.ends_with_placings,
    playing.replays_to_the_same_views,
    playing.folds_as_its_table_says,
    playing.plays_again_alike,
    playing.decides_exactly_the_legal_moves,
    playing.makes_what_it_decides,
    wire.takes_moves_from_clients,
    playing.names_the_decisions,
    playing.offers_a_neutral_move,
    wire.stores_events_byte_for_byte,
    hiding.shows_everything_to_all,
    hiding.redacts_in_the_same_form,
    wire.keeps_views_to_their_schema,
    playing.keeps_its_pieces,
    hiding.hides_what_a_seat_cannot_see,
    hiding.hides_other_worlds_in_views_and_logs,
    hiding.reshuffles_what_nobody_has_seen,
    playing.plays_on_from_imagined_states,
    playing.copies_whole_states,
    wire.refuses_what_is_no_event,
)
"""All of it, in the order in which a new game is best brought to pass."""
