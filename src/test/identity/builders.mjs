// Ids over builders: a function of one text has one id in the scripts of all builders.
//
//   node src/test/identity/builders.mjs [--texts] [--shown N] [--shared FOLDER]
//
// Exits with 1 if a function has several ids where the roots are set, or if two functions of a script share one.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openRows } from "./rows.mjs";

const SHARED = fileURLToPath(new URL("../../../../shared", import.meta.url));
const { values: options } = parseArgs({
  options: { texts: { type: "boolean" }, shown: { type: "string", default: "5" }, shared: { type: "string", default: SHARED } },
});

/** Where the builders put one application: React Router has it in `app`, and a loader of Svelte gives names of files alone. */
const ROOTS = ["src", "src/svelte", "app"];
/** Of a function in the sources of `frameworks`, which numbers each build anew. */
const MARKER = /"[A-Z]~\d{4}"/g;

/** Returns the builds of a set with their rows; `files` is the folder of what a build serves. */
async function buildsOf(set, files, roots) {
  const folder = join(options.shared, set);
  const rows = await openRows({ roots, texts: options.texts });
  const builds = [];
  try {
    for (const name of readdirSync(folder).filter((name) => existsSync(join(folder, name, "case.json")))) {
      const { headers } = JSON.parse(readFileSync(join(folder, name, "case.json"), "utf8"));
      builds.push({ name, rows: await rows.of(join(folder, name, files), headers) });
    }
  } finally {
    await rows.close();
  }
  return builds;
}

/** Prints how many functions have one id in all builds; returns whether all have, and no two of a script share one. */
function report(title, builds, isCounted) {
  const functions = new Map();
  let collisions = 0;
  let shown = Number(options.shown);
  const say = (text) => shown-- > 0 && console.log(text);
  for (const { name, rows } of builds) {
    const places = new Map();
    for (const row of rows.filter((row) => isCounted(row) && !row.isWrapper)) {
      const place = `${row.line}:${row.column}`;
      const key = `${row.text.replace(MARKER, '"~"')}\0${place}`;
      const found = functions.get(key) ?? functions.set(key, { builds: new Set(), ids: new Map() }).get(key);
      found.builds.add(name);
      found.ids.set(row.id, `${name} ${row.package} ${row.path}:${place} ${row.role} (${row.source})`);
      const own = `${row.script}\0${row.id}`;
      if (row.id !== null && (places.get(own) ?? key) !== key) {
        collisions++;
        say(`collision: ${name} ${row.source} ${place} ${row.role} and ${places.get(own).split("\0")[1]}`);
      }
      places.set(own, key);
    }
  }
  const keyed = [...functions.values()].filter(({ ids }) => ids.size > 1 || !ids.has(null));
  const several = keyed.filter((one) => one.builds.size > 1);
  const differ = several.filter((one) => one.ids.size > 1);
  differ.forEach(({ ids }) => say(`differ: ${[...ids].map(([id, where]) => `${id} ${where}`).join(" | ")}`));
  const one = several.length - differ.length;
  console.log(
    `${title}: ${builds.filter(({ rows }) => rows.some(({ id }) => id !== null)).length} builds with ids, ` +
      `${keyed.length} functions by text and position, ${functions.size - keyed.length} more have no id anywhere; ` +
      `${several.length} are in several builds: ${one} have one id, ${differ.length} have more; ${collisions} collisions`,
  );
  return differ.length === 0 && collisions === 0;
}

if (!existsSync(options.shared)) {
  console.log(`SKIPPED: there is no ${options.shared}`);
  process.exit();
}
const isApp = ({ origin }) => origin === "app";
const isCorpusOne = report("corpus, roots=web", await buildsOf("corpus", "", ["web"]), () => true);
report("frameworks without roots", await buildsOf("frameworks", "files", []), isApp);
const areFrameworksOne = report(`frameworks, roots=${ROOTS}`, await buildsOf("frameworks", "files", ROOTS), isApp);
process.exitCode = isCorpusOne && areFrameworksOne ? 0 : 1;
