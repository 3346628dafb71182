"""A league season: divisions that play out an even plan, at the players' own pace if they want.

Divisions are cut from the seeds, the best first. Several rounds may be open at once, each with days
of its own; what is not played by then is waited for, or called off.
"""

from collections.abc import Mapping, Sequence

from tournaments.formats.core import Option, Options, Stage
from tournaments.formats.groups import Group, GroupPlay
from tournaments.record import Entrant


class League(GroupPlay):
    """Divisions, with promotion and relegation between seasons."""

    id = "league"
    title = "League season"
    about = "Divisions with an even schedule; the top are promoted and the bottom relegated."
    options = (
        Option(
            name="size",
            title="Approximate players in a division; divisions differ by at most one.",
            choices=(7,),
            low=2,
            high=24,
        ),
        Option(
            name="times", title="How often the schedule is played.", choices=(1,), low=1, high=4
        ),
        Option(
            name="move",
            title=(
                "How many players are promoted and relegated between two divisions when the "
                "next season is created."
            ),
            choices=(2,),
            low=0,
            high=6,
        ),
        Option(
            name="at_once", title="How many rounds are open at once.", choices=(1,), low=1, high=24
        ),
        Option(
            name="days", title="Days for a round; 0 for no deadline.", choices=(0,), low=1, high=90
        ),
        Option(
            name="overdue",
            title=(
                "What happens to tables not finished by the deadline: wait for them, or call "
                "them off."
            ),
            choices=("wait", "void"),
            labels=("wait for them", "call them off"),
        ),
    )

    def open_rounds(self, options: Options) -> int:
        """Return how many rounds may be open at once."""
        return int(options["at_once"])

    def deal(self, seeds: Sequence[Entrant], sizes: Sequence[int], options: Options) -> list[Group]:  # noqa: ARG002
        """Return the divisions: the first seeds play in the first."""
        found: list[Group] = []
        for size in sizes:
            begin = sum(map(len, found))
            found.append(tuple(seeds[begin : begin + size]))
        return found

    def tiers(self, stage: Stage) -> Mapping[Entrant, tuple[int, ...]]:
        """Rank a division above all below it."""
        return {
            entrant: (-number,)
            for number, division in enumerate(self.groups(stage))
            for entrant in division
        }

    def qualifiers(self, stage: Stage, ranking: Sequence[Entrant]) -> tuple[Entrant, ...]:  # noqa: ARG002
        """Return the ranking: the first division comes first."""
        return tuple(ranking)
