"""Teams on boards: whole teams meet, each board of one against the same board of the other.

The teams are paired by the formats that pair duels, as their entrants. `Stage.extra["teams"]` has
the members of each team in the order of their boards, the reserves last; whoever is not there is
passed over, and the others move up, as in the Olympiad.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from games.messages import Message
from tournaments import team_matches
from tournaments.formats.core import (
    Format,
    InfeasibleError,
    Option,
    Options,
    Pairing,
    Reason,
    Sizes,
    Stage,
)
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import DUELS, DUTCH, Swiss
from tournaments.record import Entrant
from tournaments.team_matches import Team

MATCH_POINTS_MOST = 12


class TeamBoards(Format):
    """Matches of teams."""

    id = "team_boards"
    title = "Teams on boards"
    about = "Teams meet in matches, board against board; match points decide, then board points."
    of_teams = True
    supports_pins = False
    options = (
        Option(name="boards", title="Boards of a match.", choices=(4,), low=2, high=12),
        Option(
            name="pairing",
            title="Who meets: every team every other, or teams with similar scores, at lowest "
            "cost or by the FIDE Dutch system.",
            choices=("round_robin", "swiss", DUTCH),
            labels=("round robin", "Swiss, lowest cost", "Swiss, FIDE Dutch system"),
        ),
        Option(
            name="times",
            title="Round robin: how often every two teams meet.",
            choices=(1,),
            low=1,
            high=4,
        ),
        Option(
            name="rounds",
            title="Swiss: rounds; 0 for as many as needed to leave one team unbeaten.",
            choices=(0,),
            low=1,
            high=20,
        ),
        Option(
            name="first_round",
            title="Swiss: by seeding, the upper half meets the lower, or drawn.",
            choices=("seeded", "random"),
            labels=("by seeding", "drawn"),
        ),
        Option(
            name="ranking",
            title="What ranks teams first: points of matches, or of boards.",
            choices=("match_points", "board_points"),
            labels=("match points", "board points"),
        ),
        Option(
            name="win",
            title="Match points for a match won.",
            choices=(2,),
            low=1,
            high=MATCH_POINTS_MOST,
        ),
        Option(
            name="draw",
            title="Match points for a drawn match.",
            choices=(1,),
            low=0,
            high=MATCH_POINTS_MOST,
        ),
        Option(
            name="loss",
            title="Match points for a match lost.",
            choices=(0,),
            low=0,
            high=MATCH_POINTS_MOST,
        ),
        Option(
            name="bye",
            title="Match points of a team with a bye; half of the board points go with it.",
            choices=(1,),
            low=0,
            high=MATCH_POINTS_MOST,
        ),
    )

    def check_sizes(self, sizes: Sizes, options: Options) -> None:
        """Ask for duels, and for match points that make it worth while to win."""
        if sizes != DUELS:
            raise InfeasibleError(
                Message("teams on boards play duels, not larger tables"),
                Message("choose tables of 2"),
            )
        if not int(options["loss"]) <= int(options["draw"]) <= int(options["win"]):
            raise InfeasibleError(
                Message("a win must be worth no less than a draw, and a draw no less than a loss"),
                Message("have match points like 2, 1 and 0"),
            )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:
        """Ask for teams that can be paired; `entrants` are teams."""
        self.check_sizes(sizes, options)
        if entrants < 2:
            raise InfeasibleError(
                Message("%(count)s teams cannot meet", count=entrants),
                Message("first choose who plays for which team; there must be at least two teams"),
            )
        self._inner(options).check(entrants, DUELS, self._of_inner(options))

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:  # noqa: ARG002
        """Return the rounds of so many teams."""
        return self._inner(options).rounds(entrants, DUELS, self._of_inner(options))

    def rounds_left(self, stage: Stage) -> int | None:  # noqa: ARG002
        """Return None: who of a team plays in rounds to come is open."""
        return None

    def rounds_of_all(self, options: Options) -> int | None:  # noqa: ARG002
        """Return None: every member of a team has a board, or is a reserve."""
        return None

    def is_slow_to_pair(self, stage: Stage) -> bool:
        """Tell whether FIDE's rules pair."""
        return stage.options["pairing"] == DUTCH

    def is_over(self, stage: Stage) -> bool:
        """Tell whether the teams need no further round."""
        return self._inner(stage.options).is_over(self._stage_of_teams(stage))

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return the members of the teams who are there."""
        members = team_matches.team_by_member(_teams(stage))
        return tuple(each for each in stage.active if each in members)

    def pair(self, stage: Stage) -> Pairing:
        """Return the boards of the next round."""
        asked = self._stage_of_teams(stage)
        proposed = self._inner(stage.options).pair(asked)
        there = set(stage.active)
        present = [[each for each in team if each in there] for team in _teams(stage)]
        found = _Boards(present, int(stage.options["boards"]))
        for teams, reason in zip(proposed.tables, proposed.reasons, strict=True):
            found.add(teams, reason)
        for team in proposed.byes:
            found.byes += present[team - 1]
        return Pairing(
            tuple(found.tables),
            tuple(sorted(found.byes)),
            tuple(found.reasons),
            notes=proposed.notes,
            keys=tuple(found.keys),
            walkovers=found.walkovers,
        )

    @staticmethod
    def _inner(options: Options) -> Format:
        return RoundRobin() if options["pairing"] == "round_robin" else Swiss()

    def _of_inner(self, options: Options) -> Options:
        """Return the options of the format that pairs the teams."""
        if options["pairing"] == "round_robin":
            return self._inner(options).check_options({"times": options["times"]})
        given = {"rounds": options["rounds"], "first_round": options["first_round"]}
        pairing = DUTCH if options["pairing"] == DUTCH else "least_cost"
        return self._inner(options).check_options({**given, "pairing": pairing, "uneven": "byes"})

    def _stage_of_teams(self, stage: Stage) -> Stage:
        """Return the stage with the teams as its entrants.

        Teams are seeded by the mean seed of their first boards, and stand by points, then by seed.
        """
        teams, boards = _teams(stage), int(stage.options["boards"])
        place = {each: at for at, each in enumerate(stage.seeds)}
        there = set(stage.active)

        def strength(team: Team) -> tuple[float, Team]:
            best = [place[each] for each in teams[team - 1] if each in place][:boards]
            return (sum(best) / len(best) if best else len(place)), team

        seeds = tuple(sorted(range(1, len(teams) + 1), key=strength))
        record = team_matches.record(stage.record, teams, stage.options)
        return Stage(
            seeds=seeds,
            active=tuple(each for each in seeds if there & {*teams[each - 1]}),
            record=record,
            standings=tuple(sorted(seeds, key=lambda each: -record.points.get(each, 0))),
            sizes=DUELS,
            options=self._of_inner(stage.options),
            seed=stage.seed,
        )


class _Boards:
    """The boards of a round as they are filled."""

    def __init__(self, present: Sequence[Sequence[Entrant]], boards: int) -> None:
        self.present = present
        self.boards = boards
        self.tables: list[tuple[Entrant, Entrant]] = []
        self.keys: list[str] = []
        self.reasons: list[Reason] = []
        self.byes: list[Entrant] = []
        self.walkovers: dict[str, Entrant | None] = {}
        self._matches = 0

    def add(self, teams: Sequence[Team], reason: Reason) -> None:
        """Seat two teams; the first one leads on the odd boards."""
        self._matches += 1
        first, second = (self.present[each - 1] for each in teams)
        for board in range(1, self.boards + 1):
            pair = [side[board - 1] for side in (first, second) if len(side) >= board]
            key = team_matches.key(self._matches, board)
            if len(pair) == 2:
                one, other = pair if board % 2 else pair[::-1]
                self.tables.append((one, other))
                self.keys.append(key)
                self.reasons.append(reason)
            else:
                self.walkovers[key] = next(iter(pair), None)
                self.byes += pair
        self.byes += [*first[self.boards :], *second[self.boards :]]


def _teams(stage: Stage) -> tuple[tuple[Entrant, ...], ...]:
    """Return the members of the teams; none where nobody has said who plays for which."""
    return cast("Mapping[str, tuple[tuple[Entrant, ...], ...]]", stage.extra).get("teams", ())
