"""How the console calls what tournaments name in code, and what it says of refusals."""

from django.utils.translation import gettext_lazy as _

from web.words import Words

ROUNDS: Words = {"draft": _("draft"), "live": _("being played"), "closed": _("closed")}
SOURCES: Words = {
    "match": _("from the match"),
    "report": _("reported at the table"),
    "override": _("corrected by the staff"),
}
TERMS: Words = {
    "repeats": _("repeat meetings"),
    "seats": _("repeated seats"),
    "small": _("small tables again"),
    "kept_apart": _("kept apart"),
    "points_apart": _("points difference"),
}
"""The terms of a table's cost; a format may bring others, which go by their own name."""
CHOICES: Words = {
    "keep": _("Keep the later pairings"),
    "repair": _("Re-pair the later rounds"),
}
EVENTS: Words = {
    "tournament_created": _("The tournament was set up"),
    "settings_changed": _("The settings were changed"),
    "role_given": _("%(account)s became %(role)s"),
    "role_taken": _("%(account)s no longer has a role"),
    "entry_opened": _("Entry was opened"),
    "entry_closed": _("Entry was closed"),
    "checkin_opened": _("Check-in was opened"),
    "entrant_registered": _("%(name)s was entered"),
    "entrant_promoted": _("%(entrant)s moved up from the waiting list"),
    "entrant_withdrawn": _("%(entrant)s withdrew"),
    "entrant_checked_in": _("%(entrant)s checked in"),
    "entrant_absent": _("%(entrant)s was absent at the start"),
    "entrant_dropped": _("%(entrant)s dropped out"),
    "entrant_readded": _("%(entrant)s returned"),
    "entrant_disqualified": _("%(entrant)s was disqualified"),
    "entrant_substituted": _("%(name)s plays on for %(before)s"),
    "penalty_given": _("%(entrant)s was given a penalty"),
    "no_show_recorded": _("%(entrant)s did not show up"),
    "seeds_assigned": _("The entrants were seeded"),
    "tournament_started": _("The tournament started"),
    "stage_started": _("Stage %(stage)s started"),
    "stage_completed": _("Stage %(stage)s was completed"),
    "stage_reopened": _("Stage %(stage)s was reopened"),
    "pair_kept_apart": _("%(first)s and %(second)s are kept apart"),
    "pair_let_meet": _("%(first)s and %(second)s may meet again"),
    "round_paired": _("Round %(round)s was paired"),
    "round_unpaired": _("The draft of round %(round)s was discarded"),
    "round_repaired": _("Round %(round)s was re-paired"),
    "seats_swapped": _("%(first)s and %(second)s swapped seats in round %(round)s"),
    "round_published": _("Round %(round)s was published"),
    "round_unpublished": _("Round %(round)s was unpublished"),
    "round_closed": _("Round %(round)s was closed"),
    "round_reopened": _("Round %(round)s was reopened"),
    "table_opened": _("The match at %(table)s was opened"),
    "result_reported": _("A result of %(table)s was reported"),
    "result_recorded": _("The result of %(table)s was recorded"),
    "table_stopped": _("%(table)s ended without a result and is waiting for the staff"),
    "table_voided": _("%(table)s was called off"),
    "table_unpaid": _("%(table)s was called off without points"),
    "table_replayed": _("%(table)s is being replayed"),
    "tournament_paused": _("The tournament was paused"),
    "tournament_resumed": _("The tournament resumed"),
    "tournament_cancelled": _("The tournament was called off"),
    "tournament_finished": _("The tournament was finished"),
    "tournament_reopened": _("The tournament was reopened"),
    "tie_decided": _("A tie at %(table)s was decided"),
    "entrant_rested": _("%(entrant)s is taking a break"),
    "entrant_ready": _("%(entrant)s is back"),
    "entrant_sat_out": _("%(entrant)s has a bye"),
    "time_extended": _("Round %(round)s was given more time"),
    "table_extended": _("%(table)s was given more time"),
    "season_followed": _("The next season was created"),
    "rolled_back": _("The tournament was rolled back to version %(to_version)s"),
}
"""What happened, by the kind of event; another kind goes by its own name."""
