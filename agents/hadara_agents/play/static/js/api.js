// The server: questions, and the stream of a game.

async function ask(method, path, body) {
  let answer;
  try {
    const options = { method, headers: {} };
    if (body !== undefined) {
      options.headers["Content-Type"] = "application/json";
      options.body = typeof body === "string" ? body : JSON.stringify(body);
    }
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer. Is it still running?");
  }
  if (answer.status === 204) return null;
  let content;
  try {
    content = await answer.json();
  } catch {
    throw new Error(`The server's answer could not be read (${answer.status}).`);
  }
  if (answer.ok) return content;
  const problem = new Error(content.error ?? `The server refused (${answer.status}).`);
  problem.status = answer.status;
  throw problem;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const remove = (path) => ask("DELETE", path);

const query = (values) =>
  "?" + new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

export const session = (id) => get(`/api/sessions/${id}`);
export const table = (id, seat, from) => get(`/api/sessions/${id}/table${query({ seat, log_from: from })}`);
export const move = (id, body) => post(`/api/sessions/${id}/moves`, body);
export const hint = (id, seat, agent) => post(`/api/sessions/${id}/hint`, { seat, ...(agent ? { agent } : {}) });
export const review = (id, seat, agent) => get(`/api/replays/${id}/review${query({ seat, agent })}`);
export const resume = (id) => post(`/api/sessions/${id}/resume`);
export const frames = (id, from, to) => get(`/api/replays/${id}/frames${query({ from, to })}`);
export const values = (id, agent) => get(`/api/replays/${id}/values${query({ agent })}`);

/** Hear of every change. `heard` has table(table), session(session) and lost(isLost). */
export function listen(id, seat, from, heard) {
  const source = new EventSource(`/api/sessions/${id}/stream${query({ seat, log_from: from })}`);
  source.addEventListener("table", (event) => heard.table(JSON.parse(event.data)));
  source.addEventListener("session", (event) => heard.session(JSON.parse(event.data)));
  source.addEventListener("open", () => heard.lost(false));
  source.addEventListener("error", () => heard.lost(true));
  return () => source.close();
}
