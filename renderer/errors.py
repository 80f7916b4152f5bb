"""What can go wrong between a tree and a picture. Every error names its owner: an episode's outcome follows from it.

RendererError
├── BrowserMissing     no browser can be started on this machine
├── BrowserLost        the browser or page died; it has been replaced, the call may be made again
├── DeadlineExceeded   a step took longer than it was given
└── Unreachable        a gesture cannot reach its element: hidden, covered, or gone
"""

from __future__ import annotations


class RendererError(Exception):
    """Base of all faults whose owner is the renderer. `code` is stable, `hint` says what mends it."""

    owner = "renderer"
    code = "renderer_error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BrowserMissing(RendererError):
    code = "browser_missing"


class BrowserLost(RendererError):
    code = "browser_lost"


class DeadlineExceeded(RendererError):
    """`step` is the step that ran out of time, `seconds` what it had been given."""

    code = "deadline_exceeded"

    def __init__(self, step: str, seconds: float) -> None:
        super().__init__(f"{step} took longer than {seconds:g} s", hint="The page was replaced; try again.")
        self.step = step
        self.seconds = seconds


class Unreachable(RendererError):
    """The element is not there, or a click at its point would reach `covered_by` instead."""

    code = "unreachable"

    def __init__(self, element_id: str, covered_by: str | None) -> None:
        what = f"is covered by {covered_by!r}" if covered_by else "is not on the page"
        super().__init__(f"element {element_id!r} {what}")
        self.element_id = element_id
        self.covered_by = covered_by
