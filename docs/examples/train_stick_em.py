"""Learn Stick 'Em by playing it, with numpy alone, until greedy bots are beaten.

    python train_stick_em.py --minutes 30 --processes 2 --out curve.csv

A small network scores each card that may be played by a few numbers about it, all of them from the
view. It first copies what greedy bots do; then it plays a round after another against two of them
and makes likelier what brought more points than was usual (proximal policy optimisation,
J. Schulman et al., 2017). The curve is the share of rivals left behind in matches that nothing is
learnt from; of equals it is a half.
"""

import argparse
import csv
import multiprocessing
import os
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

# A process for each core does more than many threads of each.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from cutpurse.bots import registry as bots
from cutpurse.bots.chance import RandomChance
from cutpurse.environments.pettingzoo_env import raw_env
from cutpurse.games.observation import Observation

SEATS = 3
CARDS_MOST = 15
HIDDEN = 48
COPIED_MATCHES = 1000
MATCHES = 400
TESTED_MATCHES = 1500
EPOCHS = 4
MINIBATCH = 1024
CLIP = 0.2
ENTROPY = 0.01
POINTS = 10.0
"""What a margin of points is measured in."""

Weights = dict[str, np.ndarray]


class Batch(NamedTuple):
    """Decisions, one a row."""

    cards: np.ndarray
    """Numbers about each card that could be played, padded to the size of a hand."""
    legal: np.ndarray
    chosen: np.ndarray
    likely: np.ndarray
    """How likely the choice was."""
    turn: np.ndarray
    """How many decisions of the match came before."""
    margin: np.ndarray
    """Points that the match brought, less the mean of the others."""
    reward: np.ndarray


def numbers_about(view: dict[str, Any], cards: list[str]) -> list[list[float]]:
    """Return what matters about each card of the hand, by the view alone."""
    own, hand = view["seat"], [split(card) for card in view["hand"]]
    others = [seat for seat in range(SEATS) if seat != own]
    pain = [split(card)[0] if card else "" for card in view["pain"]]
    trick = [(each["seat"], *split(each["card"])) for each in view["trick"]]
    gone = {*view["hand"], *(card for pile in view["captured"] or () for card in pile)}
    gone |= {card for card in view["pain"] if card} | {each["card"] for each in view["trick"]}
    deck = [(colour, number) for colour in COLOURS for number in range(NUMBERS)]
    unseen = [each for each in deck if f"{each[0]}-{each[1]}" not in gone]
    after = SEATS - len(trick) - 1
    found = []
    for card in cards:
        colour, number = split(card)
        lead = trick[0][1] if trick else colour
        table = [(strength(lead, *each[1:]), each[0]) for each in trick]
        best, winner = max(table, default=(0, own))
        mine = strength(lead, colour, number)
        wins = mine > best
        stronger = sum(strength(lead, *each) > mine for each in unseen) / max(1, len(unseen))
        pile = [*((each[1], each[2]) for each in trick), (colour, number)]
        to_me = points(pain[own], pile)
        to_winner = points(pain[winner], pile) if not wins else 0.0
        same = sum(each[0] == colour for each in hand)
        found.append(
            [
                1.0,
                float(view["phase"] == "pain"),
                number / NUMBERS,
                float(number == 0),
                float(colour == lead),
                float(colour == pain[own]),
                *(float(colour == pain[seat]) for seat in others),
                float(lead == pain[own]),
                *(float(lead == pain[seat]) for seat in others),
                float(wins),
                (1 - stronger) ** after if wins else 0.0,
                stronger,
                after / 2,
                to_me / POINTS,
                float(wins) * to_me / POINTS,
                to_winner / POINTS,
                (points(pain[own], pile[:-1])) / POINTS,
                same / CARDS_MOST,
                sum(each[0] == pain[own] for each in hand) / CARDS_MOST,
                sum(each[1] for each in hand if each[0] == colour) / 50,
                sum(each[1] for each in unseen if each[0] == colour) / 50,
                sum(each[1] for each in unseen if each[0] == pain[own]) / 50,
                len(hand) / CARDS_MOST,
                sum(each[1] for each in hand) / 100,
                float(len({each[1] for each in trick}) > 1),
            ]
        )
    return found


COLOURS = ("red", "yellow", "green", "blue", "purple")
NUMBERS = 9
"""The deck for three players: the numbers 0 to 8 of five colours."""


def split(card: str) -> tuple[str, int]:
    """Return a card's colour and number."""
    colour, _, number = card.partition("-")
    return colour, int(number)


def strength(lead: str, colour: str, number: int) -> int:
    """Return what takes a trick: a card of another colour before those of the lead, but no 0."""
    return number + (NUMBERS if colour != lead and number else 0)


def points(pain: str, pile: list[tuple[str, int]]) -> float:
    """Return what cards are worth to a seat: 1 each, less their numbers in its own pain colour."""
    return sum(-number if colour == pain else 1.0 for colour, number in pile)


