// Takes profiles in: chosen, dropped, pasted, the example, or recorded here.
import { byId } from "./dom.mjs";
import { showProblem } from "./service.mjs";

/**
 * Listens for profiles.
 *
 * @param {(file: File) => Promise<void>} open shows a profile
 * @param {(file: File) => Promise<void>} compare shows a second one beside it
 */
export function listenForFiles(open, compare) {
  const openAll = async ([first, second]) => {
    if (first) {
      await open(first);
    }
    if (second) {
      await compare(second);
    }
  };
  const openExample = () => example().then(open, (failure) => showProblem(failure, openExample));
  listenToInputs(openAll, compare);
  listenToDrops(openAll);
  byId("example").addEventListener("click", openExample);
  byId("record").hidden = !canRecord();
  byId("record").addEventListener("click", () => recordPage(open).catch((failure) => showProblem(failure, () => {})));
}

function listenToInputs(openAll, compare) {
  const listenTo = (input, take) =>
    input.addEventListener("change", async () => {
      const files = [...input.files];
      input.value = "";
      await take(files);
    });
  listenTo(byId("file"), openAll);
  listenTo(byId("second-file"), async ([file]) => file && compare(file));
  byId("choose").addEventListener("click", () => byId("file").click());
  byId("open").addEventListener("click", () => byId("file").click());
  byId("compare").addEventListener("click", () => byId("second-file").click());
}

function listenToDrops(openAll) {
  const { classList } = document.body;
  addEventListener("dragover", (event) => {
    event.preventDefault();
    classList.add("is-dropping");
  });
  addEventListener("dragleave", (event) => classList.toggle("is-dropping", event.relatedTarget !== null));
  addEventListener("drop", (event) => {
    event.preventDefault();
    classList.remove("is-dropping");
    return openAll(event.dataTransfer.files);
  });
  addEventListener("paste", ({ clipboardData, target }) => {
    const text = clipboardData.getData("text/plain");
    if (clipboardData.files.length > 0) {
      return openAll(clipboardData.files);
    }
    return text === "" || target.closest?.("input") ? undefined : openAll([new File([text], "pasted.json")]);
  });
}

/** Records this page while it shows the example. */
async function recordPage(open) {
  const { stop, done } = record();
  byId("stop").addEventListener("click", stop, { once: true });
  byId("stop").hidden = false;
  try {
    await open(await example());
    byId("status").textContent = "Recording this page for ten seconds. Use it: search, zoom, sort.";
    await open(await done);
  } finally {
    byId("stop").hidden = true;
  }
}

const SECONDS = 10;
const INTERVAL_MS = 10;

/**
 * Returns the example: a trace of minified code. Its script and map are put into the trace as a `data:` URL, so the
 * service need not fetch them, which may not be allowed.
 */
export async function example() {
  const get = async (path) => {
    const response = await fetch(path);
    if (!response.ok) {
      throw new Error(`The example's ${path} cannot be loaded.`);
    }
    return response.text();
  };
  const [trace, script, map] = await Promise.all(["trace.json", "app.min.js", "app.min.js.map"].map((name) => get(`demo/${name}`)));
  const sourceRoot = new URL("demo/", document.baseURI).href;
  const inline = `data:application/json;base64,${base64(JSON.stringify({ ...JSON.parse(map), sourceRoot }))}`;
  const code = script.replace(/(\/\/# sourceMappingURL=).*\s*$/, `$1${inline}\n`);
  const url = `data:text/javascript;name=app.min.js;base64,${base64(code)}`;
  return new File([JSON.stringify({ ...JSON.parse(trace), resources: [url] })], "example.json");
}

function base64(text) {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

/** Tells whether this browser can record its pages. */
export function canRecord() {
  return typeof globalThis.Profiler === "function";
}

/** Records this page until it is stopped, for ten seconds at most. */
export function record() {
  const profiler = new globalThis.Profiler({ sampleInterval: INTERVAL_MS, maxBufferSize: (2 * SECONDS * 1000) / INTERVAL_MS });
  const { promise, resolve } = deferred();
  const timer = setTimeout(resolve, SECONDS * 1000);
  const done = promise.then(async () => {
    clearTimeout(timer);
    const trace = await profiler.stop();
    return new File([JSON.stringify({ sampleInterval: profiler.sampleInterval, trace })], "this-page.json");
  });
  return { stop: resolve, done };
}

function deferred() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
