// Starts the packaged service in a process of its own, and reads its memory and heap.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const JAR = fileURLToPath(new URL("../../../target/quarkus-app/quarkus-run.jar", import.meta.url));
/** The archive of classes, which the JVM leaves aside if there is none, or one of another JVM. */
export const ARCHIVE = JAR.replace("quarkus-run.jar", "classes.jsa");
const STARTING_SECONDS = 60;
/** Serial leaves up to a twentieth of dead objects in place, except in every fourth collection. */
const COLLECTIONS = 4;

/** Returns the JVM's options of `k8s/base`; with a heap of 96, those of `k8s/sidecar`. */
export function smallContainer(heapMebibytes = 128) {
  return [
    `-Xmx${heapMebibytes}m`,
    `-Xms${heapMebibytes > 96 ? 40 : 32}m`,
    `-XX:NewSize=${heapMebibytes > 96 ? 24 : 16}m`,
    "-XX:MaxDirectMemorySize=32m",
    "-XX:ReservedCodeCacheSize=32m",
    "-XX:+UseSerialGC",
    `-XX:MinHeapFreeRatio=${heapMebibytes > 96 ? 40 : 20}`,
    `-XX:MaxHeapFreeRatio=${heapMebibytes > 96 ? 60 : 40}`,
    "-XX:TrimNativeHeapInterval=2000",
    "-XX:+ExitOnOutOfMemoryError",
  ];
}

/** Reads the environment and the memory of the service's container in a manifest of `k8s/`. */
export function readManifest(name) {
  const text = readFileSync(fileURLToPath(new URL(`../../../k8s/${name}/deployment.yaml`, import.meta.url)), "utf8");
  const container = text.slice(text.indexOf("- name: symbolicator\n"));
  const environment = {};
  for (const [, key, folded, plain] of container.matchAll(/- name: ([A-Z_]+)\n +value: (?:>-\n((?: {16}.*\n)+)|(.*)\n)/g)) {
    environment[key] = folded ? folded.trim().replace(/\s+/g, " ") : plain.replaceAll('"', "");
  }
  delete environment.SYMBOLICATOR_URL; // of the other container
  const mebibytes = Number(container.match(/limits:[^]*?memory: (\d+)Mi/)[1]);
  return { environment, mebibytes };
}

/** Returns a port of loopback that nothing listens at. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts a service. `java`: options of the JVM; `settings`: environment variables; `log`: file for its output; `jar`: the
 * runner of another build.
 */
export async function startService({ java = [], settings = {}, log = "/dev/null", jar = JAR } = {}) {
  const port = await freePort();
  const output = openSync(log, "a");
  const process_ = spawn("java", [...java, "-jar", jar], {
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      QUARKUS_HTTP_HOST: "127.0.0.1",
      QUARKUS_HTTP_PORT: String(port),
      QUARKUS_LOG_CONSOLE_JSON_ENABLED: "false",
      MALLOC_ARENA_MAX: "2",
      SYMBOLICATOR_FETCH_ALLOW_PRIVATE_ADDRESSES: "true",
      ...settings,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const service = {
    url,
    pid: process_.pid,
    isAlive: () => process_.exitCode === null && process_.signalCode === null,
    /** Ends the process at once, for a run that is itself ended. */
    kill: () => process_.kill("SIGKILL"),
    /** Ends the process; SIGKILL gives it no time for anything. */
    stop: async (signal = "SIGTERM") => {
      process_.kill(signal);
      if (process_.exitCode === null) {
        await once(process_, "exit");
      }
    },
  };
  for (let i = 0; i < STARTING_SECONDS * 10 && service.isAlive(); i++) {
    try {
      if ((await fetch(`${url}/q/health/ready`)).ok) {
        return service;
      }
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  await service.stop();
  throw new Error(`The service did not start; see ${log}.`);
}

/** Returns the last lines of a service's log that tell of an end or a bug. */
export function complaints(log) {
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  return lines.filter((line) => /OutOfMemory|Terminating|ERROR/.test(line)).slice(-3).join(" | ");
}

/** Starts a Redis at a port that it keeps. `stop` and `start` end and begin its process; null if there is no redis-server. */
export async function startRedis(directory) {
  const port = await freePort();
  let redis = null;
  const start = async () => {
    redis = spawn("redis-server", ["--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", directory], { stdio: "ignore" });
    return Promise.race([once(redis, "spawn").then(() => true), once(redis, "error").then(() => false)]);
  };
  if (!(await start().catch(() => false))) {
    return null;
  }
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => redis.kill("SIGKILL"), signal: (name) => redis.kill(name) };
}

/** Ends a run: prints whether the service lives, stops the service and the origin, and removes the folder. */
export async function finish(service, origin, directory) {
  console.log(service.isAlive() ? "The process lives." : "The process is DEAD.");
  await service.stop();
  origin.close();
  rmSync(directory, { recursive: true });
}

/** Posts a profile; `ms` is the time until the whole answer has arrived. */
export async function post(service, trace, query = "") {
  const started = performance.now();
  const response = await fetch(`${service.url}/symbolicate${query}`, { method: "POST", body: JSON.stringify(trace) });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, ms: performance.now() - started };
}

/** Returns resident memory in MiB: the process's peak, and its anonymous and file pages now. */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mib = (key) => Math.round(Number(status.match(new RegExp(`^${key}:\\s+(\\d+)`, "m"))[1]) / 1024);
  return { peak: mib("VmHWM"), anonymous: mib("RssAnon"), files: mib("RssFile") };
}

/** Samples a process ten times a second; `peak()` returns its highest anonymous memory in MiB. */
export function watch(pid) {
  let peak = 0;
  const look = () => {
    try {
      peak = Math.max(peak, memory(pid).anonymous);
    } catch {
      // The process has ended.
    }
  };
  const timer = setInterval(look, 100);
  return { peak: () => peak, stop: () => clearInterval(timer) };
}

/** Returns the used heap in MiB after full collections. */
export function heapAfterCollection(pid) {
  for (let i = 0; i < COLLECTIONS; i++) {
    execFileSync("jcmd", [String(pid), "GC.run"]);
  }
  const info = execFileSync("jcmd", [String(pid), "GC.heap_info"], { encoding: "utf8" });
  const used = [...info.matchAll(/(?:total|heap)\s.*?used (\d+)K/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  return used / 1024;
}

/** Returns median, 99th percentile and maximum, rounded to a tenth. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => Math.round(10 * sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]) / 10;
  return sorted.length === 0 ? "none" : `median ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms`;
}

/** Calls `work(i)` for 0 … count-1, `atOnce` at a time. */
export async function inParallel(count, atOnce, work) {
  let next = 0;
  const one = async () => {
    while (next < count) {
      await work(next++);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
