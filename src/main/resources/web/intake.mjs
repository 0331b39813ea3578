// Takes files in: chosen, dropped (folders too), pasted, the example, or recorded here. Tells profiles from source maps.
import { byId } from "./dom.mjs";
import { showProblem } from "./service.mjs";

/** The service takes no more maps with a profile. */
export const MOST_MAPS = 200;
/** A folder has no more files that are looked at. */
const MOST_FILES = 20_000;

/** Tells whether a file is a source map. */
const isMap = (file) => /\.map$/i.test(file.name);
const isScript = (file) => /\.[cm]?js$/i.test(file.name);
/** Files of a build that are neither profiles nor maps. */
const PASSED_OVER = /\.(?:[cm]?tsx?|jsx|css|html?|svg|png|jpe?g|webp|gif|ico|woff2?|ttf|txt\.gz|br|wasm|md|webmanifest|d\.ts)$/i;

/** The path of a file within what was dropped. */
const pathOf = (file) => file.path ?? (file.webkitRelativePath || file.name);

/** Tells profiles from source maps and scripts; files of a folder that are none of these are passed over. */
export function sorted(files) {
  const withPath = (file) => ({ file, path: pathOf(file) });
  const maps = files.filter(isMap).map(withPath);
  const isInFolder = (file) => pathOf(file).includes("/");
  const isPassedOver = (file) => PASSED_OVER.test(file.name) && (isInFolder(file) || maps.length > 0);
  return { maps, scripts: files.filter(isScript).map(withPath), profiles: files.filter((file) => !isMap(file) && !isScript(file) && !isPassedOver(file)) };
}

/** Returns the files of what was dropped, those of folders with their paths. */
async function filesOf({ items, files }) {
  const entries = [...(items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(({ isDirectory }) => isDirectory)) {
    return [...files];
  }
  const found = [];
  const open = [...entries];
  while (open.length > 0 && found.length < MOST_FILES) {
    const entry = open.shift();
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject)).catch(() => undefined);
      if (file) {
        file.path = entry.fullPath.replace(/^\//, "");
        found.push(file);
      }
    } else if (entry.name !== "node_modules" && entry.name !== ".git") {
      const reader = entry.createReader();
      const next = () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      for (let some = await next(); some.length > 0; some = await next()) {
        open.push(...some);
      }
    }
  }
  return found;
}

/**
 * Listens for files.
 *
 * @param {(files: File[]) => Promise<void>} open takes profiles and source maps
 * @param {(files: File[]) => Promise<void>} compare shows profiles beside those that are shown
 */
export function listenForFiles(open, compare) {
  const openExample = () => example().then((file) => open([file]), (failure) => showProblem(failure, openExample));
  listenToInputs(open, compare);
  listenToDrops(open);
  byId("example").addEventListener("click", openExample);
  byId("host").textContent = location.host;
  byId("record").hidden = typeof globalThis.Profiler !== "function";
  byId("record").addEventListener("click", () => recordPage(open).catch((failure) => showProblem(failure, () => {})));
}

function listenToInputs(open, compare) {
  const listenTo = (input, take) =>
    input.addEventListener("change", async () => {
      const files = [...input.files];
      input.value = "";
      if (files.length > 0) {
        await take(files);
      }
    });
  listenTo(byId("file"), open);
  listenTo(byId("folder"), open);
  listenTo(byId("second-file"), compare);
  for (const [button, input] of [["choose", "file"], ["choose-folder", "folder"], ["open", "file"], ["compare", "second-file"], ["add-maps", "folder"]]) {
    byId(button).addEventListener("click", () => byId(input).click());
  }
}

function listenToDrops(open) {
  const { classList } = document.body;
  addEventListener("dragover", (event) => {
    event.preventDefault();
    classList.add("is-dropping");
  });
  addEventListener("dragleave", (event) => classList.toggle("is-dropping", event.relatedTarget !== null));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    classList.remove("is-dropping");
    await open(await filesOf(event.dataTransfer));
  });
  addEventListener("paste", ({ clipboardData, target }) => {
    const text = clipboardData.getData("text/plain");
    if (clipboardData.files.length > 0) {
      return open([...clipboardData.files]);
    }
    return text.trim() === "" || target.closest?.("input") ? undefined : open([new File([text], "pasted.json")]);
  });
}

/** Records this page while it shows the example. */
async function recordPage(open) {
  const { stop, done } = record();
  byId("stop").addEventListener("click", stop, { once: true });
  byId("stop").hidden = false;
  try {
    await open([await example()]);
    byId("status").textContent = "Recording this page for ten seconds. Use it: search, zoom, sort.";
    await open([await done]);
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
async function example() {
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

/** Records this page until it is stopped, for ten seconds at most. */
function record() {
  const profiler = new globalThis.Profiler({ sampleInterval: INTERVAL_MS, maxBufferSize: (2 * SECONDS * 1000) / INTERVAL_MS });
  const { promise, resolve } = Promise.withResolvers();
  const timer = setTimeout(resolve, SECONDS * 1000);
  const done = promise.then(async () => {
    clearTimeout(timer);
    const trace = await profiler.stop();
    return new File([JSON.stringify({ sampleInterval: profiler.sampleInterval, trace })], "this-page.json");
  });
  return { stop: resolve, done };
}
