"""Draw a recorded tournament again and see whether every draw is what its chain makes of it. Pure.

Nothing but the events goes in. Links must follow the anchor, each draw must hang on what was then
the state of the tournament, and the format must make the same tables of it. What was drawn under
another version of a format than this program has is not paired again.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from msgspec import UNSET, UnsetType

from eventstore.events import StoredEvent
from games import fair_draws
from games.chance import FairChance
from tournaments import (
    audit_steps,
    beacon_audit,
    board_audit,
    drawing,
    pairing_differences,
    proposals,
    ranking_audit,
    roll_audit,
    stage_plan,
    stage_queries,
)
from tournaments import events as e
from tournaments.audit_steps import MALFORMED, Step
from tournaments.deal_audit import DealAudit
from tournaments.draw_changes import SAID, UNFOLDED, Changes, differs, drawn_next, occasion_of
from tournaments.draw_facts import Occasion
from tournaments.draw_tally import Finding, Tally, redrawn
from tournaments.formats.core import InfeasibleError, Pairing
from tournaments.state import TournamentState
from transparency.seal_signatures import Seal


class Audit:
    """One tournament drawn again. `findings` are empty when all of it is as it must be."""

    def __init__(self, tournament: UUID) -> None:
        self.id = tournament
        self.findings: list[Finding] = []
        self.state = TournamentState(tournament)
        self._again: list[str] = []
        self._skipped: list[str] = []
        self._by_hand = Changes()
        self._redraws: list[str] = []
        self._spent: list[str] = []
        self._chains: list[str] = []
        self._unforced = 0
        self.deals = DealAudit()
        self.seals: list[Seal] = []
        """The seals of draws, with their signatures."""
        self._fresh: int | None = None
        """The draw that was made last, until what it was made for has followed."""
        self._reason = ""
        self._bare: list[str] = []

    @property
    def tally(self) -> Tally:
        """What was drawn again, and what a reader may mind."""
        return Tally(
            len(self.state.draws.shown),
            tuple(self._again),
            tuple(self._skipped),
            tuple(self._by_hand.words),
            tuple(self._redraws),
            self._unforced,
            tuple(self._spent),
            tuple(self._chains),
            tuple(self._bare),
        )

    def run(self, events: Sequence[StoredEvent]) -> "Audit":
        """Go through the events until the first that is wrong."""
        read = [each for each in events if each.type not in UNFOLDED]
        version = 0
        try:
            decoded = [e.CATALOGUE.decode(each.type, each.schema, each.body) for each in read]
            for place, event in enumerate(decoded):
                version = read[place].version
                wrong = self._step(read[: place + 1], event, decoded[place + 1 : place + 2])
                if wrong is not None:
                    self.findings.append(Finding(version, wrong))
                    break
        except MALFORMED as error:
            self.findings.append(Finding(version, f"it cannot be folded: {error}"))
        return self

    def _step(
        self,
        so_far: Sequence[StoredEvent],
        event: e.TournamentEvent,
        following: Sequence[e.TournamentEvent],
    ) -> str | None:
        """Tell what is wrong with the last event, or fold it."""
        stored = so_far[-1]
        wrong = self._wrong(Step(stored.version, event, self.state, following, stored.at))
        if wrong is not None:
            return wrong
        wanted = drawing.wants_beacon(self.state)
        if isinstance(event, e.RolledBack):
            self.state = audit_steps.folded_back(self.id, so_far)
        else:
            audit_steps.fold(self.state, stored, event)
        self._bare += beacon_audit.taken_out(self.state, wanted=wanted)
        return None

    def _wrong(self, step: Step) -> str | None:
        """Tell what is wrong with an event, given the state before it."""
        wrong = roll_audit.meanwhile(step.state, step.event)
        if wrong is not None:
            return wrong
        check = CHECKS.get(type(step.event))
        if step.state.draws.chain is None:
            is_drawn = isinstance(step.event, tuple(e.OF_DRAWS.values()))
            return LATE_CHAIN if is_drawn else None
        return None if check is None else check(self, step)

    @property
    def is_bound(self) -> bool:
        """Whether the secret of the newest well was shown, as it is at the end."""
        return self.state.draws.chain is None or self.state.draws.is_revealed

    def sealed(self, step: Step) -> str | None:
        """Check what was sealed for a draw, and who is on its roll."""
        assert isinstance(step.event, e.DrawSealed)  # noqa: S101 - As registered.
        wrong = roll_audit.sealed(step.state, step.event, step.at)
        if wrong is None:
            text = drawing.sealed_text(step.state, step.event)
            self.seals.append(Seal(step.version, text, step.event.signature))
        return wrong

    def refused(self, step: Step) -> str | None:
        """Check an attempt of a draw that came to nothing."""
        assert isinstance(step.event, e.DrawRefused)  # noqa: S101 - As registered.
        return roll_audit.refused(step.state, step.event, step.at)

    def shown(self, step: Step) -> str | None:
        """Check a draw: its link, what it hangs on, its value, and how often it was drawn."""
        event, state = step.event, step.state
        assert isinstance(event, e.DrawShown)  # noqa: S101 - As registered.
        if event.draw != state.draws.count + 1:
            return f"it should be draw {state.draws.count + 1}, not {event.draw}"
        link = bytes.fromhex(event.link)
        if fair_draws.link(link).hex() != state.draws.last_link:
            return f"the link of draw {event.draw} does not lead to the one before it"
        occasion = occasion_of(state, event, step.following)
        if occasion is None:
            return f"nothing is drawn by draw {event.draw}"
        if drawing.stands(state, occasion) is not None:
            return f"draw {event.draw} was made though no redraw was left"
        shares = {each.entrant: bytes.fromhex(each.share) for each in event.shares or ()}
        came = bytes.fromhex(event.beacon) if event.beacon else None
        wanted = drawing.next_draw(state, occasion, link, shares, came)
        wrong = roll_audit.shown(state, event, occasion, step.at)
        wrong = wrong or differs(state, occasion, wanted, event)
        if wrong is not None:
            return wrong
        self._note(event, has_followed=drawn_next(state, event, step.following) is not None)
        return None

    def _note(self, event: e.DrawShown, *, has_followed: bool) -> None:
        self._fresh = event.draw if has_followed else None
        if not has_followed:
            # What was sealed may come to nothing: then it counts as drawn.
            self._spent.append(f"nothing was drawn from draw {event.draw}, which counts as made")
        self._unforced += event.unforced
        self._bare += beacon_audit.left_out(self.state, event)
        if event.drawn > 1:
            self._redraws.append(redrawn(event, self._reason))
        self._reason = ""

    def seeded(self, step: Step) -> str | None:
        """Check seeds that were drawn: equals, or all at random."""
        event, state = step.event, step.state
        assert isinstance(event, e.SeedsAssigned)  # noqa: S101 - As registered.
        if event.draw is UNSET:
            return None if event.method in SAID else "the seeds come from no draw"
        found = state.draws.find(event.draw)
        is_at_start = found is not None and found.kind == "lots"
        occasion = Occasion("lots") if is_at_start else Occasion("seeds", method=event.method)
        value, wrong = self._value(state, occasion, event.draw, event.random_seed)
        if wrong is not None or value is None:
            return wrong
        if is_at_start:
            # The lots follow from the same one.
            self._fresh = event.draw
        shuffled = FairChance(value).shuffle("seeds", state.present)
        if event.method == "random" and event.order != shuffled:
            return "the seeds are not in the order that was drawn"
        if event.method == "rating":
            by_rating = sorted(shuffled, key=lambda each: -state.entrants[each].rating)
            seed = {each: state.entrants[each].seed for each in by_rating}
            kept = sorted(by_rating, key=lambda each: (not seed[each], seed[each]))
            if event.order not in (by_rating, kept):
                return "the seeds are not in the order of ratings, equals as drawn"
        return None

    def started(self, step: Step) -> str | None:
        """Check the lots."""
        event = step.event
        assert isinstance(event, e.TournamentStarted)  # noqa: S101 - As registered.
        value, wrong = self._value(step.state, Occasion("lots"), event.draw, event.random_seed)
        if wrong is not None or value is None:
            return wrong or "the lots come from no draw"
        lots = FairChance(value).shuffle("lots", sorted(event.lots))
        return None if event.lots == lots else "the lots are not those that were drawn"

    def paired(self, step: Step) -> str | None:
        """Pair a round again."""
        event, state = step.event, step.state
        assert isinstance(event, e.RoundPaired)  # noqa: S101 - As registered.
        occasion = Occasion("pairing", event.round)
        is_again = self._fresh != event.draw
        value, wrong = self._value(state, occasion, event.draw, event.seed)
        if value is None:
            is_reported = state.imported is not None and all(x.draw is None for x in state.rounds)
            ok = is_reported and not event.seed
            return wrong or (None if ok else "the tables come from no draw")
        if (wrong := self._by_hand.again(state, event, is_again=is_again)) is not None:
            return wrong

        def propose() -> Pairing:
            stage = stage_queries.stage_of(state, value, at=step.state.at)
            form = stage_plan.format_of(state, len(state.stages) - 1)
            return proposals.around_booked(state, stage, form.pair)

        return self._same(step, event, event.algorithm, propose)

    def repaired(self, step: Step) -> str | None:
        """Pair the rest of a draft again; a mend of some tables is a change by hand."""
        event, state = step.event, step.state
        assert isinstance(event, e.RoundRepaired)  # noqa: S101 - As registered.
        round_ = state.rounds[event.round - 1]
        pinned = drawing.pinned_seats(round_, event.removed)
        if event.draw is UNSET:
            after = [*pinned, *(tuple(each.seats) for each in event.tables)]
            return self._by_hand.changed(state, round_, "tables were mended", event, after)
        is_again = self._fresh != event.draw
        occasion = Occasion("repair", event.round, pinned)
        value, wrong = self._value(state, occasion, event.draw, event.seed or "")
        if value is None:
            return wrong
        if is_again and pinned:
            return f"round {event.round} was drawn again around tables that stayed"
        if (wrong := self._by_hand.again(state, event, is_again=is_again)) is not None:
            return wrong
        kept = {each for seats in pinned for each in seats}

        def propose() -> Pairing:
            stage = stage_queries.stage_of(state, value)
            form = stage_plan.format_of(state, round_.stage)
            return proposals.around_pinned(round_, stage, kept, form.pair)

        return self._same(step, event, round_.pairing.algorithm, propose)

    def _same(
        self, step: Step, event: e.Paired, algorithm: str, propose: Callable[[], Pairing]
    ) -> str | None:
        """Compare recorded tables with those that the format proposes."""
        form = stage_plan.format_of(step.state, len(step.state.stages) - 1)
        known = f"{form.id}@{form.version}"
        if algorithm != known:
            self._skipped.append(f"round {event.round}: {algorithm}, and this is {known}")
            return None
        try:
            proposed = propose()
        except InfeasibleError as error:
            return f"the format cannot pair round {event.round}: {error}"
        wrong = pairing_differences.difference(event, proposed)
        if wrong is None:
            self._again.append(f"round {event.round}")
            return None
        stage = stage_queries.stage_of(step.state)
        solver = pairing_differences.other_solver(event, form, stage)
        if solver is None:
            return wrong
        self._skipped.append(f"round {event.round}: {solver}")
        return pairing_differences.worse(event, proposed, form, stage)

    def swapped(self, step: Step) -> str | None:
        """Note a change by hand, and what it costs."""
        event, state = step.event, step.state
        assert isinstance(event, e.SeatsSwapped)  # noqa: S101 - As registered.
        round_ = state.rounds[event.round - 1]
        other = {event.first: event.second, event.second: event.first}
        after = [tuple(other.get(each, each) for each in table.seats) for table in round_.tables]
        words = f"swap of {event.first} and {event.second}"
        return self._by_hand.changed(state, round_, words, event, after)

    def unpaired(self, step: Step) -> str | None:
        """Note why what was drawn does not count: a draft was thrown away, or rolled back."""
        self._reason = step.event.reason
        return None

    def bound(self, step: Step) -> str | None:
        """Check what the deals of changed tables hang on."""
        event, state = step.event, step.state
        assert isinstance(event, e.DealsDrawn)  # noqa: S101 - As registered.
        last = state.draws.shown[-1] if state.draws.shown else None
        is_last = last is not None and (last.draw, last.kind) == (event.draw, "deal")
        is_last, self._fresh = is_last and self._fresh == event.draw, None
        return (
            None if is_last else f"the deals of round {event.round} depend on no draw of their own"
        )

    def published(self, step: Step) -> str | None:
        """Check that tables that were changed by hand are dealt from a draw made since."""
        event, state = step.event, step.state
        assert isinstance(event, e.RoundPublished)  # noqa: S101 - As registered.
        round_ = state.rounds[event.round - 1]
        is_dealt = state.settings["play"] == "matches" and bool(round_.tables)
        if is_dealt and round_.changed and round_.draw is not None:
            return f"round {event.round} was changed by hand, and its deals were not drawn since"
        return board_audit.published(state, event)

    def anchored(self, step: Step) -> str | None:
        """Check that another chain is taken only where the last one is known, or with a reason."""
        event, draws = step.event, step.state.draws
        assert isinstance(event, e.AnchorAdded)  # noqa: S101 - As registered.
        assert draws.chain is not None  # noqa: S101 - Or it would not be asked.
        skipped = event.skipped or 0
        used = draws.count - draws.chain.after
        why = "the secret of the last one was shown" if draws.is_revealed else event.reason
        if not why and used + 1 < fair_draws.LINKS:
            return "another chain was taken, and nobody says why"
        if skipped < 0 or (skipped and not event.reason):
            return "numbers of draws were left out, and nobody says why"
        if draws.running is not None and not skipped:
            return f"draw {draws.count + 1} waited for shares, and its number was not left out"
        if draws.running is not None:
            self._reason = event.reason
        self._chains.append(
            f"from draw {draws.count + skipped + 1} on another chain: {why or 'it was spent'}"
        )
        return None

    def revealed(self, step: Step) -> str | None:
        """Check the secret of the well."""
        event, chain = step.event, step.state.draws.chain
        assert isinstance(event, e.WellRevealed)  # noqa: S101 - As registered.
        found = fair_draws.well(bytes.fromhex(event.secret), str(self.id)).hex()
        if chain is None or found != chain.well:
            return "the secret is not that of the well"
        self.deals.show(chain.well, bytes.fromhex(event.secret))
        return None

    def _value(
        self, state: TournamentState, occasion: Occasion, draw: int | UnsetType, seed: str
    ) -> tuple[bytes | None, str | None]:
        """Return the value of the draw that was just made for something, or that still stands.

        Or what is wrong; neither where it comes from no draw.
        """
        if draw is UNSET:
            return None, None
        found, fresh = state.draws.find(draw), self._fresh
        self._fresh = None
        if found is None or found.value != seed:
            return None, f"it is not what draw {draw} has brought"
        if fresh == draw:
            is_meant = (found.kind, found.round or 0) == (occasion.kind, occasion.round)
        else:
            standing = drawing.stands(state, occasion)
            is_meant = standing is not None and standing.draw == draw
        return (bytes.fromhex(seed), None) if is_meant else (None, f"draw {draw} was not for this")


LATE_CHAIN = "something is drawn from a chain that the server was not bound to at the beginning"
Check = Callable[[Audit, Step], str | None]
CHECKS: dict[type[e.TournamentEvent], Check] = {
    e.DrawSealed: Audit.sealed,
    e.DrawRefused: Audit.refused,
    e.DrawShown: Audit.shown,
    e.SeedsAssigned: Audit.seeded,
    e.TournamentStarted: Audit.started,
    e.RoundPaired: Audit.paired,
    e.RoundRepaired: Audit.repaired,
    e.RoundUnpaired: Audit.unpaired,
    e.RolledBack: Audit.unpaired,
    e.SeatsSwapped: Audit.swapped,
    e.TableOpened: lambda audit, step: audit.deals.opened(step),
    e.DealsDrawn: Audit.bound,
    e.RoundDealt: lambda audit, step: audit.deals.dealt(step),
    e.RoundDealClosed: lambda _audit, step: board_audit.closed(step.state, step.event),
    e.RoundPublished: Audit.published,
    e.AnchorAdded: Audit.anchored,
    e.WellRevealed: Audit.revealed,
    e.StageCompleted: lambda _audit, step: ranking_audit.of_stage(step),
    e.TournamentFinished: lambda _audit, step: ranking_audit.of_all(step),
}
