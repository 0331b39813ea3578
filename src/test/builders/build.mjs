// node src/test/builders/build.mjs [NAME ...]: builds the app with each builder, records it, and writes a case to
// target/builders/NAME. Installed packages stay under target/builders-work.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { builders } from "./builders.mjs";
import { install, target } from "./install.mjs";
import { copyNumbered, filesIn } from "./mark.mjs";
import { originalsOf } from "./originals.mjs";
import { record } from "./record.mjs";
import { truthOf } from "./truth.mjs";

const here = import.meta.dirname;

/** Builds the app; returns the originals by marker, and the folder that the builder wrote. */
function build(name, ts) {
  const { settings = name, packages, command, output } = builders[name];
  const folder = install(settings, packages);
  const written = join(folder, output);
  rmSync(written, { recursive: true, force: true });
  const { texts, last } = copyNumbered(join(here, "app"), join(folder, "src"));
  cpSync(join(here, settings), folder, { recursive: true });
  const path = `${join(folder, "node_modules/.bin")}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, NODE_ENV: "production", CI: "1", NEXT_TELEMETRY_DISABLED: "1" };
  execFileSync(command[0], command.slice(1), { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
  const originals = new Map();
  for (const [source, text] of texts) {
    for (const [marker, place] of originalsOf(ts, source, text)) originals.set(marker, place && { source, ...place });
  }
  return { originals, last, written };
}

async function makeCase(name, ts) {
  const { originals, last, written } = build(name, ts);
  const { trace, script } = await record(written, last);
  const textOf = url => {
    const file = join(written, decodeURIComponent(new URL(url).pathname));
    return url.startsWith("http") && existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  const { rows, unseen } = truthOf(trace, originals, textOf);
  const folder = join(target, "builders", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of filesIn(written).filter(path => /\.(?:m?js|map|html)$/.test(path))) {
    cpSync(join(written, file), join(folder, file));
  }
  writeFileSync(join(folder, "mark.js"), script);
  writeFileSync(join(folder, "trace.json"), JSON.stringify(trace));
  writeFileSync(join(folder, "truth.json"), `[\n${rows.map(row => JSON.stringify(row)).join(",\n")}\n]\n`);
  writeFileSync(join(folder, "case.json"), "{}\n");
  const scored = rows.filter(({ original }) => original).length;
  console.log(`${name}: ${trace.frames.length} frames, ${rows.length} marked, ${scored} with an original`);
  if (unseen.length) console.log(`  not seen: ${unseen.join(" ")}`);
}

const ts = createRequire(join(install("truth", ["typescript@5.9.3", "ts-blank-space@0.9.0"]), "package.json"))("typescript");
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(builders);
for (const name of names) {
  try {
    await makeCase(name, ts);
  } catch (error) {
    console.error(`${name}: ${error.stack}`);
    process.exitCode = 1;
  }
}
