"""The unit of work of a tournament's command: who asks, in which role, and what is their own."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple, NoReturn
from uuid import UUID

import msgspec
from msgspec import UNSET, structs

from api.problems import Problem
from eventstore import aggregate, streams
from eventstore.aggregate import CommandContext
from eventstore.events import StoredEvent
from eventstore.writer import Sealed
from games.messages import Message
from matches import signing
from tournaments import draw_beacons, drawing, interests, lots, refusals, rolls, wells
from tournaments.draw_facts import Occasion
from tournaments.drawing import Lot
from tournaments.events import (
    KIND,
    AnchorAdded,
    HistoryBound,
    RolledBack,
    TournamentCreated,
    WellRevealed,
)
from tournaments.state import ROLES, Role, TournamentState

NONCE_BYTES = 16
BOUND_MAX = 20
"""How many gaps in the public log a command binds at most, where many are left."""
SYSTEM = "system"
BY_INVITATION = "invitation:"
"""What the actor begins with of whoever signs up by an invitation, without an account."""
BY_CODE = "entrant:"
"""What the actor begins with of whoever acts by an entrant's code."""


def new_nonce() -> str:
    """Return what keeps an event that few may read from being guessed by its hash."""
    return secrets.token_hex(NONCE_BYTES)


class Principal(NamedTuple):
    """Who gives a command."""

    account: UUID | None
    """None for the platform itself, which may do everything, and for who has an entrant's code."""
    name: str = ""
    of_site: bool = False
    """Of the site's staff, who may do everything, in their own name."""
    with_role: bool = True
    """Whether the account's role here counts; not for a token that is to play only."""
    entrant: int | None = None
    """Of who acts by the code of an entrant, with or without an account of their own."""
    tournament: UUID | None = None
    """The tournament of that code."""
    invitation: int | None = None
    """Of who comes in by an invitation, with or without an account of their own."""

    @property
    def is_platform(self) -> bool:
        """Whether nobody asks but the platform itself."""
        return self.account is None and self.entrant is None and self.invitation is None

    @property
    def actor(self) -> str:
        """The actor of its events."""
        if self.entrant is not None:
            return f"{BY_CODE}{self.tournament}:{self.entrant}"
        if self.account is None and self.invitation is not None:
            return f"{BY_INVITATION}{self.tournament}:{self.invitation}"
        return SYSTEM if self.account is None else f"account:{self.account}"


PLATFORM = Principal(None)


class Permission(NamedTuple):
    """Who may give a command."""

    role: Role = Role.ORGANISER
    """The least role; by default the highest, for what does not say."""
    by_entrants: bool = False
    """Whether entrants give it for themselves, so that `decide` asks for the role of others."""


ORGANISERS = Permission()


class TournamentCommand(CommandContext, frozen=True):
    """A command, on whose behalf, and who may give it."""

    who: Principal = PLATFORM
    permission: Permission = ORGANISERS
    is_trial: bool = False
    """Whether it only asks what would be."""


