// The page's own furniture: splitters, tabs, light and dark.

const KEPT = "surfacebox.window";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(name, value) {
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: value }));
}

const SIZES = {
  left: { axis: "x", most: () => innerWidth - 320, least: 240, of: () => document.querySelector(".left").offsetWidth },
  faults: { axis: "y", most: () => innerHeight - 200, least: 34, of: () => document.querySelector(".faults").offsetHeight },
  panels: { axis: "y", most: () => innerHeight - 140, least: 36, of: () => document.querySelector(".panels").offsetHeight },
};

function resize(splitter, pixels) {
  const { most, least } = SIZES[splitter.dataset.of];
  const size = Math.round(Math.max(least, Math.min(most(), pixels)));
  document.documentElement.style.setProperty(`--${splitter.dataset.of}`, `${size}px`);
  splitter.setAttribute("aria-valuenow", String(size));
  keep(splitter.dataset.of, size);
}

/** Splitters move by mouse, touch and arrow keys; a double click gives a panel all the room, and back. */
export function startSplitters() {
  const sizes = kept();
  for (const splitter of document.querySelectorAll(".splitter")) {
    const name = splitter.dataset.of;
    const { axis, of, most } = SIZES[name];
    const sign = axis === "x" ? 1 : -1;
    splitter.setAttribute("aria-valuenow", String(of()));
    if (Number.isFinite(sizes[name])) resize(splitter, sizes[name]);
    splitter.addEventListener("pointerdown", (event) => {
      const from = event[axis];
      const size = of();
      splitter.setPointerCapture(event.pointerId);
      splitter.classList.add("dragged");
      const move = (moved) => resize(splitter, size + sign * (moved[axis] - from));
      splitter.addEventListener("pointermove", move);
      splitter.addEventListener("lostpointercapture", () => {
        splitter.classList.remove("dragged");
        splitter.removeEventListener("pointermove", move);
      }, { once: true });
    });
    splitter.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -24, ArrowRight: 24, ArrowUp: 24, ArrowDown: -24 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      resize(splitter, of() + by);
    });
    let before = null;
    splitter.addEventListener("dblclick", () => {
      const size = of();
      resize(splitter, before ?? most());
      before = before === null ? size : null;
    });
  }
}

/** A row of tabs with arrow keys; `changed` is called after another panel is in sight. */
export function startTabs(changed) {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const choose = (chosen) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
    }
    keep("tab", chosen.id);
    changed();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      const next = tabs[(index + by + tabs.length) % tabs.length];
      next.focus();
      choose(next);
    });
  }
  choose(tabs.find((tab) => tab.id === kept().tab) ?? tabs[0]);
}

export function startThemes() {
  const menu = document.querySelector("#page-theme");
  const put = (theme) => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  menu.value = ["light", "dark"].includes(kept().theme) ? kept().theme : "auto";
  put(menu.value);
  menu.addEventListener("change", () => {
    put(menu.value);
    keep("theme", menu.value);
  });
}
