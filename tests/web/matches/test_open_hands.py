"""Hands lie open beneath the plates of a match that is over, and of no other."""

import re

import pytest
from django.test import Client

from eventstore import streams
from matches.events import KIND
from tests.matches import tables
from tests.web.seated import Person
from tests.web.visitors import text

pytestmark = pytest.mark.django_db

HAND = re.compile(r'<div class="plate-hand".*?</div>', re.DOTALL)


def test_all_hands_lie_open_in_the_replay_of_a_match_that_is_over_for_who_sees_all() -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    revealed = len(players) + 2
    tables.play_out(match, players)
    began = next(e.version for e in streams.load(KIND, match) if e.type == "round_began")

    for viewer, hands in (("all", 3), ("public", 0), ("1", 0)):
        address = f"/matches/{match}/replay?at={began + revealed}&viewer={viewer}"
        found = HAND.findall(text(Client().get(address)))
        assert len(found) == hands
        assert all(hand.count("<svg") >= 14 for hand in found)


def test_no_hand_lies_open_while_a_match_runs() -> None:
    ann = Person()
    match = tables.begun([ann.player, *tables.people(2)])

    for browser in (ann.client, Client()):
        for path in ("", "/replay"):
            assert not HAND.search(text(browser.get(f"/matches/{match}{path}")))
