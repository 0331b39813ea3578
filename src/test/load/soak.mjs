// Normal traffic of every kind, while faults are switched on and off around the service, one after another and together.
//
//   node src/test/load/soak.mjs [minutes] [base|sidecar]
//
// The service has the environment and the memory of the manifest in k8s/, the archive of classes if the build made one, as
// in the image, and default time-outs. Nothing of a fault may remain: the process lives, no answer has a wrong name, no
// acknowledged upload is lost, each refusal says what it is, and after each fault memory, threads, descriptors and temporary
// files are what they were. Exits with 1 otherwise. With redis-server installed, a Redis is shared and stopped too.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { headers as authorization, TOKEN } from "./builds.mjs";
import { lingerers, MISCHIEF } from "./hostile.mjs";
import { ORIGIN_FAULTS, startOrigin } from "./origin.mjs";
import { ARCHIVE, complaints, heapAfterCollection, inParallel, memory, readManifest, startRedis, startService, watch } from "./service.mjs";
import { random, synthesize } from "./synthetic.mjs";
import { ANSWER_MILLIS, ask, Breach, connect, look, mountedScript, newScript, problemOf, profileKinds, upload } from "./traffic.mjs";

const minutes = Number(process.argv[2] ?? 3);
const manifestName = process.argv[3] ?? "base";

/**
 * How much more than after the warm-up a figure may be at rest: the heap and the files always, since nothing of a request may
 * remain; the others at the end.
 */
const TOLERANCES = {
  "heap, MiB": 8, // caches of failures and of the hosts of origins, which are bounded by their sizes
  "direct memory, MiB": 12, // Netty keeps up to three chunks of 4 MiB that it once needed
  "threads": 40, // pools grow with the load up to their sizes; at the end they get the time to shrink
  "descriptors": 30, // connections to origins and to Redis are kept
  "temporary files": 0,
};
const ALWAYS_LEVEL = ["heap, MiB", "temporary files"];
const SLOT_SECONDS = 8;
const SLOTS_PER_REST = 3;
const ABOUT_A_REST_SECONDS = 10;
const ABOUT_BOTH_ENDS_SECONDS = 60;
const SETTLE_MILLIS = 2_000;
const QUIET_SECONDS = 45; // a load of a hanging origin ends by its own time-outs
const LINGER_SECONDS = 130; // the idle time-out of 90 s, and some for a busy machine
const SHRINK_SECONDS = 90; // threads without work end after a minute at most
const PROBE_MILLIS = 10_000; // so long that only a service that is blocked misses it
const RECOVERY_TRIES = 40;
const MOST_DEATHS = 5;
const KNOWN_SCRIPTS = 4;
const KNOWN_FUNCTIONS = 1_500;
const NEW_FUNCTIONS = 60;
const MOST_FILLERS = 60;
const FILLER_FUNCTIONS = 3_000;
const MOUNTED_FUNCTIONS = 60;
/** How long after a map in the folder was replaced an answer may show it: files are looked at again after 5 s, and answers take a while. */
const MOUNTED_STALE_MILLIS = 10_000;
const MOUNTED_BASE = "https://mounted.example/assets/";
/** Connections accepted in the moment in which the port closes are reset by the system. */
const RACES_AT_STOP = 2;

const pick = random(32);
const directory = mkdtempSync(join(tmpdir(), "symbolicator-soak-"));
const at = (...names) => join(directory, ...names);
["cache", "maps", "mounted", "tmp"].forEach((name) => mkdirSync(at(name)));

const manifest = readManifest(manifestName);
const breaches = new Map();
const traffic = new Map();
const rests = [];
const acknowledged = [];
let probeMost = 0;
let faultsNow = "the warm-up";

function breach(text, kind = text.split(": ").slice(0, 2).join(": ").replace(/\d+/g, "#").slice(0, 80)) {
  const known = breaches.get(kind);
  if (known) {
    known.count++;
  } else {
    breaches.set(kind, { count: 1, text, during: faultsNow });
    console.log(`  BREACH during ${faultsNow}: ${text.slice(0, 400)}`);
  }
}

// --- the service and what surrounds it

