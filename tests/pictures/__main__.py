"""Take the pictures: `python -m tests.pictures [--out FOLDER]`."""

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    # A clone need not be installed: the platform's packages lie in a folder of their own.
    root = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root / "platform"))
    os.chdir(root)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"

    from tests.pictures.camera import main

    main()
