"""Accounts, which are of the same make in every app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenarios.world.calls import Call
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]
NORA = "nora.lindqvist@example.com"

every_app = pytest.mark.parametrize("app", ["amazon", "todoist", "simple_note", "gmail"])


def code_in_mail(ask: Ask) -> str:
    """The code in the newest e-mail."""
    thread = ask("gmail_show_inbox_threads", query="your code")["threads"][0]
    return str(thread["last_email"]).removeprefix("Your code is ").removesuffix(".")


def test_gmail_needs_no_verification_and_the_others_have_it(plan: Plan) -> None:
    names = {tool.name for tool in plan.registry}
    assert {"amazon_verify_account", "todoist_verify_account", "simple_note_send_verification_code"} <= names
    assert not {"gmail_verify_account", "gmail_send_verification_code"} & names


@every_app
def test_somebody_new_gets_an_account(call: Callable[..., Call], refusal: Refusal, app: str) -> None:
    person = {"first_name": "Ida", "last_name": "Berg", "email": "ida.berg@example.com", "password": "larch-42"}
    made = call(f"{app}_signup", **person)
    (user,) = [change for change in made.changes if change.table == f"{app}.users"]
    assert (user.operation, user.new["email"], user.new["is_verified"]) == ("create", "ida.berg@example.com", False)
    assert user.new["created_at"] == "2026-05-04T09:00:00"
    assert refusal(f"{app}_signup", **person)[0] == "conflict"
    assert refusal(f"{app}_signup", **{**person, "password": "abc"})[0] == "invalid_arguments"


@every_app
def test_logging_in_and_out_turns_a_flag(ask: Ask, refusal: Refusal, app: str) -> None:
    assert ask(f"{app}_show_account")["is_logged_in"] is True
    ask(f"{app}_logout")
    assert ask(f"{app}_show_account")["is_logged_in"] is False
    assert refusal(f"{app}_logout")[0] == "conflict"
    ask(f"{app}_login", username=NORA, password="default_password")
    account = ask(f"{app}_show_account")
    assert (account["is_logged_in"], account["last_logged_in"]) == (True, "2026-05-04T09:00:00")


@every_app
def test_a_wrong_password_does_not_log_in(refusal: Refusal, app: str) -> None:
    assert refusal(f"{app}_login", username=NORA, password="x")[0] == "not_allowed"
    assert refusal(f"{app}_login", username="tove@example.com", password="default_password")[0] == "not_allowed"


def test_an_account_is_verified_by_the_code_in_the_mail(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_send_verification_code", email=NORA)
    assert refusal("amazon_verify_account", email=NORA, verification_code="480215")[0] == "not_allowed"
    ask("amazon_verify_account", email=NORA, verification_code=code_in_mail(ask))
    assert ask("amazon_show_account")["is_verified"] is True
    assert refusal("amazon_verify_account", email=NORA, verification_code="480215")[0] == "not_allowed"


def test_a_password_is_changed_by_the_code_in_the_mail(ask: Ask, refusal: Refusal) -> None:
    ask("todoist_send_password_reset_code", email=NORA)
    code = code_in_mail(ask)
    ask("todoist_reset_password", email=NORA, password_reset_code=code, new_password="larch-42")
    ask("todoist_login", username=NORA, password="larch-42")
    again = {"email": NORA, "password_reset_code": code, "new_password": "larch-43"}
    assert refusal("todoist_reset_password", **again)[0] == "not_allowed"


def test_a_code_by_mail_follows_from_asking_for_it(call: Callable[..., Call]) -> None:
    made = call("amazon_send_password_reset_code", email=NORA)
    assert {change.table for change in made.changes if not change.derived} == {"amazon.users"}
    assert {change.table for change in made.changes if change.derived} >= {"gmail.emails"}


def test_nobody_gets_a_code_for_an_account_that_is_not_there(refusal: Refusal) -> None:
    assert refusal("amazon_send_password_reset_code", email="nobody@example.com")[0] == "not_found"
    assert refusal("amazon_send_verification_code", email="nobody@example.com")[0] == "not_found"


@every_app
def test_an_account_is_shown_without_password_and_codes(ask: Ask, app: str) -> None:
    shown = ask(f"{app}_show_account")
    assert not {name for name in shown if "password" in name or "code" in name}
    assert ask(f"{app}_show_profile") == {"first_name": "Nora", "last_name": "Lindqvist", "email": NORA}


def test_the_profile_of_another_user_is_public(ask: Ask, refusal: Refusal) -> None:
    assert ask("todoist_show_profile", email="mirela.quist@example.com")["first_name"] == "Mirela"
    assert refusal("todoist_show_profile", email="nobody@example.com")[0] == "not_found"


def test_a_name_is_changed_in_one_app_only(ask: Ask, refusal: Refusal, world: World) -> None:
    ask("gmail_update_account_name", last_name="Berg")
    assert [(change.table, change.new) for change in world.rows.changes()] == [("gmail.users", {"last_name": "Berg"})]
    assert refusal("gmail_update_account_name")[0] == "conflict"


@every_app
def test_a_deleted_account_is_gone_and_can_be_made_anew(ask: Ask, refusal: Refusal, app: str) -> None:
    ask(f"{app}_delete_account")
    code, said = refusal(f"{app}_show_account")
    assert code == "not_found"
    assert f"{app}_signup" in said
    ask(f"{app}_signup", first_name="Nora", last_name="L", email=NORA, password="larch-42")
