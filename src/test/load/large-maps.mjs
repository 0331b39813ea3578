// Many requests at once, each for a large map of its own. Each must be answered or reported, and the process must live.
//
//   node src/test/load/large-maps.mjs [requests] [megabytes] [heap in MiB]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOrigin } from "./origin.mjs";
import { finish, memory, post, smallContainer, spread, startService } from "./service.mjs";
import { countFaults, functionsFor, random, synthesize, traceOf } from "./synthetic.mjs";

const requests = Number(process.argv[2] ?? 50);
const megabytes = Number(process.argv[3] ?? 20);
const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const origin = await startOrigin();
const service = await startService({
  java: smallContainer(Number(process.argv[4] ?? 128)),
  settings: { SYMBOLICATOR_CACHE_DIRECTORY: join(directory, "cache") },
  log: join(directory, "service.log"),
});
const count = functionsFor(megabytes * 1_000_000);
const pick = random(2);
const asked = Array.from({ length: requests }, (_, script) => {
  const { functions } = synthesize(script, count);
  return traceOf([{ url: origin.url(script, count), functions }], 20, pick);
});

// The origin makes a file at the first request, which takes longer than sending the file.
for (let script = 0; script < requests; script++) {
  await (await fetch(origin.url(script, count))).arrayBuffer();
}

async function round(name) {
  const outcomes = {};
  const times = [];
  await Promise.all(
    asked.map(async ({ trace, expected }) => {
      const { status, text, ms } = await post(service, trace, "?report=true");
      times.push(ms);
      const answer = status === 200 ? JSON.parse(text) : null;
      const detail = answer ? answer.symbolication.scripts[0].status : "";
      const right = answer && detail === "found" && countFaults(answer, expected) === 0 ? "right" : "";
      const key = [status, detail, right].filter(Boolean).join(" ");
      outcomes[key] = (outcomes[key] ?? 0) + 1;
    }),
  );
  console.log(`${name}: ${JSON.stringify(outcomes)}; ${spread(times)}; peak RSS ${memory(service.pid).peak} MiB`);
}

try {
  await round(`${requests} requests at once, maps of ${megabytes} MB`);
  await round("the same again");
  await round("and again");
} finally {
  await finish(service, origin, directory);
}
