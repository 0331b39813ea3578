// node src/test/builders/check.mjs: compares originals.mjs with V8. The core's modules, with their types blanked, run in
// Chromium. Every marker's frame must have the position and the name that originals.mjs computes.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { install, workOf } from "./install.mjs";
import { copyNumbered } from "./mark.mjs";
import { originalsOf } from "./originals.mjs";
import { record } from "./record.mjs";
import { markersOfFrames } from "./truth.mjs";

const packages = createRequire(join(install("truth", ["typescript@5.9.3", "ts-blank-space@0.9.0"]), "package.json"));
const ts = packages("typescript");
const { default: blankTypes } = await import(pathToFileURL(packages.resolve("ts-blank-space")));

const folder = workOf("originals");
const { texts, last } = copyNumbered(join(import.meta.dirname, "app"), join(folder, "src"));
const originals = new Map();
mkdirSync(join(folder, "core"), { recursive: true });
for (const [path, text] of texts) {
  if (!path.startsWith("core/") || path === "core/typed.ts") continue;
  for (const [marker, place] of originalsOf(ts, path, text)) originals.set(marker, place);
  const script = blankTypes(text).replace(/(from |import\()"(.*?)"/g, '$1"$2.js"');
  writeFileSync(join(folder, path.replace(/ts$/, "js")), script);
}
const start = 'import { runCore } from "./core/index.js"; runCore().then(finish);';
writeFileSync(join(folder, "index.html"), `<meta charset="utf-8"><title></title><script type="module">${start}</script>`);

const { trace } = await record(folder, last);
const utf8 = name => Buffer.from(name, "latin1").toString("utf8");
const unseen = new Set(originals.keys());
let wrong = 0;
for (const [frameIndex, markers] of markersOfFrames(trace)) {
  const { name, line, column } = trace.frames[frameIndex];
  for (const marker of markers) {
    const want = originals.get(marker) ?? { line: 1, column: 1, name: "" };
    unseen.delete(marker);
    if (want.line === line && want.column === column && want.name === utf8(name)) continue;
    wrong++;
    console.log(`${marker}: V8 says ${line}:${column} ${utf8(name)}, originals.mjs ${want.line}:${want.column} ${want.name}`);
  }
}
console.log(`${originals.size} markers, ${wrong} wrong, not seen: ${[...unseen].join(" ") || "none"}`);
process.exitCode = wrong > 0 ? 1 : 0;
