"""The console's pages of a round and of a table."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from tournaments import pairing_notes, shared_deals, stage_plan
from tournaments.services import (
    agreed_draws,
    confirming,
    extending,
    time_limits,
)
from tournaments.state import (
    RoundState,
    TableState,
    TournamentState,
)
from web.tournaments import draws, notes, round_deals
from web.tournaments.console import (
    drafts,
    logs,
    round_forms,
)
from web.tournaments.console.actions import ACTIONS, Action
from web.tournaments.console.console import is_continuous
from web.tournaments.console.console_context import ConsoleContext, console_context, page
from web.tournaments.console.labels import ROUNDS, SOURCES
from web.tournaments.console.result_forms import CorrectionForm, ResultForm
from web.tournaments.rounds import several_of
from web.tournaments.tables import is_open_to_all
from web.tournaments.versions import versions
from web.words import label


def repairs(found: ConsoleContext, shown: RoundState) -> set[str]:
    """Return the acts that pair a part of a round again, where its format can take that."""
    form = stage_plan.format_of(found.state, shown.stage)
    pairs_anew = form.supports_pins or form.of_teams
    if form.eliminates or not pairs_anew or form.continuous:
        return set()
    return {"sit-out", "mend"} & found.can


def _changes(found: ConsoleContext, shown: RoundState) -> list[Action]:
    """Return what can be changed of a published round while it is played."""
    if not shown.published or shown.closed:
        return []
    state, mends = found.state, repairs(found, shown)
    ids = []
    if round_forms.seated(state, shown) and not is_continuous(state):
        ids += ["swap-published", *({"sit-out"} & mends)]
    ids += {"mend"} & mends
    if extending.is_timed(state.settings, shown):
        ids.append("extend-round")
    if shown is state.round:
        ids.append("unpublish")
    return [ACTIONS[each] for each in ids if each in found.can]


@never_cache
@login_required
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the tables of a round: a draft to be changed, or results as they come in."""
    found = console_context(request, slug)
    state = found.state
    shown = _round(state, number)
    called = notes.names_in(state, shown)
    cards = drafts.cards(state, shown)
    said, team = pairing_notes.notes_of(shown.pairing), state.team_of
    form = stage_plan.format_of(state, shown.stage)
    reports = state.settings["play"] == "reported" and shown.published and not shown.closed
    context = {
        "round": shown,
        "round_status": label(ROUNDS, shown.status),
        "rounds": state.rounds,
        "deals": round_deals.rows(state, [shown]),
        "cards": [
            (card, _report_form(found, card) if reports and not card.table.done else None)
            for card in cards
        ],
        "byes": [(state.entrants[each], team.get(each, "")) for each in shown.byes],
        "supports_pins": form.supports_pins,
        "of_teams": form.of_teams,
        "changes": _changes(found, shown),
        "mends": repairs(found, shown),
        "confirmable": 0 if shown.closed else len(confirming.waiting(shown)),
        "may_close": not shown.closed and shown.done and not is_continuous(state),
        "notes": [notes.words(called, each) for each in said.notes],
        "drawn": "" if shown.published else draws.drawn_words(state, shown.number),
        "cost": draws.changed_words(state, shown),
        "alternatives": [notes.words(called, each) for each in said.alternatives],
        "apart": [(state.entrants[a], state.entrants[b]) for a, b in sorted(state.apart)],
    }
    return page(request, found, "round" if shown.published else "draft", 200, context)


def _round(state: TournamentState, number: int) -> RoundState:
    if not 1 <= number <= len(state.rounds):
        raise Http404
    return state.rounds[number - 1]


def _report_form(found: ConsoleContext, card: drafts.Card) -> ResultForm | None:
    if "report" not in found.can:
        return None
    given = {"table_id": str(card.table.id)}
    return ResultForm(found.state, found.me, initial=given, auto_id=f"t{card.number}_%s")


@never_cache
@login_required
def table(request: HttpRequest, slug: str, table_id: UUID) -> HttpResponse:
    """Show one table: its result, how it came, and how it is put right."""
    found = console_context(request, slug)
    known = found.state.table(table_id)
    if known is None or not known[0].published:
        raise Http404
    at, shown = known
    card = drafts.cards(found.state, at)[at.tables.index(shown)]
    history = [line for line in logs.lines(found.state) if line.table == str(table_id)]
    form = CorrectionForm(found.state, found.me, initial={"table_id": str(table_id)})
    context = {
        "round": at,
        "card": card,
        "source": label(SOURCES, shown.source) if shown.source else "",
        "form": form,
        "deals": round_deals.of_table(found.state, shown),
        "is_withheld": shared_deals.open_board(found.state, shown) is not None,
        "history": history,
        "versions": versions(found.state, shown),
        "awaited": _awaited(found.state, shown),
        "several": several_of(found.state, shown, is_open=is_open_to_all(found.state, shown)),
        "choosing": _choosing(found, shown),
        "deciders": found.deciders_instead(shown),
        "is_live": not at.closed,
        "may_end": (
            "end-time" in found.can
            and time_limits.may_end(found.state, at, shown, datetime.now(UTC))
        ),
        "may_draw": (
            "agree-draw" in found.can
            and agreed_draws.is_allowed(found.state, at)
            and not (at.closed or shown.done or shown.choosing)
        ),
        "may_extend": (
            "extend-table" in found.can
            and not at.closed
            and shown.is_open
            and extending.is_timed(found.state.settings, at)
        ),
    }
    return page(request, found, "table", 200, context)


def _choosing(found: ConsoleContext, table: TableState) -> dict[str, object] | None:
    """Return for whom the reader may choose a seat, and which are free; None where for nobody."""
    choosing = table.choosing
    if choosing is None or "choose-seat" not in found.can or found.deciders_instead(table):
        return None
    free = [seat + 1 for seat in choosing.free]
    return {"name": found.state.name(choosing.next), "free": free}


def _awaited(state: TournamentState, table: TableState) -> str:
    """Return whose move it was when a table came to nothing, by name."""
    return "" if table.stopped is None else ", ".join(map(state.name, table.stopped["awaited"]))
