// Records the demo's trace: `node src/demo/record.mjs` opens the page in headless Chromium and keeps
// what it posts to /symbolicate. Port 8080 must be free: its number is part of the trace.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const demo = new URL("../main/resources/demo/", import.meta.url);
const TYPES = { "index.html": "text/html", "app.min.js": "text/javascript", "app.min.js.map": "application/json" };
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

/** Serves the demo; `posted` resolves to the bytes of the first trace. */
async function startOrigin() {
  const server = createServer();
  const posted = new Promise((resolve) => {
    server.on("request", async (request, response) => {
      const { pathname } = new URL(request.url, "http://localhost:8080");
      const name = pathname === "/demo/" ? "index.html" : pathname.replace("/demo/", "");
      if (request.method === "POST" && pathname === "/symbolicate") {
        const trace = await buffer(request);
        response.writeHead(200, { "content-type": "application/json" }).end(trace);
        resolve(trace);
      } else if (name in TYPES) {
        response.writeHead(200, { "content-type": TYPES[name], "document-policy": "js-profiling" });
        response.end(readFileSync(new URL(name, demo)));
      } else {
        response.writeHead(404).end();
      }
    });
  });
  server.listen(8080, "localhost");
  await once(server, "listening");
  return { server, posted };
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

async function record() {
  const { server, posted } = await startOrigin();
  const profile = mkdtempSync(join(tmpdir(), "demo-record-"));
  const browser = spawn("chromium", [...FLAGS, `--user-data-dir=${profile}`, "http://localhost:8080/demo/?auto"], {
    stdio: "ignore",
  });
  try {
    const tooLate = sleep(60_000, "the page posted no trace", { ref: false });
    const gone = once(browser, "exit").then(() => "Chromium ended early");
    const trace = await Promise.race([posted, tooLate, gone]);
    if (typeof trace === "string") throw new Error(trace);
    return trace;
  } finally {
    if (browser.exitCode === null && browser.kill()) await once(browser, "exit");
    server.close();
    server.closeAllConnections();
    await removeFolder(profile);
  }
}

const trace = await record();
writeFileSync(new URL("trace.json", demo), trace);
const { frames, samples, resources } = JSON.parse(trace);
console.log(`${trace.length} bytes, ${frames.length} frames, ${samples.length} samples`);
console.log(resources.join("\n"));
