"""What can be played here, and against which built-in bots."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from api.openapi import documented
from api.views import View
from bots import registry as bots
from games import positions
from games import registry as games
from games.core import AnyRules
from games.json_types import JsonObject
from matches.answers import Players
from matches.api.request_context import PUBLIC
from matches.catalogue_answers import Bots, BotShown, Games, GameShown, RulesShown

TAGS = ("games",)


class GameList(View):
    """All games."""

    access: ClassVar = PUBLIC

    @documented("List the games.", answers={200: Games}, tags=TAGS)
    def get(self, request: Request) -> Response:  # noqa: ARG002 - DRF's signature.
        """Return each game with JSON schemas of its options, moves and views."""
        shown = [
            GameShown(
                id=rules.game,
                name=rules.title,
                rules=rules.id,
                players=Players(rules.seats_min, rules.seats_max),
                datasets=list(rules.datasets),
                options=rules.options_schema(),
                move=rules.move_schema(),
                view=rules.view_schema(),
                position=_position_schema(rules),
                other_rules=[_shown(other) for other in games.versions(rules.game)[1:]],
            )
            for rules in games.current_games()
        ]
        return Response(Games(shown))


def _position_schema(rules: AnyRules) -> JsonObject | None:
    """Return what a position of the game says; None where none can be set up."""
    game = positions.offered(rules.game)
    return None if game is None else positions.schema(game.FIELDS)


def _shown(rules: AnyRules) -> RulesShown:
    """Return rules that somebody may ask for by their id."""
    return RulesShown(
        rules=rules.id,
        about=rules.variant,
        options=rules.options_schema(),
        move=rules.move_schema(),
        view=rules.view_schema(),
    )


class BotList(View):
    """All built-in bots."""

    access: ClassVar = PUBLIC

    @documented("List the built-in bots.", answers={200: Bots}, tags=TAGS)
    def get(self, request: Request) -> Response:  # noqa: ARG002 - DRF's signature.
        """Return each built-in bot with the games that it plays."""
        shown = [
            BotShown(
                id=bot.id,
                about=bot.title,
                games=[rules.game for rules in games.current_games() if bot.is_offered(rules.game)],
                level=bot.level,
            )
            for bot in bots.all_bots()
        ]
        return Response(Bots(shown))
