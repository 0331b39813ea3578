// Compares requests per second with another service, in turns and with everything cached. Both get the same trace.
//
//   node src/test/load/rate.mjs --peer http://127.0.0.1:8082 [--service http://127.0.0.1:8080] [--rounds 7] [--seconds 4]
//
// Both services must run already and be allowed to fetch from loopback
// (SYMBOLICATOR_FETCH_ALLOW_PRIVATE_ADDRESSES=true). Needs wrk.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startOrigin } from "./origin.mjs";
import { random, synthesize, traceOf } from "./synthetic.mjs";

const { values } = parseArgs({
  options: {
    service: { type: "string", default: "http://127.0.0.1:8080" },
    peer: { type: "string", default: "http://127.0.0.1:8082" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "4" },
  },
});
const SCRIPTS = 4;
const FUNCTIONS = 3_000;
const FRAMES_EACH = 150;

const origin = await startOrigin({ headers: { "cache-control": "max-age=86400" } });
const pick = random(4);
const known = Array.from({ length: SCRIPTS }, (_, script) => ({ url: origin.url(script, FUNCTIONS), ...synthesize(script, FUNCTIONS) }));
const { trace } = traceOf(known, FRAMES_EACH, pick);
const stacks = trace.stacks.length;
trace.samples = Array.from({ length: 2_000 }, (_, i) => ({ timestamp: 16.7 * i, stackId: pick(stacks) }));
const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const body = JSON.stringify(trace);
const script = join(directory, "post.lua");
writeFileSync(join(directory, "trace.json"), body);
writeFileSync(
  script,
  `wrk.method = "POST"\nwrk.body = io.open("${join(directory, "trace.json")}"):read("*a")\nwrk.headers["Content-Type"] = "application/json"\n`,
);

/** Lets a service fetch the scripts before wrk runs; this process and the origin are idle then. */
async function warm(base) {
  const response = await fetch(`${base}/symbolicate`, { method: "POST", body });
  const { frames } = await response.json();
  const changed = frames.filter(({ line, column }, i) => line !== trace.frames[i].line || column !== trace.frames[i].column).length;
  if (changed < 0.9 * frames.length) {
    throw new Error(`${base} mapped only ${changed} of ${frames.length} frames.`);
  }
}

function run(base) {
  const out = execFileSync("wrk", ["-t1", "-c8", `-d${values.seconds}s`, "--latency", "-s", script, `${base}/symbolicate`], { encoding: "utf8" });
  const rate = Number(out.match(/Requests\/sec:\s+([\d.]+)/)[1]);
  const p99 = out.match(/99%\s+(\S+)/)[1];
  if (/Non-2xx/.test(out)) {
    throw new Error(out);
  }
  return { rate, p99 };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const ratios = [];
try {
  console.log(`trace of ${body.length} bytes, ${trace.frames.length} frames`);
  await warm(values.service);
  await warm(values.peer);
  for (let round = 0; round < Number(values.rounds); round++) {
    const ours = run(values.service);
    const peer = run(values.peer);
    ratios.push(ours.rate / peer.rate);
    console.log(`service ${ours.rate} a second (p99 ${ours.p99}), peer ${peer.rate} (p99 ${peer.p99}), ratio ${ratios.at(-1).toFixed(2)}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}`);
} finally {
  origin.close();
  rmSync(directory, { recursive: true });
}
