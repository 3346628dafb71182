"""As many rounds as players at a table, and everyone leads once, as card games do.

A table stays together for as many rounds as it has players and sits by a Williams design, so
everybody has every seat once. Where the tables change, players keep to a class of seats instead:
the classes rotate, and each table takes one of each class.
"""

from collections.abc import Mapping, Sequence

from games.messages import Message
from tournaments.formats import seating
from tournaments.formats.core import (
    Format,
    InfeasibleError,
    Option,
    Options,
    Pairing,
    Sizes,
    Stage,
)
from tournaments.formats.notes import Note
from tournaments.formats.pods import reasons, repeats_note
from tournaments.formats.seating import Seating
from tournaments.formats.williams import williams
from tournaments.record import Entrant

Group = list[Entrant]


def snake(entrants: Sequence[Entrant], sizes: Sequence[int]) -> list[Group]:
    """Deal entrants, best first, to groups: to and fro, so that the groups are of like strength.

    The sizes add up to the number of entrants.
    """
    groups: list[Group] = [[] for _ in sizes]
    waiting = list(entrants)
    row = 0
    while waiting:
        order = range(len(sizes)) if row % 2 == 0 else range(len(sizes) - 1, -1, -1)
        for number in order:
            if waiting and len(groups[number]) < sizes[number]:
                groups[number].append(waiting.pop(0))
        row += 1
    return groups