class UnitOfWork(aggregate.UnitOfWork[TournamentState]):
    """The events of a command, folded as they are added."""

    def __init__(
        self,
        kind: "aggregate.Aggregate[TournamentState, UnitOfWork]",
        state: TournamentState,
        context: TournamentCommand,
        now: datetime,
        earlier: Sequence[StoredEvent] = (),
    ) -> None:
        super().__init__(kind, state, context, now, earlier)
        self.who = who = context.who
        self._fresh: list[wells.Held] = []
        """Wells that this command has made: their rows are written with its events."""
        self.choices: list[str] = []
        """What else could be done about the consequences."""
        self.looked = False
        """Whether a continuous stage has been looked at, so that only time brings news."""
        self.permission = context.permission
        self.is_trial = context.is_trial
        self.still_drawn = False
        """Whether a trial had to draw by other lots than those of the command itself."""
        self.shares: Mapping[int, bytes] | None = None
        """What entrants have added to the draw that runs, where this command makes it."""
        self.beacon_value: bytes | None = None
        """What the beacon has come to that this draw waited for."""
        self.excused = False
        """Whether the command is the asker's own to give, though it touches what is theirs."""
        own = None if who.account is None else state.entrant_of(who.account)
        self.own = who.entrant if own is None else own.number
        """The entrant that the asker plays as."""
        self._staff = interests.staff_of(state)
        self._interest = None if self.own is None else interests.of(state, self.own)

    def add(self, *events: msgspec.Struct) -> None:
        """Add events, with the command's reason, and fold them.

        Raises draw_running where a draw waits that hangs on what they would change.
        """
        running = self.state.draws.running
        if running is not None and not all(
            isinstance(each, (*drawing.OF_A_DRAW, *drawing.MEANWHILE)) for each in events
        ):
            raise refusals.draw_running(running, rolls.missing(self.state))
        reason = self.context.reason
        super().add(*(structs.replace(event, reason=reason) for event in events))

    def seal(self) -> Sealed:
        """Return the events as they will be stored, gaps in the public log bound where they can be.

        The hash of an event of this very command is not known yet: its turn comes with the next, as
        does that of a gap where there are many.
        """
        unbound = [each for each in self.state.gaps.unbound if each <= self.before.version]
        for version, found in self._hashes(unbound[:BOUND_MAX]).items():
            super().add(HistoryBound(version=version, hash=found.hex()))
        return super().seal()

    def _hashes(self, versions: Sequence[int]) -> dict[int, bytes]:
        if self.before.hash is not None and [*versions] == [self.before.version]:
            return {self.before.version: self.before.hash}
        return streams.hashes(KIND, self.state.id, versions) if versions else {}

    def draw(
        self, occasion: Occasion, rehearse: Callable[[bytes], object] | None = None
    ) -> Lot | None:
        """Return the next draw, and note it: what is drawn has to follow in this command.

        None where entrants are there who add chance to it, or it waits for a beacon: it is sealed,
        and what is drawn follows by another command once all of that is there. `rehearse` is what
        is drawn from a value; what it raises is refused before anything is sealed.

        A trial shows another draw, since whoever sees it before it is made can change what it
        hangs on.
        """
        running = self.state.draws.running
        if running is not None and self.shares is None:
            raise refusals.draw_running(running, rolls.missing(self.state))
        if running is not None or self.is_trial or not self._can_seal(occasion):
            return self.draw_alone(occasion)
        roll, beacon = rolls.promised(self.state, self.at), draw_beacons.first(self)
        has_something = bool(roll) or beacon is not None
        if not has_something or wells.is_spent(self.state, self._held()):
            return self.draw_alone(occasion)
        if rehearse is not None:
            rehearse(secrets.token_bytes(wells.SECRET_BYTES))
        self.add(drawing.sealing(self.state, occasion, roll, beacon, signing.sign))
        return None

    def _can_seal(self, occasion: Occasion) -> bool:
        """Tell whether a draw comes from a chain, and none before it counts again."""
        draws = self.state.draws
        has_well = draws.chain is not None and not draws.is_revealed
        return has_well and drawing.stands(self.state, occasion) is None

    def draw_alone(self, occasion: Occasion) -> Lot:
        """Return the next draw, and note it, without asking anybody for a share."""
        lot = self.lot(occasion)
        self.take(lot)
        return lot

    def lot(self, occasion: Occasion) -> Lot:
        """Return the next draw, which counts only once it is taken."""
        draws = self.state.draws
        if draws.chain is None:
            return Lot(self._unchained(), None)
        earlier = drawing.stands(self.state, occasion)
        if earlier is not None and not (self.is_trial and self._earlier):
            # Known to everyone: a trial shows it too, but not after other things were tried.
            return Lot(bytes.fromhex(earlier.value), earlier.draw)
        if self.is_trial:
            self.still_drawn = self.still_drawn or occasion.kind != "deal"
            link = secrets.token_bytes(wells.SECRET_BYTES)
        else:
            if wells.is_spent(self.state, self._held()):
                self._add_well()
            link = wells.next_link(self.state, self._held())
        # A round that follows in the same command is drawn alone: nobody has promised for it.
        is_sealed = self.state.draws.running is not None
        shares = (is_sealed and self.shares) or {}
        value = self.beacon_value if is_sealed else None
        drawn = drawing.next_draw(self.state, occasion, link, shares, value)
        return Lot(bytes.fromhex(drawn.value), drawn.draw, drawn)

    def take(self, lot: Lot) -> None:
        """Note a draw, of which the round or the order follows."""
        if lot.event is not None:
            self.add(lot.event)

    def with_well(self, created: TournamentCreated) -> TournamentCreated:
        """Return the first event of a tournament with a well, which is kept once it is written."""
        found = self._new_well()
        return structs.replace(created, well=found.well, anchor=found.anchor)

    def renew_well(self, *, even_if_hidden: bool = False, skipped: int = 0) -> None:
        """Add a fresh well, where draws are to go on and the secret of the last one is known.

        Numbers of draws may be left out, where some are known that were made and are lost; that of
        a draw that waits for shares is, since clients show none for it again.
        """
        draws = self.state.draws
        if draws.is_revealed or even_if_hidden:
            self._add_well(skipped if draws.running is None else max(skipped, 1))

    def reveal_well(self) -> None:
        """Add the secret of the well: the tournament is over."""
        draws = self.state.draws
        if draws.chain is not None and not draws.is_revealed:
            secret = bytes(wells.SECRET_BYTES) if self.is_trial else self._held().secret
            self.add(WellRevealed(secret=secret.hex()))

    def _add_well(self, skipped: int = 0) -> None:
        found = self._new_well()
        self.add(AnchorAdded(well=found.well, anchor=found.anchor, skipped=skipped or UNSET))

    def _held(self) -> wells.Held:
        return wells.newest(self.state, self._fresh)

    def _new_well(self) -> wells.Held:
        found = wells.new(self.state.id)
        self._fresh.append(found)
        self.also.append(partial(wells.keep, self.state.id, found))
        return found

    def _unchained(self) -> bytes:
        """Return the seed of a draw of a tournament from before there were chains.

        It is the same in a trial for whoever may know it. Who plays may not; nor is anybody told
        what a draw would be after other things that are only tried.
        """
        if not self.is_trial or self._may_foresee():
            return lots.seed(self.state.id, self.state.draws.count)
        self.still_drawn = True
        return secrets.token_bytes(32)

    def _may_foresee(self) -> bool:
        tried = {each.type for each in self._earlier}
        return self.own is None and self.is_by_staff and tried <= lots.FORESEEN

    def roll_back(self, to_version: int) -> None:
        """Add a rollback, which folds the stream anew up to a version."""
        self.add(RolledBack(to_version=to_version))

    @property
    def is_by_staff(self) -> bool:
        """Whether the asker has a role at the tables here, or needs none."""
        who = self.who
        has_role = who.with_role and self.state.has_insight(who.account)
        return who.is_platform or who.of_site or has_role

    def require_impartial(self) -> None:
        """Raise own_interest when the command has changed what is the asker's own."""
        if self._interest is None or self.own is None or self.excused:
            return
        touched = interests.touched(self._interest, self.state, self.own)
        if touched is not None:
            self.refuse_own(touched)

    def refuse_own(self, seats: Iterable[int]) -> NoReturn:
        """Raise own_interest, naming who may decide about some entrants instead."""
        raise self._staff.refusal(self.permission.role, self.who.account, seats)

    def require_role_for(self, account: UUID | None, entrant: int | None = None) -> None:
        """Raise permission_denied unless the asker is who it is about, or has the command's role.

        That is an account, or an entrant for whoever has its code.
        """
        by_code = entrant is not None and entrant == self.who.entrant
        if not by_code and (account is None or account != self.who.account):
            self.require_role()

    def require_role(self, least: Role | None = None) -> None:
        """Raise permission_denied unless the asker has the command's role here, or a higher one."""
        role = least or self.permission.role
        if self.who.is_platform or self.who.of_site:
            return
        own = self.state.role_of(self.who.account)
        if own is None or ROLES.index(own) < ROLES.index(role):
            text = Message("Only a %(role)s of this tournament may do this.", role=role.value)
            raise Problem("permission_denied", text, params={"role": role.value})
        if not self.who.with_role:
            params = {"scope": "organise", "any_of": ["organise"]}
            text = Message("The token needs the scope organise for what you do in your role.")
            raise Problem("scope_missing", text, params=params)
