"""Groups that each play by themselves; the winners go on first, then the seconds, and so on."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.formats import group_plans
from tournaments.formats.core import Format, InfeasibleError, Option, Options, Pairing, Stage
from tournaments.formats.knockout import snake
from tournaments.formats.pods import reasons
from tournaments.formats.round_robin import Rounds
from tournaments.formats.seating import Seating
from tournaments.formats.sizes import Sizes
from tournaments.record import Entrant

Group = tuple[Entrant, ...]


class GroupPlay(Format):
    """What all formats have in common that cut the field into groups once and for all."""

    allows_late_entry = False
    has_schedule = True

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for groups that have a plan."""
        self.group_sizes(entrants, sizes, options)

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:
        """Return the rounds of the group that takes the longest."""
        cut = self.group_sizes(entrants, sizes, options)
        return max(len(group_plans.plan(each, sizes) or ()) for each in set(cut)) * _times(options)

    def group_sizes(self, entrants: int, sizes: Sizes, options: Options) -> tuple[int, ...]:
        """Return the sizes of the groups; raises InfeasibleError."""
        return group_plans.cut(entrants, int(options["size"]), sizes)

    def deal(self, seeds: Sequence[Entrant], sizes: Sequence[int], options: Options) -> list[Group]:  # noqa: ARG002
        """Return the groups, best seed first: to and fro, so that they are of like strength."""
        return [tuple(group) for group in snake(seeds, sizes)]

    def groups(self, stage: Stage) -> tuple[Group, ...]:
        """Return the groups as they were dealt, with those who have left."""
        field = stage.field
        cut = self.group_sizes(len(field), stage.sizes, stage.options)
        return tuple(self.deal(field, cut, stage.options))

    def is_over(self, stage: Stage) -> bool:
        """Tell whether every group has played out its plan, or nobody is left to play."""
        rounds = self.rounds(len(stage.field), stage.sizes, stage.options) or 0
        return stage.number > rounds or not self.participants(stage)

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who plays in this round, or would if nobody had left."""
        return tuple(each for tables in self._due(stage) for table in tables for each in table)

    def pair(self, stage: Stage) -> Pairing:
        """Return the next round of every group; who misses too many at his table has a bye."""
        tables: list[Group] = []
        byes: list[Entrant] = []
        keys = []
        for group, due in enumerate(self._due(stage)):
            for seats in due:
                if len(seats) >= stage.sizes.least:
                    tables.append(seats)
                    keys.append(group_plans.letter(group))
                else:
                    byes += seats
        if not tables and not byes:
            raise InfeasibleError("nobody is left to play in this round", "close the stage")
        given = reasons(stage, [Seating(seats, 0, None) for seats in tables])
        return Pairing(tuple(tables), tuple(sorted(byes)), given, keys=tuple(keys))

    def qualifiers(self, stage: Stage, ranking: Sequence[Entrant]) -> tuple[Entrant, ...]:
        """Return the winners of groups, then the seconds, and so on: each by points a game.

        Groups of different sizes play different numbers of games, so the mean counts.
        """
        rank = {entrant: place for place, entrant in enumerate(ranking)}
        place = within(self.groups(stage), rank)
        games = {each: max(1, len(stage.record.seatings.get(each, ()))) for each in ranking}
        points = stage.record.points
        return tuple(
            sorted(
                ranking,
                key=lambda each: (
                    place.get(each, len(rank)),
                    -Fraction(points.get(each, 0), games[each]),
                    rank[each],
                ),
            )
        )

    def _due(self, stage: Stage) -> list[list[Group]]:
        """Return the tables of the next round by group, without those who have left."""
        here = set(stage.active)
        found = []
        for group in self.groups(stage):
            rounds: Rounds = group_plans.plan(len(group), stage.sizes) or ()
            number = stage.number - 1
            tables = []
            if number < len(rounds) * _times(stage.options):
                again = number // len(rounds) % 2
                for seats in rounds[number % len(rounds)]:
                    order = seats[::-1] if again else seats
                    there = tuple(group[each] for each in order if group[each] in here)
                    tables += [there] if there else []
            found.append(tables)
        return found


def within(groups: Sequence[Sequence[Entrant]], rank: Mapping[Entrant, int]) -> dict[Entrant, int]:
    """Return everybody's place within his group, from 0."""
    return {
        entrant: place
        for group in groups
        for place, entrant in enumerate(sorted(group, key=lambda each: rank.get(each, len(rank))))
    }


def _times(options: Options) -> int:
    return int(options.get("times", 1))


class Groups(GroupPlay):
    """Groups of like strength, for a knockout to follow."""

    id = "groups"
    title = "Groups"
    about = "Groups with an even schedule; group winners qualify first, then runners-up."
    options = (
        Option(
            name="size",
            title="Approximate players in a group; groups differ by at most one.",
            choices=(4,),
            low=2,
            high=24,
        ),
        Option(
            name="deal",
            title="In snake order, or always in the same direction.",
            choices=("snake", "straight"),
            labels=("snake order", "always the same direction"),
        ),
        Option(
            name="times", title="How often the schedule is played.", choices=(1,), low=1, high=4
        ),
    )

    def deal(self, seeds: Sequence[Entrant], sizes: Sequence[int], options: Options) -> list[Group]:
        """Return the groups, best seed first."""
        if options["deal"] == "straight":
            return [tuple(seeds[each :: len(sizes)]) for each in range(len(sizes))]
        return super().deal(seeds, sizes, options)
