"""How draws are folded. Pure."""

from beacons.came import Came
from games import fair_draws
from tournaments import events as e
from tournaments.folds.base import Fold
from tournaments.state import DrawInProgress, TournamentState


def _sealed(state: TournamentState, event: e.DrawSealed) -> None:
    draws = state.draws
    draws.has_grounds |= bool(event.grounds)
    if draws.running is None:
        name = fair_draws.deal_of(str(state.id), f"draw/{event.draw}")
        draws.running = DrawInProgress(event, name)
    assert state.at is not None  # noqa: S101 - An event has its time.
    draws.running.seal(event, state.at)


def _refused(state: TournamentState, event: e.DrawRefused) -> None:
    running = state.draws.running
    assert running is not None  # noqa: S101 - It was sealed.
    assert state.at is not None  # noqa: S101 - An event has its time.
    shares = {each.entrant: bytes.fromhex(each.share) for each in event.shares}
    missed = None if event.beacon is None else ""
    if missed is None:
        state.draws.beacons[event.draw] = Came(running.deal.named or "", None)
    running.deal.show(shares, event.withheld, state.at, missed)
    state.draws.refused.setdefault(event.draw, []).append(event.withheld)


def _shown(state: TournamentState, event: e.DrawShown) -> None:
    state.draws.show(event)


def _deals_drawn(state: TournamentState, event: e.DealsDrawn) -> None:
    round_ = state.rounds[event.round - 1]
    for place in event.places:
        round_.tables[place - 1].draw = event.draw
    round_.changed = False


def _anchored(state: TournamentState, event: e.AnchorAdded) -> None:
    state.draws.bind(event.well, event.anchor, event.skipped or 0, event.reason)


def _revealed(state: TournamentState, _event: e.WellRevealed) -> None:
    state.draws.is_revealed = True
    state.draws.revealed_at = state.at


OF_DRAWS: dict[type[e.TournamentEvent], Fold] = {
    e.DrawSealed: _sealed,
    e.DrawRefused: _refused,
    e.DrawShown: _shown,
    e.DealsDrawn: _deals_drawn,
    e.AnchorAdded: _anchored,
    e.WellRevealed: _revealed,
}
