// What the page remembers: its view in the address, and the template of links in this browser. Nothing of a profile.
// Shows and changes it by the controls around the flame graph.
import { byId } from "./dom.mjs";
import { zoomOut, zoomStep } from "./gestures.mjs";
import { KINDS } from "./texts.mjs";

const VALUES = {
  view: ["left-heavy", "time"],
  names: ["original", "minified"],
  own: ["shown", "hidden"],
  library: ["shown", "hidden"],
  browser: ["shown", "hidden"],
};

/** Returns the settings of the address; unknown values are ignored. */
export function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(
    Object.entries(VALUES).map(([key, values]) => [key, values.includes(given.get(key)) ? given.get(key) : values[0]]),
  );
}

/** Writes the settings that differ from the defaults. */
export function writeAddress(settings) {
  const changed = Object.entries(VALUES)
    .filter(([key, values]) => settings[key] !== values[0])
    .map(([key]) => [key, settings[key]]);
  const hash = new URLSearchParams(changed).toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

const KEY = "source-link";

/** The beginning is written out, so that no name of a profile chooses the scheme or the host. */
const SAFE = /^(?:https?:\/\/[^/{}\s?#]+\/|vscode:\/\/file\/)[^\s]*$/i;

/** Returns the stored template, or an empty text. */
export function storedTemplate() {
  try {
    const template = localStorage.getItem(KEY) ?? "";
    return isTemplate(template) ? template : "";
  } catch {
    return "";
  }
}

/** Stores a template; an empty one is removed. */
export function storeTemplate(template) {
  try {
    if (template === "") {
      localStorage.removeItem(KEY);
    } else {
      localStorage.setItem(KEY, template);
    }
  } catch {
    // The browser stores nothing. The template holds until the page is closed.
  }
}

/** Tells whether a template leads to VS Code or to a written-out host. */
export function isTemplate(template) {
  return template === "" || SAFE.test(template);
}

/**
 * Returns the link to a function, or undefined.
 *
 * @param {string} template with `{path}`, `{file}`, `{line}`, `{column}`
 */
export function linkTo(template, { url, line, column }) {
  if (template === "" || !isTemplate(template) || !/^[a-z][\w+.-]*:/i.test(url) || /^data:/i.test(url)) {
    return undefined;
  }
  const path = pathOf(url);
  const values = { path, file: path.slice(path.lastIndexOf("/") + 1), line: line || 1, column: column || 1 };
  const filled = template.replace(/\{(path|file|line|column)\}/g, (_, key) => values[key]);
  const link = URL.canParse(filled) ? new URL(filled) : undefined;
  return link && ["http:", "https:", "vscode:"].includes(link.protocol) ? link.href : undefined;
}

/** Returns the path of a URL, each segment encoded, without segments that lead upwards. */
function pathOf(url) {
  return url
    .slice(0, 4096)
    .replace(/[?#].*$/s, "")
    .replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, "")
    .split(/[/\\]/)
    .map(decoded)
    .filter((segment) => !["", ".", ".."].includes(segment))
    .map((segment) => encodeURIComponent(segment))
    .join("/");
}

function decoded(segment) {
  try {
    return decodeURIComponent(segment).replaceAll(/[/\\]/g, " ");
  } catch {
    return segment;
  }
}

/** Shows settings as they are. */
export function showSettings(settings) {
  for (const key of ["names", "view"]) {
    document.querySelector(`input[name="${key}"][value="${settings[key]}"]`).checked = true;
  }
  for (const kind of KINDS) {
    document.querySelector(`input[name="${kind}"]`).checked = settings[kind] === "shown";
  }
}

/** Calls `change` with a setting and its value, `search` after typing, `selectNext` at Enter, and `link` with a template. */
export function listenToControls(graph, { change, search, selectNext, link }) {
  for (const input of document.querySelectorAll(".toolbar input[name]")) {
    const value = () => (input.type === "radio" ? input.value : input.checked ? "shown" : "hidden");
    input.addEventListener("change", () => change(input.name, value()));
  }
  addEventListener("hashchange", async () => {
    for (const [key, value] of Object.entries(readAddress())) {
      await change(key, value);
    }
  });
  byId("search").addEventListener("input", search);
  byId("search").addEventListener("keydown", ({ key }) => key === "Enter" && selectNext());
  byId("zoom-in").addEventListener("click", () => zoomStep(graph, true));
  byId("zoom-out").addEventListener("click", () => zoomStep(graph, false));
  byId("zoom-reset").addEventListener("click", () => zoomOut(graph));
  byId("template").value = storedTemplate();
  byId("template").addEventListener("input", () => {
    const typed = byId("template").value.trim();
    byId("template").ariaInvalid = String(!isTemplate(typed));
    if (isTemplate(typed)) {
      storeTemplate(typed);
      link(typed);
    }
  });
}
