"""An account's part in the chance of its deals (fair/2): promises kept in mind, seals checked.

A share is shown only after a seal that holds the own promise on the own seat, what was committed
to when it was promised, and no attempt that was shown already: then nothing that anybody does
later can choose the deal.
"""

import hashlib
import hmac
import logging
import math
import re
import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from cutpurse.client.errors import ConnectionFailedError, CutpurseError
from cutpurse.client.models import ChanceAsked
from transparency import notes
from transparency.notes import Key, NoteError

LOG = logging.getLogger(__name__)
KEY_BYTES = 32
REMEMBERED_MAX = 200
FRESH_S = 30
"""Whoever has promised within so many seconds counts as there when a roll is sealed."""
BEACON = re.compile(r"-|(drand [0-9a-f]{64}|nist 2) [1-9][0-9]*")
"""The line of a seal for a public value that comes after it. Whichever it names, nobody can choose
by it: the share is shown after the seal."""


class SealError(CutpurseError):
    """A server's seal is not what was agreed, so the share is not revealed.

    `seal` is the signed text, and `before` what it should have been: the seal shown first, or what
    was agreed. Together they are proof: write `texts` to a file.
    """

    def __init__(self, what: str, seal: str, before: str = "") -> None:
        super().__init__(f"the seal of a deal is not what was agreed: {what}")
        self.seal = seal
        self.before = before

    @property
    def texts(self) -> str:
        """Both texts, to be written to a file."""
        return f"{self.before}\n{self.seal}"


class Promised(NamedTuple):
    """What was known when a share was promised."""

    commitment: str
    bind: str
    promise: str
    at: float = -math.inf
    """When the site took it, on the monotonic clock, in seconds; -inf where that is not known."""
    open_at: float = -math.inf
    """When the site has last said that nothing is sealed yet, on the same clock."""

    def text(self, asked: ChanceAsked, seat: int) -> str:
        """Return what was agreed on for a seat, in lines."""
        head = f"promised for {asked.deal}, attempt {asked.attempt}"
        return f"{head}\n{self.commitment}\n{self.bind}\n{seat}={self.promise}\n"


