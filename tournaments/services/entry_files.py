"""Newcomers from a CSV file: all of its lines, or what is wrong with each."""

import csv
import io
from collections.abc import Sequence

from accounts import names
from accounts.models import Account
from api import spreadsheets
from api.problems import FieldError, Problem, field_error
from games.json_types import JsonObject
from games.messages import Message, join
from tournaments.services.entry import NAME_MAX, Newcomer

CSV_ROWS_MAX = 2000


def from_csv(text: str, *, needs_accounts: bool) -> list[Newcomer]:
    """Return the newcomers of a CSV file with the columns name, account, bot and rating.

    Only name is required. Where everybody needs an account, a name without `account` is that of
    one; elsewhere a name is a name. Raises Problem with an error for every faulty line.
    """
    reader = csv.DictReader(io.StringIO(text.lstrip("\ufeff")), strict=True)
    errors: list[FieldError] = []
    found: list[Newcomer] = []
    try:
        rows = [_as_written(row) for row in reader]
    except csv.Error as error:
        raise Problem(
            "invalid",
            Message(
                "The file is not valid CSV: %(fault)s, line %(line)s.",
                fault=str(error),
                line=reader.line_num,
            ),
        ) from error
    if not reader.fieldnames or "name" not in reader.fieldnames:
        raise Problem(
            "invalid", Message("The first line must name the columns: name, account, bot, rating.")
        )
    if len(rows) > CSV_ROWS_MAX:
        raise Problem(
            "invalid",
            Message(
                "A file has %(limit)s entrants at most, not %(count)s.",
                limit=CSV_ROWS_MAX,
                count=len(rows),
            ),
        )
    wanted = {(row.get("account") or row["name"] or "").strip() for row in rows}
    accounts = {
        account.username.casefold(): account
        for account in Account.objects.filter(username__in=wanted)
    }
    for line, row in enumerate(rows, start=2):
        newcomer = _newcomer(row, accounts, f"line {line}", errors, needs_accounts=needs_accounts)
        if needs_accounts and newcomer.account is None and newcomer.bot is None:
            errors.append(
                field_error(f"line {line}", "unknown", Message("names no account and no bot"))
            )
        found.append(newcomer)
    _refuse_names(found, errors)
    keys = [names.key(newcomer.name) for newcomer in found]
    for line, key in enumerate(keys, start=2):
        if keys.index(key) != line - 2:
            errors.append(
                field_error(f"line {line}", "double", Message("names the same player twice"))
            )
    if errors:
        lines = join("; ", (join(" ", (each.field, each.message)) for each in errors[:5]))
        raise Problem(
            "invalid", Message("%(lines)s. Nobody was entered.", lines=lines), errors=errors
        )
    return found


def _as_written(row: JsonObject) -> JsonObject:
    """Return a line without what an export has put before cells that could be formulas."""
    return {
        name: spreadsheets.read(cell.strip()) if isinstance(cell, str) else cell
        for name, cell in row.items()
    }


def _refuse_names(found: Sequence[Newcomer], errors: list[FieldError]) -> None:
    """Add an error for every line with a stranger's name that is none."""
    strangers = [each.name for each in found if each.account is None and each.bot is None]
    faults = names.faults([name for name in strangers if name])
    for line, newcomer in enumerate(found, start=2):
        if newcomer.name in faults:
            errors.append(field_error(f"line {line}", "invalid", faults[newcomer.name]))


def _newcomer(
    row: JsonObject,
    accounts: dict[str, Account],
    line: str,
    errors: list[FieldError],
    *,
    needs_accounts: bool,
) -> Newcomer:
    name = names.canonical((row["name"] or "").strip())
    bot = (row.get("bot") or "").strip() or None
    text = (row.get("rating") or "0").strip()
    if not 1 <= len(name) <= NAME_MAX:
        errors.append(
            field_error(
                line,
                "invalid",
                Message("needs a name of 1 to %(limit)s characters", limit=NAME_MAX),
            )
        )
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        errors.append(
            field_error(
                line,
                "invalid",
                Message(
                    "has the rating %(text)s, which is not a whole number", text=repr(text[:20])
                ),
            )
        )
        text = "0"
    account = None
    if bot is None:
        asked = (row.get("account") or "").strip()
        wanted = asked or (name if needs_accounts else "")
        account = accounts.get(wanted.casefold()) if wanted else None
        if asked and account is None:
            errors.append(
                field_error(
                    line,
                    "unknown",
                    Message("names an account %(name)s that does not exist", name=asked),
                )
            )
    return Newcomer(name, None if account is None else account.pk, bot, int(text))
