"""The one row of what a site says of itself."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext as _

NAME_MAX = 40
TEXT_MAX = 20_000
"""Characters of a legal page."""
BANNER_MAX = 300


class SignUp(models.TextChoices):
    """Who may make an account."""

    OPEN = "open"
    INVITED = "invited"
    """Only whom the staff has sent an invitation."""
    CLOSED = "closed"


class TalkForm(models.TextChoices):
    """How people talk to one another."""

    PHRASES = "phrases"
    """In phrases of a list, by which nobody can be insulted."""
    WORDS = "words"
    """In their own words too."""


class SiteProfile(models.Model):
    """What the staff has written; `site_profile.selectors` reads it, its services change it."""

    ONLY = 1
    """The key of the one row."""

    id = models.SmallIntegerField(primary_key=True, default=ONLY, editable=False)
    name = models.CharField(max_length=NAME_MAX, blank=True, default="")
    accent_light = models.CharField(max_length=7, blank=True, default="")
    accent_dark = models.CharField(max_length=7, blank=True, default="")
    """Colours as #rrggbb; empty for the house's own."""
    logo = models.BinaryField(default=b"", editable=False)
    """A PNG that this program has written."""
    logo_width = models.SmallIntegerField(default=0, editable=False)
    logo_height = models.SmallIntegerField(default=0, editable=False)
    address = models.CharField(max_length=300, blank=True, default="")
    contact = models.CharField(max_length=254, blank=True, default="")
    imprint = models.TextField(max_length=TEXT_MAX, blank=True, default="")
    privacy = models.TextField(max_length=TEXT_MAX, blank=True, default="")
    terms = models.TextField(max_length=TEXT_MAX, blank=True, default="")
    banner_en = models.CharField(max_length=BANNER_MAX, blank=True, default="")
    banner_nl = models.CharField(max_length=BANNER_MAX, blank=True, default="")
    banner_fr = models.CharField(max_length=BANNER_MAX, blank=True, default="")
    banner_de = models.CharField(max_length=BANNER_MAX, blank=True, default="")
    sign_up = models.TextField(choices=SignUp, default=SignUp.OPEN, db_default=SignUp.OPEN)
    talk = models.TextField(choices=TalkForm, default=TalkForm.PHRASES, db_default=TalkForm.PHRASES)
    restored_on = models.DateField(null=True, blank=True)
    """When the staff last restored a backup to see that it can."""
    version = models.IntegerField(default=0, editable=False)

    class Meta:
        """There is one row."""

        verbose_name = "site"
        verbose_name_plural = "site"
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(id=1), name="site_profile_only_one"),
        ]

    def __str__(self) -> str:
        return self.name or _("The site")
