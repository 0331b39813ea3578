// Throughput of uploads: a build folder of 200 scripts and 300 MB of maps as one tar.gz, then again, then parts at once.
//
//   node src/test/load/upload.mjs [scripts] [megabytes] [heap in MiB] [folder|bucket]
import { mkdtempSync, openAsBlob, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { settingsOf, startBucket } from "./bucket.mjs";
import { headers, TOKEN } from "./builds.mjs";
import { finish, freePort, heapAfterCollection, memory, post, smallContainer, startService, watch } from "./service.mjs";
import { countFaults, functionsFor, random, someOf, synthesize, traceOf } from "./synthetic.mjs";
import { tarEnd, tarEntry } from "./tar.mjs";

const scripts = Number(process.argv[2] ?? 200);
const megabytes = Number(process.argv[3] ?? 300);
const heap = Number(process.argv[4] ?? 128);
const isBucket = process.argv[5] === "bucket";
const MB = 1_000_000;
const PARTS = 4;
const BASE = "http://127.0.0.1:1/assets/"; // Nothing listens there, so only uploaded maps can answer.

/** Writes a tar.gz of some of the scripts and maps; each file is a gzip member of its own. */
function archive(path, from, to) {
  rmSync(path, { force: true });
  let inflated = 0;
  for (let script = from; script < to; script++) {
    const { script: text, map } = synthesize(script, count);
    const files = Buffer.concat([
      tarEntry(`s${script}.js`, Buffer.from(text.replace("=app.js.map", `=s${script}.js.map`))),
      tarEntry(`s${script}.js.map`, Buffer.from(map)),
    ]);
    inflated += files.length;
    writeFileSync(path, gzipSync(files), { flag: "a" });
  }
  writeFileSync(path, gzipSync(tarEnd()), { flag: "a" });
  return { path, inflated };
}

async function send({ path }, query) {
  const started = performance.now();
  const body = await openAsBlob(path);
  const response = await fetch(`${service.url}/source-maps?base=${BASE}&${query}`, { method: "POST", body, headers });
  const report = await response.json();
  return { status: response.status, report, seconds: (performance.now() - started) / 1000 };
}

function show(what, sent, seconds) {
  const inflated = sent.reduce((sum, { inflated }) => sum + inflated, 0) / MB;
  const { peak, anonymous } = memory(service.pid);
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${(inflated / seconds).toFixed(1)} MB/s of ${inflated.toFixed(0)} MB inflated; ` +
      `heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection; RSS peak ${peak}, ` +
      `anonymous at most ${watched.peak()}, now ${anonymous}`,
  );
}

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const count = functionsFor((megabytes * MB) / scripts);
const whole = archive(join(directory, "all.tar.gz"), 0, scripts);
const parts = Array.from({ length: PARTS }, (_, part) =>
  archive(join(directory, `part-${part}.tar.gz`), (scripts * part) / PARTS, (scripts * (part + 1)) / PARTS),
);
console.log(`${scripts} scripts; ${(statSync(whole.path).size / MB).toFixed(1)} MB as sent`);
const port = isBucket ? await freePort() : 0;
const bucket = isBucket ? await startBucket(directory, port) : null;
const service = await startService({
  java: smallContainer(heap),
  settings: {
    SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache"),
    ...(isBucket ? settingsOf(port) : { SYMBOLICATOR_MAPS_DIRECTORY: join(directory, "maps") }),
    SYMBOLICATOR_ACCESS_TOKENS_LOAD_VALUE: TOKEN,
  },
  log: join(directory, "service.log"),
});
const watched = watch(service.pid);
let faults = 0;

function check(what, { status, report }, outcome, number) {
  if (report.summary?.[outcome] !== number) {
    faults++;
    console.log(`${what}: ${status} ${JSON.stringify(report.summary ?? report)}`);
  }
}

try {
  const first = await send(whole, "release=1&strict=true");
  check("first", first, "stored", scripts);
  show("one archive", [whole], first.seconds);

  const again = await send(whole, "release=1&strict=true");
  check("again", again, "unchanged", scripts);
  show("the same again", [whole], again.seconds);

  const dry = await send(whole, "release=2&dryRun=true");
  check("dry run", dry, "stored", scripts);
  show("a dry run", [whole], dry.seconds);

  const started = performance.now();
  const sent = await Promise.all(parts.map((part) => send(part, "release=3")));
  sent.forEach((answer) => check("part", answer, "stored", scripts / PARTS));
  show(`${PARTS} archives at once`, parts, (performance.now() - started) / 1000);

  const pick = random(1);
  for (let i = 0; i < 5; i++) {
    const script = pick(scripts);
    const url = `${BASE}s${script}.js`;
    const { trace, expected } = traceOf([{ url, functions: someOf(script, count, 20, pick) }], 20, pick);
    const answer = await fetch(`${service.url}/symbolicate?report=true`, { method: "POST", body: JSON.stringify(trace), headers });
    faults += answer.status === 200 ? countFaults(await answer.json(), expected) : 1;
  }
  console.log(`${faults} faults`);
} finally {
  watched.stop();
  await bucket?.stop();
  await finish(service, { close() {} }, directory);
}
process.exitCode = faults > 0 ? 1 : 0;
