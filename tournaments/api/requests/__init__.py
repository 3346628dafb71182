"""What the API of tournaments is asked, as typed structs."""

from tournaments.api.requests.base import *
from tournaments.api.requests.entrants import *
from tournaments.api.requests.invitations import *
from tournaments.api.requests.queries import *
from tournaments.api.requests.results import *
from tournaments.api.requests.rounds import *
from tournaments.api.requests.settings import *
from tournaments.api.requests.trials import *
from tournaments.api.requests.whole import *
