// Offers three times what the service can do, as a crowd that does not wait for answers, and looks at what it still does.
//
//   node src/test/load/overload.mjs [seconds] [base|sidecar] [times]
//
// First the capacity is measured, since it depends on the machine: most right answers a second with some connections of one
// request at a time. Then requests arrive at planned times, whatever became of those before. Exits with 1 unless
//
// - right answers come at 80 % of the capacity at least;
// - every request is answered, also with 503, within the deadline and 2 s;
// - times of answers are normal again 5 s after the last arrival.
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { Answer } from "./answer.mjs";
import { startOrigin } from "./origin.mjs";
import { complaints, finish, memory, readManifest, spread, startService } from "./service.mjs";
import { countFaults, random, synthesize, traceOf } from "./synthetic.mjs";

const seconds = Number(process.argv[2] ?? 120);
const manifest = readManifest(process.argv[3] ?? "base");
const times = Number(process.argv[4] ?? 3);

const DEADLINE_MILLIS = 10_000; // the default of symbolicator.symbolication.deadline
const LATE_MILLIS = DEADLINE_MILLIS + 2_000;
const LEAST_SHARE = 0.8;
const RECOVERY_SECONDS = 5;
const WARM_SECONDS = 30;
const WINDOW_SECONDS = 8;
const CROWDS = [4, 16, 64];
/** The service takes 1,000 connections; a request without a free one waits here, and its time runs. */
const MOST_CONNECTIONS = 900;
const TICK_MILLIS = 5;
const PROBE_EVERY_MILLIS = 100;
const SCRIPTS = 4;
const FUNCTIONS = 1_500;
const FRAMES_EACH = 400; // more than an event loop works on
const SAMPLES = 12_000;

const pick = random(5);
const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const service = await startService({
  settings: { ...manifest.environment, SYMBOLICATOR_CACHE_DIRECTORY: directory },
  log: join(directory, "service.log"),
});
const { hostname, port } = new URL(service.url);