class Shares:
    """The shares of one account, made from a key of its own."""

    def __init__(self, key: bytes | None = None, seal_key: str = "") -> None:
        """Make them from a key; the key that signs seals is a line as `/log/keys` gives it."""
        self._key = key or secrets.token_bytes(KEY_BYTES)
        self.seal_key = notes.read_key(seal_key) if seal_key else None
        """What seals are signed with; None where that is not known, and not looked at."""
        self._must_be_signed = bool(seal_key)
        """Whether a seal has to bear that key, since the program was told which one it is."""
        self._has_asked = False
        """Whether the site has said with which key it signs, or that it has none."""
        self._promised: dict[tuple[str, int, int], Promised] = {}
        self._shown: dict[tuple[str, int, int], str] = {}

    def promise(self, asked: ChanceAsked, seat: int, commitment: str) -> str:
        """Return the promise of a seat's share, in hexadecimal."""
        promise = self._promise(asked, seat)
        self._remember(asked, seat, Promised(commitment, asked.bind, promise))
        return promise

    def note_held(self, asked: ChanceAsked, seat: int) -> None:
        """Note that the site has taken a promise, in time."""
        at, now = (asked.deal, asked.attempt, seat), time.monotonic()
        self._promised[at] = self._promised[at]._replace(at=now, open_at=now)

    def note_open(self, asked: ChanceAsked, seat: int) -> None:
        """Note that the site still waits for promises, which a seat has given."""
        at = (asked.deal, asked.attempt, seat)
        self._promised[at] = self._promised[at]._replace(open_at=time.monotonic())

    def recall(self, asked: ChanceAsked, seat: int, commitment: str) -> bool:
        """Tell whether a share was promised with this key, maybe before the program began anew."""
        if self.has_promised(asked, seat):
            return True
        promise = self._promise(asked, seat)
        if f"{seat}={promise}" not in (asked.seal or "").split("\n"):
            return False
        self._remember(asked, seat, Promised(commitment, asked.bind, promise))
        return True

    def show(self, asked: ChanceAsked, seat: int) -> str:
        """Return the share of a seat, in hexadecimal; raises SealError for a wrong seal."""
        at = (asked.deal, asked.attempt, seat)
        known, seal = self._promised.get(at), asked.seal or ""
        if known is None:
            raise SealError("it was promised by another program", seal)
        before, agreed = self._shown.setdefault(at, seal), known.text(asked, seat)
        if before != seal:
            raise SealError("there are two seals for one attempt", seal, before)
        lines = seal.partition("\n\n")[0].split("\n")
        head = [
            "cutpurse-seal/2",
            asked.deal,
            str(asked.attempt),
            known.commitment,
            # What a draw hangs on is fixed by its seal.
            known.bind or asked.bind,
        ]
        beacon, *roll = lines[len(head) :] or [""]
        if lines[: len(head)] != head or not BEACON.fullmatch(beacon):
            raise SealError("it is of another deal", seal, agreed)
        if f"{seat}={known.promise}" not in roll:
            raise SealError("the own promise is not in it", seal, agreed)
        if not self._is_signed(seal):
            what = "the site has not signed it with the key that it has shown"
            raise SealError(what, seal, agreed)
        return self._share(asked, seat).hex()

    def note_left_out(self, asked: ChanceAsked, seat: int, *, listens_since: float) -> None:
        """Say, once, that a roll was sealed without this program, which had promised and was there.

        It counts as there for 30 seconds after a promise, and as long as it listens to its account,
        without a break since a moment on the monotonic clock at which nothing was sealed yet.
        """
        at = (asked.deal, asked.attempt, seat)
        known = self._promised.get(at)
        if known is None or known.at == -math.inf or not asked.seal or at in self._shown:
            return
        is_fresh = time.monotonic() - known.at < FRESH_S
        if is_fresh or self.was_there(asked, seat, listens_since=listens_since):
            self.say_left_out(asked, seat, asked.seal)
        self._shown[at] = asked.seal

    def was_there(self, asked: ChanceAsked, seat: int, *, listens_since: float) -> bool:
        """Tell whether a promise was held that nothing was shown for, and is heard of unbroken."""
        at = (asked.deal, asked.attempt, seat)
        known = self._promised.get(at)
        return known is not None and at not in self._shown and known.open_at >= listens_since

    def say_left_out(self, asked: ChanceAsked, seat: int, instead: str) -> None:
        """Say, once, what the site tells of a roll that should have this program's promise."""
        at = (asked.deal, asked.attempt, seat)
        self._shown[at] = instead
        texts = SealError("", instead, self._promised[at].text(asked, seat)).texts
        LOG.error("the site has left this program's chance out of a deal:\n%s", texts)

    def _is_signed(self, seal: str) -> bool:
        """Tell whether a seal is signed, as far as that can be looked at here."""
        if self.seal_key is None:
            return True
        try:
            is_signed = notes.signed_by(_note(seal), self.seal_key)
        except NoteError:
            return False
        except ImportError:
            # Signatures need the package cryptography.
            return True
        return is_signed or not (self._must_be_signed or self.bears_key(seal))

    def learn_key(self, seal: str, ask: Callable[[], Key | None]) -> None:
        """Take the key that the site shows, and keep to it as long as seals bear it.

        A site whose log has begun anew has another one, which is taken and said. `ask` returns the
        key, None where the site has none, or raises ConnectionFailedError.
        """
        known = self.seal_key
        is_known = self._has_asked if known is None else self.bears_key(seal)
        if self._must_be_signed or is_known:
            return
        try:
            found = ask()
        except ConnectionFailedError:
            # The next seal asks again; this one is looked at as far as that goes.
            return
        self._has_asked = True
        if found is not None and found != known:
            if known is not None:
                LOG.warning("the site signs seals with another key now: %s", found)
            self.seal_key = found

    def bears_key(self, seal: str) -> bool:
        """Tell whether a line of a seal names the key that is known, whatever it is worth."""
        key = self.seal_key
        if key is None:
            return False
        try:
            found = _note(seal).signatures
        except NoteError:
            return False
        return any((each.name, each.id) == (key.name, key.id) for each in found)

    @property
    def is_used(self) -> bool:
        """Whether anything was promised yet."""
        return bool(self._promised)

    def has_promised(self, asked: ChanceAsked, seat: int) -> bool:
        """Tell whether this program has promised a share for an attempt."""
        return (asked.deal, asked.attempt, seat) in self._promised

    def forget(self, asked: ChanceAsked) -> None:
        """Take it that nothing was promised for a deal: somebody has just sat down."""
        for at in [at for at in self._promised if at[0] == asked.deal]:
            del self._promised[at]

    def _share(self, asked: ChanceAsked, seat: int) -> bytes:
        said = f"share\x00{asked.deal}\x00{asked.attempt}\x00{seat}"
        return hmac.digest(self._key, said.encode(), "sha256")

    def _promise(self, asked: ChanceAsked, seat: int) -> str:
        said = f"fair-promise/2\x00{asked.deal}\x00{asked.attempt}\x00{seat}\x00"
        return hashlib.sha256(said.encode() + self._share(asked, seat)).hexdigest()

    def _remember(self, asked: ChanceAsked, seat: int, promised: Promised) -> None:
        self._promised[asked.deal, asked.attempt, seat] = promised
        for kept in (self._promised, self._shown):
            while len(kept) > REMEMBERED_MAX:
                kept.pop(next(iter(kept)))


def _note(seal: str) -> notes.Note:
    return notes.read(seal.rstrip("\n") + "\n")
