// A person in the user's role: what they want and what was said on the left, the shown screen to operate on the right.

import { picture, read, send } from "/debug/static/service.js";
import { Stage } from "/debug/static/stage.js";

const WAIT_SECONDS = 25;
const RETRY_MS = 1000;
const at = (selector) => document.querySelector(selector);
const part = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

class Page {
  constructor() {
    this.open = null;
    this.version = -1;
    this.loose = null;
    this.stage = new Stage(at("#stage"), { act: (steps) => this.answer({ steps }), point: () => {} });
    at("#done").addEventListener("click", () => this.answer({ ended: true }));
    at("#give-up").addEventListener("click", () => this.answer({ gave_up: true }));
    at("#say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.speak();
    });
    at("#text").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.speak();
    });
    this.lock("agent", "The agent is at work");
  }

  tell(text, kind = "") {
    at("#state").textContent = at("#state").title = text;
    at("#state").dataset.kind = kind;
  }

  /** Only in their own turn can the person do anything. */
  lock(state, text) {
    const mine = state === "yours";
    document.documentElement.dataset.state = state;
    this.stage.readOnly = !mine;
    at("#stage").classList.toggle("busy", !mine);
    for (const button of document.querySelectorAll("#done, #give-up, #say button, #rounds button")) button.disabled = !mine;
    this.tell(text);
  }

  async speak() {
    const text = at("#text").value.trim();
    if (text && (await this.answer({ text }))) at("#text").value = "";
  }

  /** Gives whether it was taken. A turn is answered once; what follows is told by the next state. */
  async answer(body) {
    const turn = this.open;
    if (turn === null) return false;
    this.open = null;
    try {
      await send("/user/turn", { turn, ...body });
      return true;
    } catch (error) {
      if (this.version === turn) this.open = turn;
      this.tell(error.message, "error");
      return false;
    }
  }

  async take({ version, over, turn }) {
    this.version = version;
    if (turn === null) {
      this.open = null;
      this.lock(over ? "over" : "agent", over ? "The run is over. You can close this page." : "The agent is at work");
      return;
    }
    this.showRounds(turn.rounds);
    this.showMessages(turn.messages);
    await this.showScreen(turn);
    this.open = version;
    this.lock("yours", "It is your turn");
    if (turn.refused) this.tell(`That cannot be done: ${turn.refused.message}`, "error");
  }

  async showScreen({ report, picture: path }) {
    if (!report || !report.surfaces.length) {
      at("#stage").classList.add("empty");
      return;
    }
    const image = await picture(path);
    this.stage.show(report, image);
    if (this.loose) URL.revokeObjectURL(this.loose);
    this.loose = image.src;
  }

  showRounds(rounds) {
    at("#rounds").replaceChildren(...rounds.map(({ query, private: own, images }, index) => {
      const item = part("li", query);
      if (own) item.append(part("p", `For you alone: ${own}`));
      if (images.length) item.append(part("p", `With it you hand over image ${images.join(", ")}.`));
      if (index > 0) {
        const button = Object.assign(part("button", "Say this"), { type: "button" });
        button.addEventListener("click", () => this.answer({ text: query, images }));
        item.append(button);
      }
      return item;
    }));
  }

  showMessages(messages) {
    at("#messages").replaceChildren(...messages.map(({ sender, text, images }) => {
      const item = part("li", images.length ? `${text}\n[image ${images.join(", ")}]` : text);
      item.dataset.sender = sender;
      return item;
    }));
    at("#messages").lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  async watch() {
    while (document.documentElement.dataset.state !== "over") {
      try {
        const state = await read(`/user/turn?after=${this.version}&wait=${WAIT_SECONDS}`);
        if (state.version !== this.version) await this.take(state);
      } catch (error) {
        // The server lives exactly as long as the run, which may end before the page can ask again.
        if (error.status === 0) return this.take({ version: this.version, over: true, turn: null });
        this.tell(error.message, "error");
        await new Promise((done) => { setTimeout(done, RETRY_MS); });
      }
    }
  }
}

await new Page().watch();
