"""The cheat that bounds what skill can show sees everything, and is offered to nobody."""

from functools import partial

from bots import registry
from games import registry as games
from games.chance import FairChance
from games.core import ALL
from tests.bots import sighted
from tests.bots.pieces import play_on
from tests.bots.tables import play


def test_in_the_open_every_seat_sees_what_is_hidden() -> None:
    for rules in games.all_rules():
        _, states = play(rules, [registry.bot("random")] * rules.seats_min, seed=1)
        state = states[len(states) // 2]
        seat = rules.to_act(state)[0]

        seen = sighted.in_the_open(rules).determinise(state, seat, FairChance(bytes(32)))

        assert rules.view(seen, ALL) == rules.view(state, ALL)
        assert seen is not state


def test_it_plays_the_deals_of_the_league_from_every_seat_and_no_table_offers_it() -> None:
    rules = games.current_rules("pickpocket")
    played = play_on(rules, partial(sighted.table, "pickpocket", 2), 1)

    assert [match.seat for match in played] == list(range(sighted.SEATS["pickpocket"]))
    assert sighted.Sighted.id not in [bot.id for bot in registry.all_bots()]
