"""Projects and their sections."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.todoist.access import (
    Color,
    Place,
    ProjectId,
    SectionId,
    Title,
    in_order,
    led_project,
    members,
    membership,
    own_project,
    own_projects,
    own_section,
)
from scenarios.world.domains.todoist.order import make_room, place_for
from scenarios.world.domains.todoist.removal import remove_project, remove_section
from scenarios.world.domains.todoist.tables import MEMBERSHIPS, PROJECTS, SECTIONS, TASKS, Membership, Project, Section
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict
from scenarios.world.parameters import PageIndex, PageLimit, Plus, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

SortProjects = Annotated[
    Literal["name", "-name", "created_at", "-created_at"],
    Plus,
    Field(description="What to order by; a minus turns the order round."),
]


def create_project(
    world: World, name: Title, color: Color = "charcoal", description: str = "", is_favorite: bool = False
) -> Json:
    """Make a new project, a list of tasks.

    >>> todoist_create_project(name="Balcony", color="green")
    """
    now = world.now()
    project = Project(
        id=world.rows.next_id(PROJECTS),
        user_id=world.owner.id,
        name=name,
        color=color,
        description=description,
        created_at=now,
    )
    world.rows.add(PROJECTS, project)
    link = Membership(world.rows.next_id(MEMBERSHIPS), project.id, world.owner.id, is_favorite, created_at=now)
    world.rows.add(MEMBERSHIPS, link, derived=True)
    return {"message": f"Project {name!r} was created.", "project_id": project.id}


def show_project(world: World, project_id: ProjectId) -> Json:
    """See one project with its sections and the people in it.

    >>> todoist_show_project(project_id=301)
    """
    project = own_project(world, project_id)
    people: list[Json] = [{"name": user.name, "email": user.email} for user in members(world, project)]
    return {**_shown(world, project), "sections": _sections(world, project), "people": people}


def show_projects(
    world: World,
    query: Query = "",
    color: Annotated[str | None, Field(description="Only projects of this colour.")] = None,
    is_favorite: Annotated[bool | None, Field(description="Only favourites, or only others.")] = None,
    is_archived: Annotated[bool | None, Field(description="Only archived projects, or only others.")] = None,
    sort_by: SortProjects | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List your projects and those you take part in.

    >>> todoist_show_projects(query="garden")
    """
    kept = [
        project
        for project in own_projects(world)
        if color in (None, project.color)
        and is_favorite in (None, _kept(world, project).is_favorite)
        and is_archived in (None, _kept(world, project).is_archived)
    ]
    found = ordered(ranked(query, kept, lambda project: f"{project.name} {project.description}"), sort_by)
    return page("projects", found, page_index, page_limit, lambda project: _shown(world, project))


def update_project(
    world: World,
    project_id: ProjectId,
    name: Title | None = None,
    color: Color | None = None,
    description: str | None = None,
    is_favorite: Annotated[bool | None, Field(description="For you alone.")] = None,
    is_archived: Annotated[bool | None, Field(description="For you alone.")] = None,
) -> Json:
    """Rename, recolour, describe, favour or archive a project. What is not given stays as it is.

    >>> todoist_update_project(project_id=301, name="Kitchen garden")
    """
    project = own_project(world, project_id)
    if (name, color, description, is_favorite, is_archived) == (None,) * 5:
        hint = "Give at least one of name, color, description, is_favorite, is_archived."
        raise Conflict("Nothing to change was given.", hint=hint)
    if (name, color, description) != (None,) * 3:
        changed = edited(led_project(world, project_id), name=name, color=color, description=description)
        world.rows.put(PROJECTS, changed)
    if (is_favorite, is_archived) != (None, None):
        _keep(world, edited(_kept(world, project), is_favorite=is_favorite, is_archived=is_archived))
    return {"message": f"Project {name or project.name!r} was updated.", "project_id": project_id}


