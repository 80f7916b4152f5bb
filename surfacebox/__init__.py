"""The command line: settings, set-up, the check of the machine, and one module per group of commands."""

from __future__ import annotations

__version__ = "0.1.0"
