"""`manage.py up`: the whole platform on this machine until Ctrl-C; what `make up` calls."""

import os
import signal
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from rich.console import Console

from cutpurse import environment, secret, startup
from cutpurse.embedded.addresses import var_folder
from cutpurse.log_files import tail
from cutpurse.up import record, warden
from cutpurse.up.child import Child
from cutpurse.up.children import children
from cutpurse.up.supervisor import NotReadyError, Supervisor, address, free_port

HOST = "127.0.0.1"
PORT = 8000


class Command(BaseCommand):
    """Migrate, seed, start web and worker, and watch over them."""

    help = "Run the whole platform on this machine until Ctrl-C. HOST and PORT set the address."

    def handle(self, *_arguments: object, **_options: object) -> None:
        """Run until a signal comes."""
        var = var_folder()
        console = Console(soft_wrap=True, highlight=False)
        signal.signal(signal.SIGTERM, _leave)
        signal.signal(signal.SIGHUP, _leave)
        try:
            with record.alone(var):
                if record.stop(var):
                    console.print("Stopped what an earlier run had left.")
                with warden.posted(var) as guard:
                    _prepare(console)
                    _serve(var, console, guard)
        except record.AlreadyUpError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            console.print("Stopped.")


VAPID_KEY_BYTES = 32


def _prepare(console: Console) -> None:
    """Bring the database up to date; fill the clone's own with what there is to see."""
    # 32 random bytes are a private key of P-256; web and worker read it when they start.
    secret.kept(var_folder() / "vapid_key", size=VAPID_KEY_BYTES)
    secret.kept(var_folder() / "oidc_key", make=secret.rsa_key)
    with console.status("Preparing the database"):
        call_command("migrate", database="owner", verbosity=0)
    try:
        startup.check_database()
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from error
    if not os.environ.get("DATABASE_URL"):
        # Accounts with a password that this command prints are for the clone's own database only.
        call_command("seed")
    connections.close_all()


def _serve(var: Path, console: Console, guard: Child) -> None:
    host = os.environ.get("HOST", HOST)
    port, wanted = _port(host)
    if port != wanted:
        console.print(f"Port {wanted} is taken: using {port}.")
    supervisor = Supervisor(var, children(var, host, port), address(host, port), console.print)
    try:
        supervisor.start(guard)
        with console.status("Starting web and worker"):
            supervisor.await_ready()
        console.print(f"Cutpurse runs at [bold]{supervisor.address}[/] until Ctrl-C.")
        console.print(f"Logs are in {var / 'logs'}.")
        while True:
            supervisor.watch_once()
    except NotReadyError as error:
        message = f"{error}; {tail(var / 'logs' / 'web.log')}"
        raise CommandError(message) from error
    finally:
        with console.status("Stopping"):
            supervisor.stop()


def _port(host: str) -> tuple[int, int]:
    """Return a free port, and the one that was wanted."""
    wanted = environment.whole("PORT", PORT)
    if not 0 < wanted < 2**16:
        message = f"PORT must be from 1 to 65535, not {wanted}"
        raise CommandError(message)
    try:
        return free_port(host, wanted), wanted
    except NotReadyError as error:
        message = f"{error}; HOST and PORT say where to listen"
        raise CommandError(message) from error


def _leave(_number: int, _frame: object) -> None:
    """Leave as a Ctrl-C does: whoever asks by `make down` has not met with an error."""
    raise KeyboardInterrupt
