"""The games as environments of PettingZoo (AEC), with masks of legal actions.

Needs the extra `pettingzoo`.
"""

from random import Random
from typing import ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bots.chance import RandomChance
from environments import registry
from environments.core import rewards
from environments.match import Match

ILLEGAL = -1.0
"""What an illegal action costs, with which a match ends."""

Observation = dict[str, NDArray[np.generic]]
"""`observation`: the view in numbers; `action_mask`: 1 for each legal action."""


def env(
    game: str, *, seats: int | None = None, options: dict[str, object] | None = None
) -> "AECEnv[str, Observation, int]":
    """Return an environment as PettingZoo's own games come: careful, ended by an illegal action."""
    wrapped: AECEnv[str, Observation, int] = raw_env(game, seats=seats, options=options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 - What PettingZoo calls it.
    """A match of a game after another. Agents are seats; the reward comes at the end."""

    metadata: ClassVar[dict[str, object]] = {
        "name": "cutpurse_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: dict[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Take a game, or rules by their id, for a number of players; seats_min unless given."""
        super().__init__()
        self.encoding = registry.encoding(game)
        rules = self.encoding.rules
        self.seats = rules.seats_min if seats is None else seats
        self.options = rules.check_options(self.seats, options or {})
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = len(self.encoding.moves)
        size = self.encoding.size(self.seats, self.options)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.chance = RandomChance(Random())  # noqa: S311 - Nobody has to be unable to guess it.

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent sees, the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return what an agent may ask for, the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:  # noqa: ARG002
        """Begin a match; with a seed all chance from now on follows from it."""
        if seed is not None:
            self.chance = RandomChance(Random(seed))  # noqa: S311
        self.match = Match(self.encoding, self.seats, self.options)
        self.match.fold(self.match.opening(self.chance))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know now, and what it may do."""
        seat = self.seat_of[agent]
        mask = np.zeros(len(self.encoding.moves), np.int8)
        mask[self.match.legal_actions(seat)] = 1
        return {
            "observation": np.asarray(self.match.numbers(seat), np.float32),
            "action_mask": mask,
        }

    def step(self, action: int) -> None:
        """Carry out the action of the agent that is next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if int(action) not in self.match.legal_actions(self.seat_of[agent]):
            message = f"action {action} is not legal for {agent} now"
            raise ValueError(message)
        self._cumulative_rewards[agent] = 0.0
        self.match.fold(self.match.effects(int(action), self.chance))
        self._clear_rewards()
        outcome = self.match.outcome
        if outcome is not None:
            worth = rewards(outcome)
            self.rewards = {agent: worth[self.seat_of[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        seat = self.match.to_act
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def render(self) -> str | None:
        """Return what the agent that is next may know, as JSON, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        return self.match.observation(self.seat_of[self.agent_selection])
