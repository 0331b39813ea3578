// node src/test/builders/describe.mjs: prints the peculiarities of each builder's maps.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { target } from "./install.mjs";
import { filesIn } from "./mark.mjs";

const cases = join(target, "builders");
const tally = values => {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} (${count})`).join(", ") || "none";
};

function segmentsOf({ mappings = "", names = [] }) {
  const segments = mappings.split(/[;,]/).filter(Boolean);
  const fields = segment => segment.replace(/[g-z0-9+/]/g, "").length;
  return `${segments.length} segments, ${tally(segments.map(fields).map(n => `${n} fields`).sort())}, ${names.length} names`;
}

for (const name of readdirSync(cases)) {
  console.log(`\n${name}`);
  for (const path of filesIn(join(cases, name)).filter(file => file.endsWith(".map"))) {
    const map = JSON.parse(readFileSync(join(cases, name, path), "utf8"));
    const maps = map.sections?.map(section => section.map) ?? [map];
    const own = maps.flatMap(({ sources }) => sources).filter(source => /^(?!.*node_modules).*\b(core|react|vue|svelte|angular|plain)\//.test(source));
    if (!own.length) continue;
    console.log(`  ${path}: ${Object.keys(map).join(" ")}`);
    if (map.sections) console.log(`    ${map.sections.length} sections of ${tally(maps.map(part => Object.keys(part).join(" ")))}`);
    console.log(`    own sources: ${own.slice(0, 4).join("  ")}${own.length > 4 ? "  …" : ""}`);
    const shapes = maps.flatMap(({ sources }) => sources).map(source => source.match(/^[a-z-]+:\/\/[^/]*\/(?:\[[^\]]*\])?|^\.{0,2}\/|^/)[0]);
    console.log(`    sources begin with: ${tally(shapes)}`);
    const missing = maps.flatMap(({ sources, sourcesContent }) => sources.filter((_, i) => sourcesContent?.[i] == null));
    console.log(`    without text: ${missing.length}${missing.length ? `, e.g. ${missing.slice(0, 3).join("  ")}` : ""}`);
    console.log(`    ${maps.map(segmentsOf).slice(0, 3).join("\n    ")}`);
  }
}
