"""Two tournaments to look at: one of bots that workers play at once, one that people can enter."""

import msgspec

from accounts.models import Account
from tournaments.api.requests import NewTournament, StagePlan
from tournaments.models import Tournament
from tournaments.services import entry, lifecycle, rounds
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

BOTS = ("greedy", "random")
CUP = NewTournament(
    slug="bot-cup",
    name="Bot cup",
    game="stick-em",
    stages=[
        StagePlan(format="player_count_rounds", options={"qualify": "by_table"}),
        StagePlan(format="knockout", take=4),
    ],
    bots="only",
    pace="auto",
)
EVENING = NewTournament(
    slug="friday-night",
    name="Friday night",
    game="stick-em",
    stages=[StagePlan(format="pods", options={"rounds": 3, "final": 4})],
    bots="allowed",
    capacity=16,
)


def seed_tournaments(account: Account) -> None:
    """Make the tournaments where there are none yet, with an account as their organiser."""
    if Tournament.objects.exists():
        return
    who = Principal(account.pk, account.username)
    for plan in (CUP, EVENING):
        lifecycle.create_tournament(asked=msgspec.to_builtins(plan), who=who)
    names = [(f"{BOTS[each % 2]} {each + 1}", BOTS[each % 2]) for each in range(12)]
    entry.register(
        newcomers=[Newcomer(name, None, bot) for name, bot in names], slug=CUP.slug, who=who
    )
    lifecycle.start(slug=CUP.slug, who=who)
    rounds.pair(slug=CUP.slug, who=who)
    rounds.publish(number=1, slug=CUP.slug, who=who)
    lifecycle.change_phase(step="open", slug=EVENING.slug, who=who)
    entry.register(newcomers=[Newcomer("greedy", None, "greedy")], slug=EVENING.slug, who=who)
