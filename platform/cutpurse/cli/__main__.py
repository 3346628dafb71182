"""Run the command line as a module: `python -m cutpurse.cli`."""

import sys

from cutpurse.cli import main

if __name__ == "__main__":
    sys.exit(main())
