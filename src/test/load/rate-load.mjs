// Puts a server under load, in a process of its own so that no other work slows the load down. `rate.mjs` starts it and
// sends one message per run.
//
// A connection is a bare socket with one request at a time: an HTTP client of Node would need more processor time than
// the measured servers.
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { Answer } from "./answer.mjs";

/** Sends requests on one connection until the time is over. Adds the milliseconds of each to `times`, and those of its stages to `stages`. */
function use(hostname, port, request, until, times, stages, lengths) {
  return new Promise((done, failed) => {
    const socket = connect(port, hostname).setNoDelay(true).on("error", failed);
    socket.on("close", () => failed(new Error("The server closed the connection.")));
    let answer;
    let started;
    const send = () => {
      started = performance.now();
      if (started >= until) {
        socket.removeAllListeners("close");
        socket.destroy();
        done();
        return;
      }
      answer = new Answer();
      socket.write(request);
    };
    socket.on("data", (piece) => {
      try {
        if (answer.take(piece)) {
          if (answer.status !== 200) {
            throw new Error(`The server answered ${answer.status}: ${answer.body().toString("utf8", 0, 300)}`);
          }
          times.push(performance.now() - started);
          stages.push(answer.stages);
          lengths.add(answer.length);
          send();
        }
      } catch (fault) {
        failed(fault);
      }
    });
    send();
  });
}

process.on("message", async ({ url, headers, file, connections, seconds }) => {
  const { hostname, port, pathname } = new URL(url);
  const body = readFileSync(file);
  const lines = Object.entries({ Host: "a", "Content-Length": body.length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.concat([Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`), body]);
  const times = [];
  const stages = [];
  const lengths = new Set();
  const began = performance.now();
  const before = process.cpuUsage();
  try {
    await Promise.all(Array.from({ length: connections }, () => use(hostname, port, request, began + 1000 * seconds, times, stages, lengths)));
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    for (const all of [times, stages]) {
      all.sort((a, b) => a - b);
    }
    const at = (all, share) => all[Math.min(all.length - 1, Math.floor(share * all.length))];
    process.send({ requests: times.length, rate: (1000 * times.length) / ms, p50: at(times, 0.5), p99: at(times, 0.99), stages: at(stages, 0.5), lengths: [...lengths], busy: (user + system) / 1000 / ms });
  } catch (fault) {
    process.send({ fault: fault.message });
    process.exit(1);
  }
});