const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
/** Each fault has an origin of its own, since an origin that failed is left alone for a while. */
const faulty = new Map();
for (const fault of ORIGIN_FAULTS) {
  faulty.set(fault, await startOrigin({ headers: { "cache-control": "max-age=86400" } }));
}
const redis = await startRedis(directory);
if (!redis) {
  console.log("There is no redis-server, so none is shared.");
}
const start = () =>
  startService({
    java: ["-XX:NativeMemoryTracking=summary", `-Djava.io.tmpdir=${at("tmp")}`, `-XX:SharedArchiveFile=${ARCHIVE}`],
    settings: {
      ...manifest.environment,
      SYMBOLICATOR_CACHE_DIRECTORY: at("cache"),
      SYMBOLICATOR_MAPS_DIRECTORY: at("maps"),
      SYMBOLICATOR_MAPS_MOUNTED_SOAK_URL: MOUNTED_BASE,
      SYMBOLICATOR_MAPS_MOUNTED_SOAK_LOCATION: `${at("mounted")}/`,
      SYMBOLICATOR_ACCESS_TOKENS_SOAK_VALUE: TOKEN,
      ...(redis && { SYMBOLICATOR_CACHE_REDIS_URL: redis.url, SYMBOLICATOR_CACHE_REDIS_KEY: "a key for this soak alone" }),
    },
    log: at("service.log"),
  });
let service = await start();
let watched = watch(service.pid);
process.on("exit", () => {
  service.kill();
  redis?.stop();
  rmSync(directory, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => process.exit(1));
}
/** "running", "resting": no request is begun, "stopping": the service was told to end, "over". */
let state = "running";
let deaths = 0;

/** Starts the service again if it ended, so that one fault does not hide the others. */
async function revive() {
  if (!service.isAlive() && state !== "stopping") {
    breach(`the process ended: ${complaints(at("service.log"))}`, `the process ended (${++deaths})`);
    watched.stop();
    if (deaths > MOST_DEATHS) {
      throw new Error("The process ended too often.");
    }
    service = await start();
    watched = watch(service.pid);
    rests.length = 0; // figures of another process
  }
}

/** Rewrites a map in the mounted folder: at once, in two steps, or with a pause without the file. */
async function rewriteMounted(name, build) {
  const { script, map } = synthesize(build, MOUNTED_FUNCTIONS);
  writeFileSync(at("mounted", `${name}.js`), script.replace("=app.js.map", `=${name}.js.map`));
  const file = at("mounted", `${name}.js.map`);
  switch (pick(3)) {
    case 0:
      writeFileSync(at("new"), map);
      renameSync(at("new"), file);
      return;
    case 1:
      writeFileSync(file, map.slice(0, map.length / 2));
      await sleep(300);
      writeFileSync(file, map);
      return;
    default:
      rmSync(file, { force: true });
      await sleep(300);
      writeFileSync(file, map);
  }
}

// --- traffic

function count(kind, outcome, millis) {
  const row = traffic.get(kind) ?? { whole: 0, left: 0, refused: 0, most: 0 };
  row[["whole", "left"].includes(outcome) ? outcome : "refused"]++;
  row.most = Math.max(row.most, millis);
  traffic.set(kind, row);
}

/** Tells a failure of a request: a promise that was broken, or a connection that was lost although the service lives. */
async function failed(kind, fault, of) {
  if (!(fault instanceof Breach)) {
    await sleep(500); // by then the end of the process is known
    if (!of.isAlive() && state !== "stopping") {
      return;
    }
  }
  const code = fault.cause?.code ?? fault.code ?? "";
  if (state === "stopping" && code === "ECONNREFUSED") {
    return;
  }
  breach(`${state === "stopping" ? "while it stops, " : ""}${kind}: ${fault.message} ${code}`, state === "stopping" && code ? "connections lost at the stop" : undefined);
}

const underWay = new Set();

/** Calls `work(client, service)` again and again, each time with the outcome as its result. */
async function loop(kind, pause, work) {
  let of = null;
  let client = null;
  while (state !== "over") {
    if (state === "resting" || !service.isAlive()) {
      client?.close();
      client = null;
      if (state === "stopping") {
        return;
      }
      await sleep(50);
      continue;
    }
    if (of !== service || !client) {
      client?.close();
      of = service;
      client = connect(of);
    }
    const began = performance.now();
    const mark = {};
    underWay.add(mark);
    try {
      const [name, outcome] = await work(client, of);
      count(name, outcome, performance.now() - began);
    } catch (fault) {
      underWay.delete(mark);
      await failed(kind, fault, of);
    }
    underWay.delete(mark);
    await sleep(pause);
  }
  client?.close();
}

const known = Array.from({ length: KNOWN_SCRIPTS }, (_, i) => ({
  url: origin.url(i, KNOWN_FUNCTIONS),
  functions: synthesize(i, KNOWN_FUNCTIONS).functions,
}));
const kinds = profileKinds(origin, known, directory);
const idle = "output of an idle profile";
const busyKinds = Object.keys(kinds).filter((kind) => kind !== idle);
const bodies = busyKinds.map((kind) => kinds[kind]()).filter(({ headers }) => !headers?.["content-encoding"]).map(({ body }) => body);
let newScripts = 1_000_000;
let mountedBuild = 2_000_000;
let activeOrigin = null;
const mountedNow = new Map();

async function uploadOne(of) {
  const build = acknowledged.length === 0 ? 0 : acknowledged.at(-1) + 1;
  const answer = await upload(of, build);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.ok) {
    acknowledged.push(build);
    return "whole";
  }
  const problem = problemOf({ status: answer.status, headers: Object.fromEntries(answer.headers), bytes });
  if (answer.status !== 503) {
    throw new Breach(`an upload: ${answer.status} ${bytes.toString("utf8", 0, 300)}`);
  }
  return problem;
}