class PlayerCountRounds(Format):
    """Tables that stay together, or change, until everyone has led once."""

    id = "player_count_rounds"
    title = "Everyone leads once"
    about = "One round per player at the table, so that everyone leads exactly once."
    version = 2
    has_schedule = True
    options = (
        Option(
            name="tables",
            title="Whether a table stays together, or players change tables.",
            choices=("fixed", "changing"),
            labels=("tables stay together", "players change tables"),
        ),
        Option(
            name="qualify",
            title=(
                "Who advances first: the best overall, or the table winners, then the runners-up."
            ),
            choices=("overall", "by_table"),
            labels=("best overall", "table winners first"),
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for a table; tables that change have to be full."""
        split = sizes.split(entrants)
        if options["tables"] == "changing":
            self._require_divisible(entrants, sizes.target)
        elif split.byes:
            message = Message(
                "%(count)s entrants do not fit tables of %(low)s to %(high)s",
                count=entrants,
                low=sizes.least,
                high=sizes.most,
            )
            raise InfeasibleError(
                message,
                Message(
                    "play with %(count)s, or allow tables of another size",
                    count=entrants - split.byes,
                ),
            )

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:  # noqa: ARG002
        """Return the size of the largest table."""
        return max(sizes.split(entrants).tables)

    def is_over(self, stage: Stage) -> bool:
        """Tell whether all who are there have led."""
        if stage.options["tables"] == "changing":
            return stage.number > stage.sizes.target
        return bool(stage.record.rounds) and not any(
            self._goes_on(stage, group) for group in self._groups(stage)
        )

    def pair(self, stage: Stage) -> Pairing:
        """Return the next round of every table whose players have not all led."""
        if stage.options["tables"] == "changing":
            return self._changing(stage)
        groups = self._groups(stage)
        playing = [group for group in groups if self._goes_on(stage, group)]
        if not playing:
            message = Message("everyone has led")
            raise InfeasibleError(message, "close the stage")
        seated = [self._next_order(stage, group) for group in playing]
        at_tables = {entrant for each in seated for entrant in each.seats}
        byes = tuple(sorted(set(stage.active) - at_tables))
        note = (Note("all_led", "Tables whose players have all led rest."),) if byes else ()
        return Pairing(
            tuple(each.seats for each in seated), byes, reasons(stage, seated), notes=note
        )

    def points(self, stage: Stage) -> Mapping[Entrant, int] | None:
        """Return the points with the mean of a table for every round in which the own one rests.

        A bye brings more than that, which favours who sits at a small table; edition 1 had it so.
        Where the game's own score counts nobody knows a mean, and such a round brings nothing.
        """
        record = stage.record
        if record.edition == 1 or stage.options["tables"] == "changing":
            return None
        over = dict.fromkeys(stage.seeds, 0)
        for round_ in record.rounds:
            for entrant in round_.byes:
                if entrant in over and entrant not in round_.asked:
                    over[entrant] += round_.granted.get(entrant, record.bye_points) - record.draw
        return {each: record.points.get(each, 0) - over[each] for each in stage.seeds}

    def group_sizes(self, entrants: int, sizes: Sizes, options: Options) -> tuple[int, ...]:
        """Return the sizes of the tables, where their winners go on first."""
        by_table = options["qualify"] == "by_table" and options["tables"] == "fixed"
        return sizes.split(entrants).tables if by_table else ()

    def groups(self, stage: Stage) -> Sequence[Sequence[Entrant]]:
        """Return the tables, where their winners go on first."""
        by_table = stage.options["qualify"] == "by_table" and stage.options["tables"] == "fixed"
        return self._groups(stage) if by_table else ()

    def qualifiers(self, stage: Stage, ranking: Sequence[Entrant]) -> tuple[Entrant, ...]:
        """Return the ranking, or by table: the winners, the seconds, and so on, each ranked."""
        if stage.options["qualify"] == "overall" or stage.options["tables"] == "changing":
            return tuple(ranking)
        place = {entrant: number for number, entrant in enumerate(ranking)}
        within = {
            entrant: number
            for group in self._groups(stage)
            for number, entrant in enumerate(sorted(group, key=place.__getitem__))
        }
        return tuple(sorted(ranking, key=lambda each: (within.get(each, len(place)), place[each])))

    # Tables that stay together.

    @staticmethod
    def _groups(stage: Stage) -> list[Group]:
        """Return the tables as they are now: without who has left, with who has come late."""
        if not stage.record.rounds:
            split = stage.sizes.split(len(stage.active))
            seated = len(stage.active) - split.byes
            groups = snake(stage.active[:seated], split.tables)
            return _whole(groups, stage.active[seated:], stage.sizes)
        home: dict[Entrant, int] = {}
        count = 0
        for round_ in stage.record.rounds:
            for table in round_.tables:
                known = [home[each] for each in table.seats if each in home]
                number = max(known, key=known.count) if known else count
                count = max(count, number + 1)
                home.update(dict.fromkeys(table.seats, number))
        found: list[Group] = [[] for _ in range(count)]
        for entrant in stage.active:
            if entrant in home:
                found[home[entrant]].append(entrant)
        return _whole(found, [each for each in stage.active if each not in home], stage.sizes)

    @staticmethod
    def _goes_on(stage: Stage, group: Group) -> bool:
        can_play = len(group) >= stage.sizes.least
        return can_play and any(not stage.record.times_led(each) for each in group)

    @staticmethod
    def _next_order(stage: Stage, group: Group) -> Seating:
        """Return the next row of the table's design, or what balances seats if people changed."""
        played = [sat.table for sat in stage.record.seatings.get(group[0], ())]
        first = sorted(group)
        for number, row in enumerate(williams(len(group))):
            order = tuple(first[each] for each in row)
            if number == len(played):
                return Seating(order, 0, None)
            if played[number].seats != order:
                break
        waiting = [each for each in first if not stage.record.times_led(each)]
        rest = [each for each in first if each not in waiting]
        return seating.best_order(stage, waiting + rest)

    # Tables that change.

    @staticmethod
    def _require_divisible(entrants: int, size: int) -> None:
        if entrants % size:
            lower, upper = entrants // size * size, -(-entrants // size) * size
            message = Message(
                "%(count)s entrants do not fill tables of %(sizes)s, so not all can lead once",
                count=entrants,
                sizes=size,
            )
            either = Message("%(low)s or %(high)s", low=lower, high=upper) if lower else upper
            raise InfeasibleError(
                message,
                Message(
                    'play with %(count)s, or choose "tables": "fixed", which takes any number',
                    count=either,
                ),
            )

    def _changing(self, stage: Stage) -> Pairing:
        """Return tables with one of each class of seats, the classes moved on by one."""
        size = stage.sizes.target
        self._require_divisible(len(stage.active), size)
        classes = self._classes(stage, size)
        tables: list[list[Entrant]] = [[] for _ in classes[0]]
        order = williams(size)[(stage.number - 1) % size]
        chance = stage.chance
        for number in order:
            group = chance.shuffle(f"class:{number}", classes[number])
            self._spread(stage, tables, group)
        repeats = reasons(stage, [Seating(tuple(each), 0, None) for each in tables])
        again = sum(reason.repeats for reason in repeats)
        notes = (repeats_note(again),) if again else ()
        return Pairing(tuple(map(tuple, tables)), (), repeats, notes=notes)

    @staticmethod
    def _classes(stage: Stage, size: int) -> list[Group]:
        """Return the classes: who lead in the same round. Newcomers take places that are free."""
        count = len(stage.active) // size
        classes: list[Group] = [[] for _ in range(size)]
        here = set(stage.active)
        placed: set[Entrant] = set()
        for number, round_ in enumerate(stage.record.rounds):
            row = williams(size)[number % size]
            for table in round_.tables:
                for seat, entrant in enumerate(table.seats):
                    if entrant in here and entrant not in placed:
                        classes[row[seat]].append(entrant)
                        placed.add(entrant)
        for entrant in stage.active:
            if entrant not in placed:
                min(classes, key=len).append(entrant)
        if any(len(group) != count for group in classes):
            message = Message("too many players have come and gone for everyone to lead once")
            raise InfeasibleError(message, "re-add players, or close the stage")
        return classes

    @staticmethod
    def _spread(stage: Stage, tables: list[list[Entrant]], group: Sequence[Entrant]) -> None:
        """Add one of the group to every table, exchanged while that lessens repeats."""
        chosen = list(group)
        places = [(low, high) for high in range(len(chosen)) for low in range(high)]
        improved = True
        while improved:
            improved = False
            for low, high in places:
                one, other = chosen[low], chosen[high]
                now = _cost(stage, tables[low], one) + _cost(stage, tables[high], other)
                then = _cost(stage, tables[low], other) + _cost(stage, tables[high], one)
                if then < now:
                    chosen[low], chosen[high] = other, one
                    improved = True
        for table, entrant in zip(tables, chosen, strict=True):
            table.append(entrant)


def _cost(stage: Stage, table: Sequence[Entrant], entrant: Entrant) -> int:
    met = [stage.met(entrant, other) for other in table]
    apart = sum((min(entrant, each), max(entrant, each)) in stage.apart for each in table)
    return sum(times * times for times in met) + 1000 * apart


def _whole(groups: list[Group], newcomers: Sequence[Entrant], sizes: Sizes) -> list[Group]:
    """Return groups that can play: who is left of others, or has come late, joins the smallest.

    So does whoever is too many at a table, where somebody has returned and the place was taken.
    """
    kept = [group[: sizes.most] for group in groups if len(group) >= sizes.least]
    homeless = [
        each
        for group in groups
        for each in (group if len(group) < sizes.least else group[sizes.most :])
    ]
    for entrant in [*homeless, *newcomers]:
        smallest = min(kept, key=len, default=None)
        if smallest is not None and len(smallest) < sizes.most:
            smallest.append(entrant)
        else:
            kept.append([entrant])
    return kept
