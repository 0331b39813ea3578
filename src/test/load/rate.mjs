// Compares what a request costs at three servers in turns: one that sends the body back (`Echo` of the test sources), the
// service with everything cached, and a service that somebody wrote by hand in Node.
//
//   node src/test/load/rate.mjs [--rounds 5] [--seconds 3] [--warm 60] [--fresh 1] [--bodies 2KB,129KB,1.7MB]
//     [--codings plain,gzip] [--connections 8] [--heap 128] [--peer FILE] [--peer-modules FOLDER] [--before FOLDER]
//     [--core N]
//
// --warm: seconds of load for each server before the first round. --fresh: rounds of ten seconds on fresh processes.
// --peer-modules: the folder with the peer's node_modules. --before: the quarkus-app of another build, measured too.
// --core: the processor that the servers are bound to once they are warm, with `taskset`.
import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { startOrigin } from "./origin.mjs";
import { freePort, smallContainer, startService } from "./service.mjs";
import { random, synthesize, traceOf } from "./synthetic.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    warm: { type: "string", default: "60" },
    fresh: { type: "string", default: "1" },
    bodies: { type: "string", default: "2KB,129KB,1.7MB" },
    codings: { type: "string", default: "plain,gzip" },
    connections: { type: "string", default: "8" },
    heap: { type: "string", default: "128" },
    peer: { type: "string", default: here("../../../../shared/tools/peer-service.mjs") },
    "peer-modules": { type: "string", default: process.cwd() },
    before: { type: "string" },
    core: { type: "string" },
  },
});
const SCRIPTS = 4;
const FUNCTIONS = 3_000;
const FRESH_SECONDS = 10;
const TICKS_PER_SECOND = 100; // of /proc; the kernel's USER_HZ
const STARTING_SECONDS = 60;
/** A load that takes more of its one core than this may slow the servers down. */
const BUSY = 0.9;
/** Numbers of frames for each script and of samples. A trace of 129 KB is like a real one. */
const BODIES = { "2KB": [4, 10], "129KB": [150, 2_000], "1.7MB": [2_000, 26_000] };

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const load = fork(here("rate-load.mjs"));

function bodies() {
  const pick = random(4);
  const known = Array.from({ length: SCRIPTS }, (_, script) => ({ url: origin.url(script, FUNCTIONS), ...synthesize(script, FUNCTIONS) }));
  return values.bodies.split(",").flatMap((size) => {
    const [framesEach, samples] = BODIES[size];
    const { trace } = traceOf(known, framesEach, pick);
    const stacks = trace.stacks.length;
    trace.samples = Array.from({ length: samples }, (_, i) => ({ timestamp: 16.7 * i, stackId: pick(stacks) }));
    const plain = Buffer.from(JSON.stringify(trace));
    return values.codings.split(",").map((coding) => {
      const file = join(directory, `${size}.${coding}`);
      const bytes = coding === "gzip" ? gzipSync(plain) : plain;
      writeFileSync(file, bytes);
      const headers = coding === "gzip" ? { "Content-Encoding": "gzip", "Accept-Encoding": "gzip" } : {};
      return { size, coding, file, headers, trace, plain, bytes: bytes.length };
    });
  });
}

/** Starts a program that listens on the port in its last argument or in PORT. */
async function startProgram(command, args, port, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], ...options });
  for (let i = 0; i < STARTING_SECONDS * 50 && child.exitCode === null; i++) {
    await sleep(20);
    const socket = connect(port, "127.0.0.1");
    const isListening = await once(socket, "connect").then(() => true, () => false);
    socket.destroy();
    if (isListening) {
      return {
        url: `http://127.0.0.1:${port}`,
        pid: child.pid,
        stop: async () => {
          child.kill("SIGKILL");
          await once(child, "exit");
        },
      };
    }
  }
  throw new Error(`${command} ${args.join(" ")} does not listen.`);
}

async function startEcho() {
  const port = await freePort();
  const classes = [here("../../../target/test-classes"), here("../../../target/quarkus-app/quarkus-run.jar")].join(":");
  return startProgram("java", [...smallContainer(values.heap), "-cp", classes, "dev.symbolicator.bench.Echo", String(port)], port);
}

async function startPeer() {
  const port = await freePort();
  return startProgram("node", [resolve(values.peer)], port, { cwd: values["peer-modules"], env: { ...process.env, PORT: String(port) } });
}

function startBuild(name, jar) {
  return startService({ java: smallContainer(values.heap), settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, name) }, jar });
}

/** Returns why the peer cannot run, or nothing. */
function missingPeer() {
  if (!existsSync(values.peer)) {
    return `${values.peer} is absent`;
  }
  try {
    createRequire(`${resolve(values["peer-modules"])}/`).resolve("@jridgewell/trace-mapping");
    return undefined;
  } catch {
    return `--peer-modules ${values["peer-modules"]} has no @jridgewell/trace-mapping`;
  }
}

