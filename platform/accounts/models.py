"""Players, their API tokens, and what the limits and repeated requests are checked against."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Greatest, Least, Lower, Now
from django.db.models.lookups import Exact

import accounts.request_models  # noqa: F401 - Django looks for an app's models here.
from api.ids import uuid7
from api.scopes import SCOPES

GONE = "gone-"
"""What the names of erased accounts begin with."""
USERNAME_PATTERN = r"^[A-Za-z0-9_-]{2,30}$"


class AccountManager(BaseUserManager["Account"]):
    """Finds accounts by name whatever the case, and makes those of operators."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        """Return the account of a name; Django's own logins call this."""
        return self.named(username or "").get()

    def named(self, username: str) -> models.QuerySet["Account"]:
        """Return the account of a name, in any case of letters, or none."""
        return self.filter(Exact(Lower("username"), username.lower()))

    def create_user(
        self, username: str, password: str | None = None, **fields: object
    ) -> "Account":
        """Return a new account; the caller has checked the password."""
        account = self.model(username=username, **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(self, username: str, password: str, **fields: object) -> "Account":
        """Return a new account that may do everything; `manage.py createsuperuser` calls this."""
        return self.create_user(username, password, is_staff=True, is_superuser=True, **fields)


class Account(AbstractBaseUser, PermissionsMixin):
    """Someone who plays: a person or a program."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    username = models.CharField(max_length=30, unique=True)
    email = models.EmailField(blank=True, default="")
    is_bot = models.BooleanField(default=False)
    """For good: the database refuses the way back."""
    is_guest = models.BooleanField(default=False, db_default=False)
    """Has no password yet (`accounts.guests`)."""
    bot_contact = models.CharField(max_length=200, blank=True, default="")
    mail_turns = models.BooleanField(default=False, editable=False)
    mail_found = models.BooleanField(default=False, editable=False)
    """Both are read by nothing since `notifications`, and stay for rolling a release back."""
    language = models.CharField(max_length=10, blank=True, default="")
    """The language in which the account is written to."""
    shows_presence = models.BooleanField(default=True, db_default=True)
    """Lets friends see when the person is here, and at which table."""
    turn_mailed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """Read by nothing, as the two above."""
    is_staff = models.BooleanField(default=False)
    """May use the admin pages."""
    is_organiser = models.BooleanField(default=False, db_default=False)
    """May make tournaments without being staff (`accounts.organisers`)."""
    is_active = models.BooleanField(default=True)
    """Unset instead of deleting."""
    date_joined = models.DateTimeField(db_default=Now(), editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        """The rules that the database keeps."""

        constraints: ClassVar = [
            models.UniqueConstraint(Lower("username"), name="accounts_username_any_case"),
            models.CheckConstraint(
                condition=models.Q(username__regex=USERNAME_PATTERN),
                name="accounts_username_format",
            ),
            models.CheckConstraint(
                condition=models.Q(is_bot=False) | ~models.Q(bot_contact=""),
                name="accounts_bot_has_contact",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_erased(self) -> bool:
        """Whether the person behind the account was erased (`accounts.services.erase`)."""
        return not self.is_active and self.username.startswith(GONE)


class Token(models.Model):
    """A secret that lets a program act for an account; only its SHA-256 is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100, blank=True, default="")
    digest = models.BinaryField(unique=True, editable=False)
    prefix = models.CharField(max_length=12, editable=False)
    """The first characters of the token, so that its owner can tell it from others."""
    scopes = ArrayField(models.TextField())
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    """Right to a minute."""
    program = models.CharField(max_length=100, blank=True, default="", db_default="")
    """The program of somebody else that holds it (`accounts.programs`); empty for one's own. The
    database makes and deletes such a row with the row that the program's sign-in has of it."""

    class Meta:
        """The rules that the database keeps."""

        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=list(SCOPES)), name="accounts_token_scopes"
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="accounts_token_expires_later",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}".strip()


class Session(AbstractBaseSession):
    """A browser with a cookie of ours; `accounts.session_store` reads and writes it."""

    public_id = models.UUIDField(default=uuid7, unique=True, editable=False)
    """Names the session on pages, where its key may not stand."""
    account = models.ForeignKey(
        Account, null=True, on_delete=models.CASCADE, related_name="sessions"
    )
    browser = models.CharField(max_length=200, blank=True, default="")
    """What the browser said it is when somebody signed in."""
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    seen_at = models.DateTimeField(db_default=Now(), editable=False)
    """When it was last used, right to an hour."""

    class Meta(AbstractBaseSession.Meta):
        """Django's own names."""


