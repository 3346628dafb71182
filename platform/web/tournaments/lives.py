"""The rounds of a stage with lives, as columns of tables: who has how many left, and who is out."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import stage_queries
from tournaments.formats import lives
from tournaments.record import Entrant
from tournaments.state import RoundState
from web.tournaments.layout import Columns, Node, Row
from web.tournaments.page_context import TournamentContext
from web.tournaments.tables import link_of, result_of, title_of

HEART, OUT = "\N{BLACK HEART SUIT}", "\N{MULTIPLICATION X}"
Lives = dict[Entrant, int]


def columns(visit: TournamentContext, number: int) -> Columns:
    """Return a column for every published round of a stage."""
    stage = stage_queries.stage_of(visit.state, number=number)
    rounds = [each for each in visit.published if each.stage == number]
    found: Columns = []
    for round_ in rounds:
        until = [each for each in stage.record.rounds if each.number <= round_.number]
        left = lives.lives_left(replace(stage, record=stage.record.with_rounds(until)))
        is_final = any(table.key == lives.FINAL for table in round_.tables)
        title = _("Final") if is_final else _("Round %(number)s") % {"number": round_.number}
        found.append((title, _nodes(visit, round_, {} if is_final else left)))
    return found


def _nodes(visit: TournamentContext, round_: RoundState, left: Lives) -> list[Node]:
    nodes = []
    for number, table in enumerate(round_.tables, start=1):
        seats = list(enumerate(table.seats))
        if table.places is not None:
            seats.sort(key=lambda each: (table.places or ())[each[0]])
        rows = [_row(visit, each, left, result_of(table, seat)) for seat, each in seats]
        kind = "done" if table.done else "running"
        if not left and table.places is not None:
            rows[0] = rows[0]._replace(goes_on=True)
        title = title_of(number, "")
        nodes.append(Node(title, table.seats, tuple(rows), kind, link_of(visit, table)))
    byes = [(each,) for each in round_.byes]
    return nodes + [Node(_("Bye"), each, (_row(visit, *each, left),), "bye") for each in byes]


def _row(visit: TournamentContext, entrant: Entrant, left: Lives, result: str = "") -> Row:
    own, lives_ = visit.own, left.get(entrant)
    row = Row(visit.people[entrant].name, result, is_mine=own is not None and own.number == entrant)
    if lives_ is None:
        return row
    if not lives_:
        return row._replace(sign=OUT, note=_("out"))
    words = ngettext("%(n)s life", "%(n)s lives", lives_) % {"n": lives_}
    return row._replace(goes_on=True, sign=f"{HEART}{lives_}", note=words)
