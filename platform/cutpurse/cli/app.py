"""The commands of `cutpurse`. Each is one call of the client, and one thing shown."""

import os
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text
from typer.exceptions import TyperException

from cutpurse.cli import login, play, rendering, site
from cutpurse.cli.errors import CliError
from cutpurse.cli.login import Login
from cutpurse.client import Client, CutpurseError

PATIENCE_S = 15.0
WIDE = 200
"""Columns where no terminal says how many there are: what reads a pipe wants no broken ids."""
INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""
MISUSED = 2
"""The exit code of a command line that makes no sense."""

app = typer.Typer(
    name="cutpurse",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("up")(site.up)
app.command("down")(site.down)
app.command("manage", context_settings=site.TAKES_ANYTHING, add_help_option=False)(site.manage)


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=site.tell_version,
            is_eager=True,
            help="Print the version and exit.",
        ),
    ] = False,
) -> None:
    """Play tabletop games with hidden hands, in the terminal."""


console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)

MatchId = Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match.")]
Address = Annotated[
    str | None,
    typer.Option(help="The URL of the server: https://play.example.org", show_default=False),
]


def ours() -> Client:
    """Return a client that acts for whoever is logged in."""
    return _acting(login.token(), login.address(None))


def stranger(address: str | None = None) -> Client:
    """Return a client with the login's token if there is one."""
    known = login.load()
    token = os.environ.get("CUTPURSE_TOKEN") or (known.token if known and not address else "")
    where = login.address(address)
    return _acting(token, where) if token else Client(address=where, patience_s=PATIENCE_S)


def _acting(token: str, address: str) -> Client:
    return Client(token, address=address, patience_s=PATIENCE_S, share_key=login.share_key())


def password(*, is_new: bool) -> str:
    """Return the password: from CUTPURSE_PASSWORD, or as it is typed, unseen."""
    given = os.environ.get("CUTPURSE_PASSWORD")
    typed: str = given or typer.prompt("Password", hide_input=True, confirmation_prompt=is_new)
    return typed


def keep(client: Client, address: str, username: str, word: str, *, is_bot: bool) -> None:
    """Log in, and keep the token."""
    scopes = ("bot", "read") if is_bot else ("play", "read")
    issued = client.log_in(username, word, scopes=scopes, name="cutpurse")
    login.save(Login(address, username, issued.token))
    console.print(f"Logged in as {username} at {address} until {issued.expires_at:%d %b %Y}.")


@app.command()
def register(
    username: str,
    address: Address = None,
    bot: Annotated[str, typer.Option(metavar="CONTACT")] = "",
) -> None:
    """Make an account and log in; with --bot it is a program's, for good."""
    where = login.address(address)
    with Client(address=where, patience_s=PATIENCE_S) as client:
        word = password(is_new=True)
        client.register(username, word)
        keep(client, where, username, word, is_bot=bool(bot))
        if bot:
            client.become_bot(bot)


@app.command("log-in")
def log_in(username: str, address: Address = None, *, bot: bool = False) -> None:
    """Log in, and keep the token for your eyes alone; --bot asks for a program's."""
    where = login.address(address)
    with Client(address=where, patience_s=PATIENCE_S) as client:
        keep(client, where, username, password(is_new=False), is_bot=bot)


@app.command("log-out")
def log_out() -> None:
    """End the token and forget it."""
    with ours() as client:
        client.log_out()
    login.forget()


@app.command()
def whoami() -> None:
    """Say who is logged in."""
    with ours() as client:
        me = client.me()
        badge = rendering.BADGE if me.is_bot else ""
        console.print(Text(f"{me.username}{badge} at {client.address}: {', '.join(me.scopes)}"))


@app.command()
def token() -> None:
    """Print the token, for programs that take it from the environment."""
    sys.stdout.write(f"{login.token()}\n")


@app.command()
def games(address: Address = None) -> None:
    """List the games, and the bots that play them."""
    with stranger(address) as client:
        console.print(rendering.games(client.games()))
        names = ", ".join(bot.id for bot in client.bots())
        console.print(Text(f"Built-in bots: {names}"))