const scripts = Array.from({ length: SCRIPTS }, (_, i) => ({ url: origin.url(i, FUNCTIONS), ...synthesize(i, FUNCTIONS) }));
const { trace, expected } = traceOf(scripts, FRAMES_EACH, pick);
trace.samples = Array.from({ length: SAMPLES }, (_, i) => ({ timestamp: 16.7 * i, stackId: pick(trace.stacks.length) }));
const plain = Buffer.from(JSON.stringify(trace));
// Compressed, so that the load takes little of the processors: the service inflates, symbolicates and deflates.
const body = gzipSync(plain);
const head = `POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nAccept-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
const request = Buffer.concat([Buffer.from(head), body]);

const breaches = new Map();
const breach = (text) => breaches.set(text, (breaches.get(text) ?? 0) + 1);
const rightAnswers = new Set();

/** Tells whether an answer with 200 is complete. Equal bytes are looked into once. */
function isRight(answer) {
  const bytes = answer.body();
  const key = bytes.toString("latin1");
  if (!rightAnswers.has(key)) {
    const { frames, resources } = JSON.parse(gunzipSync(bytes));
    const isLeft = (frame, i) => JSON.stringify(frame) === JSON.stringify(trace.frames[i]);
    const changed = frames.map((_, i) => i).filter((i) => !isLeft(frames[i], i));
    const wrong = countFaults({ frames: changed.map((i) => frames[i]), resources }, changed.map((i) => expected[i]));
    if (wrong > 0) {
      breach(`${wrong} wrong names in an answer`);
    }
    if (wrong > 0 || changed.length < frames.length) {
      return false;
    }
    rightAnswers.add(key);
  }
  return true;
}

/** Sockets to the service, each with one request at a time. */
const idle = [];
let open = 0;

/** Sends a request on a free connection, or on a new one; `done` gets the answer, or null if the connection was lost. */
function send(done) {
  const connection = idle.pop() ?? newConnection();
  connection.answer = new Answer();
  connection.done = done;
  connection.socket.write(request);
}

function newConnection() {
  const connection = { answer: null, done: null };
  open++;
  const end = (answer) => {
    const { done } = connection;
    connection.done = null;
    done?.(answer);
  };
  connection.socket = connect(port, hostname)
    .setNoDelay(true)
    .on("error", () => {})
    .on("close", () => {
      open--;
      const at = idle.indexOf(connection);
      if (at >= 0) {
        idle.splice(at, 1);
      }
      end(null);
    })
    .on("data", (piece) => {
      if (connection.done && connection.answer.take(piece)) {
        if (connection.answer.field("connection")?.toLowerCase() === "close") {
          connection.socket.end();
        } else {
          idle.push(connection);
        }
        end(connection.answer);
      }
    });
  return connection;
}

/** Counts answers. `began` is when the request was due. */
function tally() {
  const all = { right: 0, incomplete: 0, refused: 0, times: [], refusedTimes: [], reasons: new Map() };
  all.take = (answer, began) => {
    const ms = performance.now() - began;
    if (answer === null) {
      breach("a connection was lost without an answer");
      return;
    }
    if (ms > LATE_MILLIS) {
      breach(`an answer came later than ${LATE_MILLIS} ms`);
    }
    if (answer.status === 200) {
      const outcome = isRight(answer) ? "right" : "incomplete";
      all[outcome]++;
      all.times.push(ms);
      return;
    }
    const text = answer.body().toString("utf8");
    all.refused++;
    all.refusedTimes.push(ms);
    if (answer.status !== 503 || !answer.field("retry-after") || !text.includes('"detail"')) {
      breach(`an answer is neither a profile nor a problem 503 with Retry-After: ${answer.status} ${text.slice(0, 200)}`);
    } else {
      const reason = JSON.parse(text).detail;
      all.reasons.set(reason, (all.reasons.get(reason) ?? 0) + 1);
    }
  };
  return all;
}

/** Sends requests, each when the one before is answered, on some connections; returns right answers a second. */
async function closedLoop(connections, lasting) {
  const all = tally();
  const ends = performance.now() + 1_000 * lasting;
  const one = async () => {
    while (performance.now() < ends) {
      const began = performance.now();
      all.take(await new Promise(send), began);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { rate: all.right / lasting, ...all };
}

async function capacity() {
  let best = 0;
  for (const connections of CROWDS) {
    const { rate, refused, times: of } = await closedLoop(connections, WINDOW_SECONDS);
    console.log(`${connections} connections: ${rate.toFixed(1)} right answers a second, ${refused} refused; ${spread(of)}`);
    best = Math.max(best, rate);
  }
  return best;
}

/** Lets requests arrive at a rate, at random times, for some seconds; resolves once all are answered. */
async function openLoop(rate, lasting) {
  const all = tally();
  const begun = performance.now();
  const waiting = [];
  let planned = begun;
  let arrived = 0;
  let lag = 0;
  let answered = 0;
  let lastTick = begun;
  const begin = (due) =>
    send((answer) => {
      answered++;
      all.take(answer, due);
      if (waiting.length > 0) {
        begin(waiting.shift());
      }
    });
  while (planned < begun + 1_000 * lasting || answered < arrived) {
    await sleep(TICK_MILLIS);
    const now = performance.now();
    lag = Math.max(lag, now - lastTick);
    lastTick = now;
    while (planned <= now && planned < begun + 1_000 * lasting) {
      arrived++;
      if (open < MOST_CONNECTIONS || idle.length > 0) {
        begin(now);
      } else {
        waiting.push(now);
      }
      planned += (-1_000 * Math.log(1 - pick(1e9) / 1e9)) / rate;
    }
    if (now > begun + 1_000 * lasting + 10 * LATE_MILLIS) {
      breach("some requests were never answered");
      break;
    }
  }
  return { ...all, arrived, lag };
}

/** Sends single requests for some seconds; returns for each when it began, from now, and how long it took. */
async function singles(lasting) {
  const all = tally();
  const probes = [];
  const begun = performance.now();
  while (performance.now() < begun + 1_000 * lasting) {
    const began = performance.now();
    const answer = await new Promise(send);
    all.take(answer, began);
    probes.push({ at: began - begun, ms: performance.now() - began, isRight: answer?.status === 200 });
    await sleep(PROBE_EVERY_MILLIS);
  }
  return probes;
}

/** Asks for liveness on connections of their own, until it is stopped. */
function probing() {
  const probes = [];
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const began = performance.now();
      const status = await fetch(`${service.url}/q/health/live`, { headers: { connection: "close" }, signal: AbortSignal.timeout(LATE_MILLIS) }).then(
        (answer) => answer.text().then(() => answer.status),
        (fault) => fault.message,
      );
      probes.push(performance.now() - began);
      if (status !== 200) {
        breach(`/q/health/live: ${status}`);
      }
      await sleep(500);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    return probes;
  };
}

try {
  console.log(`bodies of ${plain.length} bytes, ${body.length} in gzip, ${trace.frames.length} frames`);
  await closedLoop(CROWDS[1], WARM_SECONDS);
  const before = await capacity();
  const normal = (await singles(RECOVERY_SECONDS)).map(({ ms }) => ms);
  console.log(`one at a time: ${spread(normal)}`);

  const stopProbing = probing();
  const all = await openLoop(times * before, seconds);
  if (!service.isAlive()) {
    throw new Error("The process ended.");
  }
  const recovery = await singles(2 * RECOVERY_SECONDS);
  const probes = await stopProbing();
  const after = await capacity();

  const peak = (before + after) / 2; // other work on the machine comes and goes
  const goodput = all.right / seconds;
  console.log(`\n${all.arrived} requests in ${seconds} s, ${times} times the capacity of ${before.toFixed(1)} a second (after: ${after.toFixed(1)})`);
  console.log(`right: ${all.right}, ${goodput.toFixed(1)} a second, ${Math.round((100 * goodput) / peak)} % of the capacity; ${spread(all.times)}`);
  console.log(`incomplete: ${all.incomplete}; refused: ${all.refused}; ${spread(all.refusedTimes)}`);
  for (const [reason, count] of all.reasons) {
    console.log(`  ${count} times: ${reason}`);
  }
  console.log(`liveness: ${spread(probes)}; the load itself was at most ${Math.round(all.lag)} ms late`);
  const limit = Math.max(250, 4 * Math.max(...normal));
  const slow = recovery.filter(({ ms, isRight }) => ms > limit || !isRight).at(-1);
  const recovered = slow ? slow.at + slow.ms : 0;
  console.log(`recovered ${(recovered / 1_000).toFixed(1)} s after the last answer; ${spread(recovery.map(({ ms }) => ms))}`);
  console.log(`peak of the process ${memory(service.pid).peak} MiB; the container has ${manifest.mebibytes} MiB`);
  if (goodput < LEAST_SHARE * peak) {
    breach(`right answers came at less than ${100 * LEAST_SHARE} % of the capacity`);
  }
  if (recovered > 1_000 * RECOVERY_SECONDS) {
    breach(`times were not normal ${RECOVERY_SECONDS} s after the end`);
  }
} catch (fault) {
  breach(`the run ended early: ${fault.stack}`);
} finally {
  if (!service.isAlive()) {
    breach(`the process ended: ${complaints(join(directory, "service.log"))}`);
  }
  idle.forEach(({ socket }) => socket.destroy());
  await finish(service, origin, directory);
}
for (const [text, count] of breaches) {
  console.log(`${count} times: ${text}`);
}
console.log(breaches.size === 0 ? "All as promised." : `${breaches.size} promises were broken.`);
process.exitCode = breaches.size > 0 ? 1 : 0;
