"""What a match draws from, under the scheme that it was opened with. Pure."""

from games import chance, fair_draws
from games.chance import Chance, FairChance
from games.fair_draws import OrderChance, Seal
from matches.state import MatchState


def is_committed(state: MatchState, secret: bytes) -> bool:
    """Tell whether a secret is the one that a match was opened with."""
    if state.deal is None:
        found = chance.commitment(secret, str(state.id))
    else:
        found = fair_draws.commitment(secret, state.deal.name)
    return found.hex() == state.commitment


def seal(state: MatchState) -> Seal:
    """Return the seal of a match under fair/2."""
    assert state.deal is not None  # noqa: S101 - There is none under fair/1.
    said = [(seat, seat_state.client_seed) for seat, seat_state in state.seat_states.items()]
    return state.deal.seal_of(state.commitment, said)


def root(state: MatchState, secret: bytes) -> bytes:
    """Return what every draw of a match comes from, once it starts."""
    if state.deal is not None:
        return seal(state).root(secret, state.deal.shares, state.deal.beacon_value)
    seeds = {seat: seat_state.client_seed or "" for seat, seat_state in state.seat_states.items()}
    return chance.root(secret, str(state.id), seeds)


def chance_from(state: MatchState, drawn_from: bytes) -> Chance:
    """Return the chance of a match from its root."""
    return FairChance(drawn_from) if state.deal is None else OrderChance(drawn_from)


def of(state: MatchState, secret: bytes) -> Chance:
    """Return the chance of a match from its secret."""
    return chance_from(state, root(state, secret))
