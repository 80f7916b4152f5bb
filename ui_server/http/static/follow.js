// The file that the service was started on: opened here, and again whenever it changes.

import { read } from "./service.js";

const WAIT_SECONDS = 2;
const PAUSE_AFTER_FAULT_MS = 2000;

/** Follows the file until it is paused by an edit of the person; gives null when the service follows none. */
export async function follow(label, { open, say }) {
  const first = await read("/debug/file");
  if (!first.name) return null;
  const box = label.querySelector("input");
  label.hidden = false;
  label.querySelector("span").textContent = `Follow ${first.name}`;
  label.title = first.fault || first.name;
  let latest = first;
  document.title = `${first.name} \u00b7 Surfacebox`;
  const show = () => box.checked && open(latest.text, latest.name);
  let gone = false;
  const watch = async () => {
    for (;;) {
      try {
        const answer = await read(`/debug/file?after=${encodeURIComponent(latest.stamp)}&wait=${WAIT_SECONDS}`);
        if (gone) say("The server answers again");
        if (answer.stamp === latest.stamp && !gone) continue;
        gone = false;
        latest = answer;
        label.title = answer.fault || answer.name;
        if (!answer.fault) await show();
      } catch (error) {
        gone = true;
        say(error.message, "error");
        await new Promise((done) => { setTimeout(done, PAUSE_AFTER_FAULT_MS); });
      }
    }
  };
  box.addEventListener("change", show);
  await show();
  watch();
  return { pause: () => { box.checked = false; } };
}
