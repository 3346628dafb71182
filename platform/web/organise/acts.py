"""Every act of the console, one entry each: its words, who may do it, and the service behind it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.door import Done
from tournaments.services import (
    arena,
    entry,
    extending,
    importing,
    lifecycle,
    results,
    rounds,
    seasons,
    ties,
)
from tournaments.state import ROLES, Role
from web.organise import adjusting, entering
from web.organise import forms as asked
from web.organise.forms import ActForm

Words = str | Promise


class Act(NamedTuple):
    """Something that can be done to a tournament."""

    id: str
    title: Words
    """What its button says."""
    done: Words
    """What is told when it is done."""
    role: Role
    """The least role that may do it."""
    run: Callable[..., Done]
    """The service: slug, who, reason, expected_version, dry_run, and what the form gives."""
    form: type[ActForm] = ActForm
    about: Words = ""
    """What it means, on its own page."""
    look_first: bool = False
    """Whether its consequences are shown before it is done."""
    strict: bool = False
    """Whether it is refused when the tournament has moved on since its page was made."""
    grave: bool = False

    @property
    def asks(self) -> bool:
        """Whether its form has to be filled in first."""
        fields = self.form.base_fields.values()
        return any(each.required and not each.widget.is_hidden for each in fields)


def may(role: Role, act: Act) -> bool:
    """Return whether a role allows an act."""
    return ROLES.index(role) >= ROLES.index(act.role)


ORGANISER, JUDGE, SCOREKEEPER = Role.ORGANISER, Role.JUDGE, Role.SCOREKEEPER

STEPS = (
    Act(
        "open",
        _("Open entry"),
        _("Entry is open."),
        ORGANISER,
        partial(lifecycle.move_to, step="open"),
    ),
    Act(
        "close-entry",
        _("Close entry"),
        _("Entry is closed."),
        ORGANISER,
        partial(lifecycle.move_to, step="close-entry"),
    ),
    Act(
        "open-checkin",
        _("Open check-in"),
        _("Check-in is open."),
        ORGANISER,
        partial(lifecycle.move_to, step="open-checkin"),
    ),
    Act(
        "seed",
        _("Seed"),
        _("The entrants are seeded."),
        ORGANISER,
        lifecycle.seed,
        asked.SeedForm,
    ),
    Act(
        "start",
        _("Start the tournament"),
        _("The tournament has started."),
        ORGANISER,
        lifecycle.start,
    ),
    Act("pause", _("Pause"), _("The tournament is paused."), JUDGE, lifecycle.pause),
    Act("resume", _("Go on"), _("The tournament goes on."), JUDGE, lifecycle.resume),
    Act(
        "finish",
        _("Finish the tournament"),
        _("The tournament is finished."),
        ORGANISER,
        lifecycle.finish,
    ),
    Act(
        "reopen",
        _("Reopen"),
        _("The tournament is open again."),
        ORGANISER,
        lifecycle.reopen,
        about=_("The final ranking is taken back; rounds and results stay."),
        look_first=True,
    ),
    Act(
        "next-season",
        _("Make the next season"),
        _("The next season is made: it stands among your tournaments."),
        ORGANISER,
        seasons.make_next,
        asked.SeasonForm,
        about=_("Whoever is still there comes along, in the divisions that they have reached."),
    ),
    Act(
        "cancel",
        _("Call the tournament off"),
        _("The tournament is called off."),
        ORGANISER,
        lifecycle.cancel,
        about=_("Matches that run are called off with it."),
        look_first=True,
        grave=True,
    ),
    Act(
        "rollback",
        _("Roll back"),
        _("The tournament stands as it was then."),
        ORGANISER,
        lifecycle.roll_back,
        asked.BackForm,
        about=_("What came after that version stays in the log, and counts no more."),
        look_first=True,
        grave=True,
    ),
    Act(
        "give-role",
        _("Give a role"),
        _("The role is given."),
        ORGANISER,
        lifecycle.give_role,
        entering.RoleForm,
    ),
    Act(
        "take-role",
        _("Take the role away"),
        _("The role is taken away."),
        ORGANISER,
        lifecycle.give_role,
        entering.NoRole,
    ),
)

ENTERED = _("Entered.")
PEOPLE = (
    Act(
        "enter-myself",
        _("Enter yourself"),
        ENTERED,
        JUDGE,
        entry.register,
        entering.EnterMyself,
    ),
    Act("enter", _("Enter somebody"), ENTERED, JUDGE, entry.register, entering.EnterOther),
    Act("enter-bots", _("Enter bots"), ENTERED, JUDGE, entry.register, entering.EnterBots),
    Act(
        "enter-many",
        _("Enter many"),
        _("All of them are entered."),
        JUDGE,
        entry.register,
        entering.EnterMany,
        about=_("Everybody is entered, or nobody."),
    ),
    Act(
        "import",
        _("Take a report over"),
        _("The report is taken over: the tournament goes on from there."),
        ORGANISER,
        importing.take_over,
        adjusting.ReportForm,
        about=_(
            "Duels that were played elsewhere: their players and all their rounds, or nothing."
            " The tournament has started then."
        ),
    ),
    Act(
        "check-in",
        _("Check in"),
        _("Checked in."),
        SCOREKEEPER,
        entry.check_in,
        asked.EntrantForm,
    ),
    Act(
        "drop",
        _("Take out"),
        _("They are out."),
        JUDGE,
        entry.leave,
        asked.EntrantForm,
        about=_(
            "Before the start they are withdrawn, and who waits moves up. Later they drop from"
            " the next round on, keep their points, and may come back."
        ),
        look_first=True,
    ),
    Act(
        "re-add",
        _("Let them come back"),
        _("They play again from the next round on."),
        JUDGE,
        entry.re_add,
        asked.EntrantForm,
    ),
    Act(
        "no-show",
        _("Did not come"),
        _("Noted: they did not come."),
        JUDGE,
        entry.no_show,
        asked.EntrantForm,
        about=_("It is noted, and they drop from the next round on."),
        look_first=True,
    ),
    Act("rest", _("Let them rest"), _("They rest."), JUDGE, arena.rest, asked.EntrantForm),
    Act("ready", _("They are ready"), _("They play on."), JUDGE, arena.ready, asked.EntrantForm),
    Act(
        "substitute",
        _("Substitute"),
        _("Somebody else plays on."),
        JUDGE,
        entry.substitute,
        entering.SubstituteForm,
        about=_("The points stay; whoever comes plays from the next round on."),
        look_first=True,
    ),
    Act(
        "penalty",
        _("Give a penalty"),
        _("The penalty is given."),
        JUDGE,
        entry.penalise,
        entering.PenaltyForm,
        about=_("It is a line of its own in the standings."),
        look_first=True,
    ),
    Act(
        "disqualify",
        _("Disqualify"),
        _("They are disqualified."),
        JUDGE,
        entry.disqualify,
        adjusting.VerdictForm,
        about=_("They are out for good."),
        look_first=True,
        grave=True,
    ),
)

ROUNDS = (
    Act("pair", _("Pair the next round"), _("The draft is ready."), ORGANISER, rounds.pair),
    Act(
        "publish",
        _("Publish"),
        _("The round is published."),
        ORGANISER,
        rounds.publish,
        asked.RoundForm,
        strict=True,
    ),
    Act(
        "unpublish",
        _("Make it a draft again"),
        _("The round is a draft again."),
        ORGANISER,
        rounds.unpublish,
        asked.RoundForm,
        about=_("Its matches are called off. Only while no table has a result."),
        look_first=True,
    ),
    Act(
        "unpair",
        _("Throw the draft away"),
        _("The draft is gone."),
        ORGANISER,
        rounds.unpair,
        asked.RoundForm,
        strict=True,
    ),
    Act(
        "swap",
        _("Swap"),
        _("They have changed places."),
        ORGANISER,
        rounds.swap,
        asked.PairForm,
        strict=True,
    ),
    Act(
        "keep-apart",
        _("Keep apart"),
        _("They will not meet in rounds paired from now on."),
        ORGANISER,
        rounds.keep_apart,
        asked.ApartForm,
    ),
    Act(
        "let-meet",
        _("Let them meet"),
        _("They may meet again."),
        ORGANISER,
        rounds.keep_apart,
        asked.ApartForm,
    ),
    Act(
        "repair",
        _("Pair again"),
        _("The draft is paired again."),
        ORGANISER,
        rounds.repair,
        asked.RepairForm,
        strict=True,
    ),
    Act(
        "swap-published",
        _("Swap players"),
        _("They have changed places."),
        ORGANISER,
        rounds.swap,
        adjusting.SeatsForm,
        about=_("The round is published: tables where nobody has played yet get new matches."),
        look_first=True,
    ),
    Act(
        "sit-out",
        _("Give a bye"),
        _("They sit out."),
        ORGANISER,
        rounds.sit_out,
        adjusting.ByeForm,
        about=_("A bye by request. Only the tables that this touches are paired again."),
        look_first=True,
    ),
    Act(
        "mend",
        _("Repair what has changed"),
        _("The round is repaired."),
        ORGANISER,
        rounds.repair,
        adjusting.MendForm,
        about=_(
            "Who has left leaves a gap, who has come or has a bye fills one; all other tables"
            " stay as they are."
        ),
        look_first=True,
    ),
    Act(
        "extend-round",
        _("Give more time"),
        _("The round has more time."),
        JUDGE,
        extending.extend_round,
        adjusting.RoundTimeForm,
        about=_(
            "The end of the round moves, and every match in it gets as much more on its clocks."
        ),
    ),
    Act(
        "close",
        _("Close the round"),
        _("The round is closed."),
        Role.JUDGE,
        rounds.close,
        asked.RoundForm,
    ),
)

TABLES = (
    Act(
        "report",
        _("Save the result"),
        _("The result is saved."),
        SCOREKEEPER,
        results.report,
        asked.ResultForm,
    ),
    Act(
        "correct",
        _("Correct the result"),
        _("The result is put right."),
        JUDGE,
        results.override,
        asked.CorrectionForm,
        look_first=True,
    ),
    Act(
        "decide-tie",
        _("Decide the tie"),
        _("The tie is decided."),
        JUDGE,
        ties.decide,
        asked.TieForm,
        about=_("Number those who are level from the first who goes on."),
    ),
    Act(
        "extend-table",
        _("Give more time"),
        _("The table has more time."),
        JUDGE,
        extending.extend_table,
        adjusting.TableTimeForm,
        about=_("The end of the table moves, and its match gets as much more on its clocks."),
    ),
    Act(
        "void",
        _("Call the table off"),
        _("The table is called off."),
        JUDGE,
        results.void,
        asked.ThenForm,
        about=_("Its players get what a bye brings, and have not met."),
        look_first=True,
        grave=True,
    ),
    Act(
        "replay",
        _("Have it played again"),
        _("The table is played again."),
        JUDGE,
        results.replay,
        asked.TableForm,
        about=_("The result counts no more; where matches are played here, a new one opens."),
        look_first=True,
    ),
)

ACTS: Mapping[str, Act] = {act.id: act for act in (*STEPS, *PEOPLE, *ROUNDS, *TABLES)}
