// kill -9 in the middle of uploads: whatever was acknowledged must be there and whole after a restart, and nothing else be wrong.
//
//   node src/test/load/kills.mjs [kills] [uploads]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headers, look, TOKEN, upload } from "./builds.mjs";
import { inParallel, smallContainer, startService } from "./service.mjs";
import { random } from "./synthetic.mjs";

const kills = Number(process.argv[2] ?? 20);
const uploads = Number(process.argv[3] ?? 200);
const AT_ONCE = 4;
const pick = random(7);
let faults = 0;

function fault(text) {
  faults++;
  console.log(text);
}

const start = (folder) =>
  startService({
    java: smallContainer(),
    settings: {
      SYMBOLICATOR_CACHE_DIRECTORY: join(folder, "cache"),
      SYMBOLICATOR_MAPS_DIRECTORY: join(folder, "maps"),
      SYMBOLICATOR_MAPS_PLACES: "uploaded",
      SYMBOLICATOR_ACCESS_TOKENS_LOAD_VALUE: TOKEN,
    },
  });

/** Uploads builds until the service is killed, once so many are acknowledged; returns those and how many others were begun. */
async function uploadUntilKilled(service, killAfter) {
  const acknowledged = new Set();
  let ended = null;
  await inParallel(uploads, AT_ONCE, async (build) => {
    if (ended) {
      return;
    }
    try {
      const answer = await upload(service, build);
      await answer.text();
      if (answer.ok) {
        acknowledged.add(build);
      } else {
        fault(`build ${build}: ${answer.status}`);
      }
    } catch {
      return; // The service was killed.
    }
    if (acknowledged.size >= killAfter) {
      ended ??= service.stop("SIGKILL");
    }
  });
  await ended;
  return acknowledged;
}

let all = 0;
let unacknowledged = 0;
for (let kill = 0; kill < kills; kill++) {
  const folder = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
  const acknowledged = await uploadUntilKilled(await start(folder), 1 + pick(uploads - AT_ONCE));
  const service = await start(folder);
  try {
    let right = 0;
    await inParallel(uploads, AT_ONCE, async (build) => {
      const seen = await look(service, build);
      right += seen === "right";
      if (seen === "wrong" || (acknowledged.has(build) && seen !== "right")) {
        fault(`kill ${kill}, build ${build}: ${seen}, ${acknowledged.has(build) ? "" : "not "}acknowledged`);
      }
    });
    const { entries } = await (await fetch(`${service.url}/source-maps`, { headers })).json();
    if (entries.length !== right) {
      fault(`kill ${kill}: ${entries.length} entries are listed, and ${right} builds resolve`);
    }
    all += acknowledged.size;
    unacknowledged += right - acknowledged.size;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}
console.log(`${kills} kills in ${uploads} uploads: ${all} were acknowledged, all others that are there are whole (${unacknowledged})`);
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