class EmailChange(models.Model):
    """An address that an account is to have once it is confirmed (`accounts.email_changes`)."""

    id = models.UUIDField(primary_key=True, editable=False)
    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="email_change")
    email = models.EmailField()
    asked_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return str(self.account)


class DataFile(models.Model):
    """Everything that the site keeps about a person, being written or ready to be fetched."""

    account = models.OneToOneField(
        Account, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    version = models.IntegerField(default=0)
    """Counts the steps; a job of an earlier one does nothing."""
    steps_done = models.SmallIntegerField(default=0)
    steps_all = models.SmallIntegerField()
    asked_at = models.DateTimeField(db_default=Now(), editable=False)
    size = models.BigIntegerField(null=True)
    """Bytes; None while it is written."""
    expires_at = models.DateTimeField(null=True, db_index=True)
    """When it is forgotten; None while it is written."""

    def __str__(self) -> str:
        return str(self.account)


class DataFilePart(models.Model):
    """A piece of a data file: a finished section while it is written, then bytes of the whole."""

    file = models.ForeignKey(DataFile, on_delete=models.CASCADE, related_name="parts")
    name = models.TextField(blank=True, default="")
    """Of the section; empty: bytes of the whole."""
    number = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        """A piece has one place."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["file", "name", "number"], name="accounts_data_file_part_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file} {self.name}"


class Sanction(models.Model):
    """What an account may not do for a time, or for good (`accounts.sanctions`)."""

    class Kind(models.TextChoices):
        """What it may not do."""

        MUTE = "mute"
        """Talk."""
        BAR = "bar"
        """Enter tournaments."""
        BAN = "ban"
        """Anything: the account is closed."""

    case = models.UUIDField(primary_key=True, editable=False)
    """The case in which it was decided."""
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.TextField(choices=Kind)
    until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} of {self.account_id}"


class SignUpInvitation(models.Model):
    """A link with which people sign up where not everybody may (`accounts.invitations`)."""

    digest = models.BinaryField(unique=True, editable=False)
    note = models.CharField(max_length=100, blank=True, default="")
    """Whom it is for, in the staff's own words."""
    uses_left = models.SmallIntegerField()
    expires_at = models.DateTimeField()
    made_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """The rules that the database keeps."""

        verbose_name = "invitation"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(uses_left__gte=0), name="accounts_invitation_uses"
            ),
        ]

    def __str__(self) -> str:
        return self.note or f"Invitation {self.pk}"


class ErasedName(models.Model):
    """A name that nobody can have again; `accounts.names` says what the digest is of."""

    digest = models.BinaryField(primary_key=True, editable=False)

    def __str__(self) -> str:
        return bytes(self.digest).hex()


class Friendship(models.Model):
    """What is between two accounts since one asked the other (`accounts.friendships`)."""

    class State(models.TextChoices):
        """How far it has come."""

        ASKED = "asked"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        """The one who asked still sees a request that waits."""
        DROPPED = "dropped"
        """Declined, then taken back: kept, so that nobody is asked a second time."""

    asker = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    asked = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    state = models.TextField(choices=State)
    made_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """Two accounts have one row, whoever asked."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                Least("asker", "asked"),
                Greatest("asker", "asked"),
                name="accounts_friendship_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(asker=models.F("asked")), name="accounts_friendship_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {self.state} {self.asked_id}"


class Block(models.Model):
    """An account that wants nothing to do with another (`accounts.blocks`)."""

    blocker = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    blocked = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """Nobody is blocked twice, or by themselves."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_block_once"),
            models.CheckConstraint(
                condition=~models.Q(blocker=models.F("blocked")), name="accounts_block_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Mute(models.Model):
    """An account that does not want to hear what another says (`accounts.mutes`)."""

    muter = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    muted = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        """Nobody is muted twice, or by themselves."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["muter", "muted"], name="accounts_mute_once"),
            models.CheckConstraint(
                condition=~models.Q(muter=models.F("muted")), name="accounts_mute_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.muter_id} mutes {self.muted_id}"
