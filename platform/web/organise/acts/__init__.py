"""Every act of the console, one entry each: its words, who may do it, and the service behind it."""

from collections.abc import Mapping

from web.organise.acts.act import Act, may
from web.organise.acts.people import PEOPLE
from web.organise.acts.rounds import ROUNDS
from web.organise.acts.steps import STEPS
from web.organise.acts.tables import TABLES

__all__ = ["ACTS", "Act", "may"]

ACTS: Mapping[str, Act] = {act.id: act for act in (*STEPS, *PEOPLE, *ROUNDS, *TABLES)}
