// Helpers for the page: elements, and pauses that let the browser draw. Every text of a profile goes through
// textContent, never through markup.

/** Returns the element with an ID of index.html. */
export function byId(id) {
  return document.getElementById(id);
}

/** Makes an element with properties; names with a dash, `role` and `scope` are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "scope") {
      element.setAttribute(name, String(value));
    } else {
      element[name] = value;
    }
  }
  element.append(...children);
  return element;
}

/** Makes an element whose text comes from a profile, so its direction must not affect its neighbours. */
export function name(text, className = "") {
  return make("bdi", { className, textContent: text });
}

/** Makes a link that opens a tab of its own; without an address it is a plain name. */
export function outside(href, text) {
  return href ? make("a", { href, target: "_blank", rel: "noopener noreferrer" }, name(text)) : name(text);
}

/** Makes a button that looks like a link. */
export function link(onclick, ...children) {
  return make("button", { type: "button", className: "link", onclick }, ...children);
}

/** Completes after the browser had a turn. */
export function breath() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Notes for developers how long some work took. */
export async function timed(name, work) {
  const start = performance.now();
  const result = await work();
  performance.measure(name, { start });
  return result;
}
