"""What is known of the published world's tables, for callers who have rows alone, such as `surfacebox diff`.

A world that declares its own tables passes its own schemas instead.
"""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.scoring.rows import TableSchema

_RECEIVER = frozenset({"receiver_id"})

PUBLISHED: Mapping[str, TableSchema] = {
    "gmail.emails": TableSchema(recipients=frozenset({"recipient_ids"}), owner="sender_id"),
    "gmail.global_email_threads": TableSchema(derived=True, references={"email_ids": "gmail.emails"}),
    "gmail.user_email_threads": TableSchema(
        derived=True,
        references={"email_ids": "gmail.emails", "global_email_thread_id": "gmail.global_email_threads"},
        derived_columns=frozenset(
            {
                "incoming",
                "outgoing",
                "sender_email_addresses",
                "sender_names",
                "recipient_email_addresses",
                "recipient_names",
                "has_attachments",
            }
        ),
    ),
    "phone.global_text_messages": TableSchema(recipients=_RECEIVER, owner="sender_id"),
    "phone.user_text_messages": TableSchema(
        derived=True, references={"global_text_message_id": "phone.global_text_messages"}
    ),
    "phone.global_voice_messages": TableSchema(recipients=_RECEIVER, owner="sender_id"),
    "phone.user_voice_messages": TableSchema(
        derived=True, references={"global_voice_message_id": "phone.global_voice_messages"}
    ),
    "todoist.project_collaborator_links": TableSchema(derived=True, references={"project_id": "todoist.projects"}),
    "todoist.tasks": TableSchema(derived_columns=frozenset({"order_index"})),
    "amazon.products": TableSchema(derived_columns=frozenset({"inventory_quantity", "rating", "seller_rating"})),
    "amazon.sellers": TableSchema(derived_columns=frozenset({"rating"})),
    "amazon.orders": TableSchema(spends=True, owner="user_id"),
    "amazon.prime_subscriptions": TableSchema(spends=True, owner="user_id"),
    "spotify.premium_subscriptions": TableSchema(spends=True, owner="user_id"),
    "venmo.transactions": TableSchema(spends=True, recipients=_RECEIVER, owner="sender_id"),
    "venmo.bank_transfers": TableSchema(spends=True),
    "splitwise.payments": TableSchema(recipients=_RECEIVER, owner="payer_id"),
    "IMAGE": TableSchema(derived=True),
    "SANDBOX": TableSchema(derived=True),
    "CALENDAR_EVENTS_RECURRENCE_STAGING": TableSchema(derived=True),
}
