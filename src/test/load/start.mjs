// Measures fresh processes: the time until ready, the first profile whose tables are on disk, and the first script that
// is fetched and compiled. Each figure comes from processes of its own; the variants take turns.
//
//   node src/test/load/start.mjs [--starts 7] [--wait 0] [--before JAR] [--java 17=/path/to/java --java 25=/path/to/java]
//
// Variants: each JVM with and without the archive beside the jar, and with another build's jar if --before names one.
// An archive belongs to the JVM that made it, so this script makes one for each JVM in a copy of the application.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startOrigin } from "./origin.mjs";
import { freePort } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";

const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "7" },
    wait: { type: "string", default: "0" },
    before: { type: "string" },
    java: { type: "string", multiple: true, default: ["default=java"] },
  },
});
const APPLICATION = fileURLToPath(new URL("../../../target/quarkus-app", import.meta.url));
/** More often, the polls themselves would take the processor from the warm-up: each is a request. */
const POLL_MILLIS = 40;
/** The unit of /proc. */
const TICK_MILLIS = 10;
const SAMPLES = 2_000;
/** Scripts of the cached profile, their functions, and its frames of each. */
const [SCRIPTS, FUNCTIONS, FRAMES_EACH] = [4, 3_000, 150];
/** Makes a script of 1 MB; its map has 5 MB. */
const LARGE_FUNCTIONS = 26_000;
const LARGE_FRAMES = 100;

const pick = random(14);
const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });

function profile(scripts, framesEach) {
  const { trace, expected } = traceOf(scripts, framesEach, pick);
  trace.samples = Array.from({ length: SAMPLES }, (_, i) => ({ timestamp: 16.7 * i, stackId: pick(trace.stacks.length) }));
  return { body: JSON.stringify(trace), expected };
}

const cached = profile(
  Array.from({ length: SCRIPTS }, (_, script) => ({ url: origin.url(script, FUNCTIONS), ...synthesize(script, FUNCTIONS) })),
  FRAMES_EACH,
);
const large = synthesize(99, LARGE_FUNCTIONS);
const cold = profile([{ url: origin.url(99, LARGE_FUNCTIONS), ...large }], LARGE_FRAMES);

/** Returns the processor time of a process in milliseconds, which depends less on the machine's other work. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS;
}

/** Opens a connection to a service, and returns it. */
async function connection(port) {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  await once(socket, "connect");
  return socket;
}

/**
 * Posts a profile on a bare socket, since the first call of Node's `fetch` takes 4 to 10 ms of its own. Returns the
 * answer's text, and the milliseconds from the first byte written to the last byte received.
 */
