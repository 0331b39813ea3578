// Turns times, counts and functions into short texts, and tells the user's own code from other code.

/** The longest text of a profile that the page shows, in UTF-16 units. */
const LONGEST = 200;

/** Controls that reorder text, and other characters that cannot be seen. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Returns a text of a profile as it may be shown: cut, and with invisible characters spelled out. */
export function shown(text, longest = LONGEST) {
  const cut = text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return cut.replace(INVISIBLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns microseconds as milliseconds or seconds, with three digits or more. */
export function time(us) {
  const ms = us / 1000;
  if (us === 0) {
    return "0 ms";
  }
  if (Math.abs(ms) >= 120_000) {
    const seconds = Math.round(Math.abs(ms) / 1000);
    return `${ms < 0 ? "−" : ""}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  if (Math.abs(ms) >= 1000) {
    return `${(ms / 1000).toFixed(2)} s`;
  }
  return `${ms.toFixed(Math.abs(ms) >= 100 ? 0 : Math.abs(ms) >= 10 ? 1 : 2)} ms`;
}

const BYTES = [[1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];

/** The whole of a comparison of shares, so that its rulers and boxes have numbers like those of times. */
export const ALL_SHARES = 1e6;

/** Returns what a sample weighs in its unit: a time, a size, a count, or a share of a comparison. */
export function amount(value, unit) {
  if (unit === "us") {
    return time(value);
  }
  if (unit === "share") {
    return share(value, ALL_SHARES);
  }
  if (unit === "count") {
    return Math.round(value).toLocaleString("en");
  }
  const [scale, name] = BYTES.find(([each]) => Math.abs(value) >= each) ?? [1, "B"];
  const scaled = value / scale;
  return `${scale === 1 ? Math.round(scaled) : scaled.toPrecision(3)} ${name}`;
}

/** Returns the label of a mark of a scale in a unit. */
export function tick(value, step, unit) {
  return unit === "us" ? tickTime(value, step) : value === 0 ? "0" : amount(value, unit);
}

/** Returns a time of a scale whose marks are a step apart. */
export function tickTime(us, step) {
  const unit = step >= 100_000 ? 1e6 : 1000;
  const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
  return us === 0 ? "0" : `${(us / unit).toFixed(digits)} ${unit === 1e6 ? "s" : "ms"}`;
}

/** Returns a difference of times with its sign. */
export function change(us) {
  return us > 0 ? `+${time(us)}` : us < 0 ? `−${time(-us)}` : "0";
}

/** Returns a difference of shares in percentage points, with its sign. */
export function points(part) {
  const percent = 100 * part;
  if (percent === 0) {
    return "0 pp";
  }
  const digits = Math.abs(percent) < 0.1 ? 2 : 1;
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(digits)} pp`;
}

/** Returns a part of a whole in percent; only the whole is 100 %. */
export function share(part, whole) {
  if (whole <= 0 || part <= 0) {
    return "0 %";
  }
  const percent = (100 * part) / whole;
  if (percent < 0.1 || percent >= 100) {
    return percent < 0.1 ? "< 0.1 %" : "100 %";
  }
  return `${Math.min(percent, 99.9).toFixed(percent < 10 || percent > 99 ? 1 : 0)} %`;
}

/** Returns a count with its noun in the singular or the plural. */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** The kinds of code, in the order of the page's controls. */
export const KINDS = ["own", "library", "browser"];

const LIBRARY =
  /\/(?:node_modules|bower_components|jspm_packages|\.yarn|\.pnpm|vendors?)\/|\/webpack\/(?:runtime|bootstrap|before-startup|startup)\b|^(?:node|webpack-internal):|^[a-z-]+-extension:|^https:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net|cdnjs\.cloudflare\.com|esm\.sh|ga\.jspm\.io|ajax\.googleapis\.com)\//;

/** What the service knows of a function's origin, as the page's kinds. */
const ORIGINS = { __proto__: null, app: "own", library: "library", runtime: "library", "third-party": "library", native: "browser" };

/**
 * Tells the kind of a function: `own`, `library` or `browser`.
 *
 * @param {string} [origin] what the service says of it, which knows packages and ignore lists of source maps
 * @param {{own: string[], library: string[]}} [paths] parts of paths whose kind the user has set
 */
export function kindOf({ url }, origin, paths) {
  const path = url.slice(0, 4096);
  const set = url === "" || !paths ? undefined : ["own", "library"].find((kind) => paths[kind].some((part) => path.includes(part)));
  return set ?? ORIGINS[origin] ?? (url === "" ? "browser" : LIBRARY.test(path) ? "library" : "own");
}

/** Returns the last segment of a URL's path; a `data:` URL may name its file. */
export function fileOf(url) {
  if (/^data:/i.test(url)) {
    return /^data:[^,]*;name=([\w.-]+)/.exec(url.slice(0, LONGEST_HEAD))?.[1] ?? "data: script";
  }
  const path = url.slice(0, 8192).replace(/[?#].*$/s, "");
  const segment = path.slice(path.lastIndexOf("/") + 1) || path;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const LONGEST_HEAD = 200;

/** Returns a function's name as it is shown; one without a name is named by its place, a file's top level by the file. */
export function displayName({ name, url, line, column }) {
  if (name !== "") {
    return shown(name);
  }
  if (url === "") {
    return "(anonymous)";
  }
  return shown(line === 1 && column === 1 ? `(module ${fileOf(url)})` : `(anonymous ${fileOf(url)}:${line}:${column})`);
}

/** Returns `file:line`, with the column in a first line, which may be the only one; nothing for the browser's own functions. */
export function displayPlace({ url, line, column }) {
  return url === "" ? "" : shown([fileOf(url), ...(line > 0 ? [line] : []), ...(line === 1 && column > 1 ? [column] : [])].join(":"));
}

/** Returns a URL as it is shown in full. */
export function displayUrl(url) {
  return /^data:/i.test(url) ? fileOf(url) : shown(url);
}

/** Returns a place as it is shown in full. */
export function whole({ url, line, column }) {
  return url === "" ? "the browser’s own" : line > 0 ? `${displayUrl(url)}:${line}:${column}` : displayUrl(url);
}

/** Tells whether a function has another place than it was recorded with. */
export function isMapped(before, after) {
  return before.url !== after.url || before.line !== after.line || before.column !== after.column;
}