@app.command("list")
def list_matches(
    game: str | None = None,
    status: str | None = None,
    player: str | None = None,
    *,
    mine: Annotated[
        bool, typer.Option("--mine", help="Only matches in which you have a seat.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000)] = 20,
) -> None:
    """List matches, the newest first."""
    with ours() if mine else stranger() as client:
        name = client.me().username if mine else player
        found = client.matches(game=game, status=status, player=name)
        console.print(rendering.matches(islice(found, limit)))


@app.command("open")
def open_match(  # noqa: PLR0913 - The parts of a match.
    game: str,
    *,
    seats: Annotated[int, typer.Option(help="The number of players.")],
    rules: Annotated[
        str | None, typer.Option(help="The id of the rules; by default the current ones.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="An option of the game: rounds=1; may be repeated."),
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(help="The id of a built-in bot for a seat; may be repeated.")
    ] = None,
    clock: Annotated[int | None, typer.Option(help="Seconds per decision.")] = None,
    bots: Annotated[
        str, typer.Option(help="Whether bots may take seats: none, allowed or only.")
    ] = "allowed",
    private: Annotated[
        bool,
        typer.Option("--private", help="Make the match private: it can be found only by its id."),
    ] = False,
    sit: Annotated[bool, typer.Option(help="Take a seat yourself.")] = True,
) -> None:
    """Open a match, sit down with bots or without, and print its id."""
    with ours() as client:
        match = client.open(
            game,
            seats=seats,
            rules=rules,
            options=dict(setting(text) for text in option or ()),
            clock=None if clock is None else {"per_move": clock},
            bots=bots,
            visibility="private" if private else "public",
        )
        sys.stdout.write(f"{match.id}\n")
        if sit:
            client.take_seat(match.id)
        for bot in against or ():
            client.add_bot(match.id, bot)


def setting(text: str) -> tuple[str, object]:
    """Return the name and the value of an option: a number, yes or no, or a word."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        message = f"an option reads like rounds=1, not {text!r}"
        raise CliError(message)
    if value.lstrip("-").isdigit():
        return name, int(value)
    return name, {"true": True, "yes": True, "false": False, "no": False}.get(value, value)


@app.command()
def join(match: MatchId, seat: int | None = None) -> None:
    """Take a seat at an open match."""
    with ours() as client:
        client.take_seat(match, seat=seat)
        console.print(rendering.match(client.match(match)))


@app.command()
def show(match: MatchId) -> None:
    """Show a match as you may see it."""
    with stranger() as client:
        console.print(rendering.match(client.match(match)))


@app.command()
def watch(match: MatchId) -> None:
    """Follow a match live, to its end."""
    with stranger() as client:
        play.watch(client, match, console)


@app.command("play")
def play_match(match: MatchId) -> None:
    """Play your seat at a match, to its end."""
    with ours() as client:
        play.play(client, match, console, typer.prompt)


@app.command()
def log(
    match: MatchId, out: Annotated[Path | None, typer.Option(help="The file to write.")] = None
) -> None:
    """Download the log of a match (NDJSON)."""
    with stranger() as client:
        text = client.log(match)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="A log file.")],
    against: Annotated[str, typer.Option(metavar="ADDRESS", help="The site to compare with.")] = "",
) -> None:
    """Check downloaded logs, offline: every hash, draw, move and result.

    A log that passes is consistent; with --against, genuine if that site keeps the same match.
    """
    # It takes the rules of the games, which nothing else here does.
    from cutpurse import verify as verification  # noqa: PLC0415

    compared = ["--against", against] if against else []
    if verification.main([*compared, "--", *map(str, files)]):
        raise typer.Exit(1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code; whatever goes wrong is one line on standard error."""
    given = None if arguments is None else list(arguments)
    try:
        code = app(given, standalone_mode=False)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (typer.Abort, TyperException, CutpurseError, CliError, OSError) as error:
        line = " ".join(explained(error).split())
        sys.stderr.write(f"cutpurse: {line}\n")
        return MISUSED if isinstance(error, TyperException) else 1
    return code if isinstance(code, int) else 0


def explained(error: Exception) -> str:
    """Return what an error says to a person."""
    if isinstance(error, typer.Abort):
        return "Nothing more was typed."
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, TyperException):
        return error.format_message()
    return str(error)
