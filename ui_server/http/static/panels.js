// The panels under the screen: data model, events, history with differences, and the same screen in other looks.

import { paintDifference } from "./pixels.js";
import { picture } from "./service.js";

const MOST_KEPT = 60;
const LOOKS = [
  { label: "Light", theme: "light", width: 600 },
  { label: "Dark", theme: "dark", width: 600 },
  { label: "Narrow", theme: "light", width: 360 },
  { label: "Wide", theme: "light", width: 1200 },
];

function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function clockOf(moment) {
  return moment.toTimeString().slice(0, 8);
}

export class DataPanel {
  constructor(root, { change }) {
    this.root = root;
    this.change = change;
    this.fields = new Map();
    this.readOnly = false;
    this.timer = 0;
    this.rebuild([]);
  }

  show(surfaces) {
    const ids = surfaces.map((surface) => surface.surface_id);
    if (ids.join("\n") !== [...this.fields.keys()].join("\n")) this.rebuild(ids);
    for (const { surface_id: id, data_model: data } of surfaces) {
      const { area } = this.fields.get(id);
      const text = JSON.stringify(data, null, 2);
      area.readOnly = this.readOnly;
      if (document.activeElement !== area && area.value !== text) area.value = text;
    }
  }

  rebuild(ids) {
    this.fields.clear();
    this.root.replaceChildren();
    if (!ids.length) this.root.append(make("p", { className: "quiet", textContent: "The data of each surface is shown here, to be read and edited." }));
    for (const id of ids) {
      const area = make("textarea", { spellcheck: false, ariaLabel: `Data model of ${id}` });
      const fault = make("p", { className: "fault", role: "status" });
      area.addEventListener("input", () => this.edited(id));
      this.fields.set(id, { area, fault });
      this.root.append(make("section", {}, make("h3", { textContent: id }), area, fault));
    }
  }

  edited(id) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(id), 300);
  }

  async send(id) {
    const { area, fault } = this.fields.get(id);
    let value;
    try {
      value = JSON.parse(area.value);
    } catch (error) {
      fault.textContent = `Not sent: ${error.message}`;
      return;
    }
    fault.textContent = (await this.change(id, value)) ?? "";
  }
}

export class EventPanel {
  constructor(root, { count }) {
    this.root = root;
    this.counter = count;
    this.clear();
  }

  clear() {
    this.sent = 0;
    this.root.replaceChildren(
      make("p", { className: "quiet", textContent: "Nothing has been sent yet. Press a button on the screen." }),
    );
    this.counter.textContent = "";
  }

  add(happened, by) {
    this.root.querySelector(".quiet")?.remove();
    const { event, metadata, changes, local, problems, element_id: element, row } = happened;
    this.sent += event ? 1 : 0;
    this.counter.textContent = this.sent || "";
    const stamp = (event?.action ?? event?.userAction)?.timestamp;
    const when = stamp ? new Date(stamp) : new Date();
    const head = make("header", {}, make("time", { textContent: clockOf(when) }), make("b", { textContent: by }));
    const place = [element, row].filter(Boolean).join("  in row ");
    head.append(make("span", { textContent: event ? place : `${place}  nothing sent`.trim() }));
    const entry = make("article", { className: event ? "sent" : "silent" }, head);
    if (event) entry.append(make("pre", { textContent: JSON.stringify(event, null, 2) }));
    if (metadata) entry.append(make("pre", { textContent: JSON.stringify({ metadata }, null, 2) }));
    if (local) entry.append(make("pre", { textContent: JSON.stringify({ call: local }, null, 2) }));
    for (const { path, old, new: now } of changes ?? []) {
      entry.append(make("p", { className: "change", textContent: `${path ?? "local value"}: ${JSON.stringify(old)} \u2192 ${JSON.stringify(now)}` }));
    }
    for (const problem of problems ?? []) entry.append(make("p", { className: "fault", textContent: problem }));
    this.root.prepend(entry);
  }
}

export class HistoryPanel {
  constructor(root) {
    this.list = root.querySelector(".revisions");
    this.figure = root.querySelector(".compared");
    this.entries = [];
    this.chosen = [];
    this.list.addEventListener("keydown", (event) => this.walk(event));
  }

