// Sends the calls of the reference page and shows what comes back.

const session = document.querySelector("#session");
const token = document.querySelector("#token");

function headers(body) {
  const given = token.value ? { authorization: `Bearer ${token.value}` } : {};
  return body ? { ...given, "content-type": "application/json" } : given;
}

async function answer(form, body) {
  const method = form.closest("section").dataset.method;
  const path = form.elements.path.value.replace("{session_id}", encodeURIComponent(session.value));
  const response = await fetch(path, { method, headers: headers(body), body: body || undefined });
  const output = form.querySelector("output");
  output.replaceChildren(`${response.status}\n`);
  if (response.headers.get("content-type")?.startsWith("image/")) {
    const image = document.createElement("img");
    image.alt = "the picture";
    image.src = URL.createObjectURL(await response.blob());
    output.append(image);
    return;
  }
  const text = await response.text();
  output.append(pretty(text));
  if (response.status === 201 && path === "/sessions") session.value = JSON.parse(text).session_id;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const before = event.submitter.previousElementSibling?.querySelector("textarea");
    answer(form, before?.value ?? "").catch((fault) => {
      form.querySelector("output").replaceChildren(`no answer: ${fault.message}`);
    });
  });
}
