"""Open a study or set one up, go on in its lines, comment, share. Only the author writes."""

import random
import secrets
from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec
from django.utils import timezone

from accounts import sanctions
from accounts.tokens import actor_of
from api import idempotency, limits
from api.ids import uuid7
from bots.chance import RandomChance
from bots.registry import replacement_bot
from eventstore.aggregate import CommandContext
from eventstore.command_handler import handle
from games.core import AnyRules, IllegalMoveError
from games.json_types import JsonMapping
from games.messages import Message
from games.observation import Observation
from matches import refusals as match_refusals
from matches.phrases import TooLongError, as_line
from matches.services import talking
from studies import boards, events, grounds, refusals, selectors, setting
from studies.aggregate import STUDY, Work
from studies.boards import Moment
from studies.grounds import Ground
from studies.models import WORDS_MAX, Comment
from studies.state import Line, StudyState

STUDIES_MAX = 500
"""Of an account."""
LINES_MAX = 50
MOVES_MAX = 1000
"""Of a line."""
COMMENTS_MAX = 200
BOT_MOVES_MAX = 64
"""After one move; the author has the bots go on by asking for the next one."""


def open_study(*, account_id: UUID, match_id: UUID, at: int, bots: Sequence[int] = ()) -> UUID:
    """Return a new study of a finished match, with a line from its last decision up to `at`.

    Raises permission_denied, rate_limited, not_found, match_not_over and invalid.
    """
    _spend(account_id)
    ground = grounds.of_match(selectors.finished(match_id, account_id))
    opened = events.StudyOpened(match=str(match_id), author=str(account_id))
    return _open(account_id, opened, ground, at, bots)


def resume(*, account_id: UUID, match_id: UUID, at: int) -> tuple[UUID, int]:
    """Return the account's latest study of a match, and its line by hand from a moment of that.

    The line begins where there is none, and a study where there is none that has room and is the
    account's alone: what is shared changes by its own page only. Raises what `open_study` raises.
    """
    private = selectors.of_author(account_id).filter(match=match_id, shared=False)
    row = private.filter(lines__lt=LINES_MAX).first()
    line = None if row is None else _line_by_hand(account_id, row.pk, at)
    if row is None or line is None:
        return open_study(account_id=account_id, match_id=match_id, at=at), 1
    return row.pk, line


def _line_by_hand(account_id: UUID, study_id: UUID, at: int) -> int | None:
    """Return the line by hand from a moment of the match; None where none may begin by now."""
    _state, ground = selectors.own(study_id, account_id)
    begun = _from_ground(ground, 0, at, ())
    found: list[int | None] = []

    def decide(state: StudyState, work: Work) -> None:
        lines = state.lines.values()
        known = next((each.number for each in lines if each.at == begun.at and not each.bots), None)
        if state.shared or (known is None and len(lines) >= LINES_MAX):
            found[:] = [None]
            return
        number = known or len(lines) + 1
        if known is None:
            work.add(msgspec.structs.replace(begun, line=number))
        found[:] = [number]

    _do(study_id, account_id, decide)
    return found[0]


def set_up(*, account_id: UUID, wanted: setting.Wanted, bots: Sequence[int] = ()) -> UUID:
    """Return a new study of a position, with a line from there.

    Raises permission_denied, rate_limited, invalid_options and invalid.
    """
    _spend(account_id)
    found = setting.found(wanted)
    event = events.PositionSet(
        author=str(account_id),
        rules=found.table.rules.id,
        dataset=found.table.dataset,
        seats=found.table.seats,
        options=dict(found.table.options),
        seed=found.seed,
        position=found.position,
    )
    return _open(account_id, event, grounds.of_position(event), 0, bots)


def _spend(account_id: UUID) -> None:
    """Hold an account to as many studies as it may keep, and open in a while."""
    if selectors.of_author(account_id).count() >= STUDIES_MAX:
        raise refusals.too_many(STUDIES_MAX)
    limits.spend("study", f"account:{account_id}")


def _open(
    account_id: UUID, opened: events.StudyEvent, ground: Ground, at: int, bots: Sequence[int]
) -> UUID:
    begun = _from_ground(ground, 1, at, bots)

    def decide(_state: StudyState, work: Work) -> None:
        work.add(opened, begun)
        _let_bots_move(work, ground, work.state.lines[1])

    return _do(uuid7(), account_id, decide, opens=True)


