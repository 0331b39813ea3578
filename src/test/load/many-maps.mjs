// Many uploaded maps: how long a start takes, and how profiles compare with those of a service that has 20 maps.
//
//   node src/test/load/many-maps.mjs [maps] [rounds]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headers, TOKEN } from "./builds.mjs";
import { heapAfterCollection, memory, smallContainer, startService } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";
import { tarGz } from "./tar.mjs";

const maps = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 21);
const FEW = 20;
const PER_ARCHIVE = 1_000;
const PER_PROFILE = 20;
const REQUESTS = 200;
const FUNCTIONS = 3;
const BASE = "https://cdn.example.com/assets/";
const pick = random(1);
let faults = 0;

const start = (name) =>
  startService({
    java: smallContainer(),
    settings: {
      SYMBOLICATOR_CACHE_DIRECTORY: join(directory, `cache-${name}`),
      SYMBOLICATOR_MAPS_DIRECTORY: join(directory, `maps-${name}`),
      SYMBOLICATOR_MAPS_PLACES: "uploaded",
      SYMBOLICATOR_ACCESS_TOKENS_LOAD_VALUE: TOKEN,
    },
    log: join(directory, `${name}.log`),
  });

async function upload(service, from, to) {
  const files = {};
  for (let script = from; script < to; script++) {
    const { script: text, map } = synthesize(script, FUNCTIONS);
    files[`s${script}.js`] = text.replace("=app.js.map", `=s${script}.js.map`);
    files[`s${script}.js.map`] = map;
  }
  const query = new URLSearchParams({ base: BASE, release: `r${Math.floor(from / PER_ARCHIVE)}`, strict: true });
  const answer = await fetch(`${service.url}/source-maps?${query}`, { method: "POST", body: tarGz(files), headers });
  if (!answer.ok) {
    throw new Error(`${answer.status} ${await answer.text()}`);
  }
  await answer.arrayBuffer();
}

/** A profile of the scripts that both services have. */
const scripts = Array.from({ length: PER_PROFILE }, (_, script) => ({ url: `${BASE}s${script}.js`, ...synthesize(script, FUNCTIONS) }));
const { trace, expected } = traceOf(scripts, 5, pick);
const body = JSON.stringify(trace);

/** Returns the mean time of a profile in milliseconds. */
async function profiles(service) {
  const started = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const answer = await fetch(`${service.url}/symbolicate?release=r0`, { method: "POST", body, headers });
    const symbolicated = await answer.json();
    faults += answer.ok ? countFaults(symbolicated, expected) : 1;
  }
  return (performance.now() - started) / REQUESTS;
}

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function restart(service, name) {
  await service.stop();
  const started = performance.now();
  const again = await start(name);
  console.log(`${name} maps: ready ${Math.round(performance.now() - started)} ms after its start`);
  return again;
}

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
let few = await start("few");
let many = await start("many");
try {
  await upload(few, 0, FEW);
  await upload(many, 0, FEW);
  const started = performance.now();
  for (let from = PER_ARCHIVE; from < maps; from += PER_ARCHIVE) {
    await upload(many, from, from + PER_ARCHIVE);
  }
  console.log(`${maps} maps uploaded in ${Math.round((performance.now() - started) / 1000)} s`);
  for (let i = 0; i < 3; i++) {
    few = await restart(few, "few");
    many = await restart(many, "many");
  }
  const ratios = [];
  const times = { few: [], many: [] };
  for (let round = -5; round < rounds; round++) {
    const ofFew = await profiles(few);
    const ofMany = await profiles(many);
    if (round >= 0) {
      times.few.push(ofFew);
      times.many.push(ofMany);
      ratios.push(ofMany / ofFew);
    }
  }
  ratios.sort((a, b) => a - b);
  console.log(
    `a profile of ${PER_PROFILE} scripts: ${middle(times.few).toFixed(2)} ms with ${FEW} maps, ` +
      `${middle(times.many).toFixed(2)} ms with ${maps}; ratio ${middle(ratios).toFixed(3)} (${ratios[0].toFixed(3)} to ${ratios.at(-1).toFixed(3)})`,
  );
  for (const [name, service] of Object.entries({ few, many })) {
    console.log(`${name}: heap ${heapAfterCollection(service.pid).toFixed(1)} MiB after a collection, RSS peak ${memory(service.pid).peak} MiB`);
  }
} finally {
  await few.stop();
  await many.stop();
  rmSync(directory, { recursive: true });
}
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
