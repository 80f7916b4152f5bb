"""The safe repairs of one component: shapes and names of another version, a child in the wrong wrapping."""

from __future__ import annotations

from dataclasses import dataclass, field

from ui_server.catalog import Catalog
from ui_server.catalogs import family
from ui_server.diagnostics import hints
from ui_server.diagnostics.actions import pairs, unwrapped
from ui_server.diagnostics.bound import LITERAL_OF
from ui_server.diagnostics.values import LITERALS
from ui_server.expressions import Json
from ui_server.pointer import escape
from ui_server.surface import Version

Object = dict[str, Json]
_SLOTS = ("child", "trigger", "content", "entryPointChild", "contentChild")


@dataclass(slots=True)
class Mended:
    """What is done to one component: (code, pointer within it, words), and the components that came out of it."""

    catalog: Catalog
    version: Version
    ids: set[str]
    done: list[tuple[str, str, str]] = field(default_factory=list)
    added: list[Json] = field(default_factory=list)

    def note(self, code: str, place: str, words: str) -> None:
        self.done.append((code, place, words))

    def new_id(self, wanted: str) -> str:
        name, number = wanted, 2
        while name in self.ids:
            name, number = f"{wanted}_{number}", number + 1
        self.ids.add(name)
        return name

    def add(self, name: str, component_type: str, properties: Object) -> None:
        """Put another component at the end of the list."""
        if self.version == "v0.8":
            self.added.append({"id": name, "component": {component_type: properties}})
        else:
            self.added.append({"id": name, "component": component_type, **properties})


def mend_component(component: Object, mended: Mended) -> Object:
    """The component with its safe repairs made."""
    if family(mended.version) == "v0.8":
        return _mend_wrapped(component, mended)
    flat = _flattened(component, mended)
    name = flat.get("component")
    if not isinstance(name, str):
        return flat
    known = _known_type(name, mended)
    if known is None:
        return flat
    place = "" if flat is component else f"/component/{escape(name)}"
    outside = {key: value for key, value in flat.items() if key in ("id", "component")} | {"component": known}
    inside = {key: value for key, value in flat.items() if key not in ("id", "component")}
    return {**outside, **_mend_properties(inside, known, str(flat.get("id", "")), place, mended)}


def _mend_wrapped(component: Object, mended: Mended) -> Object:
    body = component.get("component")
    if isinstance(body, str):
        properties = {key: value for key, value in component.items() if key not in ("id", "component", "weight")}
        outside = {key: value for key, value in component.items() if key in ("id", "weight")}
        component = {**outside, "component": {body: properties}}
        mended.note("other_version", "/component", f"put the properties into {body}")
        body = component["component"]
    if not isinstance(body, dict) or len(body) != 1:
        return component
    name, properties_given = next(iter(body.items()))
    known = _known_type(name, mended)
    if known is None or not isinstance(properties_given, dict):
        return component
    place = f"/component/{escape(name)}"
    inside = _mend_properties(properties_given, known, str(component.get("id", "")), place, mended)
    return {**component, "component": {known: inside}}


def _flattened(component: Object, mended: Mended) -> Object:
    """A component wrapped in its type, as v0.8 has it."""
    body = component.get("component")
    if not isinstance(body, dict) or len(body) != 1:
        return component
    name, properties = next(iter(body.items()))
    if not isinstance(properties, dict) or any(key in properties for key in component):
        return component
    mended.note("other_version", "/component", f"put the properties of {name} beside its type")
    return {**component, "component": name, **properties}


def _known_type(name: str, mended: Mended) -> str | None:
    """The catalog's spelling of a type, when only its case is wrong."""
    if name in mended.catalog.components:
        return name
    found = next((known for known in mended.catalog.components if known.lower() == name.lower()), None)
    if found is not None:
        place = f"/component/{escape(name)}" if mended.version == "v0.8" else "/component"
        mended.note("unknown_component", place, f"wrote {found} for {name}")
    return found


def _mend_properties(properties: Object, name: str, own: str, place: str, mended: Mended) -> Object:
    known = mended.catalog.properties(name)
    result: Object = {}
    for key, value in properties.items():
        new = _new_name(key, properties, name, mended)
        if new != key:
            mended.note("renamed_property", f"{place}/{escape(key)}", f"wrote {new} for {key}")
        result[new] = value if new == key else hints.renamed_value(key, new, value)
    result = _mend_child(result, name, own, place, mended)
    for key in list(result):
        if key in known:
            result[key] = _mend_value(key, result[key], name, f"{place}/{escape(key)}", mended)
        if key in _SLOTS:
            result[key] = _mend_slot(key, result[key], own, f"{place}/{escape(key)}", mended)
    return result


def _new_name(key: str, properties: Object, name: str, mended: Mended) -> str:
    """The name that a property of another version has in this one."""
    known = mended.catalog.properties(name)
    if key in known or key == "text":
        return key
    found = hints.renamed(key, known, mended.version)
    return found[0] if found is not None and found[0] not in properties else key


