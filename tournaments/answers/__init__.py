"""What the API of tournaments answers, as typed structs."""

from tournaments.answers.commands import *
from tournaments.answers.draws import *
from tournaments.answers.entrants import *
from tournaments.answers.entry_lists import *
from tournaments.answers.invitations import *
from tournaments.answers.rounds import *
from tournaments.answers.standings import *
from tournaments.answers.tables import *
from tournaments.answers.teams import *
from tournaments.answers.tournaments import *
