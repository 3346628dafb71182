#!/usr/bin/env python
"""Django's command line; puts platform/ on the path, so that a bare checkout works."""

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent / "platform"))

from cutpurse.manage import main

if __name__ == "__main__":
    main()
