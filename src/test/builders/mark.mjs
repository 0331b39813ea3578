// Numbers the markers in an app's sources, and writes the script that makes them visible in a profile.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE = /\.(?:[jt]sx?|vue|svelte)$/;
const UNNUMBERED = /(?<!function )\bmark\(\)/g;

/** Returns the path of every file in a folder, relative to the folder. */
export function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Copies an app's sources and numbers every `mark()` in them. Returns the copies' texts by path. */
export function copyNumbered(from, to) {
  cpSync(from, to, { recursive: true });
  let last = 1000;
  const texts = new Map();
  for (const path of filesIn(from).filter(name => SOURCE.test(name) && !name.endsWith(".d.ts"))) {
    const text = readFileSync(join(from, path), "utf8").replace(UNNUMBERED, () => `mark(${++last})`);
    writeFileSync(join(to, path), text);
    texts.set(path, text);
  }
  return { texts, last };
}

/**
 * Returns the script that a page loads first. Each marker spins for some milliseconds in a function named after the
 * marker. A sample taken there has this stack, from the top: `spin`, `m1001`, `mark`, the function with `mark(1001)`.
 */
export function markScript(last, milliseconds) {
  const names = Array.from({ length: last - 1000 }, (_, i) => `m${1001 + i}`);
  return `
const profiler = new Profiler({ sampleInterval: 10, maxBufferSize: 100000 });
const visits = {};
function spin() {
  for (const end = performance.now() + ${milliseconds}; performance.now() < end; );
}
${names.map(name => `function ${name}() { spin(); }`).join("\n")}
const spinners = { ${names.join(", ")} };
function mark(marker) {
  visits[marker] = (visits[marker] ?? 0) + 1;
  if (visits[marker] <= 2) spinners["m" + marker]();
  return 1;
}
function finish() {
  const visited = Object.keys(visits).map(Number);
  profiler.stop().then(trace => fetch("/trace", { method: "POST", body: JSON.stringify({ trace, visited }) }));
}
addEventListener("error", event => fetch("/failed", { method: "POST", body: event.message + " " + event.filename }));
addEventListener("unhandledrejection", event => fetch("/failed", { method: "POST", body: String(event.reason?.stack) }));
`;
}
