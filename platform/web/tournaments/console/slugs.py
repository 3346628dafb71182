"""Addresses of tournaments and series, made from their names."""

import re

from django.utils.text import slugify

from tournaments.models import Tournament

SLUG_MAX = 60


def free_slug(name: str) -> str:
    """Return an address that is free, made from a name."""
    made = slugify(name)[: SLUG_MAX - 5].strip("-").replace("_", "-")
    stem = re.sub("-{2,}", "-", made)
    stem = stem if len(stem) > 2 else f"cup-{stem}".strip("-")
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (stem, *numbered) if each not in taken)
