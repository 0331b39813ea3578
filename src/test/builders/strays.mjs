// node src/test/builders/strays.mjs URL: every frame that the service at URL changes must lie where a function of the
// original text starts, and have that function's name. Prints the other frames, framework code included.
import { createServer } from "node:http";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { install, target } from "./install.mjs";
import { filesIn } from "./mark.mjs";
import { functionsOf } from "./originals.mjs";

const cases = join(target, "builders");
const ts = createRequire(join(install("truth", []), "package.json"))("typescript");

const server = createServer((request, response) => {
  const file = join(cases, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (existsSync(file) && statSync(file).isFile()) response.end(readFileSync(file));
  else response.writeHead(404).end();
});
await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

/** Returns a source's path without scheme, host, query and leading dots, in which builders and URL resolution differ. */
const tail = source => source.replace(/^[a-z-]+:\/\/[^/]*\//, "").replace(/[?#].*$/, "").replace(/^(?:\.{0,2}\/)+/, "");

/** Returns the functions of a case's originals by the end of their path; a builder may keep several versions of one. */
function originalsIn(name) {
  const found = [];
  for (const file of filesIn(join(cases, name)).filter(path => path.endsWith(".map"))) {
    const map = JSON.parse(readFileSync(join(cases, name, file), "utf8"));
    for (const { sources, sourcesContent } of map.sections?.map(section => section.map) ?? [map]) {
      sources.forEach((source, i) => found.push({ path: tail(source), text: sourcesContent?.[i] ?? "" }));
    }
  }
  return source => {
    const path = tail(source.replace(`${origin}/${name}/`, `${origin}/`));
    const texts = found.filter(original => path.endsWith(original.path) || original.path.endsWith(path));
    return texts.map(original => (original.functions ??= functionsOf(ts, path, original.text)));
  };
}

let right = 0;
let strays = 0;
for (const name of readdirSync(cases)) {
  const trace = JSON.parse(readFileSync(join(cases, name, "trace.json"), "utf8"));
  trace.resources = trace.resources.map(url => `${origin}/${name}${new URL(url).pathname}`);
  const response = await fetch(`${process.argv[2]}/symbolicate`, { method: "POST", body: JSON.stringify(trace) });
  const { frames, resources } = await response.json();
  const originals = originalsIn(name);
  frames.forEach((frame, i) => {
    const before = trace.frames[i];
    if (frame.resourceId === before.resourceId || frame.resourceId === undefined) return;
    const source = resources[frame.resourceId];
    const names = originals(source).flatMap(functions => functions.get(`${frame.line}:${frame.column}`) ?? []);
    if (names.includes(frame.name)) return void right++;
    strays++;
    const generated = `${trace.resources[before.resourceId].split("/").pop()}:${before.line}:${before.column} "${before.name}"`;
    const what = names.length > 0 ? `there "${names.join('", "')}"` : "no function there";
    console.log(`${name} ${generated} -> ${source.replace(origin, "")}:${frame.line}:${frame.column} "${frame.name}" (${what})`);
  });
}
server.close();
server.closeAllConnections();
console.log(`${right} frames are functions of the original text, ${strays} are not`);
