"""Every act of the console, one entry each: its words, who may do it, and the service behind it."""

from collections.abc import Mapping

from web.tournaments.console.actions.action import Action, is_allowed
from web.tournaments.console.actions.people import PEOPLE
from web.tournaments.console.actions.rounds import ROUNDS
from web.tournaments.console.actions.steps import STEPS
from web.tournaments.console.actions.tables import TABLES

__all__ = ["ACTIONS", "Action", "is_allowed"]

ACTIONS: Mapping[str, Action] = {act.id: act for act in (*STEPS, *PEOPLE, *ROUNDS, *TABLES)}
