"""What every device has: its settings, its pictures, and the tables of its older built-in apps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenarios.world.columns import Moment
from scenarios.world.errors import ServiceOff
from scenarios.world.tables import Row, Table, TableOf

if TYPE_CHECKING:
    from scenarios.world.world import World

NETWORK = "network"
"""What a tool needs that talks to a service outside the device."""


@dataclass(frozen=True, slots=True)
class Setting:
    device_id: str
    cellular: bool = True
    wifi: bool = True
    location_service: bool = True
    low_battery_mode: bool = False
    locale: str = "en_US"
    utc_offset_seconds: int = 0
    latitude: float | None = None
    longitude: float | None = None
    place_id: str | None = None
    formatted_address: str | None = None
    brightness: int = 50
    do_not_disturb: bool = False
    airplane_mode: bool = False
    ringer_volume: int = 50


@dataclass(frozen=True, slots=True)
class StoredImage:
    """`image_content` is the SHA-256 of the bytes, which are kept beside the rows; "" if the file was missing."""

    image_id: int
    image_content: str = ""
    name: str = ""
    media_type: str = ""
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    person_id: str
    name: str = ""
    phone_number: str = ""
    relationship: str | None = None
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class DeviceMessage:
    message_id: str
    sender_person_id: str | None = None
    sender_phone_number: str = ""
    recipient_person_id: str | None = None
    recipient_phone_number: str = ""
    content: str = ""
    creation_datetime: Moment = ""


@dataclass(frozen=True, slots=True)
class DeviceNote:
    note_id: str
    title: str = ""
    content: str = ""
    creation_datetime: Moment = ""


SETTINGS = Table(Setting, "SETTING", single=True)
IMAGES = Table(StoredImage, "IMAGE", derived=True)
PEOPLE = Table(Person, "CONTACT")
DEVICE_MESSAGES = Table(DeviceMessage, "MESSAGING")
DEVICE_NOTES = Table(DeviceNote, "NOTES")

TABLES: tuple[TableOf, ...] = (SETTINGS, IMAGES, PEOPLE, DEVICE_MESSAGES, DEVICE_NOTES)
BASE: dict[str, list[Row]] = {SETTINGS.name: [{"device_id": "device_1"}]}


def require(world: World, needs: tuple[str, ...]) -> None:
    """Raises ServiceOff if the device lacks something that a tool needs."""
    if NETWORK in needs and not network_is_on(world):
        raise ServiceOff(
            NETWORK, hint="Switch on Wi-Fi (set_wifi_status) or cellular (set_cellular_service_status) first."
        )


def network_is_on(world: World) -> bool:
    settings = world.rows.find(SETTINGS)
    return not settings or any((setting.cellular or setting.wifi) and not setting.airplane_mode for setting in settings)
