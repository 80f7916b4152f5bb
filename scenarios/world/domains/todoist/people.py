"""The people of a project: finding, inviting and removing them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.accounts import user_by_email
from scenarios.world.domains.gmail.notices import notify
from scenarios.world.domains.todoist.access import ProjectId, led_project, members, membership, own_project, tell
from scenarios.world.domains.todoist.tables import (
    INVITES,
    MEMBERSHIPS,
    PROJECTS,
    TASKS,
    USERS,
    Invite,
    Membership,
    Project,
)
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import Email, PageIndex, PageLimit
from scenarios.world.ranking import ranked
from scenarios.world.results import page
from scenarios.world.world import World
from ui_server.expressions import Json

CODE_LENGTH = 8

InviteCode = Annotated[str, Field(min_length=1, description="The code of the invitation.")]


def search_users(
    world: World,
    query: Annotated[str, Field(description="A name or address, or part of one.")],
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find people who use the task app, by name or address.

    >>> todoist_search_users(query="Mirela")
    """
    found = ranked(query, world.rows.find(USERS), lambda user: f"{user.name} {user.email}")
    return page("users", found, page_index, page_limit, lambda user: {"name": user.name, "email": user.email})


def send_project_invite(world: World, project_id: ProjectId, email: Email) -> Json:
    """Invite somebody into a project of yours. They get the code by e-mail.

    >>> todoist_send_project_invite(project_id=301, email="mirela.quist@example.com")
    """
    project, invitee = led_project(world, project_id), user_by_email(world, USERS, email)
    if invitee in members(world, project):
        raise Conflict(f"{invitee.name} takes part in {project.name!r} already.", hint="Nothing needs to be done.")
    if world.rows.count(INVITES, project_id=project.id, invitee_id=invitee.id):
        hint = "Wait for the answer, or take it back with todoist_delete_project_invite."
        raise Conflict(f"{invitee.name} has an invitation into {project.name!r} already.", hint=hint)
    code = world.chance.digits("todoist invite", CODE_LENGTH)
    invite = Invite(world.rows.next_id(INVITES), project.id, world.owner.id, invitee.id, code, world.now())
    world.rows.add(INVITES, invite)
    message = f"{world.owner.name} invites you into {project.name!r}. The code is {code}."
    tell(world, invitee.id, kind="project_invite", title="An invitation", message=message)
    notify(world, "todoist", invitee.email, subject=f"Invitation into {project.name}", body=message)
    return {"message": f"{invitee.name} was invited into {project.name!r}.", "invite_code": code}


def accept_project_invite(world: World, invite_code: InviteCode) -> Json:
    """Accept an invitation that you got, and take part in its project.

    >>> todoist_accept_project_invite(invite_code="47110815")
    """
    invite = world.rows.first(INVITES, invite_code=invite_code, invitee_id=world.owner.id)
    project = world.rows.get(PROJECTS, invite.project_id) if invite else None
    if invite is None or project is None:
        hint = "The code stands in the e-mail that invited you."
        raise NotFound("invitation of yours with the code", invite_code, hint=hint)
    if membership(world, project, world.owner.id) is None:
        new_id = world.rows.next_id(MEMBERSHIPS)
        world.rows.add(MEMBERSHIPS, Membership(new_id, project.id, world.owner.id, created_at=world.now()))
    world.rows.remove(INVITES, invite, derived=True)
    message = f"{world.owner.name} takes part in {project.name!r} now."
    tell(world, invite.inviter_id, kind="invite_accepted", title="Invitation accepted", message=message)
    return {"message": f"You take part in {project.name!r} now.", "project_id": project.id}


def delete_project_invite(world: World, invite_code: InviteCode) -> Json:
    """Take back an invitation that you sent, or turn down one that you got.

    >>> todoist_delete_project_invite(invite_code="47110815")
    """
    found = [
        invite
        for invite in world.rows.find(INVITES, invite_code=invite_code)
        if world.owner.id in (invite.inviter_id, invite.invitee_id)
    ]
    if not found:
        hint = "The code stands in the e-mail that invited, and in the answer of todoist_send_project_invite."
        raise NotFound("invitation of yours with the code", invite_code, hint=hint)
    world.rows.remove(INVITES, found[0])
    return {"message": "The invitation was deleted."}


def remove_collaborator_from_project(world: World, project_id: ProjectId, email: Email) -> Json:
    """Remove somebody from a project of yours, or yourself from somebody else's. Their tasks in it become nobody's.

    >>> todoist_remove_collaborator_from_project(project_id=302, email="tove.arnesen@example.com")
    """
    leaves = email == world.owner.email.lower()
    project = own_project(world, project_id) if leaves else led_project(world, project_id)
    user = user_by_email(world, USERS, email)
    if user.id == project.user_id:
        hint = "Delete the project with todoist_delete_project instead."
        raise Conflict(f"{project.name!r} cannot be without its owner.", hint=hint)
    link = membership(world, project, user.id)
    if link is None:
        people = ", ".join(member.email for member in members(world, project))
        raise NotFound(f"person in {project.name!r} with the address", email, hint=f"Those in it are: {people}.")
    world.rows.remove(MEMBERSHIPS, link)
    _free_tasks(world, project, user.id)
    return {"message": f"{user.name} takes part in {project.name!r} no more.", "project_id": project.id}


def _free_tasks(world: World, project: Project, user_id: int) -> None:
    for task in world.rows.find(TASKS, project_id=project.id, assignee_id=user_id):
        world.rows.put(TASKS, replace(task, assignee_id=None, assigner_id=None), derived=True)


TOOLS = tools(
    "todoist",
    {
        search_users: "find people collaborators address",
        send_project_invite: "share add collaborator person to list",
        accept_project_invite: "join shared list",
        delete_project_invite: "withdraw decline cancel invitation",
        remove_collaborator_from_project: "kick leave shared list person",
    },
    needs=(NETWORK,),
)
