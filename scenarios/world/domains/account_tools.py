"""The tools by which every app lets people sign up, log in and look after their account: one make for all apps.

An episode is logged in from the start and no tool asks for it; logging in and out only turn a flag.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import Tool
from scenarios.world.device import NETWORK
from scenarios.world.domains.accounts import User, user_by_email
from scenarios.world.domains.gmail.notices import notify
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotAllowed, NotFound
from scenarios.world.parameters import Email
from scenarios.world.tables import Table
from scenarios.world.world import World
from ui_server.expressions import Json

CODE_LENGTH = 6

Name = Annotated[str, Field(min_length=1)]
Password = Annotated[str, Field(min_length=5, description="Five letters, digits or signs, or more.")]
Code = Annotated[str, Field(min_length=1, description="The code that was sent by e-mail.")]


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of one app in one world: what the functions below act in."""

    world: World
    app: str
    users: Table[User]

    @property
    def own(self) -> User:
        """Raises NotFound after the owner has deleted the account."""
        user = self.world.rows.get(self.users, self.world.owner.id)
        if user is None:
            raise NotFound(f"{self.app} account of", self.world.owner.email, hint=f"Make one with {self.app}_signup.")
        return user

    def put(self, user: User) -> None:
        self.world.rows.put(self.users, user)

    def mail_code(self, user: User, code: str, purpose: str) -> None:
        notify(self.world, self.app, user.email, subject=f"Your code to {purpose}", body=f"Your code is {code}.")

    def code(self) -> str:
        return self.world.chance.digits(f"{self.app} code", CODE_LENGTH)


def signup(accounts: Accounts, first_name: Name, last_name: str, email: Email, password: Password) -> Json:
    """Make a new account; a code to verify it is sent by e-mail.

    >>> APP_signup(first_name="Ida", last_name="Berg", email="ida.berg@example.com", password="larch-42")
    """
    world, users = accounts.world, accounts.users
    if any(user.email.lower() == email for user in world.rows.find(users)):
        raise Conflict(f"There is an account with the address {email} already.", hint="Log in, or use another address.")
    user = User(
        id=world.rows.next_id(users),
        first_name=first_name,
        last_name=last_name,
        email=email,
        password=password,
        created_at=world.now(),
        last_logged_in=world.now(),
        is_verified=False,
        is_logged_in=False,
        verification_code=accounts.code(),
    )
    world.rows.add(users, user)
    accounts.mail_code(user, user.verification_code or "", "verify your account")
    return {"message": f"An account for {user.name} was made.", "user_id": user.id}


def login(
    accounts: Accounts, username: Annotated[str, Field(description="Your e-mail address.")], password: str
) -> Json:
    """Log in. You are logged in to begin with.

    >>> APP_login(username="nora.lindqvist@example.com", password="default_password")
    """
    user = accounts.own
    if username.strip().lower() != user.email.lower() or password != user.password:
        raise NotAllowed("Address and password do not belong together.", hint="See your passwords, and try again.")
    accounts.put(replace(user, is_logged_in=True, last_logged_in=accounts.world.now()))
    return {"message": "You are logged in."}


def logout(accounts: Accounts) -> Json:
    """Log out.

    >>> APP_logout()
    """
    user = accounts.own
    if not user.is_logged_in:
        raise Conflict("You are logged out already.", hint="Nothing needs to be done.")
    accounts.put(replace(user, is_logged_in=False))
    return {"message": "You are logged out."}


def send_verification_code(accounts: Accounts, email: Email) -> Json:
    """Have a code sent by e-mail that verifies an account.

    >>> APP_send_verification_code(email="nora.lindqvist@example.com")
    """
    user = replace(user_by_email(accounts.world, accounts.users, email), verification_code=accounts.code())
    accounts.put(user)
    accounts.mail_code(user, user.verification_code or "", "verify your account")
    return {"message": f"A code was sent to {user.email}."}


def verify_account(accounts: Accounts, email: Email, verification_code: Code) -> Json:
    """Verify an account by the code that was sent.

    >>> APP_verify_account(email="nora.lindqvist@example.com", verification_code="480215")
    """
    user = user_by_email(accounts.world, accounts.users, email)
    _check_code(verification_code, user.verification_code, f"{accounts.app}_send_verification_code")
    accounts.put(replace(user, is_verified=True, verification_code=None))
    return {"message": f"The account of {user.email} is verified."}


