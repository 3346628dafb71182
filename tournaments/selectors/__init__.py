"""Read tournaments as anybody may see them: drafts of rounds are for their staff alone."""

from tournaments.selectors.commands import *
from tournaments.selectors.deal_tables import *
from tournaments.selectors.draws import *
from tournaments.selectors.exporting import *
from tournaments.selectors.history import *
from tournaments.selectors.lists import *
from tournaments.selectors.rounds import *
from tournaments.selectors.staff import *
from tournaments.selectors.standings_lines import *
from tournaments.selectors.teams import *
from tournaments.selectors.tournaments import *
