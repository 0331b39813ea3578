// Loaded before the app. A profiler that starts takes a sample of its caller's stack for all running
// profilers. So each mark starts one, and the trace of the whole run has a sample of every mark. The
// marker is the name of a frame in that stack, since V8 names a method by its quoted key.
"use strict";

const recorder = new Profiler({ sampleInterval: 10, maxBufferSize: 100_000 });
const methods = {};

function methodNamed(marker, caller) {
  const method = `${JSON.stringify(marker)}() { sample(); }`;
  return (0, eval)(`({ ${method} })\n//# sourceURL=${location.origin}/${caller}`)[marker];
}

function sample() {
  new Profiler({ sampleInterval: 10, maxBufferSize: 10 }).stop();
}

function mark(marker) {
  (methods[marker] ??= methodNamed(marker, "mark"))();
}

function markCaller(marker) {
  (methods[marker] ??= methodNamed(marker, "markCaller"))();
}

async function finished() {
  const trace = await recorder.stop();
  const next = await fetch("trace", { method: "POST", body: JSON.stringify(trace) });
  location.replace(await next.text());
}

function failed(error) {
  return fetch("failure", { method: "POST", body: String(error.stack) });
}