async function lookAt(of, build) {
  const seen = await look(of, build);
  if (seen !== "right" && ![503, "pending", "overloaded"].includes(seen)) {
    throw new Breach(`build ${build}, whose upload was acknowledged, is ${seen}`);
  }
  return seen === "right" ? "whole" : "left";
}

function beginTraffic() {
  const profile = (kind) => async (client) => [kind, await ask(client, kinds[kind](), kind)];
  const any = async (client) => profile(busyKinds[pick(busyKinds.length)])(client);
  return [
    loop("a profile", 30, any),
    loop("a profile", 30, any),
    loop("a profile", 30, any),
    loop("batch", 10, profile("batch")),
    loop(idle, 1_000, profile(idle)),
    ...Array.from({ length: 3 }, () =>
      loop("new script", 200, async (client) => {
        const from = activeOrigin ?? [origin, ...faulty.values()][pick(1 + faulty.size)];
        return ["new script", await ask(client, newScript(from, newScripts++, NEW_FUNCTIONS), "new script")];
      }),
    ),
    loop("mounted map", 200, async (client) => {
      const name = [...mountedNow.keys()][pick(mountedNow.size)];
      const builds = mountedNow.get(name);
      const oldest = performance.now() - MOUNTED_STALE_MILLIS;
      builds.splice(0, builds.findIndex(({ replaced }) => replaced === undefined || replaced > oldest));
      const current = () => builds.map(({ number }) => number);
      const outcome = await ask(client, mountedScript(`${MOUNTED_BASE}${name}.js`, MOUNTED_FUNCTIONS, current), "mounted map");
      return ["mounted map", typeof outcome === "number" ? "whole" : outcome];
    }),
    loop("upload", 700, async (_, of) => ["upload", await uploadOne(of)]),
    loop("uploaded map", 300, async (_, of) =>
      acknowledged.length === 0 ? ["uploaded map", "whole"] : ["uploaded map", await lookAt(of, acknowledged[pick(acknowledged.length)])],
    ),
    loop("probe", 500, async (_, of) => {
      const path = ["/q/health/live", "/q/health/ready", "/q/metrics"][pick(3)];
      const began = performance.now();
      const answer = await fetch(of.url + path, { headers: { connection: "close" }, signal: AbortSignal.timeout(PROBE_MILLIS) });
      await answer.text();
      probeMost = Math.max(probeMost, performance.now() - began);
      if (!answer.ok && state === "running") {
        throw new Breach(`${path}: ${answer.status}`);
      }
      return ["probe", "whole"];
    }),
  ];
}

