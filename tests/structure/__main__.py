"""Print how the code is built, in figures: `python -m tests.structure [--files]`."""

import argparse
import os
import sys
from pathlib import Path


def main() -> None:
    """Count, on throw-away servers; with --files also name the files on each way."""
    parser = argparse.ArgumentParser(prog="python -m tests.structure", description=__doc__)
    parser.add_argument("--files", action="store_true", help="name the files on each way")
    shows_files = parser.parse_args().files
    say = sys.stdout.write
    # Django's settings are read when these are imported.
    from tests.bench import platform_servers  # noqa: PLC0415
    from tests.structure import sources  # noqa: PLC0415

    for name, figure in sources.figures().items():
        say(f"{figure:>8,}  {name}\n")
    with platform_servers.running():
        from tests.structure import ways  # noqa: PLC0415

        for name, way in ways.WAYS.items():
            files = sorted(way())
            say(f"{len(files):>8,}  files whose functions run in {name}\n")
            if shows_files:
                say("".join(f"{'':10}{file}\n" for file in files))


if __name__ == "__main__":
    # A clone need not be installed: the platform's packages lie in a folder of their own.
    root = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root / "platform"))
    os.chdir(root)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    main()
