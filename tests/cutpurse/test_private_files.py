"""What a clone keeps under var is read by its owner alone, whatever the umask and its past."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from cutpurse import log_files, secret
from cutpurse.embedded import home

BACKEND = "cutpurse.mail_files.EmailBackend"


@pytest.fixture(autouse=True)
def careless_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


def mailed(folder: Path) -> None:
    """Write a mail into a folder, as the site does."""
    connection = get_connection(BACKEND, file_path=str(folder))
    EmailMessage("A new password", "a link", to=["ann@example.org"], connection=connection).send()


def test_mails_that_go_to_files_are_read_by_the_site_alone(tmp_path: Path) -> None:
    folder = tmp_path / "mail"

    mailed(folder)

    (mail,) = folder.iterdir()
    assert "a link" in mail.read_text()
    assert (mode(folder), mode(mail)) == ("0o700", "0o600")


def test_a_folder_of_mails_that_was_open_to_others_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    folder.mkdir(mode=0o777)
    (folder / "old.log").touch(mode=0o666)

    mailed(folder)

    assert mode(folder) == "0o700"
    assert {mode(mail) for mail in folder.iterdir()} == {"0o600"}


def test_without_a_mail_server_the_site_uses_those_files() -> None:
    source = (Path(settings.ROOT) / "platform" / "cutpurse" / "settings.py").read_text()

    assert BACKEND in source
    assert "backends.filebased" not in source


def test_logs_are_read_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir(mode=0o777)
    log = folder / "web.log"
    log.touch(mode=0o666)

    for name in ("web.log", "worker.log"):
        log_files.open_log(folder / name).close()

    assert mode(folder) == "0o700"
    assert {mode(each) for each in folder.iterdir()} == {"0o600"}


def test_the_secret_key_is_closed_again_where_somebody_has_opened_it(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    key = secret.kept(file)
    assert mode(file) == "0o600"
    file.chmod(0o644)

    assert secret.kept(file) == key
    assert mode(file) == "0o600"


def test_the_folders_of_the_servers_let_nobody_else_in(tmp_path: Path) -> None:
    var = tmp_path / "var"
    try:
        made = home.make(var)
        made.sockets.resolve().chmod(0o777)
        made.logs.chmod(0o777)
        made = home.make(var)

        folders = (made.sockets.resolve(), made.valkey, made.logs)
        assert {mode(each) for each in folders} == {"0o700"}
    finally:
        home.remove(var)
