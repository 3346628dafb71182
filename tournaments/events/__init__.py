"""What happens to a tournament, as it stands in its stream: the whole vocabulary. Pure.

A field that only newer releases write has a default; one that is UNSET is left out of the body.
"""

from eventstore.catalogue import Catalogue
from tournaments.events.base import *
from tournaments.events.draws import *
from tournaments.events.entrants import *
from tournaments.events.invitations import *
from tournaments.events.lifecycle import *
from tournaments.events.rounds import *
from tournaments.events.tables import *

CATALOGUE: Catalogue[TournamentEvent] = Catalogue(
    {**OF_TOURNAMENT, **OF_ENTRANTS, **OF_INVITATIONS, **OF_DRAWS, **OF_ROUNDS, **OF_TABLES}
)
KEPT_CLOSE: tuple[type[TournamentEvent], ...] = (
    *(CodesIssued, InvitationMade, ConditionsSet, PaymentMarked),
)
"""What only the staff may know, or nobody: the public log has its hash alone."""
