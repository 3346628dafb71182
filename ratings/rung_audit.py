"""Whether the players of challenges sat as their rungs say, by the events of a ladder alone. Pure.

Whoever knew the deals to come could otherwise choose who gets which.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple
from uuid import UUID

from msgspec import structs

from eventstore.events import Moment, StoredEvent
from ratings.ladder import events as e

OF_RUNGS = ("kind", "challenges")
"""Settings; the first never changes."""


class Finding(NamedTuple):
    """An event that cannot be."""

    version: int
    text: str


class UnknownSettingsError(Exception):
    """A ladder has rules of challenges that this program does not know."""


class Rungs:
    """A ladder as it goes on, and on which rungs the players of a challenge stood."""

    def __init__(self, ladder: UUID) -> None:
        """Begin; raises ImportError without the packages of the rating systems."""
        from ratings.ladder import fold, settings, state  # noqa: PLC0415 - The systems are optional.

        self._unknown = settings.SettingsError
        self._fold, self._new = fold, partial(state.State, ladder)
        self._state = self._new()
        self._past: list[tuple[e.LadderEvent, Moment]] = []
        self._folded = 0
        """Events of the past that the state has."""
        self._accepted: dict[str, Mapping[str, int]] = {}
        """The rungs when all had accepted, by challenge; none of one that was played."""
        self._merged: dict[str, str] = {}

    def add(self, event: e.LadderEvent, moment: Moment) -> str | None:
        """Note an event; return what is wrong with it, or with the match that it makes, if any.

        Raises UnknownSettingsError.
        """
        if isinstance(event, e.PlayersMerged) and self._leads_back(event):
            return "players are merged into one who is merged into them"
        self._past.append((_of_rungs(event), moment))
        if isinstance(event, e.RETROACTIVE):
            # It changes what has gone before, but not who had accepted what.
            self._state, self._folded = self._new(), 0
        if isinstance(event, e.ChallengeAnswered):
            try:
                self._catch_up()
            except self._unknown as error:
                raise UnknownSettingsError(str(error)) from error
            self._note(event.challenge)
        return self._wrong(event) if isinstance(event, e.MatchMade) and event.challenge else None

    def _leads_back(self, event: e.PlayersMerged) -> bool:
        """Note a merger, and tell whether it leads back to itself: its fold would never end."""
        self._merged[event.gone] = into = event.into
        while into != event.gone and into in self._merged:
            into = self._merged[into]
        return into == event.gone

    def _catch_up(self) -> None:
        if not self._folded:
            self._fold.fold_stream(self._state, *zip(*self._past, strict=True))
        else:
            for event, moment in self._past[self._folded :]:
                self._fold.evolve(self._state, event, moment)
        self._folded = len(self._past)

    def _note(self, key: str) -> None:
        state, challenge = self._state, self._state.challenges[key]
        if challenge.status == "accepted" and key not in self._accepted:
            table = {challenge.challenger, *challenge.opponents} & state.players.keys()
            last = len(state.rungs) + 1
            self._accepted[key] = {each: state.players[each].position or last for each in table}

    def _wrong(self, made: e.MatchMade) -> str | None:
        rungs = self._accepted.get(made.challenge, {})
        self._accepted[made.challenge] = {}
        if set(made.players) != rungs.keys():
            return f"slot {made.slot} is of no challenge that all of its players have accepted"
        if made.players != sorted(made.players, key=rungs.__getitem__):
            return f"the seats of slot {made.slot} are not those of the rungs"
        return None


def _of_rungs(event: e.LadderEvent) -> e.LadderEvent:
    """Return an event with the settings alone on which rungs depend.

    So nothing hangs on whether this program knows the ratings of a later one, or how they weigh.
    """
    if isinstance(event, e.LadderOpened):
        kept = {name: event.settings[name] for name in OF_RUNGS if name in event.settings}
        return structs.replace(event, settings={"name": "-", "game": "-", **kept})
    if isinstance(event, e.LadderEdited):
        kept = {name: event.changes[name] for name in OF_RUNGS[1:] if name in event.changes}
        return structs.replace(event, changes=kept)
    return event


def misseated(ladder: UUID, stored: Sequence[StoredEvent]) -> Finding | None:
    """Return the first match of a challenge that is not as its players accepted it, if any.

    Raises ImportError without the packages of the rating systems, and UnknownSettingsError.
    """
    rungs = Rungs(ladder)
    for each in stored:
        try:
            event = e.CATALOGUE.decode(each.type, each.schema, each.body)
            wrong = rungs.add(event, Moment(each.version, each.at, each.actor))
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            wrong = f"{each.type} does not follow from what stands before it: {error!r}"
        if wrong is not None:
            return Finding(each.version, wrong)
    return None
