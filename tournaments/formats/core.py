"""The contract of a format: who meets whom next, and why, from what has been played. Pure.

A format is asked for one round at a time. It gets a `Stage` and answers a `Pairing`, the same for
the same stage, version and seed; or it raises `InfeasibleError`, which says what is possible.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as with_default
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from games.chance import FairChance
from games.json_types import JsonObject
from games.messages import Message, with_nearest
from games.options import Option
from tournaments.formats.sizes import InfeasibleError, Sizes
from tournaments.record import Entrant, Record, Round

__all__ = [
    "Format",
    "InfeasibleError",
    "OpenTiers",
    "Option",
    "Options",
    "Pairing",
    "Reason",
    "Sizes",
    "Stage",
    "TextOption",
    "Tie",
]

Options = Mapping[str, bool | int | str]


class TextOption(Option, frozen=True, kw_only=True):
    """An option that is written out; empty by default."""

    pattern: str
    """What a text looks like, as kept."""
    kept: Callable[[str], str]
    """Puts a text as it is kept."""

    def allows(self, value: object, seats: int) -> bool:  # noqa: ARG002
        """Tell whether the value is a text of the pattern."""
        return isinstance(value, str) and re.fullmatch(self.pattern, self.kept(value)) is not None

    def wanted(self, seats: int) -> Message:  # noqa: ARG002
        """Return what a value must be."""
        return Message("a text as the title says, or empty")

    def json_schema(self) -> JsonObject:
        """Return the JSON schema of a value."""
        about = {"description": self.title, "default": self.default}
        return {"type": "string", "maxLength": TEXT_MAX, **about}


TEXT_MAX = 80
"""Characters of a text that an option takes."""


@dataclass(frozen=True)
class Stage:
    """All that a format may know of its stage."""

    seeds: tuple[Entrant, ...]
    """Everybody who has entered the stage, best seed first, those included who left."""
    active: tuple[Entrant, ...]
    """Who is there to be paired, best seed first."""
    record: Record
    """The rounds of this stage so far."""
    standings: tuple[Entrant, ...]
    """The entrants of the stage by points and tie-breaks, best first."""
    sizes: Sizes
    options: Options
    """Checked, with every default."""
    seed: bytes = b""
    """Where everything drawn comes from: 32 bytes that the event records."""
    earlier: Record | None = None
    """The rounds of earlier stages, for a format that avoids repeats across stages."""
    apart: frozenset[tuple[Entrant, Entrant]] = frozenset()
    """Pairs, (lower, higher), that the organiser keeps apart."""
    began: tuple[Entrant, ...] | None = None
    """Who entered the stage when it began, best seed first; None for all of `seeds`."""
    extra: Mapping[str, object] = with_default(default_factory=dict)
    """What only some formats need, such as the clock of an arena; named in their docstrings."""

    @property
    def field(self) -> tuple[Entrant, ...]:
        """Who entered the stage when it began, those included who left since."""
        return self.seeds if self.began is None else self.began

    @property
    def first_field(self) -> tuple[Entrant, ...]:
        """Who sat or had a bye in the first round, best seed first; all who play before it."""
        if not self.record.rounds:
            return self.active
        first = self.record.rounds[0]
        there = {each for table in first.tables for each in table.seats} | set(first.byes)
        return tuple(each for each in self.seeds if each in there)

    @property
    def number(self) -> int:
        """The round to be paired, counted within the stage from 1."""
        return len(self.record.rounds) + 1

    @property
    def chance(self) -> FairChance:
        """A new drawing from the seed."""
        return FairChance(self.seed)

    def met(self, first: Entrant, second: Entrant) -> int:
        """Return how often two have met, in earlier stages too."""
        before = 0 if self.earlier is None else self.earlier.times_met(first, second)
        return before + self.record.times_met(first, second)


class Reason(NamedTuple):
    """Why a table is as it is."""

    repeats: int
    """Pairs that have met before, each counted as often as they have met."""
    terms: Mapping[str, int]
    """The terms of the table's cost, by name; less is better."""
    notes: tuple[str, ...] = ()
    """Sentences for the organiser, where there is more to say."""

    @property
    def text(self) -> str:
        """Return the sentences as one text."""
        return " ".join(self.notes)


