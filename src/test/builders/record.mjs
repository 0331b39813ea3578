// Opens a built app in headless Chromium; returns the trace of `Profiler.stop()` and the marker script.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { markScript } from "./mark.mjs";
import { markersOfFrames } from "./truth.mjs";

const ORIGIN = "http://localhost:8080";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css" };
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Serves a folder; pages load `/mark.js` first. `answer` resolves to the body that the page posts. */
async function startOrigin(folder, script) {
  const server = createServer();
  const answer = new Promise((resolve, reject) => {
    server.on("request", async (request, response) => {
      const { pathname } = new URL(request.url, ORIGIN);
      const file = join(folder, normalize(decodeURIComponent(pathname === "/" ? "/index.html" : pathname)));
      if (request.method === "POST") {
        const body = await text(request);
        response.writeHead(204).end();
        if (pathname === "/trace") resolve(JSON.parse(body));
        else reject(new Error(`the page failed: ${body}`));
      } else if (pathname === "/mark.js") {
        response.writeHead(200, { "content-type": TYPES[".js"] }).end(script);
      } else if (existsSync(file) && statSync(file).isFile()) {
        const type = TYPES[extname(file)] ?? "application/octet-stream";
        response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "document-policy": "js-profiling" });
        response.end(type === TYPES[".html"] ? withMark(readFileSync(file, "utf8")) : readFileSync(file));
      } else {
        response.writeHead(404).end();
      }
    });
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return { server, answer };
}

function withMark(page) {
  const script = '<script src="/mark.js"></script>';
  return page.includes("<head>") ? page.replace("<head>", `<head>${script}`) : page.replace("<title>", `${script}<title>`);
}

async function removeFolder(folder) {
  // Chromium's helper processes may write for a moment after it has ended.
  for (let left = 20; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}

/** Repeats the visit until every marker that ran was sampled; a busy machine needs several visits. */
export async function record(folder, last) {
  for (let milliseconds = 40; ; milliseconds *= 1.5) {
    const script = markScript(last, milliseconds);
    const { trace, visited } = await visit(folder, script);
    const sampled = new Set([...markersOfFrames(trace).values()].flatMap(markers => [...markers]));
    const missed = visited.filter(marker => !sampled.has(marker));
    if (missed.length === 0) return { trace, script };
    if (milliseconds > 400) throw new Error(`never sampled: ${missed.join(" ")}`);
  }
}

/** Returns the body that the page posts at the end, with its origin written as `http://localhost:8080`. */
async function visit(folder, script) {
  const { server, answer } = await startOrigin(folder, script);
  const origin = `http://localhost:${server.address().port}`;
  const profile = mkdtempSync(join(tmpdir(), "builders-"));
  const browser = spawn("chromium", [...FLAGS, `--user-data-dir=${profile}`, `${origin}/`], { stdio: "ignore" });
  try {
    const gone = once(browser, "exit").then(() => Promise.reject(new Error("Chromium ended early")));
    const late = sleep(120_000, null, { ref: false }).then(() => Promise.reject(new Error("the page posted no trace")));
    const recorded = await Promise.race([answer, gone, late]);
    recorded.trace.resources = recorded.trace.resources.map(url => url.replace(origin, ORIGIN));
    return recorded;
  } finally {
    if (browser.exitCode === null && browser.kill()) await once(browser, "exit");
    server.close();
    server.closeAllConnections();
    await removeFolder(profile);
  }
}
