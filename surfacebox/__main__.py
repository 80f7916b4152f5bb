"""`python -m surfacebox` is the console script."""

from __future__ import annotations

import sys

from surfacebox.cli import main

if __name__ == "__main__":
    sys.exit(main())
