"""Every built-in bot: one line each."""

from importlib import import_module

from bots.core import Bot

BOTS = (
    "bots.uniform:Uniform",
    "bots.gentle:Gentle",
    "bots.greedy:Greedy",
    "bots.search:Search1",
    "bots.search:Search2",
    "bots.search:Search3",
)
"""`module:Class`, from the weakest bot to the strongest."""


class UnknownBotError(Exception):
    """Refuse a bot id that nothing is registered for."""


def load(path: str) -> Bot:
    """Return the bot of one line of BOTS; raise TypeError where it names something else."""
    module, _, name = path.partition(":")
    bot = getattr(import_module(module), name)()
    if not isinstance(bot, Bot):
        message = f"{path} is no Bot"
        raise TypeError(message)
    return bot


_BOTS = {bot.id: bot for bot in map(load, BOTS)}


def bot(bot_id: str) -> Bot:
    """Return the bot of that id; raise UnknownBotError."""
    try:
        return _BOTS[bot_id]
    except KeyError:
        message = f"there is no bot {bot_id}"
        raise UnknownBotError(message) from None


def all_bots() -> tuple[Bot, ...]:
    """Return every bot in the order of BOTS."""
    return tuple(_BOTS.values())


def bots_for(game: str) -> tuple[Bot, ...]:
    """Return the bots that play the game, also those that are no level of their own there."""
    return tuple(bot for bot in _BOTS.values() if bot.plays(game))


def bots_offered(game: str) -> tuple[Bot, ...]:
    """Return the bots that are offered for the game: each is a step stronger than the last."""
    return tuple(bot for bot in bots_for(game) if bot.is_offered(game))


def replacement_bot(game: str) -> Bot:
    """Return the bot that plays on for whoever leaves a match: the strongest that is quick."""
    return [bot for bot in bots_for(game) if not bot.thinks][-1]
