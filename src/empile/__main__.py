"""``python -m empile``: the command line."""

import sys

from empile.cli import main

if __name__ == "__main__":
    sys.exit(main())
