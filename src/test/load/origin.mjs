// Starts a web server on loopback for synthetic scripts: /<number>/<functions>/app.js and its map.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { functionsFor } from "./synthetic.mjs";

/** How the server can fail, as origin-server.mjs names it. */
export const ORIGIN_FAULTS = ["hangs", "trickles", "resets", "garbage", "fails", "tooShort", "tooLong", "bomb"];
const SERVER = fileURLToPath(new URL("origin-server.mjs", import.meta.url));

/**
 * Starts the server. Returns `url(script, functions)`, `requests()`, `fault(name)` and `close()`. `requests()` resolves to the
 * number of requests for scripts and for maps, of 304 answers, and of requests for the most requested script. `fault` switches
 * one of `ORIGIN_FAULTS` on; null switches it off.
 */
export async function startOrigin({ headers = {} } = {}) {
  const server = fork(SERVER, [JSON.stringify(headers)]);
  const [{ port }] = await once(server, "message");
  return {
    url: (script, functions) => `http://127.0.0.1:${port}/${script}/${functions}/app.js`,
    requests: async () => {
      server.send("requests");
      const [{ requests }] = await once(server, "message");
      return requests;
    },
    fault: (name) => server.send({ fault: name }),
    close: () => server.disconnect(),
  };
}

/** Returns the function counts of scripts whose maps have `minBytes` to `maxBytes` bytes, spread evenly. */
export function sizes(count, minBytes, maxBytes) {
  return Array.from({ length: count }, (_, i) =>
    functionsFor(minBytes + ((maxBytes - minBytes) * ((i * 7919) % count)) / Math.max(1, count - 1)),
  );
}
