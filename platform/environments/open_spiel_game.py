"""The games as games of OpenSpiel: `pyspiel.load_game("cutpurse_stick_em", {"players": 3})`.

Importing this registers them. Needs the extra `open-spiel`.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from environments import registry
from environments.chance_nodes import DecidedChance, DrawNeededError
from environments.core import Encoding, rewards
from environments.match import Match
from games import registry as games

LENGTH_MAX = 10_000
"""Decisions and draws of a match; the longest random ones take a third of that."""
PREFIX = "cutpurse_"
AS_NAME = str.maketrans("-@", "__")
"""Of games and rules: those that are not the usual ones are `cutpurse_pickpocket_2`."""


class Game(pyspiel.Game):
    """A game at a number of players; each has a class of its own, made by `register`."""

    encoding: ClassVar[Encoding]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params, encoding = params or {}, self.encoding
        rules = encoding.rules
        self.seats = int(params.get("players", rules.seats_min))
        given = {name: value for name, value in params.items() if name != "players"}
        self.match_options = rules.check_options(self.seats, options_of(given))
        self.size = encoding.size(self.seats, self.match_options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.moves),
            max_chance_outcomes=chance_outcomes_max(encoding, self.seats, self.match_options),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LENGTH_MAX,
        )
        super().__init__(game_type(encoding), info, dict(params))

    def new_initial_state(self) -> "State":
        """Return a match before its first draw."""
        return State(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> "Observer":
        """Return what reads states for a player."""
        if params:
            message = f"an observer takes no parameters, {sorted(params)} were given"
            raise ValueError(message)
        return Observer(self, recalls=bool(iig_obs_type and iig_obs_type.perfect_recall))


class State(pyspiel.State):
    """A match. What the rules leave to chance are nodes of it, a draw each."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.match = Match(game.encoding, game.seats, game.match_options, keeps_history=True)
        self.action: int | None = None
        """What waits for draws; None for the opening."""
        self.draws: list[int] = []
        self.outcomes = 0
        """Of how many the next draw is one; 0 where a player decides."""
        self._go_on()

    def _go_on(self) -> None:
        """Carry out what waits as soon as all of its draws are there."""
        chance = DecidedChance(self.draws)
        try:
            if self.action is None:
                events = self.match.opening(chance)
            else:
                events = self.match.effects(self.action, chance)
        except DrawNeededError as needed:
            self.outcomes = needed.n
        else:
            self.outcomes = 0
            self.draws = []
            self.match.fold(events)

    def current_player(self) -> int:
        """Return the seat that decides, or chance, or the end."""
        if self.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.match.to_act
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.outcomes else self.match.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next draw and their probabilities."""
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.outcomes:
            self.draws.append(action)
        else:
            self.action = action
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action} of {self.outcomes}"
        return self.match.action_text(action)

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return not self.outcomes and self.match.to_act is None

    def returns(self) -> list[float]:
        """Return what the match was worth to each seat; 0 while it runs."""
        outcome = self.match.outcome
        return [0.0] * self.match.seats if outcome is None else rewards(outcome)

    def __str__(self) -> str:
        """Return what everybody knows, and the draws that are known to nobody yet."""
        return f"{self.match.observation(-1)} {self.draws}"


class Observer:
    """Reads states for a player: the view, in numbers and as text, or all that it was shown."""

    def __init__(self, game: Game, *, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = np.zeros(game.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Write a player's view into the tensor."""
        self.tensor[:] = state.match.numbers(player)

    def string_from(self, state: State, player: int) -> str:
        """Return a player's view; with perfect recall, every event as the player was shown it."""
        match = state.match
        return match.information(player) if self.recalls else match.observation(player)


def options_of(given: Mapping[str, Any]) -> dict[str, object]:
    """Return the options of a match from the texts that OpenSpiel keeps; the empty one is none."""
    words = {"true": True, "false": False}
    return {
        name: int(text) if text.isdigit() else words.get(text, text)
        for name, text in given.items()
        if text
    }


def chance_outcomes_max(encoding: Encoding, seats: int, options: Mapping[str, object]) -> int:
    """Return the most outcomes of a draw: those of the first of the greatest shuffle, or a die."""
    draws: list[int] = []
    match = Match(encoding, seats, options)
    most = 6
    while True:
        try:
            match.opening(DecidedChance(draws))
        except DrawNeededError as needed:
            most = max(most, needed.n)
            draws.append(0)
        else:
            return most


def game_type(encoding: Encoding) -> pyspiel.GameType:
    """Return what OpenSpiel should know of a game before it is loaded."""
    rules = encoding.rules
    chosen = {option.name: "" for option in rules.options}
    usual = games.current_rules(rules.game).id == rules.id
    return pyspiel.GameType(
        short_name=PREFIX + (rules.game if usual else rules.id).translate(AS_NAME),
        long_name=f"Cutpurse: {rules.title}" + ("" if usual else f", {rules.variant}"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats_max,
        min_num_players=rules.seats_min,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.seats_min, **chosen},
    )


def register() -> None:
    """Make the games known to OpenSpiel, each once."""
    known = set(pyspiel.registered_names())
    for encoding in registry.encodings().values():
        described = game_type(encoding)
        if described.short_name not in known:
            own = type(type(encoding).__name__, (Game,), {"encoding": encoding})
            pyspiel.register_game(described, own)


register()