// --- faults

function allFaults() {
  const faults = ORIGIN_FAULTS.map((name) => ({
    name: `the origin ${name}`,
    isOfOrigin: true,
    begin: () => {
      faulty.get(name).fault(name);
      activeOrigin = faulty.get(name);
      return () => {
        faulty.get(name).fault(null);
        activeOrigin = null;
      };
    },
  }));
  faults.push(...Object.entries(MISCHIEF).map(([name, begin]) => ({ name, begin: () => begin(service, bodies, breach) })));
  faults.push({
    name: "the map folder changes",
    begin: () => {
      let isOver = false;
      const rewriting = (async () => {
        while (!isOver) {
          for (const [name, builds] of mountedNow) {
            builds.at(-1).replaced = performance.now();
            builds.push({ number: mountedBuild++ });
            await rewriteMounted(name, builds.at(-1).number);
          }
          await sleep(300);
        }
      })();
      return () => {
        isOver = true;
        return rewriting;
      };
    },
  });
  if (redis) {
    const hangs = () => {
      redis.signal("SIGSTOP");
      return () => redis.signal("SIGCONT");
    };
    const ends = () => {
      redis.stop();
      return () => redis.start();
    };
    faults.push({ name: "Redis hangs", begin: hangs }, { name: "Redis ends", begin: ends });
  }
  return faults;
}

/** Puts all faults in groups of a size, in a random order. Only one origin fails at a time. */
function groupsOf(size) {
  const left = allFaults();
  const groups = [];
  while (left.length > 0) {
    const group = [];
    for (let tries = 0; tries < 50 && group.length < size && left.length > 0; tries++) {
      const i = pick(left.length);
      if (!left[i].isOfOrigin || !group.some(({ isOfOrigin }) => isOfOrigin)) {
        group.push(...left.splice(i, 1));
      }
    }
    groups.push(group);
  }
  return groups;
}

async function slot(group) {
  faultsNow = group.map(({ name }) => name).join(" + ");
  const ends = group.map(({ begin }) => begin());
  await sleep(1_000 * SLOT_SECONDS);
  await Promise.all(ends.map((end) => end()));
  await revive();
}

// --- rest

