"""The closed list of diagnostic codes. `docs/diagnostics.md` shows each with a faulty and a mended example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ui_server.diagnostics.diagnostic import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """`severity` is the usual one in a finished payload; while a screen is still arriving some errors are warnings."""

    severity: Severity
    meaning: str


_READING: Final = {
    "no_messages": Code("error", "There is no message in what was sent."),
    "not_json": Code("error", "The text holds no JSON."),
    "json_syntax": Code("error", "The JSON breaks off from the grammar at the place named."),
    "truncated_json": Code("error", "The text ends inside a JSON value."),
    "trailing_comma": Code("error", "A comma stands before a closing bracket."),
    "duplicate_key": Code("error", "A key stands twice in one object."),
    "not_a_number": Code("error", "NaN, Infinity or a number too large for JSON."),
    "bad_encoding": Code("error", "The bytes are not UTF-8, or a text holds half of a surrogate pair."),
    "wrapped_payload": Code("info", "The JSON came in a fence, in tags or among prose, and was taken out."),
    "several_documents": Code("info", "Several JSON documents stood in a row and were read as one list."),
}
_ENVELOPE: Final = {
    "not_an_object": Code("error", "A message is not a JSON object."),
    "missing_version": Code("error", "A message has no version, and its kind needs one."),
    "unknown_version": Code("error", "The version is not one of A2UI's, or not written as text."),
    "mixed_versions": Code("error", "A message of one version uses the kind of another."),
    "missing_envelope": Code("error", "The body of a message, or a component, was sent without its message around it."),
    "unknown_message": Code("error", "A message is of no known kind."),
    "two_messages": Code("error", "One object holds two messages."),
    "wrong_direction": Code("error", "An agent sent what only a client sends, or the other way round."),
}
_SCHEMA: Final = {
    "missing_property": Code("error", "Something required is not there."),
    "unknown_property": Code("error", "A key that is not known at its place."),
    "renamed_property": Code("error", "A property under the name that another version gives it."),
    "wrong_type": Code("error", "A value of the wrong JSON type."),
    "not_allowed": Code("error", "A value that is not among those allowed."),
    "out_of_range": Code("error", "A number, a text or a list beyond its limits."),
    "bad_format": Code("error", "A text that does not have the form asked for."),
    "other_version": Code("error", "A value in the shape that another version gives it."),
    "exclusive": Code("error", "Two things of which only one may be there."),
    "inline_component": Code("error", "A component stands where its id belongs."),
    "several_children": Code("error", "Several ids where one component fits."),
    "unknown_component": Code("error", "A component type that the catalog does not have."),
    "unknown_function": Code("error", "A function that the catalog does not have."),
    "unknown_catalog": Code("error", "A catalog that is not known here."),
    "missing_condition": Code("error", "A check without its condition."),
    "duplicate_id": Code("error", "One message defines two components of the same id."),
    "invalid_pointer": Code("error", "A path that is not a JSON Pointer."),
    "invalid_pattern": Code("error", "A regular expression that cannot be compiled."),
    "invalid_identifier": Code("warning", "A v1.0 id that is not an identifier."),
    "value_array": Code("warning", "A v0.8 `valueArray`, which the published schema does not have."),
    "schema_mismatch": Code("error", "A value that its schema refuses for a reason not named above."),
}
_STRUCTURE: Final = {
    "missing_root": Code("error", "There is no component to start drawing at."),
    "not_begun": Code("error", "A v0.8 surface has components and no `beginRendering`."),
    "dangling_child": Code("error", "A reference to a component that is not there."),
    "self_reference": Code("error", "A component that contains itself."),
    "cycle": Code("error", "Components that contain each other."),
    "orphan": Code("warning", "A component that cannot be reached from the root."),
    "two_parents": Code("info", "A component that stands in two places."),
    "empty_screen": Code("warning", "A screen on which nothing can be seen."),
    "unbound_input": Code("warning", "An input whose value is not bound to the data."),
    "unwritten_path": Code("warning", "An event reads a path that no data and no input fills."),
    "unfilled_path": Code("warning", "A path that no data fills."),
    "raw_interpolation": Code("warning", "`${…}` in plain text, where it is shown as it stands."),
    "plain_path": Code("warning", "A path in plain text, from which nothing is read."),
    "constant_check": Code("warning", "A check that reads no data."),
    "not_a_pointer": Code("warning", "JSONPath or a dotted path where a JSON Pointer belongs."),
    "absolute_path_in_template": Code("warning", "A path from the root inside a template, found only in the row."),
    "template_without_data": Code("warning", "A template over nothing."),
    "template_over_object": Code("warning", "A template over an object or a plain value instead of a list."),
    "no_options": Code("warning", "A choice without options."),
    "duplicate_option": Code("warning", "Two options of a choice with one value, of which only the first is offered."),
    "unshown_value": Code("warning", "A value that its control cannot show."),
    "reversed_range": Code("warning", "A range whose maximum does not exceed its minimum."),
    "date_pattern": Code("warning", "A date pattern whose letters mean something else than they seem to."),
    "costly_pattern": Code("warning", "A regular expression that can take very long."),
}
_STATE: Final = {
    "surface_exists": Code("error", "A surface is created under the id of a live one."),
    "unknown_surface": Code("error", "A message for a surface that does not exist."),
    "version_mismatch": Code("error", "A message in another version than its surface."),
    "not_owner": Code("error", "A message for a surface of another agent."),
    "not_a_container": Code("error", "Data is written inside a value that holds no others."),
    "bad_index": Code("error", "A list index that cannot be written."),
    "limit_reached": Code("error", "Something deeper, longer or larger than is taken here."),
    "draft_form": Code("warning", "An earlier draft's spelling of v1.0, read as the present one."),
    "unevaluable": Code("warning", "A function that failed on its arguments."),
    "image_refused": Code("info", "An image that is not fetched; its description is shown."),
    "nothing_to_show": Code("info", "No surface has been created, or each was deleted; the picture is blank."),
    "more_diagnostics": Code("info", "How many faults are left out."),
}
CODES: Final[Mapping[str, Code]] = MappingProxyType({**_READING, **_ENVELOPE, **_SCHEMA, **_STRUCTURE, **_STATE})
"""Every code a diagnostic may carry."""