  /** Keeps a screen, and tells whether it did: not when it looks just as the one before. */
  add(report, image, label) {
    const hash = report.screenshot.sha256;
    if (this.entries.at(-1)?.hash === hash) return false;
    const entry = { hash, image, label, revision: report.revision, at: clockOf(new Date()) };
    const thumb = make("img", { src: image.src, alt: "" });
    entry.button = make("button", { type: "button" }, thumb,
      make("span", { textContent: `${entry.at}  ${label}` }));
    entry.button.addEventListener("click", (event) => this.choose(entry, event.shiftKey));
    this.entries.push(entry);
    this.list.prepend(make("li", {}, entry.button));
    while (this.entries.length > MOST_KEPT) this.forget(this.entries.shift());
    this.chosen = this.entries.slice(-2);
    this.compare();
    return true;
  }

  forget(entry) {
    entry.button.parentElement.remove();
    URL.revokeObjectURL(entry.image.src);
  }

  walk(event) {
    const items = [...this.list.querySelectorAll("button")];
    const to = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!to) return;
    event.preventDefault();
    items[items.indexOf(document.activeElement) + to]?.focus();
  }

  /** One press compares a screen with the one before it; with Shift, with the last one chosen. */
  choose(entry, both) {
    const index = this.entries.indexOf(entry);
    const other = both ? this.chosen.at(-1) : this.entries[index - 1];
    this.chosen = [other, entry].filter(Boolean).sort((one, two) => this.entries.indexOf(one) - this.entries.indexOf(two));
    this.compare();
  }

  compare() {
    for (const { button } of this.entries) button.removeAttribute("aria-pressed");
    for (const { button } of this.chosen) button.setAttribute("aria-pressed", "true");
    if (this.figure.closest("[hidden]")) return;
    const [before, after] = this.chosen;
    if (!after) {
      if (!before) return;
      this.figure.replaceChildren(make("p", { className: "quiet", textContent: "The next screen that differs is compared with this one." }));
      return;
    }
    const canvas = make("canvas", { role: "img", ariaLabel: "What differs, marked" });
    const { count, share, box } = paintDifference(canvas, before.image, after.image);
    const where = box ? `, within ${box.left}, ${box.top} to ${box.right}, ${box.bottom}` : "";
    const told = `${count} pixels differ (${(share * 100).toFixed(2)} %)${where}`;
    const shown = [["Before", before], ["After", after]].map(([name, entry]) =>
      make("figure", {}, make("figcaption", { textContent: `${name}: ${entry.label}` }), make("img", { src: entry.image.src, alt: name })));
    this.figure.replaceChildren(
      make("p", { className: "told", role: "status", textContent: told }),
      make("div", { className: "trio" }, ...shown,
        make("figure", {}, make("figcaption", { textContent: "Difference" }), canvas)),
    );
  }
}

export class ViewPanel {
  constructor(root) {
    this.root = root;
    this.drawn = "";
    this.cells = LOOKS.map((look) => {
      const caption = make("figcaption", { textContent: `${look.label}, ${look.width} px` });
      const cell = make("figure", { className: "look" }, caption);
      cell.style.setProperty("--share", look.width);
      root.append(cell);
      return { look, cell };
    });
  }

  /** Draws all looks of a session's screen, when the panel is in sight and they are not drawn yet. */
  async show(address, stamp) {
    if (this.root.hidden || !address || this.drawn === stamp) return;
    this.drawn = stamp;
    await Promise.all(this.cells.map(({ look, cell }) => this.draw(look, cell, address, stamp)));
  }

  async draw(look, cell, address, stamp) {
    try {
      const image = await picture(`${address}/looks/${look.theme}-${look.width}.png`);
      if (this.drawn !== stamp) return;
      image.alt = `The screen, ${look.label.toLowerCase()}`;
      const old = cell.querySelector("img, p");
      if (old?.src) URL.revokeObjectURL(old.src);
      old?.remove();
      cell.append(image);
    } catch (error) {
      if (this.drawn === stamp) cell.append(make("p", { className: "fault", textContent: error.message }));
    }
  }
}