def delete_project(world: World, project_id: ProjectId) -> Json:
    """Delete a project of yours with all of its sections and tasks.

    >>> todoist_delete_project(project_id=301)
    """
    project = led_project(world, project_id)
    if project.is_inbox:
        raise Conflict("The inbox cannot be deleted.", hint="Delete its tasks with todoist_delete_task instead.")
    remove_project(world, project)
    return {"message": f"Project {project.name!r} was deleted.", "project_id": project_id}


def create_section(world: World, project_id: ProjectId, name: Title, order_index: Place | None = None) -> Json:
    """Add a section to a project.

    >>> todoist_create_section(project_id=301, name="Autumn")
    """
    project = own_project(world, project_id)
    siblings = world.rows.find(SECTIONS, project_id=project.id)
    place = place_for(siblings, order_index)
    make_room(world, SECTIONS, siblings, place)
    section = Section(world.rows.next_id(SECTIONS), project.id, name, place, world.now())
    world.rows.add(SECTIONS, section)
    return {"message": f"Section {name!r} was added to {project.name!r}.", "section_id": section.id}


def show_sections(world: World, project_id: ProjectId) -> Json:
    """List the sections of a project in their order.

    >>> todoist_show_sections(project_id=301)
    """
    return {"sections": _sections(world, own_project(world, project_id))}


def update_section(
    world: World, section_id: SectionId, name: Title | None = None, order_index: Place | None = None
) -> Json:
    """Rename a section or move it to another place.

    >>> todoist_update_section(section_id=311, name="Early spring")
    """
    section = own_section(world, section_id)
    changed = edited(section, name=name, order_index=order_index)
    if changed.order_index != section.order_index:
        others = [o for o in world.rows.find(SECTIONS, project_id=section.project_id) if o.id != section.id]
        make_room(world, SECTIONS, others, changed.order_index)
    world.rows.put(SECTIONS, changed)
    return {"message": f"Section {changed.name!r} was updated.", "section_id": section.id}


def delete_section(world: World, section_id: SectionId) -> Json:
    """Delete a section with all of its tasks.

    >>> todoist_delete_section(section_id=311)
    """
    section = own_section(world, section_id)
    remove_section(world, section)
    return {"message": f"Section {section.name!r} was deleted.", "section_id": section.id}


def _kept(world: World, project: Project) -> Membership:
    """How the owner keeps a project; as a new member does, if no row says so."""
    return membership(world, project, world.owner.id) or Membership(0, project.id, world.owner.id)


def _keep(world: World, link: Membership) -> None:
    if membership(world, own_project(world, link.project_id), link.user_id):
        world.rows.put(MEMBERSHIPS, link)
    else:
        world.rows.add(MEMBERSHIPS, replace(link, id=world.rows.next_id(MEMBERSHIPS), created_at=world.now()))


def _shown(world: World, project: Project) -> Row:
    kept = _kept(world, project)
    tasks = world.rows.find(TASKS, project_id=project.id)
    return {
        **plain(project, without=("user_id",)),
        "is_yours": project.user_id == world.owner.id,
        "is_favorite": kept.is_favorite,
        "is_archived": kept.is_archived,
        "open_tasks": sum(not task.is_completed for task in tasks),
        "completed_tasks": sum(task.is_completed for task in tasks),
    }


def _sections(world: World, project: Project) -> list[Json]:
    sections = in_order(world.rows.find(SECTIONS, project_id=project.id))
    return [plain(section, without=("project_id",)) for section in sections]


TOOLS = tools(
    "todoist",
    {
        create_project: "new to-do list",
        show_project: "open to-do list details people sections",
        show_projects: "find to-do lists",
        update_project: "edit rename favourite archive to-do list",
        delete_project: "remove to-do list",
        create_section: "new group heading in project",
        show_sections: "list groups headings of project",
        update_section: "rename move reorder group heading",
        delete_section: "remove group heading",
    },
    needs=(NETWORK,),
)
