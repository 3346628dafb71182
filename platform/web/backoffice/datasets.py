"""The datasets that are installed, as the admin lists them: what each is, and what it rests on."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

import msgspec
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext

from games import registry
from games.core import AnyRules
from games.json_types import JsonObject
from matches.models import Match


class InstalledDataset(NamedTuple):
    """A component table of a game."""

    id: str
    game: str
    rules: str
    is_default: bool
    digest: str
    """SHA-256 of the file."""
    is_verified: bool
    """Whether nothing in it is reconstructed."""
    source: str
    matches: int
    """How many were opened with it."""


def urls() -> list[URLPattern | URLResolver]:
    """Return the admin's own pages with that of the datasets before them."""
    return [path("datasets/", admin.site.admin_view(page), name="datasets"), *admin.site.get_urls()]


def installed() -> list[InstalledDataset]:
    """Return all datasets, by game."""
    opened = dict(Match.objects.values_list("dataset").annotate(Count("id")).order_by())
    return [each for rules in registry.current_games() for each in of_game(rules, opened)]


def of_game(rules: AnyRules, opened: dict[str, int]) -> Iterator[InstalledDataset]:
    """Yield the datasets of a game, the default first."""
    package = type(rules).__module__.rpartition(".")[0]
    for dataset in rules.datasets:
        content = files(package).joinpath(f"{dataset.partition('/')[2]}.json").read_bytes()
        data = msgspec.json.decode(content)
        yield InstalledDataset(
            id=dataset,
            game=rules.title,
            rules=rules.id,
            is_default=dataset == rules.datasets[0],
            digest=sha256(content).hexdigest(),
            is_verified=not reconstructed(data),
            source=source_of(data),
            matches=opened.get(dataset, 0),
        )


def reconstructed(data: JsonObject) -> bool:
    """Return whether anything in a dataset was inferred, by what it says of itself."""
    bases = Counter(
        row.get("basis", "reconstructed")
        for rows in data.values()
        if isinstance(rows, list)
        for row in rows
        if isinstance(row, dict) and "basis" in row
    )
    says = str(data.get("status", "")).startswith("reconstruct")
    return says or bool(data.get("reconstructed")) or "reconstructed" in bases


def source_of(data: JsonObject) -> str:
    """Return where a dataset is from, in its own words."""
    verified = data.get("verified")
    nested = verified.get("source", "") if isinstance(verified, dict) else ""
    return str(data.get("source") or nested)


def page(request: HttpRequest) -> HttpResponse:
    """Show the datasets to those of the staff who may see matches."""
    if not request.user.has_perm("matches.view_match"):
        raise PermissionDenied
    context = {
        **admin.site.each_context(request),
        "title": gettext("Datasets"),
        "datasets": installed(),
    }
    return TemplateResponse(request, "admin/datasets.html", context)