def begin_line(
    *,
    account_id: UUID,
    study_id: UUID,
    at: int | None = None,
    moment: Moment | None = None,
    bots: Sequence[int] = (),
) -> int:
    """Begin a line at a version of the match, or at a moment of another line; return its number.

    A position has the version 0 alone.

    Raises not_found and invalid.
    """
    _state, ground = selectors.own(study_id, account_id)
    # To look for the decision takes long, so it is done before the stream is locked.
    begun = _from_ground(ground, 0, at or 0, bots) if moment is None else None
    numbers: list[int] = []

    def decide(state: StudyState, work: Work) -> None:
        _check_room(state)
        number = len(state.lines) + 1
        if moment is not None:
            work.add(_from_line(state, ground, number, moment, bots))
        elif begun is not None:
            work.add(msgspec.structs.replace(begun, line=number))
        _let_bots_move(work, ground, work.state.lines[number])
        numbers[:] = [number]

    _do(study_id, account_id, decide)
    return numbers[0]


def make_move(
    *, account_id: UUID, study_id: UUID, moment: Moment, seat: int | None, move: JsonMapping | None
) -> Moment:
    """Make a move by hand, or have a bot choose it; return the moment that it has led to.

    Whoever moves before the end of a line begins another one there, unless it is the move that
    the line goes on by. Raises not_found, not_your_turn, illegal_move and invalid.
    """
    _before, ground = selectors.own(study_id, account_id)
    came_to: list[Moment] = []

    def decide(state: StudyState, work: Work) -> None:
        line = selectors.line_of(state, moment)
        if moment.ply < len(line.moves):
            if _is_next(line.moves[moment.ply], seat, move):
                came_to[:] = [Moment(line.number, moment.ply + 1)]
                return
            _check_room(state)
            number = len(state.lines) + 1
            work.add(_from_line(state, ground, number, moment, line.bots))
            line = work.state.lines[number]
        board = boards.board(ground, work.state, line, len(line.moves))
        rules = ground.rules
        acting = rules.to_act(board)
        if not acting:
            raise match_refusals.invalid("move", Message("the game is over in this line"))
        mover = acting[0] if seat is None else seat
        if mover not in acting:
            raise match_refusals.not_your_turn(tuple(acting))
        if move is None:
            _bot_moves(work, rules, board, line, mover)
        else:
            _hand_moves(work, rules, board, line, (mover, move))
        _let_bots_move(work, ground, line)
        came_to[:] = [Moment(line.number, len(line.moves))]

    _do(study_id, account_id, decide)
    return came_to[0]


def comment(*, account_id: UUID, study_id: UUID, moment: Moment, words: str) -> UUID:
    """Comment on a moment of one's own study, by the rules of talk that hold at tables.

    Raises not_found, permission_denied and invalid.
    """
    selectors.require_own(study_id, account_id)
    talking.require_own_words(account_id)
    clean = _words(words)
    comment_id = uuid7()

    def decide(state: StudyState, work: Work) -> None:
        selectors.line_of(state, moment)
        if len(state.comments) >= COMMENTS_MAX:
            raise refusals.full(COMMENTS_MAX)
        work.add(events.CommentMade(comment=str(comment_id), line=moment.line, ply=moment.ply))
        row = Comment(id=comment_id, study_id=study_id, words=clean, made_at=timezone.now())
        work.also.append(row.save)

    _do(study_id, account_id, decide)
    return comment_id


def _words(words: str) -> str:
    """Return a comment as it is kept; raises invalid."""
    try:
        clean = as_line(words, WORDS_MAX)
    except TooLongError:
        clean = ""
    if not clean:
        text = Message("must have 1 to %(most)s characters", most=WORDS_MAX)
        raise refusals.invalid("words", text)
    return clean


def remove_comment(
    *, account_id: UUID, study_id: UUID, comment_id: UUID, may_remove: bool = False
) -> None:
    """Remove a comment for good, one's own or, by whom `may_remove` speaks for, another's.

    The latter of what is shared. Raises not_found.
    """

    def decide(state: StudyState, work: Work) -> None:
        if comment_id not in state.comments:
            raise refusals.not_found()
        work.add(events.CommentRemoved(comment=str(comment_id)))

    _do(study_id, account_id, decide, may_remove=may_remove)


def share(*, account_id: UUID, study_id: UUID, shared: bool, may_remove: bool = False) -> None:
    """Let whoever may see the match read the study by its link, or nobody any more.

    By whom `may_remove` speaks for another's study is withdrawn. Whom the staff has muted shares
    nothing. Raises not_found and permission_denied.
    """
    if shared:
        selectors.require_own(study_id, account_id)
        sanctions.require_voice(account_id)

    def decide(state: StudyState, work: Work) -> None:
        if state.shared is not shared:
            work.add(events.StudyShared() if shared else events.StudyWithdrawn())

    _do(study_id, account_id, decide, may_remove=may_remove and not shared)


def delete(*, account_id: UUID, study_id: UUID) -> None:
    """Take a study away, with the words of its comments."""

    def decide(_state: StudyState, work: Work) -> None:
        work.add(events.StudyDeleted())

    _do(study_id, account_id, decide)