function post(socket, body) {
  const head = `POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const request = Buffer.from(head + body);
  return new Promise((done, failed) => {
    const pieces = [];
    let received = 0;
    let length = Number.POSITIVE_INFINITY;
    socket.on("error", failed).on("close", () => failed(new Error("The service closed the connection.")));
    socket.on("data", (piece) => {
      pieces.push(piece);
      received += piece.length;
      if (length === Number.POSITIVE_INFINITY) {
        const whole = Buffer.concat(pieces);
        const end = whole.indexOf("\r\n\r\n");
        const announced = /\r\ncontent-length: *(\d+)/i.exec(whole.toString("latin1", 0, end));
        length = end < 0 ? length : end + 4 + Number(announced[1]);
      }
      if (received >= length) {
        const ms = performance.now() - posted;
        const answer = Buffer.concat(pieces).toString();
        const start = answer.indexOf("\r\n\r\n");
        socket.removeAllListeners("close").destroy();
        if (answer.startsWith("HTTP/1.1 200")) {
          done({ ms, answer: answer.slice(start + 4) });
        } else {
          failed(new Error(answer));
        }
      }
    });
    const posted = performance.now();
    socket.write(request);
  });
}

/** Starts a process and posts a profile; returns the milliseconds of both, and the processor time of both. */
async function run({ java, options, jar }, cache, { body, expected }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const service = spawn(java, [...options, "-jar", jar], {
    stdio: "ignore",
    env: {
      ...process.env,
      QUARKUS_HTTP_HOST: "127.0.0.1",
      QUARKUS_HTTP_PORT: String(port),
      SYMBOLICATOR_FETCH_ALLOW_PRIVATE_ADDRESSES: "true",
      SYMBOLICATOR_CACHE_DIRECTORY: cache,
      SYMBOLICATOR_SYMBOLICATION_DEADLINE: "60S",
    },
  });
  const isReady = () => fetch(`${url}/q/health/ready`).then((answer) => answer.ok, () => false);
  while (!(await isReady())) {
    if (service.exitCode !== null) {
      throw new Error("The service did not start.");
    }
    await sleep(POLL_MILLIS);
  }
  const ready = performance.now() - started;
  const processor = processorTime(service.pid);
  await sleep(1_000 * Number(values.wait));
  const socket = await connection(port);
  const before = processorTime(service.pid);
  const { ms, answer } = await post(socket, body);
  const work = processorTime(service.pid) - before;
  const faults = countFaults(JSON.parse(answer), expected);
  service.kill();
  await once(service, "exit");
  if (faults > 0) {
    throw new Error(`${faults} frames are wrong.`);
  }
  return { ready, processor, ms, work };
}

/** Copies the application and makes an archive for a JVM; returns the variants of that JVM. */
function variants(named) {
  const [name, java] = named.split("=");
  const application = join(directory, name);
  cpSync(APPLICATION, application, { recursive: true, preserveTimestamps: true });
  const jar = join(application, "quarkus-run.jar");
  const archive = join(application, "classes.jsa");
  execFileSync(java, ["-cp", jar, "dev.symbolicator.start.ArchiveMaker", jar, archive], { stdio: ["ignore", "inherit", "inherit"] });
  return [
    ...(values.before ? [{ name: `${name}, before`, java, options: [], jar: values.before }] : []),
    { name: `${name}, no archive`, java, options: [], jar },
    { name: `${name}, archive`, java, options: [`-XX:SharedArchiveFile=${archive}`], jar },
  ].map((variant) => ({ ...variant, ready: [], processor: [], cached: [], cachedWork: [], cold: [], coldWork: [] }));
}

const spread = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b).map(Math.round);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
};

try {
  // The origin makes the files at the first request.
  for (const file of [origin.url(99, LARGE_FUNCTIONS), `${origin.url(99, LARGE_FUNCTIONS)}.map`]) {
    await (await fetch(file)).arrayBuffer();
  }
  const all = values.java.flatMap(variants);
  const warm = join(directory, "warm");
  await run(all.at(-1), warm, cached);
  for (let i = 0; i < Number(values.starts); i++) {
    for (const variant of all) {
      const first = await run(variant, warm, cached);
      const empty = join(directory, "empty");
      mkdirSync(empty);
      const second = await run(variant, empty, cold);
      rmSync(empty, { recursive: true });
      variant.ready.push(first.ready, second.ready);
      variant.processor.push(first.processor, second.processor);
      variant.cached.push(first.ms);
      variant.cachedWork.push(first.work);
      variant.cold.push(second.ms);
      variant.coldWork.push(second.work);
    }
  }
  console.log(`cached: ${cached.body.length} bytes; cold: script of ${large.script.length}, map of ${large.map.length} bytes; posted ${values.wait} s after ready`);
  console.log("| variant | ready, ms | its processor time | first cached profile | its processor time | first cold script | its processor time |");
  console.log("|---|--:|--:|--:|--:|--:|--:|");
  for (const { name, ready, processor, cached: cachedMs, cachedWork, cold: coldMs, coldWork } of all) {
    console.log(`| ${[name, ...[ready, processor, cachedMs, cachedWork, coldMs, coldWork].map(spread)].join(" | ")} |`);
  }
} finally {
  origin.close();
  rmSync(directory, { recursive: true });
}
