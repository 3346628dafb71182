"""The proxy of the deployment, really started before processes of a test."""

import os
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests import processes
from tests.deploy.test_formats import DEPLOY, tool


def proxy(stack: ExitStack, folder: Path, *, web: Sequence[int], streams: Sequence[int]) -> str:
    """Run the proxy before the processes at these ports, and return its address."""
    address = f"http://127.0.0.1:{processes.free_port()}"
    environment = {
        **os.environ,
        "SITE": address,
        "WEB": " ".join(f"127.0.0.1:{port}" for port in web),
        "STREAMS": " ".join(f"127.0.0.1:{port}" for port in streams),
        "CADDY_ADMIN": f"127.0.0.1:{processes.free_port()}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = [tool("caddy"), "run", "--adapter", "caddyfile"]
    running = subprocess.Popen(
        [*command, "--config", str(DEPLOY / "Caddyfile")],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(running.wait)
    stack.callback(running.terminate)
    processes.wait_for(f"{address}/healthz")
    return address
