"""Players and their API tokens."""

from django.contrib.auth.models import AbstractUser


class Account(AbstractUser):
    """Someone who plays: a person or a program."""
