// Ids over releases: how many functions of 20 consecutive releases of five npm packages keep theirs.
//
//   node src/test/identity/releases.mjs [--texts] [--shown N] [PACKAGE …]
//
// Exits with 1 if a goal is missed.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, PACKAGES, tools } from "./bundles.mjs";
import { describe, edited, likeness } from "./functions.mjs";
import { openRows } from "./rows.mjs";

const { values: options, positionals } = parseArgs({
  options: { texts: { type: "boolean" }, shown: { type: "string", default: "0" } },
  allowPositionals: true,
});
const shown = Number(options.shown);
/** Two functions of which the key leads from one to the other are not the same if they are less alike. */
const DISSIMILAR = 0.3;
/** What is counted of a package: pairs, and those of them that keep their id or must not. */
const COUNTED = [
  ...["functions", "text", "collisions", "unchanged", "kept", "edited", "editedKept"],
  ...["links", "falseLinks", "compared", "dissimilar", "apart", "apartKept"],
];

const required = tools();
const service = await openRows({ texts: options.texts });
const esbuild = required("esbuild");
const ts = required("typescript");

/** Returns the row of each value of a member, or null for a value that several rows have. */
function once(rows, member) {
  const found = new Map();
  for (const row of rows) {
    if (row[member] !== null) {
      found.set(row[member], found.has(row[member]) ? null : row);
    }
  }
  return found;
}

/** Returns the pairs of unchanged functions: the body occurs once in each of two releases, on the same path. */
function unchanged(before, after) {
  const bodies = once(after, "body");
  return [...once(before, "body").values()].flatMap((f) => {
    const g = f && bodies.get(f.body);
    return g && g.path === f.path ? [[f, g]] : [];
  });
}

/** Counts what became of the functions of a release in the next. */
function compare(before, after, count, say) {
  const pairs = unchanged(before, after);
  const partners = new Map(pairs.flatMap(([f, g]) => [[f, g], [g, f]]));
  for (const [f, g] of pairs) {
    count.unchanged++;
    f.id === g.id ? count.kept++ : say("lost", f, g);
  }
  for (const [f, g] of edited(before, after)) {
    count.edited++;
    f.id === g.id ? count.editedKept++ : say("edited", f, g);
  }
  const ids = once(after, "id");
  for (const f of once(before, "id").values()) {
    const g = f && ids.get(f.id);
    if (!g) {
      continue;
    }
    count.links++;
    if ((partners.get(f) ?? g) !== g || (partners.get(g) ?? f) !== f) {
      count.falseLinks++;
      say("false", f, g);
    }
    if (f.range && g.range) {
      count.compared++;
      if (f.body !== g.body && likeness(f, g) < DISSIMILAR) {
        count.dissimilar++;
        say("dissimilar", f, g);
      }
    }
  }
}

/** Returns the rows of a release whose ids hold over releases. */
async function read(folder, count, isLast) {
  const all = await service.of(folder);
  const rows = all.filter(({ stability }) => stability === "name");
  if (isLast) {
    count.functions = all.length;
    count.text = all.filter(({ stability }) => stability === "text").length;
  }
  const places = new Map();
  for (const row of all) {
    const key = `${row.source} ${row.id}`;
    if (row.id !== null && places.has(key)) {
      count.collisions++;
      console.log(`collision: ${key} ${places.get(key)} and ${row.line}:${row.column}`);
    }
    places.set(key, `${row.line}:${row.column}`);
  }
  describe(ts, rows);
  return rows;
}

/** Counts over all releases of a package. */
async function measure(chosen) {
  const { name, releases } = chosen;
  const folder = await bundle(chosen, esbuild);
  const count = Object.fromEntries(COUNTED.map((what) => [what, 0]));
  const left = {};
  let first = null;
  let before = null;
  for (const release of releases) {
    const after = await read(join(folder, release), count, release === releases.at(-1));
    const say = (what, f, g) => {
      left[what] = (left[what] ?? shown) - 1;
      if (left[what] >= 0) {
        console.log(`${what}: ${name} ${release} ${f.path} ${f.line}:${f.column} ${f.role} → ${g.line}:${g.column} ${g.role}`);
      }
    };
    if (before !== null) {
      compare(before, after, count, say);
    }
    first ??= after;
    before = after;
  }
  for (const [f, g] of unchanged(first, before)) {
    count.apart++;
    count.apartKept += f.id === g.id;
  }
  return count;
}

const percent = (part, all, digits = 2) => (all === 0 ? "none" : `${((100 * part) / all).toFixed(digits)} %`);
const HEADS = "package | functions | of minified texts | unchanged pairs | kept | edited pairs | kept | definite false links | dissimilar | collisions | 19 releases apart | kept";
const line = (name, c) =>
  `| ${name} | ${c.functions} | ${c.text} | ${c.unchanged} | ${percent(c.kept, c.unchanged, 3)} | ${c.edited} | ${percent(c.editedKept, c.edited)} | ` +
  `${percent(c.falseLinks, c.links, 3)} | ${percent(c.dissimilar, c.compared, 3)} | ${c.collisions} | ${c.apart} | ${percent(c.apartKept, c.apart)} |`;

const chosen = PACKAGES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const pooled = Object.fromEntries(COUNTED.map((what) => [what, 0]));
const counts = [];
try {
  for (const one of chosen) {
    const count = await measure(one);
    COUNTED.forEach((what) => (pooled[what] += count[what]));
    counts.push([one.name, count]);
  }
} finally {
  await service.close();
}
console.log(`| ${HEADS} |`);
console.log(`${"|---".repeat(HEADS.split("|").length)}|`);
[...counts, ["pooled", pooled]].forEach(([name, count]) => console.log(line(name, count)));

// The goals are those of all packages together.
if (chosen.length === PACKAGES.length) {
  process.exitCode = judge() ? 0 : 1;
}

/** Prints which goals are reached; returns whether all are. */
function judge() {
  const share = (part, all) => (100 * part) / all;
  const goals = [
    ["unchanged, pooled", share(pooled.kept, pooled.unchanged), ">=", 99.85],
    ["unchanged, worst package", Math.min(...counts.map(([, { kept, unchanged: all }]) => share(kept, all))), ">=", 99.2],
    ["definite false links, pooled", share(pooled.falseLinks, pooled.links), "<=", 0.02],
    ["edited, pooled", share(pooled.editedKept, pooled.edited), ">=", 93],
    ["collisions", pooled.collisions, "<=", 0],
  ];
  const reached = goals.map(([what, value, order, goal]) => {
    const isReached = order === "<=" ? value <= goal : value >= goal;
    console.log(`${what}: ${Number(value.toFixed(3))}, goal ${order} ${goal}: ${isReached ? "reached" : "MISSED"}`);
    return isReached;
  });
  return reached.every(Boolean);
}
