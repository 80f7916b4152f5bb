"""Smaller edits of notes, beyond the published tools."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.simple_note.notes import NoteId, Title, own_note, own_notes, refuse_taken_title, saved
from scenarios.world.domains.simple_note.tables import NOTES
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.results import plain
from scenarios.world.world import World
from ui_server.expressions import Json

Tag = Annotated[str, Field(min_length=1, description="One tag.")]


def list_tags(world: World) -> Json:
    """List the tags of your notes with how many notes have each.

    >>> simple_note_list_tags()
    """
    counts = Counter(tag for note in own_notes(world) for tag in note.tags)
    return {"tags": [{"tag": tag, "notes": count} for tag, count in sorted(counts.items())]}


def pin_note(world: World, note_id: NoteId) -> Json:
    """Pin a note, so that it comes first in lists.

    >>> simple_note_pin_note(note_id=11)
    """
    return _set_pin(world, note_id, pinned=True)


def unpin_note(world: World, note_id: NoteId) -> Json:
    """Take the pin off a note.

    >>> simple_note_unpin_note(note_id=13)
    """
    return _set_pin(world, note_id, pinned=False)


def duplicate_note(world: World, note_id: NoteId, title: Title) -> Json:
    """Make a copy of a note under another title, without its pin.

    >>> simple_note_duplicate_note(note_id=11, title="Packing list for winter")
    """
    note = own_note(world, note_id)
    refuse_taken_title(world, title)
    now, new_id = world.now(), world.rows.next_id(NOTES)
    world.rows.add(NOTES, edited(note, id=new_id, title=title, pinned=False, created_at=now, updated_at=now))
    return {"message": f"Note {note.title!r} was copied to {title!r}.", "note_id": new_id}


def replace_in_note(
    world: World,
    note_id: NoteId,
    old_text: Annotated[str, Field(min_length=1, description="Exactly as it stands in the note.")],
    new_text: Annotated[str, Field(description="What to put in its place; empty text removes it.")],
) -> Json:
    """Replace a piece of a note's text wherever it occurs.

    >>> simple_note_replace_in_note(note_id=11, old_text="Stove", new_text="Gas stove")
    """
    note = own_note(world, note_id)
    if old_text not in note.content:
        hint = "Read the note with simple_note_show_note and copy the text from it."
        raise NotFound(f"text in note {note_id}", old_text, hint=hint)
    return saved(world, edited(note, content=note.content.replace(old_text, new_text)), "updated")


def remove_line_from_note(
    world: World,
    note_id: NoteId,
    line: Annotated[str, Field(min_length=1, description="The whole line; spaces around it do not matter.")],
) -> Json:
    """Remove a line from a note; the first one, if it stands there more than once.

    >>> simple_note_remove_line_from_note(note_id=11, line="Stove")
    """
    note = own_note(world, note_id)
    lines = note.content.split("\n")
    places = [place for place, text in enumerate(lines) if text.strip() == line.strip()]
    if not places:
        raise NotFound(f"line in note {note_id}", line, hint="Read the note with simple_note_show_note first.")
    del lines[places[0]]
    return saved(world, edited(note, content="\n".join(lines)), "updated")


def add_tag(world: World, note_id: NoteId, tag: Tag) -> Json:
    """Give a note one more tag.

    >>> simple_note_add_tag(note_id=11, tag="summer")
    """
    note = own_note(world, note_id)
    if tag in note.tags:
        raise Conflict(f"Note {note_id} has the tag {tag!r} already.", hint="Nothing needs to be done.")
    return saved(world, edited(note, tags=(*note.tags, tag)), "tagged")


def remove_tag(world: World, note_id: NoteId, tag: Tag) -> Json:
    """Take one tag off a note.

    >>> simple_note_remove_tag(note_id=11, tag="travel")
    """
    note = own_note(world, note_id)
    if tag not in note.tags:
        raise NotFound(f"tag on note {note_id}", tag, hint=f"Its tags are: {', '.join(note.tags) or 'none'}.")
    return saved(world, edited(note, tags=tuple(other for other in note.tags if other != tag)), "updated")


def find_note_by_title(world: World, title: Title) -> Json:
    """Read the note with exactly this title; capitals do not matter.

    >>> simple_note_find_note_by_title(title="Packing list")
    """
    wanted = title.strip().casefold()
    found = [note for note in own_notes(world) if note.title.strip().casefold() == wanted]
    if not found:
        raise NotFound("note of yours called", title, hint="Look for its words with simple_note_search_notes.")
    return plain(found[0], without=("user_id",))


def _set_pin(world: World, note_id: int, *, pinned: bool) -> Json:
    note = own_note(world, note_id)
    if note.pinned is pinned:
        state = "pinned" if pinned else "not pinned"
        raise Conflict(f"Note {note_id} is {state} already.", hint="Nothing needs to be done.")
    return saved(world, edited(note, pinned=pinned), "pinned" if pinned else "unpinned")


TOOLS = tools(
    "simple_note",
    {
        list_tags: "tags labels categories of notes",
        pin_note: "pin keep on top note",
        unpin_note: "unpin note",
        duplicate_note: "copy clone note",
        replace_in_note: "find and replace text in note",
        remove_line_from_note: "delete line item from note list",
        add_tag: "tag label note",
        remove_tag: "untag label note",
        find_note_by_title: "exact title note",
    },
    extra=True,
    needs=(NETWORK,),
)
