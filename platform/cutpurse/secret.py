"""The site's secret key where the environment names none: made once, kept in a file."""

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.exceptions import ImproperlyConfigured

from cutpurse import private_files


def of_site(environ: Mapping[str, str], *, debug: bool, file: Path) -> str:
    """Return the site's secret key: the environment's, or a clone's own in a file.

    Several machines on one database must share one key, so with a DATABASE_URL there is no second
    way, but for development. Raises ImproperlyConfigured.
    """
    if key := environ.get("SECRET_KEY"):
        return key
    if environ.get("DATABASE_URL") and not debug:
        message = (
            "SECRET_KEY must be set when DATABASE_URL is: 50 random characters that every process "
            "of the site shares and nobody else knows. DEBUG=1 does without, for development."
        )
        raise ImproperlyConfigured(message)
    return kept(file)


def of_log(environ: Mapping[str, str], *, debug: bool, file: Path) -> str:
    """Return what the site's public log is signed with: the environment's, or a clone's own.

    Several machines on one database need one key, so with a DATABASE_URL there is no second way,
    but for development: the empty text then, and no log is kept.
    """
    if key := environ.get("LOG_KEY"):
        return key
    return "" if environ.get("DATABASE_URL") and not debug else kept(file)


def read(file: Path) -> str:
    """Return the secret in a file that only its owner reads; empty where there is none."""
    try:
        private_files.close(file)
        return file.read_text()
    except FileNotFoundError:
        return ""


def rsa_key() -> str:
    """Return a new private key of RSA, as PEM."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def kept(file: Path, *, size: int = 48, make: Callable[[], str] | None = None) -> str:
    """Return the secret in a file that only its owner reads; make one of so many random bytes.

    `make` returns a new one where random bytes are none.
    """
    try:
        private_files.close(file)
        return file.read_text()
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    part.touch(mode=0o600)
    part.write_text(make() if make else secrets.token_urlsafe(size))
    try:
        # A link, since it fails where another process was faster; the file is never half written.
        file.hardlink_to(part)
    except FileExistsError:
        pass
    finally:
        part.unlink()
    return file.read_text()
