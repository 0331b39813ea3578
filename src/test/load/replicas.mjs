// Replicas that share one bucket: uploads and deletions at one are seen by all, and all of them survive a bucket that is
// gone. Every script has the same URL in each of its releases, so a profile shows whether a replica uses the right map.
//
//   node src/test/load/replicas.mjs [uploads] [replicas] [seconds without the bucket]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { settingsOf, startBucket } from "./bucket.mjs";
import { headers, look, releaseOf, TOKEN, upload, urlOf } from "./builds.mjs";
import { freePort, inParallel, memory, smallContainer, spread, startService } from "./service.mjs";
import { random } from "./synthetic.mjs";

const uploads = Number(process.argv[2] ?? 500);
const replicas = Number(process.argv[3] ?? 3);
const secondsGone = Number(process.argv[4] ?? 60);
const AT_ONCE = 4;
const POLL_MS = 50;
const GIVE_UP_MS = 60_000;
const pick = random(1);
let faults = 0;

function fault(text) {
  faults++;
  console.log(text);
}

function startReplica(name) {
  return startService({
    java: smallContainer(),
    settings: {
      SYMBOLICATOR_CACHE_DIRECTORY: join(directory, `cache-${name}`),
      ...settingsOf(port),
      SYMBOLICATOR_MAPS_PLACES: "uploaded",
      SYMBOLICATOR_ACCESS_TOKENS_LOAD_VALUE: TOKEN,
    },
    log: join(directory, `replica-${name}.log`),
  });
}

/** Returns the milliseconds from a time until all replicas show a build as wanted. */
async function seenByAll(build, since, isWanted) {
  const times = services.map(async (service) => {
    for (;;) {
      const seen = await look(service, build);
      const after = performance.now() - since;
      if (seen === "wrong") {
        fault(`build ${build}: names of another build`);
      }
      if (isWanted(seen)) {
        return after;
      }
      if (after > GIVE_UP_MS) {
        fault(`build ${build}: still ${seen} after ${GIVE_UP_MS} ms`);
        return after;
      }
      await sleep(POLL_MS);
    }
  });
  return Math.max(...(await Promise.all(times)));
}

const directory = mkdtempSync(join(tmpdir(), "symbolicator-load-"));
const port = await freePort();
let bucket = await startBucket(directory, port);
const services = [];
for (let i = 0; i < replicas; i++) {
  services.push(await startReplica(i));
}
const anyReplica = () => services[pick(services.length)];

try {
  const answered = [];
  const seen = [];
  await inParallel(uploads, AT_ONCE, async (build) => {
    for (const service of services) {
      const before = await look(service, build); // leaves a miss at each replica
      if (before === "right" || before === "wrong") {
        fault(`build ${build} before its upload: ${before}`);
      }
    }
    const started = performance.now();
    const answer = await upload(anyReplica(), build);
    const acknowledged = performance.now();
    answered.push(acknowledged - started);
    if (!answer.ok) {
      fault(`build ${build}: ${answer.status} ${await answer.text()}`);
    }
    seen.push(await seenByAll(build, acknowledged, (status) => status === "right"));
  });
  console.log(`${uploads} uploads, ${AT_ONCE} at once: answered ${spread(answered)}`);
  console.log(`right at all ${replicas} replicas after ${spread(seen)}`);

  const deleted = new Set(Array.from({ length: uploads / 10 }, (_, i) => i * 10));
  const gone = [];
  await inParallel(deleted.size, AT_ONCE, async (i) => {
    const build = [...deleted][i];
    const query = new URLSearchParams({ script: urlOf(build), release: releaseOf(build) });
    const answer = await fetch(`${anyReplica().url}/source-maps?${query}`, { method: "DELETE", headers });
    if (!answer.ok) {
      fault(`deletion of build ${build}: ${answer.status} ${await answer.text()}`);
    }
    gone.push(await seenByAll(build, performance.now(), (status) => status !== "right"));
  });
  console.log(`${deleted.size} deletions: gone from all replicas after ${spread(gone)}`);

  await bucket.stop();
  const stopped = performance.now();
  const known = [];
  const refused = {};
  for (let build = 1; performance.now() - stopped < secondsGone * 1000; build = (build + 10) % uploads) {
    for (const service of services) {
      const started = performance.now();
      const status = await look(service, build);
      known.push(performance.now() - started);
      if (status !== "right") {
        fault(`build ${build} without the bucket: ${status}`);
      }
    }
    if (known.length % 30 === 0) {
      const answer = await upload(anyReplica(), uploads + 1);
      const text = `${answer.status} ${(await answer.json()).type ?? ""}, Retry-After ${answer.headers.get("retry-after")}`;
      refused[text] = (refused[text] ?? 0) + 1;
    }
    await sleep(20);
  }
  console.log(`${secondsGone} s without the bucket: ${known.length} profiles of known scripts, ${spread(known)}`);
  console.log(`uploads meanwhile: ${JSON.stringify(refused)}`);

  bucket = await startBucket(directory, port);
  const returned = performance.now();
  let again;
  do {
    again = await upload(services[0], uploads + 2);
    await again.text();
  } while (again.status === 503 && performance.now() - returned < GIVE_UP_MS);
  if (!again.ok) {
    fault(`upload after the bucket's return: ${again.status}`);
  }
  console.log(`the bucket is back: an upload is stored again after ${Math.round(performance.now() - returned)} ms`);

  const starting = performance.now();
  services.push(await startReplica("new"));
  console.log(`a new replica is ready after ${Math.round(performance.now() - starting)} ms`);
  let whole = 0;
  await inParallel(uploads, AT_ONCE, async (build) => {
    for (const service of [services[0], services.at(-1)]) {
      const status = await look(service, build);
      if ((status === "right") === deleted.has(build)) {
        fault(`build ${build} after the bucket's return: ${status}`);
      } else {
        whole++;
      }
    }
  });
  console.log(`${whole} of ${2 * uploads} builds are as they should be, at an old and a new replica`);
  services.forEach(({ pid }, i) => console.log(`replica ${i}: RSS peak ${memory(pid).peak} MiB`));
} finally {
  await Promise.all(services.map((service) => service.stop()));
  await bucket.stop();
  rmSync(directory, { recursive: true });
}
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
