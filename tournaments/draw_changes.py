"""What a recorded tournament was drawn for, and what was changed since. Pure."""

from collections.abc import Sequence

from msgspec import UNSET

from tournaments import costs, draw_facts, drawing
from tournaments import events as e
from tournaments.draw_facts import Occasion
from tournaments.state import RoundState, TournamentState

UNFOLDED = frozenset({*e.OF_INVITATIONS, "codes_issued", "payment_marked"})
"""Events that no draw hangs on; a log does not show all of what is in them."""
SAID = frozenset({"manual", "season"})
"""How seeds are assigned of which nothing is drawn."""


class Changes:
    """The changes of a tournament, in words, each with its cost."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def changed(
        self,
        state: TournamentState,
        round_: RoundState,
        words: str,
        event: e.SeatsSwapped | e.RoundRepaired,
        after: Sequence[tuple[int, ...]],
    ) -> str | None:
        """Note a change by hand, or tell that it does not cost what it says."""
        known = draw_facts.format_now(state, round_.stage)
        if round_.pairing.algorithm != known:
            self._note(event.round, words, event.cost, event)
            return None
        wanted = costs.of_change(state, round_, after)
        if event.cost not in (wanted, costs.as_once(wanted)):
            return f"round {event.round}: a change by hand does not cost what it says"
        # What it says may lack a term, and so a table that is off its bracket.
        self._note(event.round, words, wanted, event)
        return None

    def again(
        self, state: TournamentState, event: e.RoundPaired | e.RoundRepaired, *, is_again: bool
    ) -> str | None:
        """Note what was asked for since a draw that counts again, or that the cost is wrong."""
        drawn = state.draws.tables.get(event.draw or 0)
        after = [tuple(each.seats) for each in event.tables]
        if not is_again or drawn is None or sorted(drawn) == sorted(after):
            return None if event.cost is UNSET else f"round {event.round} costs what nobody changed"
        number = len(state.stages) - 1
        shown = state.draws.find(event.draw or 0)
        is_known = shown is not None and shown.format == draw_facts.format_now(state, number)
        if is_known and event.cost != costs.of_redraw(state, number, drawn, after):
            return f"round {event.round} does not cost what it says"
        words = f"other tables of draw {event.draw}, which counts again"
        self._note(event.round, words, event.cost, event)
        return None

    def _note(
        self, number: int, what: str, cost: object, event: e.TournamentEvent | None = None
    ) -> None:
        said = ""
        if isinstance(cost, e.CostOfChange):
            said = f", cost {sum(cost.after.values())} instead of {sum(cost.drawn.values())}"
            moved = {
                name: units - cost.drawn.get(name, 0)
                for name, units in cost.after.items()
                if units != cost.drawn.get(name, 0)
            }
            if moved:
                parts = ", ".join(f"{name} {units:+}" for name, units in sorted(moved.items()))
                said += f" ({parts})"
        why = f': "{event.reason}"' if event is not None and event.reason else ""
        self.words.append(f"round {number}: {what}{said}{why}")


def occasion_of(
    state: TournamentState, event: e.DrawShown, following: Sequence[e.TournamentEvent]
) -> Occasion | None:
    """Return what is drawn, by the event that follows its draw."""
    found = drawn_next(state, event, following)
    if found is None and state.draws.running is not None:
        # What was sealed says it, though it came to nothing.
        found = drawing.sealed_occasion(state, state.draws.running.asked)
    return None if found is None else found._replace(format=event.format)


def drawn_next(
    state: TournamentState, event: e.DrawShown, following: Sequence[e.TournamentEvent]
) -> Occasion | None:
    """Return what stands right behind its draw; None where that is none of its kind."""
    drawn = following[0] if following else None
    number = event.round or 0
    if event.kind == "pairing" and isinstance(drawn, e.RoundPaired):
        return Occasion("pairing", number)
    if event.kind == "repair" and isinstance(drawn, e.RoundRepaired):
        return Occasion(
            "repair", number, drawing.pinned_seats(state.rounds[number - 1], drawn.removed)
        )
    if event.kind == "deal" and isinstance(drawn, e.DealsDrawn):
        return Occasion("deal", number, places=tuple(drawn.places))
    if event.kind == "seeds" and isinstance(drawn, e.SeedsAssigned):
        return Occasion("seeds", method=drawn.method)
    if event.kind == "lots" and isinstance(drawn, e.SeedsAssigned | e.TournamentStarted):
        return Occasion("lots")
    return None


FIELDS = {
    "facts": "what it depends on in",
    "grounds": "the grounds of",
    "link": "the link of",
    "shares": "the list of shares of",
    "value": "the value of",
    "attempt": "the attempt of",
    "present": "how many were there at",
    "drawn": "the count of",
    "unforced": "whether nothing called for",
    "round": "the round of",
    "format": "the format of",
}


def differs(
    state: TournamentState, occasion: Occasion, wanted: e.DrawShown, event: e.DrawShown
) -> str | None:
    """Tell what a draw says that is not so, beside what it must say."""
    number = draw_facts.stage_number(state, occasion)
    if event.format.partition("@")[0] != state.stage_settings(number)["format"]:
        return f"{FIELDS['format']} draw {event.draw} is not what it must be"
    for name, words in FIELDS.items():
        if getattr(wanted, name) != getattr(event, name):
            return f"{words} draw {event.draw} is not what it must be"
    return None
