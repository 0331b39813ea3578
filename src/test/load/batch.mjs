// Posts traces of 2 KB as one batch and, in turns, one by one on keep-alive connections. Then one long batch, one with bad
// lines, and one whose reader is slow. Compares every answer with that to the same trace alone.
//
//   node src/test/load/batch.mjs [lines] [rounds] [heap]
import { once } from "node:events";
import { connect } from "node:net";
import { request } from "node:http";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startOrigin } from "./origin.mjs";
import { finish, heapAfterCollection, memory, post, smallContainer, startService } from "./service.mjs";
import { random, synthesize, traceOf } from "./synthetic.mjs";

const LINES = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const HEAP = Number(process.argv[4] ?? 128);
const TURN = Math.min(LINES, 10_000);
const KINDS = 50;
const TRACE_BYTES = 2_048;
const CONNECTIONS = 8;
const LINES_PER_WRITE = 16;
const SLOW_BYTES = 10_240;

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const service = await startService({ java: smallContainer(HEAP), settings: { SYMBOLICATOR_CACHE_DIRECTORY: directory } });
const { hostname, port } = new URL(service.url);

const pick = random(9);
const known = Array.from({ length: 4 }, (_, i) => ({ url: origin.url(i, 3_000), ...synthesize(i, 3_000) }));
const traces = Array.from({ length: KINDS }, (_, i) => {
  const { trace } = traceOf(known, 4, pick);
  trace.samples = [];
  for (let at = 0; JSON.stringify(trace).length < TRACE_BYTES - 40; at++) {
    trace.samples.push({ timestamp: 16.7 * at, stackId: pick(trace.stacks.length) });
  }
  return { ...trace, id: i };
});
const expected = [];
for (const trace of traces) {
  await post(service, trace); // The first answers may wait for scripts.
  expected.push((await post(service, trace)).text);
}
const bodies = traces.map((trace) => Buffer.from(JSON.stringify(trace)));

/** Posts a batch. `bad(i)` tells which lines are broken; `at(i)` is called at each answered line. */
async function batch(count, { bad = () => false, at = () => {} } = {}) {
  const started = performance.now();
  const req = request({ hostname, port, path: "/symbolicate", method: "POST", headers: { "content-type": "application/x-ndjson" } });
  const answered = (async () => {
    const [response] = await once(req, "response");
    let rest = Buffer.alloc(0);
    let line = 0;
    let wrong = 0;
    for await (const piece of response) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const text = bytes.toString("utf8", from, end);
        const right = bad(line) ? text.includes('"status":400') && text.includes(`"line":${line + 1}`) : text === expected[line % KINDS];
        wrong += right ? 0 : 1;
        from = end + 1;
        at(++line);
      }
      rest = bytes.subarray(from);
    }
    return { line, wrong };
  })();
  for (let i = 0; i < count; ) {
    const lines = [];
    for (; lines.length < 2 * LINES_PER_WRITE && i < count; i++) {
      lines.push(bad(i) ? Buffer.from('{"frames":[') : bodies[i % KINDS], Buffer.from("\n"));
    }
    if (!req.write(Buffer.concat(lines))) {
      await once(req, "drain");
    }
  }
  req.end();
  const { line, wrong } = await answered;
  return { rate: Math.round((1000 * count) / (performance.now() - started)), wrong: wrong + Math.abs(count - line) };
}

/** Posts traces one by one, on a few connections, with as little work for this process as possible. */
async function single(count) {
  const requests = bodies.map((body) =>
    Buffer.concat([Buffer.from(`POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`), body]),
  );
  let next = 0;
  let wrong = 0;
  const started = performance.now();
  const one = () =>
    new Promise((done, failed) => {
      const socket = connect(port, hostname).setNoDelay(true).on("error", failed);
      let kind = 0;
      let bytes = Buffer.alloc(0);
      const send = () => {
        if (next === count) {
          socket.end();
          done();
          return;
        }
        kind = next++ % KINDS;
        socket.write(requests[kind]);
      };
      socket.on("data", (piece) => {
        bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece]);
        const head = bytes.indexOf("\r\n\r\n");
        if (head >= 0 && bytes.length >= head + 4 + Buffer.byteLength(expected[kind])) {
          wrong += bytes.toString("utf8", head + 4) === expected[kind] ? 0 : 1;
          bytes = Buffer.alloc(0);
          send();
        }
      });
      send();
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return { rate: Math.round((1000 * count) / (performance.now() - started)), wrong };
}

/** Sends a batch without an end, and reads a hundredth of `SLOW_BYTES` a hundred times a second. */
function slowReader() {
  const socket = connect(port, hostname).on("error", () => {});
  socket.write("POST /symbolicate HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n");
  let sent = 0;
  let read = 0;
  let isOpen = true;
  const send = () => {
    while (isOpen) {
      const body = bodies[sent++ % KINDS];
      if (!socket.write(Buffer.concat([Buffer.from(`${(body.length + 1).toString(16)}\r\n`), body, Buffer.from("\n\r\n")]))) {
        socket.once("drain", send);
        return;
      }
    }
  };
  send();
  const timer = setInterval(() => {
    read += socket.read(Math.min(SLOW_BYTES / 100, socket.readableLength))?.length ?? 0;
  }, 10);
  return {
    state: () => ({ sent, read, isOpen: !socket.destroyed }),
    stop: () => {
      isOpen = false;
      clearInterval(timer);
      socket.destroy();
    },
  };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
try {
  console.log(`traces of ${bodies[0].length} bytes, ${traces[0].frames.length} frames; answers of ${expected[0].length} bytes`);
  await single(TURN);
  await batch(TURN);
  const ratios = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await single(TURN);
    const together = await batch(TURN);
    ratios.push(together.rate / alone.rate);
    console.log(`${TURN} single: ${alone.rate} a second, ${alone.wrong} wrong; batch: ${together.rate}, ${together.wrong} wrong; ratio ${ratios.at(-1).toFixed(2)}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}`);

  const heaps = [];
  const marks = [0.1, 0.5, 0.99].map((share) => Math.floor(share * LINES));
  const long = await batch(LINES, {
    at: (line) => {
      if (marks.includes(line)) {
        heaps.push(heapAfterCollection(service.pid).toFixed(1));
      }
    },
  });
  console.log(`${LINES} lines: ${long.rate} a second with collections, ${long.wrong} wrong; heap at 10, 50, 99 %: ${heaps.join(", ")} MiB`);
  const clean = await batch(LINES);
  const every = Math.max(2, Math.floor(LINES / 1_000));
  const mixed = await batch(LINES, { bad: (line) => line % every === 1 });
  console.log(`${LINES} lines: ${clean.rate} a second, ${clean.wrong} wrong; with 1,000 bad ones: ${mixed.rate}, ${mixed.wrong} wrong`);

  const before = await single(TURN);
  const slow = slowReader();
  await sleep(3_000);
  const meanwhile = await single(TURN);
  const beside = await batch(TURN);
  const { sent, read, isOpen } = slow.state();
  console.log(
    `single: ${before.rate} a second, beside a reader at 10 KB/s ${meanwhile.rate}, ${meanwhile.wrong} wrong; a batch beside it ${beside.rate}, ${beside.wrong} wrong; ` +
      `the reader sent ${sent} lines, read ${read} bytes, and is ${isOpen ? "connected" : "cut off"}`,
  );
  slow.stop();
  console.log(`peak RSS ${memory(service.pid).peak} MiB; origin: ${JSON.stringify(await origin.requests())}`);
} finally {
  await finish(service, origin, directory);
}