class Tie(NamedTuple):
    """Players of a table of the last round who are level where only some of them go on."""

    table: int
    """Within the round, from 0."""
    players: tuple[Entrant, ...]
    """The better seed first."""
    method: str
    """How it is decided: `seed`, `lots`, `judge`, or `all` where all of them go on."""


class OpenTiers(NamedTuple):
    """The lowest and the highest tier that somebody can still end in."""

    lowest: tuple[int, ...]
    highest: tuple[int, ...]


class Pairing(NamedTuple):
    """A round as a format proposes it."""

    tables: tuple[tuple[Entrant, ...], ...]
    """Entrants in the order of their seats; the first one leads first."""
    byes: tuple[Entrant, ...] = ()
    reasons: tuple[Reason, ...] = ()
    """One a table, in the same order."""
    alternatives: tuple[str, ...] = ()
    """What else was looked at, and what it would have cost; a `Note` has words in all languages."""
    notes: tuple[str, ...] = ()
    """What the organiser should know: repeats that could not be avoided, small tables."""
    keys: tuple[str, ...] = ()
    """The places of the tables in a bracket, one a table; empty in other formats."""
    sources: tuple[tuple[str, ...], ...] = ()
    """Where the players of each table come from, such as `loser of W1-3`; may be empty."""
    walkovers: Mapping[str, Entrant | None] = MappingProxyType({})
    """Who goes on without playing, by key, since the other has left; None where both have."""

    def key(self, table: int) -> str:
        """Return the place of a table, from 0, in a bracket."""
        return self.keys[table] if self.keys else ""


