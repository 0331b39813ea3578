// The dictionary of a large script, read over and over with the JVM's options of `k8s/base`: rows a second, and the heap at
// the begin and the end. Then a raw profile of all its functions is joined with it, which must give the service's answer.
//
//   node src/test/load/dictionary.mjs [SCRIPT.js] [rounds] [heap in MiB]
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { finish, heapAfterCollection, smallContainer, startService } from "./service.mjs";

const file = process.argv[2] ?? "target/bench-maps/antd.min.js";
const rounds = Number(process.argv[3] ?? 50);
const heap = Number(process.argv[4] ?? 128);

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const server = createServer((request, response) => {
  const isMap = request.url.endsWith(".map");
  response
    .writeHead(200, { "content-type": isMap ? "application/json" : "text/javascript", ...(isMap ? {} : { sourcemap: `${basename(file)}.map` }) })
    .end(readFileSync(isMap ? `${file}.map` : file));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const script = `http://127.0.0.1:${server.address().port}/${basename(file)}`;
const service = await startService({
  java: smallContainer(heap),
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache"), SYMBOLICATOR_SYMBOLICATION_DEADLINE: "120S" },
  log: join(directory, "service.log"),
});

async function dictionary() {
  const answer = await fetch(`${service.url}/scripts/functions?script=${script}`, { headers: { "accept-encoding": "identity" } });
  if (answer.status !== 200) {
    throw new Error(`${answer.status}: ${await answer.text()}`);
  }
  return answer.text();
}

/** Joins frames with rows by line and column, as the SQL of docs/identity.md does. */
function joined(frames, rows) {
  const byPlace = new Map(rows.map((row) => [`${row.line}:${row.column}`, row]));
  return frames.map((frame) => {
    const row = byPlace.get(`${frame.line}:${frame.column}`) ?? {};
    return [row.name ?? frame.name, row.source ?? script, row.original_line ?? frame.line, row.original_column ?? frame.column, row.function_id ?? null];
  });
}

let wrong = 0;
try {
  const text = await dictionary();
  const rows = text.trimEnd().split("\n").map(JSON.parse);
  const frames = rows.map(({ line, column, generated_name: name = "" }) => ({ name, resourceId: 0, line, column }));
  const profile = JSON.stringify({ frames, resources: [script], stacks: [], samples: [] });
  const answer = await (await fetch(`${service.url}/symbolicate?annotate=true`, { method: "POST", body: profile })).json();
  joined(frames, rows).forEach((expected, i) => {
    const { name, resourceId, line, column } = answer.frames[i];
    const id = answer.functions.id[i];
    const actual = [name, answer.resources[resourceId], line, column, id === null ? null : answer.functions.strings[id]];
    if (JSON.stringify(actual) !== JSON.stringify(expected)) {
      wrong++;
      console.log(`differs: ${JSON.stringify(actual)}, joined ${JSON.stringify(expected)}`);
    }
  });
  const times = [];
  const heaps = [heapAfterCollection(service.pid)];
  for (let round = 1; round <= rounds; round++) {
    const start = performance.now();
    await dictionary();
    times.push(performance.now() - start);
    if (round === Math.ceil(rounds / 10) || round === rounds) {
      heaps.push(heapAfterCollection(service.pid));
    }
  }
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
  const withId = rows.filter((row) => row.function_id !== undefined).length;
  console.log(
    `${rows.length} rows, ${withId} with an id, ${(text.length / 1e6).toFixed(1)} MB: median ${median.toFixed(0)} ms, ` +
      `${Math.round((1000 * rows.length) / median)} rows/s; heap after a collection ${heaps.map((mebibytes) => mebibytes.toFixed(1)).join(", ")} MiB ` +
      `(before, after a tenth, after ${rounds}); ${wrong} frames differ from the join`,
  );
} finally {
  await finish(service, { close: () => server.close() }, directory);
}
process.exitCode = wrong > 0 ? 1 : 0;
