"""What is won at which final rank, and by whom. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from api.problems import FieldError, field_error
from games.json_types import JsonMapping
from games.messages import Message
from tournaments.record import Entrant
from tournaments.standings import Line
from tournaments.state import EntrantStatus, Status, TournamentState


class Won(NamedTuple):
    """What an entrant has won."""

    texts: tuple[str, ...]
    """Of the ranks that count, the best first."""
    sharers: int
    """How many share it; 1 where it is the entrant's own."""


def faults(about: JsonMapping) -> list[FieldError]:
    """Return what is wrong with the prizes of an event: ranks that run backwards, or twice."""
    taken: set[int] = set()
    found = []
    for number, prize in enumerate(about.get("prizes") or []):
        ranks = _ranks(prize)
        if not ranks:
            text = Message("the last rank must not be before the first")
            found.append(field_error(f"about.prizes[{number}]", "invalid", text))
        elif taken & set(ranks):
            text = Message(
                "rank %(rank)s has a prize already; write both in one line",
                rank=min(taken & set(ranks)),
            )
            found.append(field_error(f"about.prizes[{number}]", "invalid", text))
        taken |= set(ranks)
    return found


def _ranks(prize: JsonMapping) -> range:
    return range(prize["first"], (prize.get("last") or prize["first"]) + 1)


def won(state: TournamentState, lines: Sequence[Line]) -> dict[Entrant, Won]:
    """Return what everybody has won in a tournament that is finished.

    Equals share what their ranks bring together, or by the plan each wins what the best of these
    ranks brings. Who was disqualified wins nothing, and nobody moves up for that.
    """
    about = state.settings.get("about") or {}
    if state.status is not Status.FINISHED or not about.get("prizes"):
        return {}
    by_rank = {rank: prize["text"] for prize in about["prizes"] for rank in _ranks(prize)}
    shared = about.get("prizes_shared", "share") == "share"
    level = Counter(line.rank for line in lines)
    found = {}
    for line in lines:
        count = level[line.rank] if shared else 1
        places = range(line.rank, line.rank + count)
        texts = tuple(by_rank[place] for place in places if place in by_rank)
        out = state.entrants[line.entrant].presence is EntrantStatus.DISQUALIFIED
        if texts and not out:
            found[line.entrant] = Won(texts, count)
    return found
