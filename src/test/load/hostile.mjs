// Clients that no service should suffer from, for soak.mjs. Each begins its mischief and returns a function that ends it; that
// one resolves once all its connections are closed.
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Breach, connect as connectClient, problemOf } from "./traffic.mjs";
import { headers as authorization } from "./builds.mjs";
import { random } from "./synthetic.mjs";

const SILENT = 250;
const UNFINISHED = 250;
const IDLE = 400;
const SLOW_BODIES = 50;
const UNREAD = 30;
const UNREAD_SESSIONS = 10;
const STREAMS = 100;
const ABORTING = 10;
const HEAD_FIELDS = 95; // of 78 bytes: 7.4 KB, below the 8 KB that a head may have
const BOMB_MEMBER = 64 << 20;
const BOMB_MEMBERS = 16;
const ZSTD_BLOCK = 128 << 10;
const ANSWER_MILLIS = 3_000;

const token = `Authorization: ${authorization.authorization}\r\n`;
const pick = random(31);

function head(path, fields = "", method = "POST") {
  return `${method} ${path} HTTP/1.1\r\nHost: soak\r\n${token}${fields}`;
}

/** Opens sockets, writes `data` on each, and reads nothing unless `isRead`. */
function sockets(service, count, data, isRead = false) {
  const { hostname, port } = new URL(service.url);
  const all = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port }).on("error", () => {});
    socket.write(data);
    return isRead ? socket.resume() : socket;
  });
  return all;
}

async function close(all) {
  const open = all.filter((socket) => !socket.destroyed);
  const closed = open.map((socket) => once(socket, "close"));
  open.forEach((socket) => socket.destroy());
  await Promise.all(closed);
}

/** Calls `work` again and again until the mischief ends. `found` is told of every breach. */
function repeatedly(work, found, pause = 50) {
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      await work().catch((fault) => found(fault instanceof Breach ? fault.message : `a connection failed: ${fault.message}`));
      await sleep(pause);
    }
  })();
  return () => {
    isOver = true;
    return loop;
  };
}

/** Sends each request on a connection of its own, and closes the connection. */
async function askOnce(service, request) {
  const client = connectClient(service);
  try {
    return await client.send(request);
  } finally {
    client.close();
  }
}

/** Returns the answer to raw bytes and whether the service closed the connection; waits a little for both. */
async function sendRaw(service, bytes) {
  const [socket] = sockets(service, 1, bytes);
  let text = "";
  socket.on("data", (piece) => (text += piece.toString("latin1")));
  const isClosed = await Promise.race([once(socket, "close").then(() => true), sleep(ANSWER_MILLIS, false)]);
  await close([socket]);
  return { statuses: [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status)), isClosed };
}

const profile = '{"frames":[],"resources":[],"stacks":[],"samples":[]}';
const chunked = `${profile.length.toString(16)}\r\n${profile}\r\n0\r\n\r\n`;
const probe = "GET /q/health/live HTTP/1.1\r\nHost: soak\r\n\r\n";

/** Requests whose framing RFC 9112 wants refused or their connection closed (sections 3.2, 6.1 and 6.3). */
const BAD_FRAMES = [
  ["Content-Length with Transfer-Encoding", head("/symbolicate", `Content-Length: ${profile.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}${probe}`), 1],
  ["chunked is not the last coding", head("/symbolicate", `Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`), 0],
  ["an unknown transfer coding", head("/symbolicate", `Transfer-Encoding: what, chunked\r\n\r\n${chunked}`), 0],
  ["chunked twice", head("/symbolicate", `Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`), 0],
  ["two Host headers", probe.replace("\r\n\r\n", "\r\nHost: other\r\n\r\n"), 0],
];

function zstdBomb() {
  const blockHeader = (isLast) => {
    const value = (ZSTD_BLOCK << 3) | (1 << 1) | (isLast ? 1 : 0); // 1: the block is one byte, repeated
    return Buffer.from([value & 255, (value >> 8) & 255, value >> 16, 0x20]);
  };
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]); // no content size; a window of 2 MiB
  const blocks = (BOMB_MEMBER / ZSTD_BLOCK) * BOMB_MEMBERS;
  return Buffer.concat([frame, ...Array.from({ length: blocks }, (_, i) => blockHeader(i === blocks - 1))]);
}

let bombs = null;

function makeBombs() {
  const member = Buffer.alloc(BOMB_MEMBER, " ");
  const gzip = gzipSync(member, { level: 1 });
  bombs ??= {
    gzip: Buffer.concat(Array.from({ length: BOMB_MEMBERS }, () => gzip)),
    br: brotliCompressSync(member, { params: { 1: 1 } }),
    zstd: zstdBomb(),
  };
  return bombs;
}

/** Cuts a body, or puts random bytes into it. */
function broken(body) {
  const bytes = Buffer.from(body);
  for (let i = pick(4); i >= 0; i--) {
    bytes[pick(bytes.length)] = pick(256);
  }
  return bytes.subarray(0, 1 + pick(bytes.length));
}

/**
 * The mischief by name. Each is called with the service, `bodies` of all kinds of profiles, and `found`, which is told of every
 * promise that the service breaks.
 */
