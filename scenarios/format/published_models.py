"""The fields of a published scenario file, as far as they mean anything here; all else is passed over."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _or_nothing(value: object) -> object:
    """Null where a list, an object or a text may be left out is the same as leaving it out."""
    return {} if value is None else value


def _or_empty(value: object) -> object:
    return [] if value is None else value


def _or_blank(value: object) -> object:
    return "" if value is None else value


Rows = Annotated[list[dict[str, Any]], BeforeValidator(_or_empty)]
Tables = Annotated[dict[str, Rows], BeforeValidator(_or_nothing)]
Texts = Annotated[list[str], BeforeValidator(_or_empty)]
Text = Annotated[str, BeforeValidator(_or_blank)]
Facts = Annotated[dict[str, Any], BeforeValidator(_or_nothing)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class MessageModel(_Model):
    """A message that stands before the conversation begins."""

    sender: Text = ""
    recipient: Text = ""
    content: Text = ""
    image_ids: list[int] | None = None


class MetadataModel(_Model):
    image_arrival: Any = None
    scenario_metadata: Facts = {}


class PublishedModel(_Model):
    name: str = Field(min_length=1)
    description: Text = ""
    device_state_id: str = Field(min_length=1)
    reference_time: str = Field(min_length=1)
    agentsandbox_entities: Tables = {}
    appworld_entities: Tables = {}
    image_paths: Texts = []
    messages: list[MessageModel]
    entity_diff_specs: Annotated[list[Any], BeforeValidator(_or_empty)] = []
    task_completion_criteria: Text = ""
    categories: Texts = []
    max_messages: int | None = Field(None, ge=0)
    tool_allow_list: Texts = []
    tool_deny_list: Texts = []
    metadata: Annotated[MetadataModel, BeforeValidator(_or_nothing)] = MetadataModel()

    def message(self, sender: str, recipient: str) -> MessageModel | None:
        """The first from one role to another, if there is any."""
        found = (each for each in self.messages if (each.sender, each.recipient) == (sender, recipient))
        return next(found, None)