def send_password_reset_code(accounts: Accounts, email: Email) -> Json:
    """Have a code sent by e-mail with which a new password can be set.

    >>> APP_send_password_reset_code(email="nora.lindqvist@example.com")
    """
    user = replace(user_by_email(accounts.world, accounts.users, email), password_reset_code=accounts.code())
    accounts.put(user)
    accounts.mail_code(user, user.password_reset_code or "", "set a new password")
    return {"message": f"A code was sent to {user.email}."}


def reset_password(accounts: Accounts, email: Email, password_reset_code: Code, new_password: Password) -> Json:
    """Set a new password by the code that was sent.

    >>> APP_reset_password(
    ...     email="nora.lindqvist@example.com",
    ...     password_reset_code="917364",
    ...     new_password="larch-42",
    ... )
    """
    user = user_by_email(accounts.world, accounts.users, email)
    _check_code(password_reset_code, user.password_reset_code, f"{accounts.app}_send_password_reset_code")
    accounts.put(replace(user, password=new_password, password_reset_code=None))
    return {"message": f"The password of {user.email} was changed."}


def show_profile(
    accounts: Accounts, email: Annotated[Email | None, Field(description="Left out, it is your own.")] = None
) -> Json:
    """See the public profile of a user.

    >>> APP_show_profile()
    """
    user = accounts.own if email is None else user_by_email(accounts.world, accounts.users, email)
    return {"first_name": user.first_name, "last_name": user.last_name, "email": user.email}


def show_account(accounts: Accounts) -> Json:
    """See your account, without its password.

    >>> APP_show_account()
    """
    user = accounts.own
    return {
        "user_id": user.id,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "is_verified": user.is_verified,
        "is_logged_in": user.is_logged_in,
        "created_at": user.created_at,
        "last_logged_in": user.last_logged_in,
    }


def update_account_name(accounts: Accounts, first_name: Name | None = None, last_name: str | None = None) -> Json:
    """Change the name on your account.

    >>> APP_update_account_name(last_name="Lindqvist-Berg")
    """
    changed = edited(accounts.own, first_name=first_name, last_name=last_name)
    accounts.put(changed)
    return {"message": f"Your name is {changed.name} now."}


def delete_account(accounts: Accounts) -> Json:
    """Delete your account for good. What you made stays.

    >>> APP_delete_account()
    """
    user = accounts.own
    accounts.world.rows.remove(accounts.users, user)
    return {"message": f"The account of {user.email} was deleted."}


KEYWORDS: dict[Callable[..., Json], str] = {
    signup: "register join new account",
    login: "sign in account session",
    logout: "sign out account session",
    send_verification_code: "confirm account code mail",
    verify_account: "confirm account code",
    send_password_reset_code: "forgot password account code mail",
    reset_password: "forgot new password account code",
    show_profile: "who is user account name",
    show_account: "my account settings profile",
    update_account_name: "rename account profile",
    delete_account: "close remove account",
}


def account_tools(app: str, users: Table[User], *, without: Sequence[Callable[..., Json]] = ()) -> tuple[Tool, ...]:
    """The account tools of an app, those of `without` left out."""
    return tuple(
        Tool(
            name=f"{app}_{function.__name__}",
            domain=app,
            function=_of_app(function, app, users),
            keywords=tuple(keywords.split()),
            needs=(NETWORK,),
        )
        for function, keywords in KEYWORDS.items()
        if function not in without
    )


def _of_app(function: Callable[..., Json], app: str, users: Table[User]) -> Callable[..., Json]:
    """The function for one app, its examples with the app's name in place of APP."""

    @wraps(function)
    def run(world: World, **arguments: object) -> Json:
        return function(Accounts(world, app, users), **arguments)

    run.__doc__ = (function.__doc__ or "").replace("APP_", f"{app}_")
    return run


def _check_code(given: str, sent: str | None, sender: str) -> None:
    if sent is None or given.strip() != sent:
        raise NotAllowed("The code is not the one that was sent.", hint=f"Have a new one sent with {sender}.")