def _mend_child(properties: Object, name: str, own: str, place: str, mended: Mended) -> Object:
    """One child in a list, or a label where a Text belongs."""
    if "child" not in mended.catalog.properties(name) or "child" in properties:
        return properties
    children = properties.get("children")
    if isinstance(children, list) and len(children) == 1:
        rest = {key: value for key, value in properties.items() if key != "children"}
        mended.note("unknown_property", f"{place}/children", "wrote child for children with one entry")
        return {"child": children[0], **rest}
    for key in ("label", "text"):
        label = properties.get(key)
        if isinstance(label, str) and key not in mended.catalog.properties(name):
            child = mended.new_id(f"{own or name.lower()}_label")
            mended.add(child, "Text", {"text": {"literalString": label} if mended.version == "v0.8" else label})
            mended.note("unknown_property", f"{place}/{key}", f"made the {key} a Text with the id {child}")
            return {"child": child, **{other: value for other, value in properties.items() if other != key}}
    return properties


def _mend_slot(key: str, value: Json, own: str, place: str, mended: Mended) -> Json:
    """The id of one component, given in a list or as the component itself."""
    if isinstance(value, list) and len(value) == 1:
        mended.note("wrong_type", place, f"took the id in {key} out of its list")
        value = value[0]
    if not isinstance(value, dict) or "component" not in value:
        return value
    child = value.get("id")
    name = mended.new_id(f"{own}_{key}") if not isinstance(child, str) else child
    if isinstance(child, str) and child in mended.ids:
        return value
    mended.ids.add(name)
    mended.note("inline_component", place, f"moved the component {name} to the list")
    inner = Mended(mended.catalog, mended.version, mended.ids)
    mended.added += [mend_component({**value, "id": name}, inner), *inner.added]
    mended.done += [(code, f"{place}{at}", words) for code, at, words in inner.done]
    return name


def _mend_value(key: str, value: Json, name: str, place: str, mended: Mended) -> Json:
    old = mended.version == "v0.8"
    if key == "children":
        mend = _v08_children if old else _children
        return mend(value, place, mended)
    if key == "action" and not old:
        return _action(value, place, mended)
    if key == "checks" and isinstance(value, list):
        return [_check(rule, f"{place}/{index}", mended) for index, rule in enumerate(value)]
    return _wrapped(key, value, name, place, mended) if old else _unwrapped(value, place, mended)


def _children(value: Json, place: str, mended: Mended) -> Json:
    if isinstance(value, dict) and isinstance(value.get("explicitList"), list):
        mended.note("other_version", place, "wrote the children as a list")
        return value["explicitList"]
    template = value.get("template") if isinstance(value, dict) else None
    if isinstance(template, dict) and "componentId" in template and "dataBinding" in template:
        mended.note("other_version", place, "wrote the template with path and componentId")
        return {"path": template["dataBinding"], "componentId": template["componentId"]}
    if isinstance(value, str):
        mended.note("wrong_type", place, "put the child into a list")
        return [value]
    return value


def _v08_children(value: Json, place: str, mended: Mended) -> Json:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        mended.note("other_version", place, "put the children into explicitList")
        return {"explicitList": value}
    return value


def _action(value: Json, place: str, mended: Mended) -> Json:
    if isinstance(value, str) and value:
        mended.note("wrong_type", place, "made the name of the action an event")
        return {"event": {"name": value}}
    if not isinstance(value, dict) or "event" in value or "functionCall" in value:
        return value
    call = "@call" if mended.version == "v1.0" else "call"
    if isinstance(value.get(call), str):
        mended.note("missing_property", place, "put the call into functionCall")
        return {"functionCall": value}
    if not isinstance(value.get("name"), str) or not set(value) <= {"name", "context"}:
        return value
    mended.note("other_version", place, "put the action into event")
    context = value.get("context")
    return {"event": {**value, "context": pairs(context)} if isinstance(context, list) else value}


def _check(rule: Json, place: str, mended: Mended) -> Json:
    call = "@call" if mended.version == "v1.0" else "call"
    if not isinstance(rule, dict) or "condition" in rule or not isinstance(rule.get(call), str):
        return rule
    mended.note("missing_condition", place, "put the call into condition")
    condition = {key: value for key, value in rule.items() if key != "message"}
    return {"condition": condition, **{key: value for key, value in rule.items() if key == "message"}}


def _unwrapped(value: Json, place: str, mended: Mended) -> Json:
    """A v0.8 literal in a later version."""
    plain = value
    while isinstance(plain, dict) and len(plain) == 1 and next(iter(plain)) in LITERALS:
        plain = unwrapped(plain)
    if plain is not value:
        mended.note("other_version", place, "wrote the plain value")
    return plain


def _wrapped(key: str, value: Json, name: str, place: str, mended: Mended) -> Json:
    """A plain value where v0.8 wants a typed literal."""
    _, schema = mended.catalog.resolve(mended.catalog.properties(name)[key])
    literal = LITERAL_OF.get(type(value), "literalArray" if isinstance(value, list) else "")
    if literal and literal in schema.get("properties", {}):
        mended.note("other_version", place, f"put the value into {literal}")
        return {literal: value}
    return value