export const MISCHIEF = {
  "clients abort in the body": (service, bodies, found) =>
    repeatedly(
      async () => {
        const path = () => ["/symbolicate", "/symbolicate", "/source-maps?base=~/aborted/"][pick(3)];
        const all = Array.from({ length: ABORTING }, () => {
          const body = bodies[pick(bodies.length)];
          const type = pick(4) === 0 ? "Content-Type: application/x-ndjson\r\n" : "";
          const lines = Buffer.from(head(path(), `${type}Content-Length: ${body.length}\r\n\r\n`));
          return sockets(service, 1, Buffer.concat([lines, body.subarray(0, 1 + pick(body.length - 1))]))[0];
        });
        await sleep(300);
        await close(all);
      },
      found,
      200,
    ),
  "clients abort in the answer": (service, bodies, found) =>
    repeatedly(
      async () => {
        const all = Array.from({ length: ABORTING }, () => {
          const body = bodies[pick(bodies.length)];
          return sockets(service, 1, Buffer.concat([Buffer.from(head("/symbolicate", `Content-Length: ${body.length}\r\n\r\n`)), body]))[0];
        });
        await Promise.race([sleep(1_000), once(all[0], "readable").catch(() => {})]);
        await close(all);
      },
      found,
      200,
    ),
  "answers are not read": (service, bodies) => {
    const body = bodies.reduce((largest, each) => (each.length > largest.length ? each : largest));
    const line = Buffer.concat([bodies[0], Buffer.from("\n")]);
    const one = Buffer.concat([Buffer.from(head("/symbolicate", `Content-Length: ${body.length}\r\n\r\n`)), body]);
    const type = "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
    const chunk = Buffer.concat([Buffer.from(`${line.length.toString(16)}\r\n`), line, Buffer.from("\r\n")]);
    const batch = Buffer.concat([Buffer.from(head("/symbolicate", type)), ...Array.from({ length: 200 }, () => chunk)]);
    const metrics = Buffer.from(head("/q/metrics", "\r\n", "GET").repeat(10));
    const all = [one, batch, metrics].flatMap((data) => sockets(service, UNREAD / 3, data));
    return () => close(all);
  },
  "streams without a window": (service, bodies) => {
    const all = Array.from({ length: UNREAD_SESSIONS }, (_, i) => {
      const session = connectHttp2(service.url, { settings: { initialWindowSize: 0 } }).on("error", () => {});
      const body = bodies[pick(bodies.length)];
      for (let k = 0; k < STREAMS; k++) {
        const path = ["/q/openapi", "/q/metrics", "/symbolicate"][i % 3];
        const stream = session.request({ ...authorization, ":path": path, ":method": i % 3 === 2 ? "POST" : "GET" });
        stream.on("error", () => {}).end(i % 3 === 2 ? body : undefined);
      }
      return session;
    });
    return () => close(all);
  },
  "heads are not finished": (service) => {
    const fields = Array.from({ length: HEAD_FIELDS }, (_, i) => `A${100 + i}: ${"y".repeat(70)}\r\n`).join("");
    const all = sockets(service, UNFINISHED, head("/symbolicate", fields), true);
    return () => close(all);
  },
  "silent connections": (service) => {
    const all = sockets(service, SILENT, "", true);
    return () => close(all);
  },
  "idle connections": (service) => {
    const all = sockets(service, IDLE, probe, true);
    return () => close(all);
  },
  "bodies come slowly": (service, bodies) => {
    const all = sockets(service, SLOW_BODIES, head("/symbolicate", `Content-Length: ${bodies[0].length}\r\n\r\n`), true);
    const timer = setInterval(() => all.forEach((socket) => socket.writable && socket.write(" ")), 1_000);
    return () => {
      clearInterval(timer);
      return close(all);
    };
  },
  "bodies are broken": (service, bodies, found) =>
    repeatedly(async () => {
      const body = broken(bodies[pick(bodies.length)]);
      const answer = await askOnce(service, { body });
      if (answer.status !== 200) {
        problemOf(answer);
      }
      if (answer.status >= 500 && answer.status !== 503) {
        found(`a broken body: ${answer.status} ${answer.bytes.toString("utf8", 0, 200)}`);
      }
    }, found),
  "bombs": (service, bodies, found) => {
    const all = Object.entries(makeBombs());
    let next = 0;
    return repeatedly(
      async () => {
        const [coding, body] = all[next++ % all.length];
        const answer = await askOnce(service, { body, headers: { "content-encoding": coding } });
        const problem = problemOf(answer);
        if (answer.status !== 413 && answer.status !== 503) {
          found(`a bomb in ${coding}: ${answer.status} ${problem}`);
        }
      },
      found,
      300,
    );
  },
  "framing is wrong": (service, bodies, found) => {
    let next = 0;
    return repeatedly(async () => {
      const [what, bytes, mostAnswers] = BAD_FRAMES[next++ % BAD_FRAMES.length];
      const { statuses, isClosed } = await sendRaw(service, bytes);
      if (!isClosed || statuses.filter((status) => status < 400).length > mostAnswers) {
        found(`${what}: answered with ${statuses}, and the connection is ${isClosed ? "closed" : "open"}`);
      }
    }, found);
  },
};

/**
 * Opens connections that never send a whole request: silent ones, ones with half a head, and ones whose head gets a byte a
 * second. `stillOpen()` tells which the service has not closed.
 */
export function lingerers(service) {
  const kinds = {
    "a silent connection": sockets(service, 1, "", true),
    "an unfinished head": sockets(service, 1, head("/symbolicate"), true),
    "a head of a byte a second": sockets(service, 1, head("/symbolicate", "X: "), true),
  };
  const [trickling] = kinds["a head of a byte a second"];
  const timer = setInterval(() => trickling.writable && trickling.write("x"), 1_000);
  const begun = performance.now();
  return {
    seconds: () => (performance.now() - begun) / 1_000,
    stillOpen: () => Object.keys(kinds).filter((name) => !kinds[name][0].closed),
    close: () => {
      clearInterval(timer);
      return close(Object.values(kinds).flat());
    },
  };
}