async function metric(name) {
  const text = await (await fetch(`${service.url}/q/metrics`, { signal: AbortSignal.timeout(ANSWER_MILLIS) })).text();
  return [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([-0-9.E]+)`, "gm"))].reduce((sum, [, value]) => sum + Number(value), 0);
}

function threads() {
  return Number(readFileSync(`/proc/${service.pid}/status`, "utf8").match(/Threads:\s+(\d+)/)[1]);
}

function figures() {
  const native = execFileSync("jcmd", [String(service.pid), "VM.native_memory", "summary", "scale=KB"], { encoding: "utf8" });
  const descriptors = readdirSync(`/proc/${service.pid}/fd`);
  const unlinked = descriptors.filter((name) => {
    try {
      return readlinkSync(`/proc/${service.pid}/fd/${name}`).endsWith("(deleted)");
    } catch {
      return false; // closed meanwhile
    }
  });
  const filesIn = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const left = [...filesIn(at("tmp")), ...filesIn(at("maps", "tmp")), ...filesIn(at("cache"))].filter(({ name }) => !/\.(block|record)$/.test(name));
  return {
    "heap, MiB": heapAfterCollection(service.pid),
    "direct memory, MiB": Number(native.match(/Other \(reserved=\d+KB, committed=(\d+)KB/)?.[1] ?? 0) / 1024,
    "threads": threads(),
    "descriptors": descriptors.length - unlinked.length,
    "temporary files": left.length + unlinked.length,
  };
}

/** Waits until `isTrue`, once a second for so many seconds at most; returns whether it came true. */
async function within(seconds, isTrue) {
  for (let i = 0; i < seconds; i++) {
    if (await isTrue().catch(() => false)) {
      return true;
    }
    await sleep(1_000);
  }
  return false;
}

/**
 * Ends the traffic for a while, checks that nothing of it remains, and that each kind of request is answered in full.
 * `isLast`: waits until pools have shrunk, too.
 */
async function rest(isLast = false) {
  const after = faultsNow;
  faultsNow = `the rest after ${after}`;
  state = "resting";
  if (!(await within(2 * (ANSWER_MILLIS / 1_000), async () => underWay.size === 0))) {
    breach("requests have no end");
  }
  await sleep(SETTLE_MILLIS);
  const isQuiet = await within(QUIET_SECONDS, async () => (await metric("symbolicator_bytes_in_flight")) === 0);
  if (isLast && rests.length > 0) {
    await within(SHRINK_SECONDS, async () => threads() <= rests[0].threads + TOLERANCES.threads);
  }
  if (service.isAlive()) {
    if (!isQuiet) {
      breach(`${await metric("symbolicator_bytes_in_flight").catch(() => "unknown")} bytes are in flight although nothing is`);
    }
    rests.push({ seconds: Math.round(performance.now() / 1_000), after, ...figures() });
    const client = connect(service);
    for (const kind of Object.keys(kinds)) {
      try {
        const outcome = await ask(client, kinds[kind](), kind);
        if (outcome !== "whole") {
          breach(`${kind} is ${outcome} although nothing else is asked`);
        }
      } catch (fault) {
        await failed(kind, fault, service);
      }
    }
    client.close();
  }
  state = "running";
  await revive();
}

/** Asks for new scripts until the memory for tables is full; so the heap does not grow by them afterwards. */
async function warmUp() {
  const client = connect(service);
  for (const kind of busyKinds) {
    for (let i = 0; i < 3; i++) {
      await ask(client, kinds[kind](), kind).catch((fault) => failed(kind, fault, service));
    }
  }
  const isFull = async () => (await metric('cache_evictions_total\\{cache="symbol-tables"\\}')) > 0;
  for (let i = 0; i < MOST_FILLERS && service.isAlive() && !(await isFull().catch(() => false)); i++) {
    await ask(client, newScript(origin, newScripts++, FILLER_FUNCTIONS), "filler").catch((fault) => failed("filler", fault, service));
  }
  client.close();
  await sleep(1_000 * SLOT_SECONDS);
  await revive();
}

// --- the run

function report() {
  const round = (value) => (Number.isInteger(value) ? value : Number(value.toFixed(1)));
  console.log("\nAt rest:");
  console.table(rests.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "number" ? round(value) : value.slice(0, 60)]))));
  console.log("Requests; milliseconds at most:");
  console.table(Object.fromEntries([...traffic].sort().map(([kind, row]) => [kind, { ...row, most: Math.round(row.most) }])));
  const level = rests.length < 2 ? [] : Object.keys(TOLERANCES);
  const third = Math.max(1, Math.floor(rests.length / 3));
  const median = (rows, name) => rows.map((row) => row[name]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  for (const name of level) {
    const before = median(rests.slice(0, third), name);
    const after = name === "threads" ? rests.at(-1).threads : median(rests.slice(-third), name);
    const most = Math.max(...rests.map((row) => row[name]));
    const text = `${name}: ${round(before)} after the warm-up, ${round(after)} at the end, ${round(most)} at most; ${TOLERANCES[name]} more are tolerated`;
    console.log(text);
    if ((ALWAYS_LEVEL.includes(name) ? most : after) > before + TOLERANCES[name]) {
      breach(text, `${name} is not level`);
    }
  }
  console.log(`${acknowledged.length} uploads; the slowest probe took ${Math.round(probeMost)} ms`);
}

async function checkUploads(when) {
  faultsNow = when;
  let lost = 0;
  await inParallel(acknowledged.length, 4, async (i) => {
    let seen = "";
    await within(5, async () => (seen = await look(service, acknowledged[i])) === "right");
    lost += seen === "right" ? 0 : 1;
    if (seen !== "right") {
      breach(`build ${acknowledged[i]} is ${seen}, and its upload was acknowledged`);
    }
  });
  console.log(`${when}: ${acknowledged.length - lost} of ${acknowledged.length} uploads resolve`);
}

/** Checks that all origins that failed are asked again, and that the folder's last maps are used. */
async function checkRecovery() {
  faultsNow = "the recovery";
  const client = connect(service);
  for (const [name, recovered] of faulty) {
    if (!(await within(RECOVERY_TRIES, async () => (await ask(client, newScript(recovered, newScripts++, NEW_FUNCTIONS), name)) === "whole"))) {
      breach(`the origin that ${name} is not used again`);
    }
  }
  for (const [name, builds] of mountedNow) {
    const request = () => mountedScript(`${MOUNTED_BASE}${name}.js`, MOUNTED_FUNCTIONS, () => [builds.at(-1).number]);
    if (!(await within(RECOVERY_TRIES, async () => typeof (await ask(client, request(), name)) === "number"))) {
      breach(`the last map of ${name} in the folder is not used`);
    }
  }
  client.close();
}

const ends = performance.now() + 60_000 * minutes;
const slots = Math.max(1, Math.floor((60 * minutes - ABOUT_BOTH_ENDS_SECONDS) / (SLOT_SECONDS + ABOUT_A_REST_SECONDS / SLOTS_PER_REST)));
const first = Math.max(1, Math.ceil(allFaults().length / slots));
console.log(`${minutes} minutes with k8s/${manifestName}: ${manifest.environment.JAVA_TOOL_OPTIONS}; ${allFaults().length} faults`);
for (const name of ["a", "b", "c"]) {
  mountedNow.set(name, [{ number: mountedBuild++ }]);
  await rewriteMounted(name, mountedNow.get(name)[0].number);
}
const loops = beginTraffic();
try {
  await warmUp();
  await rest();
  const lingering = lingerers(service);
  const lingeringAt = service;
  let used = 0;
  for (let round = 0; round === 0 || (performance.now() < ends && used < slots); round++) {
    for (const group of groupsOf([first, Math.max(first, 2), 3][round % 3])) {
      if (round > 0 && performance.now() > ends) {
        break;
      }
      await slot(group);
      console.log(`${Math.round(performance.now() / 1_000)} s: ${faultsNow}`);
      if (++used % SLOTS_PER_REST === 0) {
        await rest();
      }
    }
  }
  await checkRecovery();
  await within(LINGER_SECONDS - lingering.seconds(), async () => lingering.stillOpen().length === 0);
  if (service === lingeringAt) {
    lingering.stillOpen().forEach((name) => breach(`${name} is open after ${Math.round(lingering.seconds())} s`));
  }
  await lingering.close();
  faultsNow = "the end";
  await rest(true);
  await checkUploads("before the restart");
  const anonymous = watched.peak();
  console.log(`resident memory at most ${memory(service.pid).peak} MiB, of it anonymous ${anonymous} MiB; the container has ${manifest.mebibytes} MiB`);
  if (anonymous > manifest.mebibytes) {
    breach(`the process took ${anonymous} MiB, and the container has ${manifest.mebibytes}`);
  }
  report();

  faultsNow = "SIGTERM";
  if (manifest.environment.QUARKUS_SHUTDOWN_DELAY === "0") {
    state = "over"; // the pipeline ends before its sidecar
    await Promise.all(loops);
  }
  state = "stopping";
  const stopped = performance.now();
  await service.stop();
  console.log(`SIGTERM: the process ended after ${((performance.now() - stopped) / 1_000).toFixed(1)} s`);
  await Promise.all(loops);
  const lost = breaches.get("connections lost at the stop");
  if (lost && lost.count <= RACES_AT_STOP) {
    breaches.delete("connections lost at the stop");
  }
  service = await start();
  await checkUploads("after the restart");
} catch (fault) {
  breach(`the soak ended early: ${fault.stack}`);
  report();
} finally {
  state = "over";
  watched.stop();
  await Promise.all([service.stop(), ...loops]);
  [origin, ...faulty.values()].forEach((each) => each.close());
  redis?.stop();
}
console.log(`\n${breaches.size} promises were broken.`);
for (const { count: times, text, during } of breaches.values()) {
  console.log(`${times} times, first during ${during}: ${text.slice(0, 400)}`);
}
process.exitCode = breaches.size > 0 ? 1 : 0;
