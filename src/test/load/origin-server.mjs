// The web server of origin.mjs, in a process of its own: making files must not delay the clocks of the load run.
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { synthesize } from "./synthetic.mjs";

const headers = JSON.parse(process.argv[2]);
const KEPT = 64;
const requests = { scripts: 0, maps: 0, notModified: 0 };
const made = new Map();
/** The number of requests for each script. */
const timesAsked = new Map();

/** Returns a script and its map, made once: the map is requested soon after the script. */
function files(script, functions) {
  const key = `${script}/${functions}`;
  const found = made.get(key) ?? synthesize(Number(script), Number(functions));
  made.delete(key);
  made.set(key, { script: found.script, map: found.map });
  if (made.size > KEPT) {
    made.delete(made.keys().next().value);
  }
  return found;
}

/** What the server does with requests instead of an answer. Each names what comes, and ends with the client at the latest. */
const FAULTS = {
  hangs: () => {},
  trickles: (response, body) => {
    response.writeHead(200, { "content-length": body.length });
    let at = 0;
    const timer = setInterval(() => response.write(body.subarray(at, ++at)), 1_000);
    response.on("close", () => clearInterval(timer));
  },
  resets: (response, body) => {
    response.writeHead(200, { "content-length": body.length });
    response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
  },
  garbage: (response) => response.socket.end("\0\u0001 this is not HTTP\r\n\r\n"),
  fails: (response) => response.writeHead(500, { "content-length": 4 }).end("oops"),
  tooShort: (response, body) => {
    response.writeHead(200, { "content-length": body.length + 1_000 });
    response.end(body, () => response.socket?.destroy());
  },
  tooLong: (response, body) => response.socket.write(Buffer.concat([raw(body.length / 2), body])),
  bomb: (response) => {
    bomb ??= gzipSync(Buffer.alloc(100_000_000, " "));
    response.writeHead(200, { "content-type": "text/javascript", "content-encoding": "gzip" }).end(bomb);
  },
};
let fault = null;
let bomb = null;

/** Returns the head of an answer whose length is not that of its body. */
function raw(length) {
  return Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: ${Math.floor(length)}\r\n\r\n`);
}

const server = createServer({ strictContentLength: false }, (request, response) => {
  const [, script, functions, file] = request.url.split("/");
  const isScript = file === "app.js";
  const etag = `"${script}-${functions}-${file}"`;
  requests[isScript ? "scripts" : "maps"]++;
  if (isScript) {
    timesAsked.set(script, (timesAsked.get(script) ?? 0) + 1);
  }
  if (request.headers["if-none-match"] === etag) {
    requests.notModified++;
    response.writeHead(304, { etag, ...headers }).end();
    return;
  }
  const { script: text, map } = files(script, functions);
  if (fault) {
    response.on("error", () => {});
    FAULTS[fault](response, Buffer.from(isScript ? text : map));
    return;
  }
  response.writeHead(200, { "content-type": isScript ? "text/javascript" : "application/json", etag, ...headers });
  response.end(isScript ? text : map);
});
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", (message) => {
  if (message !== "requests") {
    ({ fault } = message);
    return;
  }
  const mostPerScript = Math.max(0, ...timesAsked.values());
  process.send({ requests: { ...requests, mostPerScript } });
});
process.on("disconnect", () => process.exit());
