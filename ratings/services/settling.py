"""Let a finished match count on its ladder, once."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games.json_types import JsonMapping
from matches import effort
from matches.integration_events import MatchNotice
from matches.state import OVER, Status
from ratings import players, wells
from ratings.aggregate import LADDER, Work
from ratings.ladder import events as e
from ratings.ladder_rows import LadderState
from ratings.models import Call, Ladder
from ratings.players import PlayerRef

SYSTEM = "system"


class Ruling(NamedTuple):
    """What somebody has decided of a match, in place of how it ended."""

    places: Sequence[int] | None
    """By seat; None where the match rates nobody."""
    reason: str = ""
    """The code why it rates nobody."""


FindRuling = Callable[[UUID, UUID], Ruling | None]
"""By the owner and the match."""
_rulings: dict[str, FindRuling] = {}


class FinishedMatch(NamedTuple):
    """A match of a ladder that is over."""

    match: UUID
    game: str
    is_void: bool
    sitting: Sequence[PlayerRef]
    """By seat."""
    result: JsonMapping
    """`placings` and `scores` by seat."""
    moves: Sequence[int | None]
    """How many decisions each made, by seat; None for built-in bots."""
    left: Sequence[int]
    """Seats that gave up, or whose time ran out."""
    ruling: Ruling | None = None


def follow_rulings(owner: str, find: FindRuling) -> None:
    """Have matches that belong to an owner, such as a `table`, rated as it has decided.

    `find` runs in the transaction that rates, after the owner was told of the match.
    """
    _rulings[owner] = find


def rate_match(notice: MatchNotice) -> None:
    """Let a match that is over count on its ladder."""
    if notice.status not in OVER:
        return
    sitting = [
        players.of_bot(each.name)
        if each.account is None
        else players.of_account(each.account, each.name)
        for each in notice.sitting
    ]
    ended = FinishedMatch(
        match=notice.match,
        game=notice.game,
        is_void=notice.status is Status.VOID,
        sitting=sitting,
        result=notice.result,
        ruling=_ruling(notice),
        **effort.of_match(notice.match)._asdict(),
    )
    rate_finished_match(notice.belongs_to["ladder"], ended)


def _ruling(notice: MatchNotice) -> Ruling | None:
    asked = (
        _rulings[who](owner, notice.match)
        for who, owner in notice.belongs_to.items()
        if who in _rulings
    )
    return next((ruling for ruling in asked if ruling is not None), None)


def rate_finished_match(ladder_id: UUID, ended: FinishedMatch) -> None:
    """Rate a match that is over, in the caller's transaction, unless the ladder has it already.

    Locks the ladder: matches of one ladder are rated one after another, in the order of its
    stream. A ladder that there is none of has no say.
    """

    def decide(state: LadderState, work: Work) -> None:
        if not state.row.matches.filter(match=ended.match).exists():
            work.add(_event(state.row, ended))
            work.add(*wells.revealed_by(state.row, ended.match))

    if Ladder.objects.filter(id=ladder_id).exists():
        context = CommandContext(SYSTEM, f"settle:{ladder_id}:{ended.match}")
        handle(LADDER, ladder_id, context, decide)


def _event(ladder: Ladder, ended: FinishedMatch) -> e.LadderEvent:
    """Return what a match comes to on a ladder."""
    reason = refusal(ladder, ended)
    if reason:
        return e.MatchNotRated(match=str(ended.match), reason=reason)
    call = Call.objects.filter(match=ended.match).first()
    is_challenge = call and ladder.challenges.filter(id=call.id).exists()
    return e.MatchRated(
        match=str(ended.match),
        players=[each.key for each in ended.sitting],
        names=[each.name for each in ended.sitting],
        places=list(_places(ended)),
        scores=ended.result.get("scores"),
        moves=list(ended.moves),
        left=list(ended.left),
        challenge=str(call.id) if call and is_challenge else "",
    )


def _places(ended: FinishedMatch) -> Sequence[int]:
    ruled = ended.ruling and ended.ruling.places
    return ruled or ended.result["placings"]


def refusal(ladder: Ladder, ended: FinishedMatch) -> str:
    """Return the code why a match does not count; empty when it does."""
    settings = ladder.settings
    seats = len(ended.sitting)
    keys = [each.key for each in ended.sitting]
    built_in = sum(players.bot_id(key) is not None for key in keys)
    bots = built_in + players.programs(keys)
    ruling = ended.ruling
    checks = (
        ("void", ended.is_void),
        (ruling.reason if ruling else "", ruling is not None and ruling.places is None),
        ("other_game", ended.game != ladder.game),
        ("player_twice", len(set(keys)) < seats),
        ("player_count", not settings["players"]["min"] <= seats <= settings["players"]["max"]),
        ("bots_not_allowed", settings["entry"] == "people" and bots > 0),
        ("people_not_allowed", settings["entry"] == "bots" and bots < seats),
        ("too_few_moves", _is_too_short(ended, settings["moves_min"])),
    )
    return next((code for code, applies in checks if applies), "")


def _is_too_short(ended: FinishedMatch, moves_min: int) -> bool:
    """Return whether not everybody has played, and nobody is to blame for it.

    Who left early loses the match all the same; what it is worth for the others, the fold says.
    """
    few = any(made is not None and made < moves_min for made in ended.moves)
    return few and not ended.left