class Adam:
    """Steps down a slope (D. Kingma, J. Ba: Adam, 2014)."""

    def __init__(self, weights: Weights) -> None:
        self.mean = {name: np.zeros_like(each) for name, each in weights.items()}
        self.square = {name: np.zeros_like(each) for name, each in weights.items()}
        self.steps = 0

    def step(self, weights: Weights, slope: Weights, rate: float) -> None:
        """Change the weights in place."""
        self.steps += 1
        for name, each in slope.items():
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (each - mean)
            square += 0.001 * (each**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weights[name] -= rate * mean / (1 - 0.9**self.steps) / size


def new_weights(inputs: int, rng: np.random.Generator) -> Weights:
    """Return a network that prefers nothing."""
    return {
        "first": (rng.standard_normal((inputs, HIDDEN)) / inputs**0.5).astype(np.float32),
        "first_bias": np.zeros(HIDDEN, np.float32),
        "second": (rng.standard_normal((HIDDEN, HIDDEN)) / HIDDEN**0.5).astype(np.float32),
        "second_bias": np.zeros(HIDDEN, np.float32),
        "score": (rng.standard_normal((HIDDEN, 1)) * 0.01).astype(np.float32),
    }


def judged(weights: Weights, batch: Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return both hidden layers, and the chance of each card."""
    first = np.tanh(batch.cards @ weights["first"] + weights["first_bias"])
    second = np.tanh(first @ weights["second"] + weights["second_bias"])
    scores = np.where(batch.legal, (second @ weights["score"])[..., 0], -np.inf)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return first, second, scores / scores.sum(axis=1, keepdims=True)


def slope_of(
    weights: Weights, batch: Batch, first: np.ndarray, second: np.ndarray, scores: np.ndarray
) -> Weights:
    """Return the slope of every weight from those of the scores."""
    count = len(scores)
    scores = scores[..., None].astype(np.float32) / count
    below = (scores * weights["score"][:, 0]) * (1 - second**2)
    lowest = (below @ weights["second"].T) * (1 - first**2)

    def outer(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return left.reshape(-1, left.shape[-1]).T @ right.reshape(-1, right.shape[-1])

    return {
        "first": outer(batch.cards, lowest),
        "first_bias": lowest.sum(axis=(0, 1)),
        "second": outer(first, below),
        "second_bias": below.sum(axis=(0, 1)),
        "score": outer(second, scores),
    }


def copied(weights: Weights, adam: Adam, batch: Batch, rate: float) -> None:
    """Learn to do what was done."""
    first, second, chances = judged(weights, batch)
    chances[np.arange(len(chances)), batch.chosen] -= 1
    adam.step(weights, slope_of(weights, batch, first, second, chances), rate)


def improved(weights: Weights, adam: Adam, batch: Batch, gain: np.ndarray, rate: float) -> None:
    """Make likelier what brought more than usual, in a small step."""
    rows = np.arange(len(batch.chosen))
    first, second, chances = judged(weights, batch)
    ratio = chances[rows, batch.chosen] / batch.likely
    is_far = np.where(gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = np.where(is_far, 0, gain * ratio)
    scores = chances * pull[:, None]
    scores[rows, batch.chosen] -= pull
    logs = np.log(np.maximum(chances, 1e-8))
    disorder = -(chances * logs).sum(axis=1, keepdims=True)
    scores += ENTROPY * chances * (logs + disorder)
    adam.step(weights, slope_of(weights, batch, first, second, scores), rate)


def played(weights: Weights | None, matches: int, seed: int, *, is_test: bool) -> Batch:
    """Play matches: the network at one seat against two greedy bots, or three bots without one.

    When tested it does what it finds best, and a row is a match.
    """
    rng = Random(seed)
    env = raw_env("stick-em", seats=SEATS, options={"rounds": 1})
    env.reset(seed=rng.randrange(2**31))
    greedy, chance = bots.bot("greedy"), RandomChance(rng)
    rows: list[list[Any]] = []
    for number in range(matches):
        env.reset()
        begun = len(rows)
        turns = [0] * SEATS
        while not any(env.terminations.values()):
            seat, match, rules = env.seat_of[env.agent_selection], env.match, env.encoding.rules
            legal = match.legal_actions(seat)
            is_ours = weights is not None and seat == number % SEATS
            if not is_ours:
                known = Observation(rules, match.state, seat, chance)
                move = rules.parse_move(match.state, seat, greedy.choose(known, rng))
                action = env.encoding.action_ids[move]
            if is_ours or weights is None:
                view = match.view(seat)
                row = padded(numbers_about(view, [card_of(env, each) for each in legal]))
                if is_ours:
                    place, likely = choice(weights, row, rng, is_test=is_test)
                    action = legal[place]
                else:
                    place, likely = legal.index(action), 1.0
                rows.append([seat, *row, place, likely, turns[seat]])
                turns[seat] += 1
            env.step(action)
        if is_test:
            del rows[begun + 1 :]
        scores = env.match.outcome.scores
        for row in rows[begun:]:
            others = (sum(scores) - scores[row[0]]) / (SEATS - 1)
            row += [(scores[row[0]] - others) / POINTS, env.rewards[f"player_{row[0]}"]]
    return Batch(*(np.asarray(part) for part in list(zip(*rows, strict=True))[1:]))


def card_of(env: raw_env, action: int) -> str:
    """Return the card of an action."""
    return env.match.action_text(action).split('"')[1]


def padded(numbers: list[list[float]]) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of as many cards as a hand has, and which of them are there."""
    cards = np.zeros((CARDS_MOST, len(numbers[0])), np.float32)
    cards[: len(numbers)] = numbers
    return cards, np.arange(CARDS_MOST) < len(numbers)


def choice(
    weights: Weights, row: tuple[np.ndarray, np.ndarray], rng: Random, *, is_test: bool
) -> tuple[int, float]:
    """Return the place of a card among the legal ones, and how likely it was."""
    empty = np.zeros(1)
    chances = judged(weights, Batch(row[0][None], row[1][None], *[empty] * 5))[2][0]
    place = int(chances.argmax())
    if not is_test:
        (place,) = rng.choices(range(len(chances)), chances)
    return place, float(chances[place])


class Players:
    """Processes that play at the same time."""

    def __init__(self, processes: int, seed: int) -> None:
        self.processes = processes
        self.pool = multiprocessing.get_context("spawn").Pool(processes)
        self.seeds = Random(seed)

    def play(self, weights: Weights | None, matches: int, *, is_test: bool = False) -> Batch:
        """Play so many matches, and return all of their decisions."""
        each = -(-matches // self.processes)
        calls = [
            self.pool.apply_async(
                played, (weights, each, self.seeds.randrange(2**31)), {"is_test": is_test}
            )
            for _ in range(self.processes)
        ]
        return Batch(*map(np.concatenate, zip(*(call.get() for call in calls), strict=True)))


def share(batch: Batch) -> tuple[float, float]:
    """Return the share of rivals left behind, and half the width of its 95 % interval."""
    shares = (1 + batch.reward) / 2
    return float(shares.mean()), float(1.96 * shares.std() / len(shares) ** 0.5)


def gains(batch: Batch) -> np.ndarray:
    """Return by how much each decision's match went better than is usual at that turn."""
    usual = np.bincount(batch.turn, batch.margin) / np.bincount(batch.turn)
    gain = batch.margin - usual[batch.turn]
    return gain / (gain.std() + 1e-8)


def parts(batch: Batch, rng: np.random.Generator) -> list[np.ndarray]:
    """Return the rows in random order, cut into parts of which one step is made each."""
    order = rng.permutation(len(batch.chosen))
    return np.array_split(order, max(1, len(order) // MINIBATCH))


def main() -> None:
    """Learn for a while, and write how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copied", type=int, default=COPIED_MATCHES, help="matches of bots")
    parser.add_argument("--matches", type=int, default=MATCHES, help="matches of each step")
    parser.add_argument("--tested", type=int, default=TESTED_MATCHES, help="matches of each test")
    parser.add_argument("--out", type=Path, default=Path("curve.csv"))
    given = parser.parse_args()
    begun = time.monotonic()
    rng = np.random.default_rng(given.seed)
    players = Players(given.processes, given.seed)
    shown = players.play(None, given.copied)
    weights = new_weights(shown.cards.shape[-1], rng)
    adam = Adam(weights)
    for _ in range(EPOCHS * 2):
        for rows in parts(shown, rng):
            copied(weights, adam, Batch(*(part[rows] for part in shown)), 3e-3)
    adam = Adam(weights)
    learnt, tested_at = 0, 0.0
    with given.out.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["minutes", "matches", "share", "interval"])
        while True:
            minutes = (time.monotonic() - begun) / 60
            is_last = bool(learnt) and minutes > given.minutes
            if is_last or minutes - tested_at > given.minutes / 15 or not learnt:
                tested_at = minutes
                result, width = share(players.play(weights, given.tested, is_test=True))
                table.writerow([f"{minutes:.1f}", learnt, f"{result:.4f}", f"{width:.4f}"])
                file.flush()
                found = f"{result:.3f} ± {width:.3f}"
                print(f"{minutes:5.1f} min, {learnt} matches: {found}", flush=True)
            if is_last:
                break
            batch = players.play(weights, given.matches)
            learnt += given.matches
            gain = gains(batch)
            for _ in range(EPOCHS):
                for rows in parts(batch, rng):
                    part = Batch(*(each[rows] for each in batch))
                    improved(weights, adam, part, gain[rows], 1e-3)
    np.savez_compressed(given.out.with_suffix(".npz"), **weights)


if __name__ == "__main__":
    main()
