"""What the engines refuse, in one small tree."""

from collections.abc import Sequence

from games.messages import Message, as_message


class RulesError(Exception):
    """Be the root of every refusal of the rules."""


class IllegalMoveError(RulesError):
    """Refuse a move that the rules do not allow now."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = as_message(reason)
        """A sentence without a full stop that a person at the table understands."""


class NotYourTurnError(RulesError):
    """Refuse a move of a seat that does not have to act now."""

    def __init__(self, seat: int) -> None:
        super().__init__(Message("it is not the turn of seat %(seat)s", seat=seat))
        self.seat = seat


class OptionsError(RulesError):
    """Refuse a set-up: wrong number of seats, data set or option values."""

    def __init__(self, errors: Sequence[tuple[str, Message]]) -> None:
        super().__init__("; ".join(f"{field}: {message}" for field, message in errors))
        self.errors = tuple(errors)
        """Each wrong field with what is wrong with it; fields are `seats`, `dataset`, options."""


class UnknownGameError(RulesError):
    """Refuse a game or rules id that nothing is registered for."""


class DatasetError(RulesError):
    """Refuse a table of components that a game cannot be played with."""


class WireError(RulesError):
    """Refuse bytes or data that are no event or move of the game."""
