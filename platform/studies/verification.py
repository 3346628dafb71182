"""Check that the row of a study is what its stream comes to, and its moves what the rules allow."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore import streams
from eventstore.events import StoredEvent
from eventstore.verification import Fault, column_faults
from games.core import RulesError
from matches.events import KIND as MATCH
from matches.recordings import Recording
from studies import boards, selectors
from studies.aggregate import STUDY, columns
from studies.events import KIND
from studies.grounds import Ground
from studies.models import Study
from studies.state import Line, StudyState


def verify_study(study_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a study beyond its chain."""
    row = Study.objects.filter(pk=study_id).first()
    if row is None:
        yield Fault(KIND, study_id, 0, "has no row")
        return
    state = STUDY.fold(study_id, events)
    yield from column_faults(KIND, row, columns(state))
    recording = None
    if state.match is not None:
        recording = Recording(state.match, streams.load(MATCH, state.match))
    ground = selectors.ground_of(state, recording)
    for line in state.lines.values():
        fault = _line_fault(ground, state, line)
        if fault is not None:
            yield Fault(KIND, study_id, state.version, f"line {line.number}: {fault}")


def _line_fault(ground: Ground, state: StudyState, line: Line) -> str | None:
    """Return why a line cannot be: a move that was not legal, or that set something else off."""
    rules = ground.rules
    try:
        game = boards.board(ground, state, line, 0)
        for number, made in enumerate(line.moves, start=1):
            move = rules.parse_move(game, made.seat, made.move)
            if move not in rules.legal_moves(game, made.seat):
                return f"move {number} was not legal"
            boards.fold(rules, game, made)
    except RulesError as error:
        return str(error)
    return None
