"""Worlds that look alike to a player give the same notifications, byte for byte."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from games import registry
from games.core import AnyRules
from matches.actors import Player
from matches.models import Match
from notifications import payloads, turns, words
from notifications.models import Delivery, NotifiedTurn, Webhook
from notifications.words import Scene
from tests.games import tables as games
from tests.matches import worlds
from tests.notifications.people import person, webhook
from tests.samples import leading

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SEATS = 3


def told(match_id: UUID) -> Iterator[bytes]:
    """Yield everything that players are sent of a match, ids and times wiped out."""
    NotifiedTurn.objects.all().delete()
    Match.objects.exclude(pk=match_id).update(to_act=[])
    Match.objects.filter(pk=match_id).update(updated_at=timezone.now() - timedelta(hours=1))
    turns.tell()
    rows = Delivery.objects.filter(notification__stream=match_id).order_by("account", "channel")
    for row in rows.select_related("account", "notification"):
        said = words.said(Scene(row.notification), row.account)
        hook = Webhook.objects.filter(pk=row.target).first() or Webhook(account=row.account)
        row.notification.happened_at = row.account.date_joined
        sent = payloads.standard(hook, row.notification, said)
        text = f"{row.account_id} {row.channel} {said} {sent.body.decode()}"
        yield text.replace(str(match_id), "match").encode()


@pytest.mark.parametrize("rules", leading(registry.current_games()), ids=lambda rules: rules.game)
def test_what_is_sent_does_not_depend_on_what_a_player_cannot_see(rules: AnyRules) -> None:
    people = [person(your_turn=("email",)) for _ in range(SEATS)]
    for each in people:
        webhook(each, "https://example.org/hook", ("your_turn",))
    players = [Player(each.pk, each.username) for each in people]
    table = games.Table(rules, SEATS)

    figures = worlds.compared(table, players, dict.fromkeys(range(SEATS), told))

    assert figures.differing == []
    assert figures.pairs
    assert figures.answers >= figures.pairs
