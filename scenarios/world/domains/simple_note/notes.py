"""Finding, reading and writing notes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.simple_note.tables import NOTES, Note
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import PageIndex, PageLimit, Plus, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

EXCERPT = 160

NoteId = Annotated[int, Field(description="The note's id, as simple_note_search_notes gives it.")]
Title = Annotated[str, Field(min_length=1, description="Unique among your notes.")]
Tags = Annotated[list[str], Field(description="All tags that the note shall have.")]
SortNotes = Annotated[
    Literal["created_at", "-created_at", "updated_at", "-updated_at", "title", "-title"],
    Plus,
    Field(description="What to order by; a minus turns the order round."),
]


def search_notes(
    world: World,
    query: Query = "",
    tags: Annotated[list[str] | None, Field(description="Only notes with all of these tags.")] = None,
    pinned: Annotated[bool | None, Field(description="Only pinned, or only unpinned notes.")] = None,
    dont_reorder_pinned: Annotated[bool, Field(description="Leave pinned notes where they fall.")] = False,
    sort_by: SortNotes | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find your notes by words, tags or pin. Pinned notes come first. Shows the beginning of each; read one with
    simple_note_show_note.

    >>> simple_note_search_notes(query="packing list")
    """
    found = [note for note in own_notes(world) if _fits(note, tags, pinned)]
    found = ordered(ranked(query, found, lambda note: f"{note.title} {note.content} {' '.join(note.tags)}"), sort_by)
    if not dont_reorder_pinned:
        found.sort(key=lambda note: not note.pinned)
    return page("notes", found, page_index, page_limit, _excerpt)


def show_note(world: World, note_id: NoteId) -> Json:
    """Read one of your notes in full.

    >>> simple_note_show_note(note_id=11)
    """
    return plain(own_note(world, note_id), without=("user_id",))


def create_note(
    world: World,
    title: Title,
    content: Annotated[str, Field(description="The text, with line breaks as they should stand.")] = "",
    tags: Tags | None = None,
    pinned: bool = False,
) -> Json:
    """Write a new note.

    >>> simple_note_create_note(title="Gift ideas", content="Scarf\\nTea", tags=["family"])
    """
    refuse_taken_title(world, title)
    now = world.now()
    note = Note(
        id=world.rows.next_id(NOTES),
        user_id=world.owner.id,
        title=title,
        content=content,
        tags=tuple(tags or ()),
        pinned=pinned,
        created_at=now,
        updated_at=now,
    )
    world.rows.add(NOTES, note)
    return {"message": f"Note {title!r} was created.", "note_id": note.id}


def update_note(
    world: World,
    note_id: NoteId,
    title: Title | None = None,
    content: Annotated[str | None, Field(description="The whole new text; it takes the place of the old one.")] = None,
    tags: Tags | None = None,
    pinned: bool | None = None,
) -> Json:
    """Change title, text, tags or pin of a note. What is not given stays as it is.

    >>> simple_note_update_note(note_id=11, content="Tent\\nStove\\nRope")
    """
    note = own_note(world, note_id)
    if title is not None and title != note.title:
        refuse_taken_title(world, title)
    changed = edited(note, title=title, content=content, tags=None if tags is None else tuple(tags), pinned=pinned)
    return saved(world, changed, "updated")


def add_content_to_note(
    world: World,
    note_id: NoteId,
    append_or_prepend: Annotated[Literal["append", "prepend"], Field(description="Behind the text, or before it.")],
    added_content: Annotated[str, Field(min_length=1, description="Put on lines of its own.")],
) -> Json:
    """Add lines at the end or the beginning of a note.

    >>> simple_note_add_content_to_note(note_id=11, append_or_prepend="append", added_content="Torch")
    """
    note = own_note(world, note_id)
    parts = [note.content, added_content] if append_or_prepend == "append" else [added_content, note.content]
    return saved(world, edited(note, content="\n".join(part for part in parts if part)), "extended")


def delete_note(world: World, note_id: NoteId) -> Json:
    """Delete one of your notes for good.

    >>> simple_note_delete_note(note_id=12)
    """
    note = own_note(world, note_id)
    world.rows.remove(NOTES, note)
    return {"message": f"Note {note.title!r} was deleted.", "note_id": note.id}


def own_notes(world: World) -> list[Note]:
    return world.rows.find(NOTES, user_id=world.owner.id)


def own_note(world: World, note_id: int) -> Note:
    """Raises NotFound for a note that does not exist or is somebody else's."""
    note = world.rows.get(NOTES, note_id)
    if note is None or note.user_id != world.owner.id:
        raise NotFound("note of yours with the id", note_id, hint="Find its id with simple_note_search_notes.")
    return note


def refuse_taken_title(world: World, title: str) -> None:
    """Raises Conflict if the owner has a note of that title."""
    taken = world.rows.first(NOTES, user_id=world.owner.id, title=title)
    if taken is not None:
        hint = f"Change note {taken.id} with simple_note_update_note, or choose another title."
        raise Conflict(f"You have a note called {title!r} already.", hint=hint)


def saved(world: World, note: Note, what: str) -> Row:
    """Stores an edited note with the time of the edit, and says so."""
    world.rows.put(NOTES, edited(note, updated_at=world.now()))
    return {"message": f"Note {note.title!r} was {what}.", "note_id": note.id}


def _fits(note: Note, tags: list[str] | None, pinned: bool | None) -> bool:
    return set(tags or ()) <= set(note.tags) and pinned in (None, note.pinned)


def _excerpt(note: Note) -> Row:
    return {
        "id": note.id,
        "title": note.title,
        "excerpt": note.content if len(note.content) <= EXCERPT else note.content[:EXCERPT] + "…",
        "tags": list(note.tags),
        "pinned": note.pinned,
        "created_at": note.created_at,
        "updated_at": note.updated_at,
    }


TOOLS = tools(
    "simple_note",
    {
        search_notes: "find look up list notes memo text",
        show_note: "read open view note memo content",
        create_note: "write add new note memo save jot",
        update_note: "edit change rename rewrite pin tag note",
        add_content_to_note: "append prepend add line text to note",
        delete_note: "remove erase throw away note",
    },
    needs=(NETWORK,),
)
