"""`manage.py seed`: fills a database with what there is to see and try."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from accounts.models import Account
from accounts.services import register
from cutpurse import secret
from cutpurse.embedded.addresses import var_folder

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
ORGANISER = "Olga"
"""Runs tournaments, and may use the admin's pages."""


class Command(BaseCommand):
    """Make the demo accounts, and say how to log in."""

    help = (
        "Make demo accounts that are not there yet. For a database to play with, never a real one."
    )

    def handle(self, *_arguments: Any, **_options: Any) -> None:
        """Make what is missing."""
        password, is_new = demo_password(var_folder())
        for username in (*PLAYERS, ORGANISER):
            account = Account.objects.named(username).first()
            if account is None:
                account = register(username=username, password=password)
            elif is_new:
                account.set_password(password)
            account.is_staff = account.is_superuser = username == ORGANISER
            account.save()
        self.stdout.write(
            f"Demo accounts: {', '.join(PLAYERS)}, and {ORGANISER} for the admin's pages; "
            f"the password of each is {password}"
        )


def demo_password(var: Path) -> tuple[str, bool]:
    """Return the password of the demo accounts of this clone, and whether it was made just now."""
    file = var / "demo_password"
    is_new = not file.exists()
    return secret.kept(file, size=9), is_new
