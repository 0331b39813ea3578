// What the page remembers: its view in the address, and the template of links in this browser. Nothing of a profile.

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
    .split("/")
    .filter((segment) => !["", ".", ".."].includes(segment))
    .map((segment) => encodeURIComponent(decoded(segment)))
    .join("/");
}

function decoded(segment) {
  try {
    return decodeURIComponent(segment).replaceAll("/", " ");
  } catch {
    return segment;
  }
}
