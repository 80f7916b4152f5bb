// The debug page: an editor on the left, the live screen on the right, and what the agent would hear below.

import { Editor } from "./editor.js";
import { follow } from "./follow.js";
import { DataPanel, EventPanel, HistoryPanel, ViewPanel } from "./panels.js";
import { Positions } from "./positions.js";
import { picture, read, send } from "./service.js";
import { Stage } from "./stage.js";
import { startSplitters, startTabs, startThemes } from "./window.js";

const PAUSE_MS = 150;
const WATCH_MS = 700;
const SLOW_MS = 500;
const LOOK_MS = 2000;
const at = (selector) => document.querySelector(selector);

/** This page's own place on the server; nobody else knows its name. */
const bench = `/debug/benches/${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

class Page {
  constructor() {
    this.edit = 0;
    this.theme = "light";
    this.report = null;
    this.loose = null;
    this.found = [];
    this.attached = null;
    this.running = false;
    this.again = false;
    this.timer = 0;
    this.acts = Promise.resolve();
    this.editor = new Editor(at(".editor"), { onInput: () => this.typed() });
    this.stage = new Stage(at("#stage"), {
      act: (steps, label) => this.act(steps, label),
      point: (element) => this.editor.point(element && !this.attached ? this.positions.component(element.component_id) : null),
    });
    this.positions = new Positions("");
    this.data = new DataPanel(at("#panel-data"), { change: (surface, value) => this.changeData(surface, value) });
    this.events = new EventPanel(at("#panel-events"), { count: at("#tab-events .count") });
    this.history = new HistoryPanel(at("#panel-history"));
    this.looks = new ViewPanel(at("#panel-looks"));
  }

  get address() {
    return this.attached ? `/debug/live/${encodeURIComponent(this.attached)}` : bench;
  }

  say(text, kind = "") {
    at("#state").textContent = at("#state").title = text;
    at("#state").dataset.kind = kind;
  }

  // -- the payload ----------------------------------------------------------------------------------------------------

  typed() {
    this.file?.pause();
    sessionStorage.setItem("surfacebox.payload", this.editor.text.slice(0, 1_000_000));
    clearTimeout(this.timer);
    this.again = this.running;
    this.timer = setTimeout(() => this.preview("edit"), PAUSE_MS);
  }

  open(text, label) {
    this.detach();
    clearTimeout(this.timer);
    this.editor.text = text;
    sessionStorage.setItem("surfacebox.payload", text.slice(0, 1_000_000));
    return this.preview(label);
  }

  /** Shows the text as it is now. One question is under way at a time, and an answer that is overtaken is dropped. */
  async preview(label) {
    if (this.attached) return;
    if (this.running) {
      this.again = label;
      return;
    }
    this.running = true;
    this.again = false;
    this.edit += 1;
    const edit = this.edit;
    const body = { edit, text: this.editor.text, theme: this.theme, width: Number(at("#width").value), locale: at("#locale").value };
    at("#stage").classList.add("busy");
    const slow = setTimeout(() => this.say("Drawing\u2026"), SLOW_MS);
    try {
      const answer = await send(bench, body);
      clearTimeout(slow);
      if (!this.again && !this.attached) await this.take(answer, label);
    } catch (error) {
      this.say(error.message, "error");
    } finally {
      clearTimeout(slow);
      this.running = false;
      at("#stage").classList.remove("busy");
    }
    if (typeof this.again === "string") await this.preview(this.again);
  }

  async take(answer, label) {
    const { report } = answer;
    this.positions = new Positions(this.editor.text);
    this.diagnose(report.diagnostics);
    const faulty = report.diagnostics.some(({ severity }) => severity === "error");
    const kept = !report.surfaces.length && faulty && this.report !== null;
    at("#stage").classList.toggle("stale", kept);
    this.stage.readOnly = kept;
    if (kept) {
      this.say("Not readable yet; the last screen is shown");
      return;
    }
    this.events.clear();
    await this.draw(answer, label);
  }

  /** The picture and all that is told of it. */
  async draw({ report, picture: path }, label) {
    if (!report.surfaces.length) {
      at("#stage").classList.add("empty");
      this.report = null;
    } else {
      const image = await picture(path);
      this.stage.show(report, image);
      if (this.loose) URL.revokeObjectURL(this.loose);
      this.loose = this.history.add(report, image, label) ? null : image.src;
      this.report = report;
    }
    this.data.show(report.surfaces);
    this.list(report.surfaces);
    this.tell(report);
    await this.refreshLooks();
  }

  refreshLooks() {
    return this.report ? this.looks.show(this.address, `${this.address} ${this.edit} ${this.report.revision}`) : null;
  }

  tell(report) {
    const errors = this.found.filter(({ severity }) => severity === "error").length;
    const warnings = this.found.filter(({ severity }) => severity === "warning").length;
    const parts = [];
    if (errors) parts.push(errors === 1 ? "1 error" : `${errors} errors`);
    if (warnings) parts.push(warnings === 1 ? "1 warning" : `${warnings} warnings`);
    parts.push(report.protocol, report.surfaces.length ? `revision ${report.revision}` : null);
    parts.push(`${Math.round(report.timings_ms.total)} ms`);
    this.say(parts.filter(Boolean).join("  \u00b7  "));
  }

  lineOf({ pointer, message }) {
    const told = /\bline (\d+)/.exec(message);
    return this.positions.line(pointer) ?? (told ? Number(told[1]) : null);
  }

  diagnose(diagnostics) {
    this.found = diagnostics;
    const placed = diagnostics.map((each) => ({ ...each, line: this.attached ? null : this.lineOf(each) }));
    this.editor.mark(placed.filter(({ line }) => line).map(({ line, severity, message }) => [line, severity, message]));
    const items = placed.map((each) => this.diagnosticItem(each));
    if (!items.length) {
      items.push(Object.assign(document.createElement("li"), { className: "fine", textContent: "No errors, no warnings." }));
    }
    at("#diagnostics").replaceChildren(...items);
  }

  diagnosticItem({ line, severity, code, message, hint, pointer }) {
    const part = (tag, name, text) => Object.assign(document.createElement(tag), { className: name, textContent: text });
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.severity = severity;
    button.title = pointer;
    const what = part("span", "what", "");
    what.append(part("code", "", code), message);
    button.append(part("span", "where", line ? `L${line}` : severity), what);
    button.append(part("span", "unseen", severity));
    if (hint) button.append(part("span", "hint", hint));
    if (line) button.addEventListener("click", () => this.editor.reveal(line, this.positions.offsetOf(line)));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  list(surfaces) {
    const elements = surfaces.flatMap((surface) => surface.elements);
    at("#tab-elements .count").textContent = elements.length || "";
    at("#panel-elements tbody").replaceChildren(...elements.map((element) => {
      const row = document.createElement("tr");
      row.className = element.enabled ? "" : "off";
      const value = element.checked ?? element.value;
      const shown = value === null || typeof value === "string" ? value : JSON.stringify(value);
      for (const text of [element.name, element.role, element.element_id, element.row, element.binding, shown, element.action]) {
        row.append(Object.assign(document.createElement("td"), { textContent: text ?? "", title: text ?? "" }));
      }
      row.addEventListener("mouseenter", () => this.stage.hover(element));
      row.addEventListener("mouseleave", () => this.stage.hover(null));
      return row;
    }));
    if (!elements.length) at("#panel-elements tbody").replaceChildren(nothingRow());
  }

  // -- the person -----------------------------------------------------------------------------------------------------

  /** Acts follow each other; each is meant for the screen that is shown when it begins. */
  act(steps, label) {
    if (this.attached) {
      this.say("Attached read-only: nothing is clicked");
      return;
    }
    if (this.stage.readOnly) return;
    this.acts = this.acts.then(() => this.perform(steps, label));
  }

  async perform(steps, label) {
    try {
      const answer = await send(`${bench}/steps`, { edit: this.edit, steps });
      for (const event of answer.events) this.events.add(event, label);
      await this.draw(answer, label);
    } catch (error) {
      this.say(error.message, "error");
    }
  }

  /** Gives null, or why it was refused. */
  async changeData(surface, value) {
    try {
      const answer = await send(`${bench}/data`, { edit: this.edit, surface_id: surface, value });
      await this.draw(answer, `data of ${surface}`);
      return null;
    } catch (error) {
      return error.message;
    }
  }

  // -- a live session, read-only --------------------------------------------------------------------------------------

  attach(session) {
    if (!this.attached) this.own = this.editor.text;
    this.file?.pause();
    this.attached = session;
    this.stage.readOnly = this.data.readOnly = this.editor.area.readOnly = true;
    at("#banner").hidden = false;
    this.lockLook(true);
    at("#banner span").textContent = `Session ${session}, read-only`;
    at("#stage").classList.remove("stale");
    this.events.clear();
    this.watch(session);
  }

  /** What only an own payload can be drawn with: a session that is looked at keeps its own look. */
  lockLook(locked) {
    for (const control of ["#screen-theme", "#width", "#locale"]) at(control).disabled = locked;
  }

  async watch(session) {
    let seen = "";
    let told = 0;
    while (this.attached === session) {
      try {
        const state = await read(`/debug/live/${encodeURIComponent(session)}?seen=${encodeURIComponent(seen)}&events=${told}`);
        if (this.attached !== session) return;
        for (const event of state.events) this.events.add(event, "the user");
        told += state.events.length;
        if (state.report && state.stamp !== seen) await this.watched(state);
        seen = state.stamp;
      } catch (error) {
        this.say(error.message, "error");
        if (error.status === 404) return;
      }
      await new Promise((done) => { setTimeout(done, WATCH_MS); });
    }
  }

  async watched(state) {
    this.editor.text = JSON.stringify(state.report, null, 2);
    this.diagnose(state.report.diagnostics);
    await this.draw(state, `revision ${state.report.revision}`);
  }

  detach() {
    if (!this.attached) return;
    this.attached = null;
    this.stage.readOnly = this.data.readOnly = this.editor.area.readOnly = false;
    at("#banner").hidden = true;
    this.lockLook(false);
    at("#sessions").value = "";
    this.editor.text = this.own;
    this.events.clear();
  }
}

function nothingRow() {
  const row = document.createElement("tr");
  row.append(Object.assign(document.createElement("td"), { colSpan: 7, className: "quiet", textContent: "Nothing on the screen can be operated." }));
  return row;
}

// -- menus --------------------------------------------------------------------------------------------------------------

function fillMenu(menu, entries) {
  const chosen = menu.value;
  while (menu.options.length > 1) menu.remove(1);
  for (const { value, label } of entries) menu.add(new Option(label, value));
  menu.value = entries.some(({ value }) => value === chosen) ? chosen : "";
}

async function startExamples(page) {
  const menu = at("#examples");
  menu.addEventListener("change", async () => {
    if (!menu.value) return;
    const { text, title } = await read(`/debug/examples/${encodeURIComponent(menu.value)}`);
    page.file?.pause();
    await page.open(text, title);
  });
  const { examples } = await read("/debug/examples");
  fillMenu(menu, examples.map(({ name, title }) => ({ value: name, label: title })));
  menu.hidden = !examples.length;
}

function hintAt(count) {
  at("#live-hint").hidden = count === 0;
  at("#live-hint").textContent = count === 1 ? "One session is live: choose it above to watch it." : `${count} sessions are live: choose one above to watch it.`;
}

function startSessions(page) {
  const menu = at("#sessions");
  const refresh = async () => {
    const { sessions } = await read("/debug/live");
    fillMenu(menu, sessions.map(({ session_id: id, revision }) => ({ value: id, label: `${id}, revision ${revision}` })));
    hintAt(sessions.length);
    menu.options[0].text = sessions.length ? `Live sessions (${sessions.length})` : "No live session";
  };
  const quietly = () => refresh().catch((error) => page.say(error.message, "error"));
  // Whoever waits for a run to begin is told when there is something to see.
  setInterval(() => {
    const waiting = at("#stage").classList.contains("empty") && !page.attached && !document.hidden;
    if (waiting && document.activeElement !== menu) quietly();
  }, LOOK_MS);
  menu.addEventListener("focus", quietly);
  menu.addEventListener("pointerenter", quietly);
  menu.addEventListener("change", () => (menu.value ? page.attach(menu.value) : leave(page)));
  at("#banner button").addEventListener("click", () => leave(page));
  return quietly();
}

function leave(page) {
  page.detach();
  page.preview("edit");
}

function startToggle(selector, changed) {
  at(selector).addEventListener("click", ({ currentTarget: button }) => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    changed(on);
  });
}

function startLook(page, usual) {
  page.theme = usual.theme;
  at("#screen-theme").setAttribute("aria-pressed", String(usual.theme === "dark"));
  const widths = [...at("#width").options].map(({ value }) => value);
  if (!widths.includes(String(usual.width))) at("#width").add(new Option(usual.width), 0);
  at("#width").value = usual.width;
  if (![...at("#locale").options].some(({ value }) => value === usual.locale)) at("#locale").add(new Option(usual.locale), 0);
  at("#locale").value = usual.locale;
  at("#locale").addEventListener("change", ({ target }) => page.preview(`locale ${target.value}`));
  at("#width").addEventListener("change", ({ target }) => page.preview(`${target.value} px wide`));
  startToggle("#screen-theme", (dark) => {
    page.theme = dark ? "dark" : "light";
    page.preview(`${page.theme} screen`);
  });
  startToggle("#boxes", (shown) => at("#stage").classList.toggle("boxes-shown", shown));
  startToggle("#fit", (fit) => {
    page.stage.fit = fit;
    page.stage.size();
  });
}

/** What needs an answer of the service; without one the page says why and stays as it is. */
async function fill(page) {
  startLook(page, await read("/debug/look"));
  await Promise.all([startExamples(page), startSessions(page)]);
  page.file = await follow(at("#following"), {
    open: (text, name) => page.open(text, name),
    say: (text, kind) => page.say(text, kind),
  });
  const kept = sessionStorage.getItem("surfacebox.payload");
  if (!page.file && kept) await page.open(kept, "edit");
}

async function start() {
  const page = new Page();
  startThemes();
  startSplitters();
  startTabs(() => {
    page.history.compare();
    page.refreshLooks();
  });
  await fill(page).catch((error) => page.say(error.message, "error"));
  document.documentElement.dataset.ready = "true";
}

await start();
