"""What the console of ladders calls settings, their values, and what has happened."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

EDIT: tuple[Promise, Promise] = (
    _("Change the settings"),
    _("New settings apply from now on; rated matches stay as they are."),
)
"""What the command that is not in the table is called, and what is said of it."""
LABELS: Words = {
    "name": _("Name"),
    "slug": _("Address: lower-case letters, digits and hyphens"),
    "players__min": _("Fewest players of a match"),
    "players__max": _("Most players of a match"),
    "provisional_games": _("Matches until a rating is no longer provisional"),
    "listed_games": _("Matches until a player is in the standings"),
    "activity_days": _("Days without a match until a player is left out (0: never)"),
    "entry": _("Who may play"),
    "visibility": _("Who may see it"),
    "members": _("Members, one name a line"),
    "season": _("Name of the running season"),
    "season_end__at": _("The season closes automatically at (UTC; empty: never)"),
    "season_end__name": _("Name of the next season (empty: its number)"),
    "season_end__keep_percent": _("Lead over a newcomer that is kept (%)"),
    "season_end": _("The planned end of the season"),
    "clock": _("Seconds for each decision"),
    "on_timeout": _("When a player runs out of time"),
    "moves_min": _("Decisions that everyone must make for a match to count"),
    "chance": _("Chance of the deals"),
    "beacon": _("Deal with a public random number"),
    "bots_after": _("Seconds of searching until bots take the free seats (empty: never)"),
    "points": _("Points by place, such as 10, 6, 3 (empty: even steps from 1 to 0)"),
    "best_of": _("Results of a season that count"),
    "challenges__reach_percent": _("How far up a player may challenge (% of their own position)"),
    "challenges__reach_places": _("Rungs up that are always allowed"),
    "challenges__open_max": _("Open challenges, sent and received"),
    "challenges__answer_hours": _("Hours to answer"),
    "challenges__rematch_days": _("Days until the same players may challenge again"),
    "challenges__refusal": _("A player who declines or does not answer"),
    "repeats": _("Matches among the same players lose weight"),
    "repeats__day_full": _("Matches of two players in a day that count in full"),
    "repeats__day_half": _("After this many more in a day, a match counts half"),
    "repeats__season_full": _("Matches of two players in a season that count in full"),
    "repeats__season_half": _("After this many more in a season, a match counts half"),
    "repeats__circle": _("Other players to meet before one is known (0: everyone is)"),
}
HINTS: Words = {
    "clock": _("From 5 seconds to 14 days: 60 is for one sitting, 86400 gives a day."),
    "beacon": _(
        "The number is published elsewhere once the seats are taken, so nobody alone can "
        "choose the cards, not even the site. The cards are dealt about 20 seconds later."
    ),
    "members": _("They can see a private ladder before they have played on it."),
}
PARAMETERS: Words = {
    "start": _("Rating of a newcomer"),
    "k": _("Points at stake in the end"),
    "k_provisional": _("Points at stake in a first match"),
    "k_half": _("Matches until half of the way between (0: in one step)"),
    "scale": _("Points of lead that expect 10 of 11 wins"),
    "seat_term": _("Learn what each seat is worth (1: yes)"),
    "seat_prior": _("Matches until half of a seat's worth is believed"),
    "mu": _("Rating of a newcomer, in thousandths"),
    "sigma": _("Uncertainty of a newcomer, in thousandths"),
    "beta": _("Luck of one match, in thousandths"),
    "tau": _("What a match adds to doubt, in thousandths"),
}
CHOICES: Mapping[str, Words] = {
    "entry": {"mixed": _("People and bots"), "people": _("Only people"), "bots": _("Only bots")},
    "chance": {
        "offered": _("from the players who are there"),
        "required": _("from everyone; a player who is not there loses the match"),
    },
    "visibility": {"public": _("Everyone"), "private": _("Members and players of the ladder")},
    "on_timeout": {
        "forfeit": _("The player leaves the match"),
        "bot": _("A bot plays until the player is back"),
        "auto": _("The default move is made"),
    },
    "challenges__refusal": {
        "forfeit": _("gives up the rung"),
        "nothing": _("keeps the rung"),
    },
}
GROUPS: tuple[tuple[str | Promise, tuple[str, ...], bool], ...] = (
    (_("The ladder"), ("name", "season", "visibility", "members"), False),
    (_("End of the season"), ("season_end",), True),
    (
        _("Matches"),
        ("players", "clock", "on_timeout", "entry", "chance", "beacon", "bots_after"),
        False,
    ),
    (_("Challenges"), ("challenges",), False),
    (_("Points"), ("points", "best_of"), False),
    (_("Standings"), ("listed_games", "activity_days"), True),
    (_("Rating"), ("provisional_games", "parameters"), True),
    (_("What counts"), ("moves_min", "repeats"), True),
    (_("Options of the game"), ("options",), True),
)
"""Headings, the settings below each, and whether they lie behind it."""
EVENTS: Words = {
    "ladder_opened": _("The ladder was opened."),
    "ladder_edited": _("Settings were changed: %(what)s."),
    "ladder_paused": _("The ladder was paused."),
    "ladder_resumed": _("The ladder was resumed."),
    "match_annulled": _("A match was annulled."),
    "match_corrected": _("A match was corrected: places %(places)s."),
    "rating_adjusted": _("The rating of %(name)s was adjusted by %(points)s."),
    "players_merged": _("%(gone)s became %(name)s."),
    "season_closed": _("The season was closed; %(next)s began."),
}
OF_DEALS: Words = {
    "match_made": _("A match was set up."),
    "well_renewed": _("The secret that the deals come from was replaced."),
    "well_revealed": _("The secret of a season's deals was revealed."),
}
"""What happens without the staff, and concerns deals alone."""
