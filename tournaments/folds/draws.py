"""How draws are folded. Pure."""

from tournaments import events as e
from tournaments.folds.base import Fold
from tournaments.state import TournamentState


def _shown(state: TournamentState, event: e.DrawShown) -> None:
    state.draws.show(event)


def _deals_drawn(state: TournamentState, event: e.DealsDrawn) -> None:
    round_ = state.rounds[event.round - 1]
    for place in event.places:
        round_.tables[place - 1].draw = event.draw
    round_.changed = False


def _anchored(state: TournamentState, event: e.AnchorAdded) -> None:
    state.draws.bind(event.well, event.anchor, event.skipped or 0)


def _revealed(state: TournamentState, _event: e.WellRevealed) -> None:
    state.draws.is_revealed = True
    state.draws.revealed_at = state.at


OF_DRAWS: dict[type[e.TournamentEvent], Fold] = {
    e.DrawShown: _shown,
    e.DealsDrawn: _deals_drawn,
    e.AnchorAdded: _anchored,
    e.WellRevealed: _revealed,
}