class Format(ABC):
    """A way to pair. Formats hold no state: everything comes with the stage."""

    id: ClassVar[str]
    """Stable; stands in events. Pairings of another algorithm need another `version`."""
    version: ClassVar[int] = 1
    title: ClassVar[str]
    about: ClassVar[str]
    """A sentence or two for the organiser who chooses."""
    options: ClassVar[tuple[Option, ...]] = ()
    supports_pins: ClassVar[bool] = True
    """Whether a round can be paired anew around tables that stay."""
    allows_late_entry: ClassVar[bool] = True
    """Whether somebody may enter once the stage has begun."""
    continuous: ClassVar[bool] = False
    """Whether tables are opened whenever players are free, with the clock in `Stage.extra`."""
    has_schedule: ClassVar[bool] = False
    """Whether rounds follow a plan made at the start, so that the plan says who has a bye."""
    pairs_by_seed: ClassVar[bool] = False
    """Whether the seeds alone decide who meets in the first round."""
    eliminates: ClassVar[bool] = False
    """Whether players are knocked out, so that the stage is drawn as a bracket."""
    of_teams: ClassVar[bool] = False
    """Whether teams meet: `check` and `rounds` are asked about numbers of teams then."""

    def check_options(self, given: Mapping[str, object]) -> dict[str, bool | int | str]:
        """Return every option, defaults included.

        Raises InfeasibleError, naming what is allowed.
        """
        known = {option.name: option for option in self.options}
        checked: dict[str, bool | int | str] = {name: each.default for name, each in known.items()}
        for name, value in given.items():
            option = known.get(name)
            if option is None:
                message = Message(
                    "%(option)s is not an option of %(format_id)s", option=name, format_id=self.id
                )
                possible = Message(
                    "its options are: %(options)s", options=list(known) or Message("none")
                )
                raise InfeasibleError(message, with_nearest(possible, name, known))
            if not option.allows(value, 0) or not isinstance(value, bool | int | str):
                message = Message(
                    "%(option)s must be %(wanted)s, not %(value)s",
                    option=name,
                    wanted=option.wanted(0),
                    value=repr(value),
                )
                raise InfeasibleError(message, option.title)
            if isinstance(option, TextOption) and isinstance(value, str):
                checked[name] = option.kept(value)
            else:
                checked[name] = value
        return checked

    def final_table(self, stage: Stage, round_: Round) -> int | None:  # noqa: ARG002
        """Return which table, from 0, of a round that is next in a stage is its final; or None."""
        return None

    def check_sizes(self, sizes: Sizes, options: Options) -> None:  # noqa: B027
        """Raise InfeasibleError where options do not fit the sizes of tables; none by default."""

    def advancing(self, number: int, sizes: Sizes, options: Options) -> int:  # noqa: ARG002
        """Return how many of a table go on from a round, from 1, of a stage that eliminates."""
        return 1

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:  # noqa: ARG002
        """Raise InfeasibleError when that many cannot start a stage; the default asks for a table.

        Called when a stage starts, and by organisers who try a plan before that.
        """
        sizes.split(entrants)

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who takes part in the next round: the active who are not knocked out.

        The next round has each of them at one table, or with a bye.
        """
        return stage.active

    def contenders(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who has not been knocked out, whether or not they take part in the next round."""
        return self.participants(stage)

    @abstractmethod
    def pair(self, stage: Stage) -> Pairing:
        """Return the next round; raises InfeasibleError."""

    @abstractmethod
    def is_over(self, stage: Stage) -> bool:
        """Tell whether the stage needs no further round, all rounds so far having ended."""

    @abstractmethod
    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return how many rounds the stage takes with so many entrants; None when that is open."""

    def rounds_max(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the rounds after which the stage is over, whoever ties or leaves.

        Rounds in which the staff calls off every table come on top. None when only a clock ends it.
        """
        return self.rounds(entrants, sizes, options)

    def rounds_left(self, stage: Stage) -> int | None:
        """Return how many rounds are to be paired, those of tables in progress not counted.

        None when that is open.
        """
        planned = self.rounds(len(stage.seeds), stage.sizes, stage.options)
        return None if planned is None else max(planned - len(stage.record.rounds), 0)

    def rests(self, options: Options) -> bool:  # noqa: ARG002
        """Tell whether a round without a table counts neither for nor against: it brings the mean.

        So it is where everybody sits out in turn. The default is a bye.
        """
        return False

    def rounds_of_all(self, options: Options) -> int | None:  # noqa: ARG002
        """Return in how many first rounds everybody plays or has a bye; None for all.

        Whoever does not was absent by choice, for tie-breaks. The default is none: somebody may
        wait, be out, or have played the whole plan.
        """
        return 0

    def is_slow_to_pair(self, stage: Stage) -> bool:  # noqa: ARG002
        """Tell whether to pair a round can take seconds, for which a database has to wait."""
        return False

    def open_rounds(self, options: Options) -> int:  # noqa: ARG002
        """Return how many rounds may be played at once: more where none hangs on another."""
        return 1

    def seconds_until_check(self, stage: Stage) -> int | None:  # noqa: ARG002
        """Return in how many seconds a continuous stage is to be looked at again, if nothing ends.

        None when only the end of a table matters.
        """
        return None

    def points(self, stage: Stage) -> Mapping[Entrant, int] | None:  # noqa: ARG002
        """Return everybody's points, in units, where they are not the sum of the tables' points."""
        return None

    def lowest_tier(self, stage: Stage, entrant: Entrant) -> tuple[int, ...]:  # noqa: ARG002
        """Return the lowest tier in which somebody who is in the running can end.

        Asked of formats that eliminate; the default says that nothing is certain.
        """
        return ()

    def open_tiers(self, stage: Stage, entrant: Entrant) -> OpenTiers | None:  # noqa: ARG002
        """Return between which tiers somebody can end who is out; None where that is settled.

        Asked of formats that eliminate; the default is that whoever is out plays no more.
        """
        return None

    def cut_ties(self, stage: Stage) -> tuple[Tie, ...]:  # noqa: ARG002
        """Return the ties of the last round on which it hangs who goes on.

        What is decided comes back as `Table.decided`; until then the better seed is ahead.
        """
        return ()

    def tiers(self, stage: Stage) -> Mapping[Entrant, tuple[int, ...]]:  # noqa: ARG002
        """Return what ranks above points, more being better; entrants without a line have ().

        A knockout ranks by the round that somebody reached, a final table by its places.
        """
        return {}

    def group_sizes(self, entrants: int, sizes: Sizes, options: Options) -> tuple[int, ...]:  # noqa: ARG002
        """Return the sizes of the groups that so many would be cut into; () without groups."""
        return ()

    def groups(self, stage: Stage) -> Sequence[Sequence[Entrant]]:  # noqa: ARG002
        """Return the groups whose winners go on before the seconds; () without groups."""
        return ()

    def qualifiers(self, stage: Stage, ranking: Sequence[Entrant]) -> tuple[Entrant, ...]:  # noqa: ARG002
        """Return the entrants in the order in which they qualify for the next stage.

        The default is the ranking; groups answer the winners first, then the seconds, and so on.
        """
        return tuple(ranking)