function servers() {
  const all = [{ name: "echo", start: startEcho, maps: false, path: "/", codings: ["plain", "gzip"] }];
  const symbolicate = { maps: true, path: "/symbolicate" };
  if (values.before) {
    const jar = join(resolve(values.before), "quarkus-run.jar");
    all.push({ name: "before", start: () => startBuild("before", jar), codings: ["plain", "gzip"], timing: true, ...symbolicate });
  }
  all.push({ name: "service", start: () => startBuild("service"), codings: ["plain", "gzip"], timing: true, ...symbolicate });
  const missing = missingPeer();
  if (missing) {
    console.log(`SKIPPED: the peer, since ${missing}.`);
  } else {
    all.push({ name: "peer", start: startPeer, codings: ["plain"], ...symbolicate }); // knows no gzip
  }
  return all;
}

/** Returns the processor time of a process so far, in milliseconds, of all its threads. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Lets a server load the scripts, and checks its answer. Returns the milliseconds of the first answer. */
async function first(server, body) {
  const started = performance.now();
  const response = await fetch(server.process.url + server.path, { method: "POST", body: body.plain });
  const text = await response.text();
  const ms = performance.now() - started;
  if (!server.maps) {
    return ms;
  }
  const { frames } = JSON.parse(text);
  const changed = frames.filter(({ line, column }, i) => line !== body.trace.frames[i].line || column !== body.trace.frames[i].column).length;
  if (changed < 0.9 * frames.length) {
    throw new Error(`${server.name} mapped only ${changed} of ${frames.length} frames.`);
  }
  return ms;
}

/** Puts a server under load. Returns its times, and its processor time for each request in milliseconds. */
async function run(server, body, seconds) {
  const before = processorTime(server.process.pid);
  load.send({ url: server.process.url + server.path, headers: body.headers, file: body.file, connections: Number(values.connections), seconds });
  const [result] = await once(load, "message");
  if (result.fault) {
    throw new Error(`${server.name}, ${body.size} ${body.coding}: ${result.fault}`);
  }
  if (result.busy > BUSY) {
    console.log(`NOTE: the load itself took ${Math.round(100 * result.busy)} % of a core (${server.name}, ${body.size} ${body.coding}).`);
  }
  return { ...result, cpu: (processorTime(server.process.pid) - before) / result.requests };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function print(title, cells) {
  console.log(`\n${title}\n\n| body | server | CPU a request, ms | least, most | times echo | requests a second | p50, ms | p99, ms | stages by Server-Timing, ms |\n|---|---|--:|---|--:|--:|--:|--:|--:|`);
  for (const { body, server, runs } of cells) {
    if (runs.length === 0) {
      continue;
    }
    const of = (key) => median(runs.map((one) => one[key]));
    const echo = cells.find((cell) => cell.body === body && cell.server.name === "echo");
    const cpus = runs.map(({ cpu }) => cpu);
    const times = of("cpu") / median(echo.runs.map(({ cpu }) => cpu));
    console.log(
      `| ${body.size}, ${body.coding} | ${server.name} | ${of("cpu").toFixed(3)} | ${Math.min(...cpus).toFixed(3)}, ${Math.max(...cpus).toFixed(3)} | ${times.toFixed(1)} | ${Math.round(of("rate"))} | ${of("p50").toFixed(2)} | ${of("p99").toFixed(2)} | ${server.timing ? of("stages").toFixed(2) : ""} |`,
    );
  }
}

/** Returns an empty cell for each body and each server that can read it, the servers of a body in turns. */
function cellsOf(all, known) {
  return known.flatMap((body) => all.filter(({ codings }) => codings.includes(body.coding)).map((server) => ({ body, server, runs: [] })));
}

const all = servers();
try {
  const known = bodies();
  known.forEach(({ size, coding, bytes, trace }) => console.log(`${size} ${coding}: ${bytes} bytes, ${trace.frames.length} frames, ${trace.samples.length} samples`));
  const warm = cellsOf(all, known);
  for (const server of all) {
    server.process = await server.start();
    await first(server, known[0]);
    const own = warm.filter((cell) => cell.server === server);
    for (const { body } of own) {
      await run(server, body, Number(values.warm) / own.length);
    }
    if (values.core) {
      execFileSync("taskset", ["-apc", values.core, String(server.process.pid)], { stdio: "ignore" });
    }
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const cell of warm) {
      cell.runs.push(await run(cell.server, cell.body, Number(values.seconds)));
    }
  }
  print(`Warm: ${values.rounds} rounds of ${values.seconds} s, ${values.connections} connections, medians`, warm);
  for (const server of all) {
    await server.process.stop();
    server.process = undefined;
  }

  const fresh = cellsOf(all, known);
  for (let round = 0; round < Number(values.fresh); round++) {
    for (const cell of fresh) {
      cell.server.process = await cell.server.start();
      const ms = await first(cell.server, cell.body);
      cell.runs.push({ first: ms, ...(await run(cell.server, cell.body, FRESH_SECONDS)) });
      await cell.server.process.stop();
      cell.server.process = undefined;
    }
  }
  if (Number(values.fresh) > 0) {
    print(`The first ${FRESH_SECONDS} s of a fresh process, scripts on disk: ${values.fresh} rounds, medians`, fresh);
    console.log(`\nFirst answers, ms: ${fresh.map(({ body, server, runs }) => `${server.name} ${body.size} ${body.coding} ${median(runs.map((one) => one.first)).toFixed(0)}`).join(", ")}`);
  }
} finally {
  for (const server of all) {
    await server.process?.stop();
  }
  load.disconnect();
  origin.close();
  rmSync(directory, { recursive: true });
}
