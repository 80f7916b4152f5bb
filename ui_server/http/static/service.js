// The service, as this page speaks to it. On a server with a token the browser's cookie lets the page in.

const LOCKED = "The server asks for its token: load this page again to give it.";

export class Refused extends Error {
  constructor(problem, status) {
    super(status === 401 ? LOCKED : problem.detail || problem.title || `The service answered ${status}.`);
    this.problem = problem;
    this.status = status;
  }
}

async function ask(path, options) {
  const answer = await fetch(path, options).catch(() => {
    throw new Refused({ detail: "The server does not answer." }, 0);
  });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(typeof problem === "object" && problem ? problem : {}, answer.status);
}

export async function read(path) {
  return (await ask(path, { cache: "no-store" })).json();
}

export async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** A picture as an image that is ready to be drawn. */
export async function picture(path) {
  const blob = await (await ask(path, {})).blob();
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  await image.decode();
  return image;
}
