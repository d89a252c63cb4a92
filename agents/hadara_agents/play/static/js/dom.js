// Building the page: elements made by calls, never by text, so that a name can only ever become text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [event, heard] of Object.entries(value)) element.addEventListener(event, heard);
    else if (key === "css") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key === "data") for (const [name, text] of Object.entries(value)) element.dataset[name] = text;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === "") continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element: h("button", {class: "big", on: {click}}, "Text", otherElement). */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** A symbol. Without a label it is decoration, because words beside it say the same. */
export function icon(name, label = "", className = "") {
  const props = { class: `icon ${className}`.trim(), viewBox: "0 0 24 24" };
  const use = s("use", { href: `#hd-${name}` });
  return label
    ? s("svg", { ...props, role: "img", "aria-label": label }, use)
    : s("svg", { ...props, "aria-hidden": "true" }, use);
}

/** A picture in the background of a card or tile. */
export function scene(name) {
  return s("svg", { class: "scene", "aria-hidden": "true" }, s("use", { href: `#sc-${name}` }));
}

/** Text that only a screen reader says. */
export function unseen(text) {
  return h("span", { class: "unseen" }, text);
}

/** Put new content in, and give the focus back to what had it, known by its data-key. */
export function refill(element, ...children) {
  const active = document.activeElement;
  const key = active && element.contains(active) ? active.dataset.key : undefined;
  const fragment = document.createDocumentFragment();
  add(fragment, children);
  element.replaceChildren(fragment);
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  return element;
}

/** Say it to those who listen. */
export function announce(text) {
  const speaker = document.getElementById("speaker");
  speaker.textContent = "";
  requestAnimationFrame(() => (speaker.textContent = text));
}

/** An error or a message that goes away by itself. */
export function notice(text, kind = "error") {
  const close = h("button", { class: "plain", "aria-label": "close this message" }, icon("close"));
  const box = h("div", { class: `notice ${kind}` }, h("span", {}, text), close);
  close.addEventListener("click", () => box.remove());
  document.getElementById("notices").append(box);
  setTimeout(() => box.remove(), 9000);
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

let dialogs = 0;

/** A window above the table; Escape and the cross close it. */
export function dialog(title, content, { wide = false, onclose } = {}) {
  const id = `dialog-${++dialogs}`;
  const close = h("button", { class: "plain close", "aria-label": "close", type: "button" }, icon("close"));
  const box = h(
    "dialog",
    { class: `sheet ${wide ? "wide" : ""}`, "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), close),
    h("div", { class: "sheet-body", tabindex: "0", role: "region", "aria-labelledby": id }, content),
  );
  close.addEventListener("click", () => box.close());
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    box.remove();
    onclose?.();
  });
  document.body.append(box);
  box.showModal();
  return box;
}
