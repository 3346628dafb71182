"""A tournament as the fold of its stream: stages, rounds, tables, seats, entrants. Pure.

A state belongs to whoever folds it and changes in place.
"""

from tournaments.state.boards import *
from tournaments.state.draws import *
from tournaments.state.entrants import *
from tournaments.state.invitations import *
from tournaments.state.roles import *
from tournaments.state.rollback import *
from tournaments.state.rounds import *
from tournaments.state.seat_choice import *
from tournaments.state.tables import *
from tournaments.state.tournament import *
