"""Whether a match that somebody opens for a ladder would fit it."""

from collections.abc import Iterator
from uuid import UUID

from games import registry as games
from matches.services.opening import Request
from ratings import players, refusals, selectors
from ratings.models import Ladder

BOTS = {"people": "none", "bots": "only"}
"""What `bots` a match must have by the ladder's `entry`; `mixed` takes any."""


def require_admissible(ladder: Ladder, opener: UUID, wanted: Request) -> None:
    """Raise Problem when an account may not open such a match, completed, for a ladder."""
    closed = players.closed_refusal(ladder)
    if closed is not None:
        raise closed
    if ladder.kind == "challenge":
        detail = "Matches of this ladder begin with a challenge: POST …/challenges."
        raise refusals.not_eligible("challenge_ladder", detail)
    refusal = players.entry_refusal(ladder, f"account:{opener}")
    if refusal is not None:
        raise refusal
    errors = list(misfits(ladder, wanted))
    if errors:
        raise refusals.does_not_fit(errors)


def misfits(ladder: Ladder, wanted: Request) -> Iterator[tuple[str, str]]:
    """Yield what of a match does not fit a ladder, by field."""
    settings = ladder.settings
    limits = settings["players"]
    if wanted.game != ladder.game:
        yield "game", f"must be {ladder.game}, not {wanted.game}"
        return
    if not limits["min"] <= wanted.seats <= limits["max"]:
        yield "seats", f"must be from {limits['min']} to {limits['max']}, not {wanted.seats}"
        return
    rules = games.rules(selectors.rules_of(ladder))
    options = rules.check_options(wanted.seats, settings["options"], None)
    if options != wanted.options:
        yield "options", f"must be {settings['options']}, as the ladder plays"
    if wanted.dataset != rules.datasets[0]:
        yield "dataset", f"must be {rules.datasets[0]}, as the ladder plays"
    per_move = settings["clock"]
    if wanted.clock not in (None, {"per_move": per_move}):
        yield "clock", f'must be {{"per_move": {per_move}}}, as the ladder plays, or left out'
    if wanted.on_timeout not in (None, settings["on_timeout"]):
        yield "on_timeout", f"must be {settings['on_timeout']}, as the ladder plays, or left out"
    if wanted.start != "full":
        yield "start", "must be full: nobody chooses whom to begin with"
    bots = BOTS.get(settings["entry"], wanted.bots)
    if wanted.bots != bots:
        yield "bots", f"must be {bots}, since the ladder is for {settings['entry']}"
    if wanted.visibility != ladder.visibility:
        yield "visibility", f"must be {ladder.visibility}, as the ladder is"
