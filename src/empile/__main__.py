"""Entry point of ``python -m empile``."""

import sys

from empile.cli import main

if __name__ == "__main__":
    sys.exit(main())
