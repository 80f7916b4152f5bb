"""The documentation for agents: true to the catalog, short, found, and its examples are sound and drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ui_server.agent_docs import docs
from ui_server.agent_docs.docs import capabilities, item_details, list_items, quick_start, search
from ui_server.agent_docs.item import CATEGORIES, Item, UnknownItem
from ui_server.agent_docs.pointing import CONCEPT_OF, NO_PAGE, page_for
from ui_server.agent_docs.ranking import index_of, words
from ui_server.catalogs import BASIC_IDS, basic_catalog, family
from ui_server.diagnostics import names
from ui_server.diagnostics.codes import CODES
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json
from ui_server.functions import Functions
from ui_server.images import Images
from ui_server.receive import receive
from ui_server.resolve import resolve
from ui_server.session import Session
from ui_server.surface import Version
from ui_server.surfaces import Surfaces

VERSIONS: tuple[Version, ...] = ("v0.8", "v0.9", "v0.9.1", "v1.0")
FENCE = re.compile(r"```json\n(.+?)```", re.DOTALL)
each_version = pytest.mark.parametrize("version", VERSIONS)


def payloads(version: Version) -> Iterator[tuple[str, list[Any]]]:
    """Every whole payload that the documentation shows."""
    for item in docs.items(version):
        for key in ("example", "messages"):
            shown = item.body.get(key)
            if isinstance(shown, list) and shown:
                yield f"{item.category}/{item.name}", shown


def fragments(version: Version) -> Iterator[tuple[str, list[Any]]]:
    """What the concepts show, as whole payloads: lists of components get the messages around them."""
    for item in docs.items(version):
        for written in FENCE.findall(str(item.body.get("text", ""))):
            yield item.name, around(json.loads(written), version)


def around(shown: list[Any], version: Version) -> list[Any]:
    if "id" not in shown[0]:
        return shown
    components: Json = {"surfaceId": "s", "components": shown}
    if version == "v0.8":
        return [{"surfaceUpdate": components}, {"beginRendering": {"surfaceId": "s", "root": "root"}}]
    create = {"surfaceId": "s", "catalogId": BASIC_IDS[family(version)][0]}
    return [{"version": version, "createSurface": create}, {"version": version, "updateComponents": components}]


def graver(messages: list[Any]) -> list[Diagnostic]:
    """All errors and warnings, of the payload and of showing it."""
    receipt = receive(Surfaces(), messages, purpose="validate")
    found = list(receipt.diagnostics)
    for surface in receipt.surfaces:
        found += resolve(surface, Functions(surface.version), Images()).diagnostics
    return [fault for fault in found if fault.severity != "info"]


# -- true to the catalog ---------------------------------------------------------------------------------------------


@each_version
def test_every_component_function_and_message_of_the_version_has_its_page_and_no_other_has(version: Version) -> None:
    catalog = basic_catalog(family(version))
    pages = {
        category: [item.name for item in docs.items(version) if item.category == category] for category in CATEGORIES
    }

    assert pages["Components"] == list(catalog.components)
    assert pages["Client Actions"] == [*catalog.functions, "userAction" if version == "v0.8" else "action"]
    assert pages["Server Actions"] == list(names.KINDS_OF_MESSAGE[family(version)])


@each_version
def test_a_component_page_names_every_property_that_the_catalog_has(version: Version) -> None:
    catalog = basic_catalog(family(version))
    for item in docs.items(version):
        if item.category == "Components":
            shape = catalog.shape(catalog.components[item.name])
            rows: Any = item.body["properties"]
            assert {row["name"] for row in rows} == set(shape.properties) - {"id", "component"}
            assert {row["name"] for row in rows if row["required"]} == set(shape.required) - {"id", "component"}
            assert all(row["type"] for row in rows)


def test_a_property_tells_its_default_its_choices_and_whether_it_must_be_there() -> None:
    page: Any = item_details("v0.9", "Components", "ChoicePicker")
    rows = {row["name"]: row for row in page["properties"]}

    assert rows["variant"]["default"] == "mutuallyExclusive"
    assert rows["variant"]["type"] == "one of: multipleSelection, mutuallyExclusive"
    assert (rows["options"]["required"], rows["variant"]["required"]) == (True, False)
    assert rows["options"]["type"] == 'list of {"label": text, {"path": "/…"} or a call, "value": text}'


@pytest.mark.parametrize(
    ("version", "component", "name", "written"),
    [
        ("v0.8", "Text", "text", '{"literalString": text} or {"path": "/…"}'),
        ("v0.9", "Text", "text", 'text, {"path": "/…"} or a call'),
        ("v1.0", "Text", "text", 'text, {"@path": "/…"} or a call'),
        ("v0.8", "Slider", "value", '{"literalNumber": number} or {"path": "/…"}'),
        ("v0.9", "Card", "child", "id of a component"),
        ("v0.9", "List", "children", 'list of ids, or {"componentId": "id", "path": "/list"}'),
    ],
)
def test_a_type_is_written_as_its_version_writes_it(version: Version, component: str, name: str, written: str) -> None:
    page: Any = item_details(version, "Components", component)
    assert {row["name"]: row["type"] for row in page["properties"]}[name] == written


def test_a_function_page_tells_its_arguments_and_what_it_gives() -> None:
    page: Any = item_details("v1.0", "Client Actions", "formatCurrency")
    assert [(row["name"], row["required"]) for row in page["arguments"]][:2] == [("value", True), ("currency", True)]
    assert page["returns"] == "string"
    needs: Any = item_details("v0.9", "Client Actions", "numeric")
    assert needs["needs_one_of"] == ["min", "max"]
    assert needs["returns"] == "boolean"


@each_version
def test_every_page_says_what_it_is_about_in_one_sentence(version: Version) -> None:
    for item in docs.items(version):
        assert item.summary.endswith("."), item.name
        assert len(item.summary.split()) <= 30, item.name


# -- examples are sound ----------------------------------------------------------------------------------------------


@each_version
def test_every_payload_of_the_docs_is_valid_without_a_warning(version: Version) -> None:
    shown = list(payloads(version))
    assert len(shown) >= len(basic_catalog(family(version)).components) + 6
    for name, messages in shown:
        assert graver(messages) == [], name


@each_version
def test_every_payload_of_the_docs_is_of_their_version_alone(version: Version) -> None:
    for name, messages in payloads(version):
        stated = {message.get("version") for message in messages}
        assert stated == ({None} if version == "v0.8" else {version}), name


@each_version
def test_what_the_concepts_show_has_no_error(version: Version) -> None:
    shown = list(fragments(version))
    assert len(shown) >= 9
    for name, messages in shown:
        assert [fault for fault in graver(messages) if fault.severity == "error"] == [], name


@each_version
def test_the_page_of_a_component_or_function_has_it_in_its_example(version: Version) -> None:
    for item in docs.items(version):
        if item.category == "Components" or (item.category == "Client Actions" and "arguments" in item.body):
            assert f'"{item.name}"' in json.dumps(item.body["example"]), item.name


@pytest.mark.parametrize("version", ["v0.8", "v0.9", "v1.0"])
async def test_every_payload_of_the_docs_is_drawn(version: Version, new_session: Callable[..., Session]) -> None:
    for name, messages in payloads(version):
        session = new_session()
        assert session.receive(messages, purpose="validate").accepted
        screen = await session.render()
        assert [fault for fault in screen.diagnostics if fault.severity == "error"] == [], name
        if "deleteSurface" not in messages[-1]:
            assert screen.drawing.picture.height > 0 and screen.drawing.surfaces, name


async def test_the_form_of_the_quick_start_can_be_operated(new_session: Callable[..., Session]) -> None:
    session = new_session()
    session.receive(next(item for item in docs.items("v0.9") if item.name == "booking_form").body["messages"])
    screen = await session.render()
    named = {(element.role, element.name, element.enabled) for element in screen.elements().values()}
    assert ("button", "Book", False) in named
    assert {role for role, _, _ in named} == {"textbox", "date", "slider", "button"}


@pytest.mark.parametrize("version", ["v0.8", "v0.9", "v1.0"])
async def test_the_choices_of_an_example_show_what_its_data_says(
    version: Version, new_session: Callable[..., Session]
) -> None:
    session = new_session()
    session.receive(next(item for item in docs.items(version) if item.name == "choose_several").body["messages"])
    chosen = {element.name for element in (await session.render()).elements().values() if element.checked}
    assert chosen == {"Music", "Once a week"}


# -- quick start -----------------------------------------------------------------------------------------------------


@each_version
def test_the_quick_start_fits_in_1500_tokens(version: Version) -> None:
    text = quick_start(version)
    assert len(text) / 3.5 <= 1500
    assert len(text.split()) * 1.4 <= 1500


@each_version
def test_the_quick_start_names_every_component_function_and_example(version: Version) -> None:
    text, catalog = quick_start(version), basic_catalog(family(version))
    for name in catalog.components:
        assert f"\n- {name}: " in text
    assert all(f"{name}(" in text for name in catalog.functions)
    assert all(item.name in text for item in docs.items(version) if item.category == "Examples")


@each_version
def test_the_example_of_the_quick_start_can_be_copied(version: Version) -> None:
    line = next(line for line in quick_start(version).splitlines() if line.startswith("[{"))
    assert graver(json.loads(line)) == []


# -- asking ----------------------------------------------------------------------------------------------------------


@each_version
def test_the_categories_are_those_published_with_their_counts(version: Version) -> None:
    told: Any = capabilities(version)
    assert [each["category"] for each in told["categories"]] == [
        "Concepts",
        "Components",
        "Client Actions",
        "Server Actions",
        "Examples",
    ]
    for each in told["categories"]:
        listed: Any = list_items(version, each["category"])
        assert len(listed["items"]) == each["items"] > 0


@pytest.mark.parametrize(
    ("word", "category"),
    [("components", "Components"), ("FUNCTIONS", "Client Actions"), ("server_actions", "Server Actions"),
     ("Messages", "Server Actions"), ("exampels", "Examples")],
)  # fmt: skip
def test_a_category_is_known_by_other_spellings(word: str, category: str) -> None:
    assert list_items("v0.9", word)["category"] == category


def test_an_unknown_category_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownItem) as caught:
        list_items("v0.9", "zebras")
    assert all(category in caught.value.hint for category in CATEGORIES)


@pytest.mark.parametrize("written", ["choicepicker", "CHOICEPICKER", "choice_picker", "Choice Picker"])
def test_a_page_is_found_whatever_the_case_of_its_name(written: str) -> None:
    page = item_details("v0.9", "Components", written)
    assert page["item_name"] == "ChoicePicker"
    assert "note" not in page


@pytest.mark.parametrize(
    ("version", "word", "name"),
    [("v0.9", "dropdown", "ChoicePicker"), ("v0.8", "dropdown", "MultipleChoice"), ("v0.9", "TextFeild", "TextField"),
     ("v1.0", "MultipleChoice", "ChoicePicker")],
)  # fmt: skip
def test_a_miss_gives_the_nearest_page_and_says_so(version: Version, word: str, name: str) -> None:
    page = item_details(version, "Components", word)
    assert page["item_name"] == name
    assert word in str(page["note"]) and name in str(page["note"])


def test_a_page_of_another_category_is_given_with_a_note() -> None:
    page = item_details("v0.9", "Components", "formatDate")
    assert (page["category"], page["note"]) == ("Client Actions", "This is under Client Actions, not Components.")


def test_a_name_near_to_nothing_is_answered_with_what_there_is() -> None:
    with pytest.raises(UnknownItem) as caught:
        item_details("v0.9", "Examples", "quaternion")
    assert "booking_form" in caught.value.hint


# -- searching -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("dropdown", "ChoicePicker"),
        ("how do I validate an email", "email"),
        ("date format", "formatDate"),
        ("image placeholder", "images"),
        ("chekbox", "CheckBox"),
        ("disable a button", "checks"),
        ("repeat a row for each entry", "templates"),
        ("delete a surface", "deleteSurface"),
        ("text field", "TextField"),
        ("ChoicePicker", "ChoicePicker"),
    ],
)
def test_a_question_finds_its_page_first(query: str, first: str) -> None:
    found: Any = search("v0.9", query)
    assert found["results"][0]["item_name"] == first
    assert "note" not in found


def test_words_count_and_not_the_letters_inside_them() -> None:
    pages = [
        Item("Concepts", "rows", "About rows.", {"text": "Each row stands below the last."}),
        Item("Concepts", "arrows", "About arrows that throw and grow.", {"text": "arrows narrow borrow"}),
    ]
    assert [item.name for item in index_of(pages).search("row")] == ["rows"]


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    common = [Item("Concepts", f"page{n}", "A button.", {"text": "button"}) for n in range(9)]
    rare = Item("Concepts", "last", "A badger.", {"text": "button"})
    assert index_of([*common, rare]).search("button badger")[0].name == "last"


def test_names_are_cut_into_words_and_plurals_into_singulars() -> None:
    assert words("ChoicePicker options openUrl boxes entries class") == [
        "choice", "picker", "option", "open", "url", "box", "entry", "class",
    ]  # fmt: skip


@pytest.mark.parametrize("query", ["zebra quux", "", "the of to", "!!!"])
def test_a_search_that_finds_nothing_says_so(query: str) -> None:
    found = search("v0.9", query)
    assert found["results"] == []
    assert "Nothing is found" in str(found["note"])


# -- from a fault to its page ----------------------------------------------------------------------------------------


def fault(code: str, pointer: str = "", got: str = "") -> Diagnostic:
    return Diagnostic(severity="error", code=code, message="It is wrong.", pointer=pointer, got=got)


@each_version
def test_every_code_of_a_concept_leads_to_a_page_that_is_there(version: Version) -> None:
    assert set(CONCEPT_OF) | NO_PAGE <= set(CODES)
    assert not set(CONCEPT_OF) & NO_PAGE
    for code in CONCEPT_OF:
        page = page_for(fault(code), [], version)
        assert page is not None and page.category == "Concepts", code
    assert all(page_for(fault(code), [], version) is None for code in NO_PAGE)


def v09(*components: Json) -> list[Any]:
    return [{"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [*components]}}]


PLACE = "/0/updateComponents/components/0"


@pytest.mark.parametrize(
    ("component", "pointer", "page"),
    [
        ({"id": "a", "component": "Slider"}, PLACE, ("Components", "Slider")),
        ({"id": "a", "component": "Text", "text": {"call": "formatDate", "args": {}}}, f"{PLACE}/text/args",
         ("Client Actions", "formatDate")),
        ({"id": "a", "component": "MultipleChoice"}, PLACE, ("Components", "ChoicePicker")),
        ({"id": "a", "component": {"Text": {"txt": 1}}}, f"{PLACE}/component/Text/txt", ("Components", "Text")),
        ({"id": "a"}, PLACE, ("Server Actions", "updateComponents")),
    ],
)  # fmt: skip
def test_a_fault_leads_to_the_innermost_thing_that_has_a_page(
    component: Json, pointer: str, page: tuple[str, str]
) -> None:
    found = page_for(fault("unknown_property", pointer), v09(component), "v0.9")
    assert found is not None and (found.category, found.name) == page


def test_an_unknown_type_leads_to_what_does_the_same_else_to_the_tree() -> None:
    known = page_for(fault("unknown_component", f"{PLACE}/component", got="Dropdown"), v09(), "v0.9")
    unknown = page_for(fault("unknown_component", f"{PLACE}/component", got="Zebra"), v09(), "v0.9")
    assert known is not None and known.name == "ChoicePicker"
    assert unknown is not None and unknown.name == "component_tree"


def test_an_unknown_function_leads_to_what_does_the_same_where_there_are_functions() -> None:
    later = page_for(fault("unknown_function", got="concat"), [], "v1.0")
    old = page_for(fault("unknown_function", got="concat"), [], "v0.8")
    assert later is not None and (later.category, later.name) == ("Client Actions", "formatString")
    assert old is not None and (old.category, old.name) == ("Concepts", "functions")


@pytest.mark.parametrize("pointer", ["", "/7/updateComponents/components/0", "/0/updateComponents/components/9/text/x"])
def test_a_place_that_is_not_there_breaks_nothing(pointer: str) -> None:
    found = page_for(fault("wrong_type", pointer), v09({"id": "a", "component": "Text"}), "v0.9")
    assert found is None or found.category == "Server Actions"
