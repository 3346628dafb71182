"""Whether a match that somebody opens for a ladder would fit it."""

from collections.abc import Iterator
from uuid import UUID

from games import registry as games
from games.json_types import quote_json
from games.messages import Message
from matches.services.opening import Request
from ratings import ladder_history, players, refusals
from ratings.models import Ladder

BOTS = {"people": "none", "bots": "only"}
"""What `bots` a match must have by the ladder's `entry`; `mixed` takes any."""


def require_admissible(ladder: Ladder, opener: UUID, wanted: Request) -> None:
    """Raise Problem when an account may not open such a match, completed, for a ladder."""
    closed = players.closed_refusal(ladder)
    if closed is not None:
        raise closed
    if ladder.kind == "challenge":
        detail = Message("Matches of this ladder begin with a challenge: POST …/challenges.")
        raise refusals.not_eligible("challenge_ladder", detail)
    refusal = players.entry_refusal(ladder, f"account:{opener}")
    if refusal is not None:
        raise refusal
    errors = list(misfits(ladder, wanted))
    if errors:
        raise refusals.does_not_fit(errors)


def misfits(ladder: Ladder, wanted: Request) -> Iterator[tuple[str, Message]]:
    """Yield what of a match does not fit a ladder, by field."""
    settings = ladder.settings
    limits = settings["players"]
    if wanted.game != ladder.game:
        yield (
            "game",
            Message("must be %(choices)s, not %(given)s", choices=ladder.game, given=wanted.game),
        )
        return
    if not limits["min"] <= wanted.seats <= limits["max"]:
        yield (
            "seats",
            Message(
                "must be from %(least)s to %(most)s, not %(given)s",
                least=limits["min"],
                most=limits["max"],
                given=wanted.seats,
            ),
        )
        return
    yield from _other_rules(ladder, wanted)
    per_move = settings["clock"]
    if wanted.clock not in (None, {"per_move": per_move}):
        yield "clock", _like_ladder_or_none(quote_json({"per_move": per_move}))
    if wanted.on_timeout not in (None, settings["on_timeout"]):
        yield "on_timeout", _like_ladder_or_none(settings["on_timeout"])
    if wanted.start != "full":
        yield "start", Message("must be full: nobody chooses which players to start with")
    bots = BOTS.get(settings["entry"], wanted.bots)
    if wanted.bots != bots:
        yield (
            "bots",
            Message("must be %(wanted)s, because of who may play on the ladder", wanted=bots),
        )
    if wanted.visibility != ladder.visibility:
        yield "visibility", _like_ladder(ladder.visibility)


def _other_rules(ladder: Ladder, wanted: Request) -> Iterator[tuple[str, Message]]:
    """Yield in what the rules of a match, its options and its components differ from a ladder's."""
    rules, settings = games.rules(ladder_history.rules_of(ladder)), ladder.settings
    if wanted.rules not in (None, rules.id):
        yield "rules", _like_ladder(rules.id)
    options = rules.check_options(wanted.seats, settings["options"], None)
    if options != wanted.options:
        yield "options", _like_ladder(quote_json(settings["options"]))
    if wanted.dataset != rules.datasets[0]:
        yield "dataset", _like_ladder(rules.datasets[0])


def _like_ladder(value: str) -> Message:
    return Message("must be %(wanted)s, as on the ladder", wanted=value)


def _like_ladder_or_none(value: str) -> Message:
    return Message("must be %(wanted)s, as on the ladder, or left out", wanted=value)
