"""The site's secret key where the environment names none: made once, kept in a file."""

import os
import secrets
from pathlib import Path


def kept(file: Path) -> str:
    """Return the secret in a file that only its owner reads; make it when there is none."""
    try:
        return file.read_text()
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    part.touch(mode=0o600)
    part.write_text(secrets.token_urlsafe(48))
    try:
        # A link, since it fails where another process was faster; the file is never half written.
        file.hardlink_to(part)
    except FileExistsError:
        pass
    finally:
        part.unlink()
    return file.read_text()