def erase(*, account_id: UUID) -> None:
    """Take all studies of an account away that is being erased."""
    for study_id in selectors.of_author(account_id).values_list("pk", flat=True):
        delete(account_id=account_id, study_id=study_id)


def _do(
    study_id: UUID,
    account_id: UUID,
    decide: Callable[[StudyState, Work], None],
    *,
    opens: bool = False,
    may_remove: bool = False,
) -> UUID:
    def as_author(state: StudyState, work: Work) -> None:
        is_allowed = state.author == account_id or (may_remove and state.shared)
        if not opens and (state.deleted or not is_allowed):
            raise refusals.not_found()
        decide(state, work)

    context = CommandContext(actor_of(account_id), idempotency.new_key())
    handle(STUDY, study_id, context, as_author, expected_version=0 if opens else None)
    return study_id


def _check_room(state: StudyState) -> None:
    if len(state.lines) >= LINES_MAX:
        raise refusals.full(LINES_MAX)


def _is_next(made: events.LineMoveMade, seat: int | None, move: JsonMapping | None) -> bool:
    """Tell whether a line goes on by this very move, or by a bot's where that is asked for."""
    is_theirs = seat is None or seat == made.seat
    if move is None:
        return is_theirs and made.bot is not None
    return is_theirs and made.bot is None and made.move == move


def _from_ground(ground: Ground, number: int, at: int, bots: Sequence[int]) -> events.LineBegun:
    decision = ground.decision_at(at)
    seats = _checked(bots, ground)
    return events.LineBegun(line=number, at=decision, parent=None, ply=0, bots=seats)


def _from_line(
    state: StudyState, ground: Ground, number: int, moment: Moment, bots: Sequence[int]
) -> events.LineBegun:
    selectors.line_of(state, moment)
    seats = _checked(bots, ground)
    return events.LineBegun(line=number, at=None, parent=moment.line, ply=moment.ply, bots=seats)


def _checked(bots: Sequence[int], ground: Ground) -> list[int]:
    """Return the seats of bots; raises invalid where none is left for a hand."""
    seats = sorted(set(bots))
    if not all(0 <= seat < ground.seats for seat in seats):
        text = Message(
            "must be seats from %(first_seat)s to %(last_seat)s",
            first_seat=0,
            last_seat=ground.seats - 1,
        )
        raise refusals.invalid("bots", text)
    if len(seats) == ground.seats:
        raise refusals.invalid("bots", Message("must leave a seat to you"))
    return seats


def _let_bots_move(work: Work, ground: Ground, line: Line) -> None:
    """Have bots play their seats of a line until a hand is to move."""
    if not line.bots:
        return
    rules = ground.rules
    board = boards.board(ground, work.state, line, len(line.moves))
    for _ in range(BOT_MOVES_MAX):
        waiting = [seat for seat in rules.to_act(board) if seat in line.bots]
        if not waiting:
            return
        _bot_moves(work, rules, board, line, waiting[0])


def _hand_moves(
    work: Work, rules: AnyRules, board: object, line: Line, made: tuple[int, JsonMapping]
) -> None:
    """Make a move that the author sent; raises illegal_move."""
    seat, move = made
    try:
        _add_move(work, rules, board, line, (seat, rules.parse_move(board, seat, move), None))
    except IllegalMoveError as error:
        raise match_refusals.illegal_move(error) from error


def _bot_moves(work: Work, rules: AnyRules, board: object, line: Line, seat: int) -> None:
    """Have a bot choose a move, by what its seat can see."""
    bot = replacement_bot(rules.game)
    rng = _any_random()
    chosen = bot.choose(Observation(rules, board, seat, RandomChance(rng)), rng)
    _add_move(work, rules, board, line, (seat, rules.parse_move(board, seat, chosen), bot.id))


def _add_move(
    work: Work, rules: AnyRules, board: object, line: Line, made: tuple[int, object, str | None]
) -> None:
    """Judge a move, draw what it leaves to chance, and bring the board to where it leads."""
    seat, move, bot = made
    if len(line.moves) >= MOVES_MAX:
        raise refusals.full(MOVES_MAX)
    found = rules.decide(board, seat, move, RandomChance(_any_random()))
    data = rules.move_data(board, seat, move)
    event = events.LineMoveMade(
        line=line.number,
        seat=seat,
        move=data,
        bot=bot,
        events=list(boards.written(rules, found)),
    )
    for each in found:
        rules.evolve(board, each)
    work.add(event)


def _any_random() -> random.Random:
    return random.Random(secrets.randbits(256))  # noqa: S311 - Nobody has to check a study's draws.
