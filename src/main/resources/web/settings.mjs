// What the page remembers: in its address the view, the selection, the zoom, the search and the hidden code, all of it in
// the fragment, which browsers send nowhere; and in this browser the template of links and the paths of own code.
import { byId } from "./dom.mjs";
import { zoomOut, zoomStep } from "./gestures.mjs";
import { KINDS } from "./texts.mjs";

const VALUES = {
  view: ["left-heavy", "time", "sandwich"],
  names: ["original", "qualified", "minified"],
  table: ["functions", "modules", "bottom-up", "top-down"],
  recursion: ["shown", "folded"],
  own: ["shown", "hidden"],
  library: ["shown", "hidden"],
  browser: ["shown", "hidden"],
};

/** Settings of the address with free values: a search, a function, a part in view, a range of time, a comparison, the file. */
const FREE = ["q", "fn", "zoom", "range", "compare", "file"];
const LONGEST = 500;

/** Returns the settings of the address; unknown values are ignored. */
export function readAddress(hash = location.hash) {
  const given = new URLSearchParams(hash.slice(1));
  const settings = Object.entries(VALUES).map(([key, values]) => [key, values.includes(given.get(key)) ? given.get(key) : values[0]]);
  const free = FREE.filter((key) => given.has(key)).map((key) => [key, given.get(key).slice(0, LONGEST)]);
  return { ...Object.fromEntries(settings), place: Object.fromEntries(free) };
}

/** Writes the settings that differ from the defaults, and the place. */
export function writeAddress(settings, place) {
  const changed = Object.entries(VALUES)
    .filter(([key, values]) => settings[key] !== values[0])
    .map(([key]) => [key, settings[key]]);
  const free = Object.entries(place).filter(([, value]) => value !== undefined && value !== "").map(([key, value]) => [key, value.slice(0, LONGEST)]);
  const hash = new URLSearchParams([...changed, ...free]).toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

/** Reads two numbers, the first the smaller one, of a text such as `0.25-0.5`. */
export function readPair(text) {
  const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(text ?? "") ?? [];
  return Number(from) < Number(to) ? [Number(from), Number(to)] : undefined;
}

const LINK = "source-link";
const PATHS = "paths";

/** Templates for editors and hosts, of which the user writes the folder or the project. */
export const PRESETS = {
  "VS Code": "vscode://file/home/me/shop/{path}:{line}:{column}",
  Cursor: "cursor://file/home/me/shop/{path}:{line}:{column}",
  IntelliJ: "idea://open?file=/home/me/shop/{path}&line={line}&column={column}",
  GitHub: "https://github.com/me/shop/blob/main/{path}#L{line}",
  GitLab: "https://gitlab.com/me/shop/-/blob/main/{path}#L{line}",
};

/** The beginning is written out, so that no name of a profile chooses the scheme or the host. */
const SAFE = /^(?:https?:\/\/[^/{}\s?#]+\/|(?:vscode|cursor):\/\/file\/|idea:\/\/open\?file=\/)[^\s]*$/i;

/** Returns the stored template, or an empty text. */
export function storedTemplate() {
  const template = stored(LINK);
  return isTemplate(template) ? template : "";
}

function stored(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Stores a text; an empty one is removed. */
function store(key, text) {
  try {
    if (text === "") {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, text);
    }
  } catch {
    // The browser stores nothing. The text holds until the page is closed.
  }
}

/** Returns the parts of paths that the user counts as own code and as libraries. */
export function typedPaths() {
  return Object.fromEntries(["own", "library"].map((kind) => [kind, byId(`paths-${kind}`).value.split(",").map((part) => part.trim()).filter(Boolean)]));
}

/** Tells whether a template leads to an editor's folder or to a written-out host. */
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
  return link && ["http:", "https:", "vscode:", "cursor:", "idea:"].includes(link.protocol) ? link.href : undefined;
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
  for (const key of ["names", "view", "table"]) {
    document.querySelector(`input[name="${key}"][value="${settings[key]}"]`).checked = true;
  }
  byId("recursion").checked = settings.recursion === "folded";
  for (const kind of KINDS) {
    document.querySelector(`input[name="${kind}"]`).checked = settings[kind] === "shown";
  }
}

/**
 * Calls `change` with a setting and its value, `search` after typing, `select` at Enter with 1 or −1, `link` with a template,
 * and `paths` when those of own code change.
 */
export function listenToControls(graph, { change, search, select, link, paths }) {
  for (const input of document.querySelectorAll("#result input[name]")) {
    const value = () => (input.type === "radio" ? input.value : input.name === "recursion" ? (input.checked ? "folded" : "shown") : input.checked ? "shown" : "hidden");
    input.addEventListener("change", () => change(input.name, value()));
  }
  addEventListener("hashchange", async () => {
    for (const [key, value] of Object.entries(readAddress()).filter(([name]) => name in VALUES)) {
      await change(key, value);
    }
  });
  byId("search").addEventListener("input", search);
  byId("search").addEventListener("keydown", ({ key, shiftKey }) => key === "Enter" && select(shiftKey ? -1 : 1));
  byId("zoom-in").addEventListener("click", () => zoomStep(graph, true));
  byId("zoom-out").addEventListener("click", () => zoomStep(graph, false));
  byId("zoom-reset").addEventListener("click", () => zoomOut(graph));
  byId("template").value = storedTemplate();
  const type = () => {
    const typed = byId("template").value.trim();
    byId("template").ariaInvalid = String(!isTemplate(typed));
    byId("template-wrong").hidden = isTemplate(typed);
    if (isTemplate(typed)) {
      store(LINK, typed);
      link(typed);
    }
  };
  byId("template").addEventListener("input", type);
  byId("preset").append(...Object.keys(PRESETS).map((name) => new Option(name)));
  byId("preset").addEventListener("change", () => {
    byId("template").value = PRESETS[byId("preset").value] ?? "";
    type();
    byId("template").focus();
  });
  [byId("paths-own").value, byId("paths-library").value] = stored(PATHS).split("\n").concat("");
  for (const kind of ["own", "library"]) {
    byId(`paths-${kind}`).addEventListener("change", () => {
      const texts = ["own", "library"].map((each) => byId(`paths-${each}`).value.replaceAll("\n", " ").trim());
      store(PATHS, texts.some(Boolean) ? texts.join("\n") : "");
      paths();
    });
  }
}
