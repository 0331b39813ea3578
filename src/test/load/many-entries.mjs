// Very many uploaded maps in a folder or a bucket: start and heap beside a service that has none, cold look-ups, `explain`,
// and the list of a release with 1,000 entries. The objects are written by a program of the tests, without uploads.
//
//   node src/test/load/many-entries.mjs [entries] [rounds] [folder|bucket] [DIRECTORY]
//
// A directory that is given is kept, and objects that it has are not written again: a million take 12 minutes.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderOf, settingsOf, startBucket } from "./bucket.mjs";
import { headers, TOKEN } from "./builds.mjs";
import { freePort, heapAfterCollection, memory, smallContainer, spread, startService } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";

const entries = Number(process.argv[2] ?? 200_000);
const rounds = Number(process.argv[3] ?? 20);
const isBucket = process.argv[4] === "bucket";
const OF_RELEASE = 1_000;
const WHOLE = 20; // scripts of each release that have contents
const MOST_MS = 2_000;
const BASE = "https://cdn.example.com/assets/";
const classPath = ["quarkus-app/quarkus-run.jar", "test-classes"].map((part) => fileURLToPath(new URL(`../../../target/${part}`, import.meta.url)));
const pick = random(1);
let faults = 0;

function fault(text) {
  faults++;
  console.log(text);
}

const kept = process.argv[5];
const directory = kept ?? mkdtempSync(join(tmpdir(), "symbolicator-load-"));

async function start(name) {
  const started = performance.now();
  const service = await startService({
    java: smallContainer(),
    settings: {
      SYMBOLICATOR_CACHE_DIRECTORY: join(directory, `cache-${name}`),
      ...(buckets[name] ? settingsOf(buckets[name].port) : { SYMBOLICATOR_MAPS_DIRECTORY: join(directory, name) }),
      SYMBOLICATOR_MAPS_PLACES: "uploaded",
      SYMBOLICATOR_ACCESS_TOKENS_LOAD_VALUE: TOKEN,
      SYMBOLICATOR_ACCESS_TOKENS_LOAD_SCOPE: "default",
    },
    log: join(directory, `${name}.log`),
  });
  return { service, ready: performance.now() - started };
}

async function timed(request) {
  const started = performance.now();
  const answer = await request();
  const text = await answer.text();
  return { ms: performance.now() - started, ok: answer.ok, text };
}

async function measured(name, request, isRight, isTimed = true) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const { ms, ok, text } = await timed(() => request(round));
    times.push(ms);
    if (!ok || !isRight(text, round)) {
      fault(`${name}: ${text.slice(0, 300)}`);
    }
    if (ms > MOST_MS && isTimed) {
      fault(`${name} took ${Math.round(ms)} ms`);
    }
  }
  console.log(`${name}: ${spread(times)}`);
}

const app = synthesize(0, 3);
const { script, map } = app;
writeFileSync(join(directory, "app.js"), script);
writeFileSync(join(directory, "app.js.map"), map);
const written = performance.now();
const folder = isBucket ? folderOf(join(directory, "many")) : join(directory, "many", "objects");
if (!existsSync(folder)) {
  execFileSync("java", ["-cp", classPath.join(":"), "dev.symbolicator.maps.ManyEntries", folder, entries, OF_RELEASE, join(directory, "app.js.map"), join(directory, "app.js")], { stdio: "inherit" });
  console.log(`${entries} entries written in ${Math.round((performance.now() - written) / 1000)} s`);
}

const services = {};
const buckets = {};
try {
  for (const name of isBucket ? ["none", "many"] : []) {
    const port = await freePort();
    mkdirSync(join(directory, name), { recursive: true });
    buckets[name] = { port, ...(await startBucket(join(directory, name), port)) };
  }
  for (const name of ["none", "many", "none", "many"]) {
    await services[name]?.stop();
    const { service, ready } = await start(name);
    services[name] = service;
    console.log(`${name}: ready after ${Math.round(ready)} ms`);
  }
  const { many, none } = services;
  const releases = Math.floor(entries / OF_RELEASE);
  const profiles = Array.from({ length: rounds }, (_, round) => traceOf([{ url: `${BASE}s${round % WHOLE}.js`, ...app }], 5, pick));
  await measured(
    "a profile whose script was never looked up",
    (round) => fetch(`${many.url}/symbolicate?release=r${round % releases}`, { method: "POST", body: JSON.stringify(profiles[round].trace), headers }),
    (text, round) => countFaults(JSON.parse(text), profiles[round].expected) === 0,
  );
  const explain = (query) => fetch(`${many.url}/source-maps/explain?${new URLSearchParams(query)}`, { headers });
  await measured("explain of a script that is found", (round) => explain({ script: `${BASE}s${500 + round}.js`, release: "r0" }), (text) => text.includes("Found the upload"));
  await measured("explain of an unknown release", (round) => explain({ script: `${BASE}s${600 + round}.js`, release: "x" }), (text) => text.includes("r"));
  await measured("explain of a file under another path", (round) => explain({ script: `https://other.example.com/s${700 + round}.js`, release: "r1" }), (text) => text.includes("was uploaded as"));
  await measured("list of a release", (round) => fetch(`${many.url}/source-maps?release=r${round % releases}`, { headers }), (text) => JSON.parse(text).entries.length === OF_RELEASE);
  if (!isBucket) {
    // s3proxy reads the names of the whole folder for each page.
    await measured("list of all", () => fetch(`${many.url}/source-maps`, { headers }), (text) => JSON.parse(text).entries.length === OF_RELEASE, false);
  }
  await measured("upload", (round) => fetch(`${many.url}/source-maps?${new URLSearchParams({ script: `${BASE}new${round}.js`, release: "new" })}`, { method: "PUT", body: map, headers }), () => true, false);
  for (const [name, service] of Object.entries({ none, many })) {
    console.log(`${name}: heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection, RSS peak ${memory(service.pid).peak} MiB`);
  }
} finally {
  for (const service of Object.values(services)) {
    await service.stop();
  }
  for (const bucket of Object.values(buckets)) {
    await bucket.stop();
  }
  if (!kept) {
    rmSync(directory, { recursive: true });
  }
}
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
