"""Run a drill: `python -m tests.drills (restart | disk-full) [--seed N]`."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    # A clone need not be installed: the platform's packages lie in a folder of their own.
    root = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root / "platform"))
    os.chdir(root)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.chaos.settings"

    from tests.drills.cli import main

    sys.exit(main())
