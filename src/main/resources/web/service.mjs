// Takes profiles in: chosen, dropped, pasted, the example, or recorded here. Sends them to the service that serves this
// page, and says what went wrong. Takes answers along, in the formats of other tools too.
import { byId, make } from "./dom.mjs";
import { RecordingError } from "./stacks.mjs";
import { count } from "./texts.mjs";

/** A request that failed, in words for people. */
export class ServiceError extends Error {
  /** @param {string} detail what is wrong and what to do */
  constructor(title, detail, { status = 0, type = "", retryAfter = 0 } = {}) {
    super(title);
    Object.assign(this, { title, detail, status, type, retryAfter });
  }
}

const ADVICE = {
  unauthorized: "Type a token that the operator gave you. It is kept until you close the page.",
  forbidden: "The token lacks the right “read”. Type another one below.",
  "bad-parameter": "This service may be older than the page. Reload the page.",
  overloaded: "The service is busy.",
};

/** Returns the address of a request, relative to the page, so that a prefix of a proxy stays. */
function address(parameters) {
  const query = new URLSearchParams(parameters).toString();
  return new URL(query ? `symbolicate?${query}` : "symbolicate", document.baseURI).href;
}

/**
 * Posts a profile.
 *
 * @param {string} token empty for none
 */
export async function symbolicate(file, parameters, token) {
  const headers = token === "" ? {} : { Authorization: `Bearer ${token}` };
  // A declared type might make the file a batch.
  const body = new Blob([file], { type: "application/octet-stream" });
  let response;
  try {
    response = await fetch(address(parameters), { method: "POST", body, headers, cache: "no-store" });
  } catch {
    throw new ServiceError("The service cannot be reached", "Check that it runs and that you are online, then try again.");
  }
  if (!response.ok) {
    throw await errorOf(response);
  }
  return { answer: await response.blob(), summary: summaryOf(response.headers.get("Symbolication")) };
}

async function errorOf(response) {
  const problem = await response.json().catch(() => ({}));
  const type = String(problem.type ?? "").split(":").at(-1);
  const place = [problem.pointer && `Place: ${problem.pointer}.`, problem.limit && `Limit: ${problem.limit}.`];
  const isToken = type === "unauthorized";
  const detail = [isToken ? "" : problem.detail, ...place, ADVICE[type]].filter(Boolean).join(" ");
  return new ServiceError(isToken ? "This service asks for a token" : (problem.title ?? `The service answered ${response.status}`), detail, {
    status: response.status,
    type,
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
  });
}

/** Reads the counts in a header such as `mapped=312, total=340, pending=0`. */
function summaryOf(header) {
  return Object.fromEntries([...(header ?? "").matchAll(/(\w+)=(\d+)/g)].map(([, key, value]) => [key, Number(value)]));
}

let again = () => {};
let token = "";
let isNeeded = false;

/** Returns the token, or an empty text. It is kept in memory only. */
export function currentToken() {
  return token;
}

export function hideProblem() {
  byId("problem").hidden = true;
}

/**
 * Shows a failure.
 *
 * @param {() => void} retry does what failed again
 */
export function showProblem(failure, retry) {
  again = retry;
  const isKnown = failure instanceof RecordingError || failure instanceof RangeError;
  const isToken = [401, 403].includes(failure.status);
  const mayPass = failure instanceof ServiceError && !(failure.status >= 400 && failure.status < 500 && failure.status !== 429);
  const wait = failure.retryAfter ? ` Try again in ${count(failure.retryAfter, "second")}.` : "";
  byId("problem-title").textContent = failure.title ?? (isKnown ? "This profile cannot be drawn" : "Something went wrong");
  byId("problem-detail").textContent = (failure.detail ?? failure.message) + wait;
  byId("token-form").hidden = !isToken;
  byId("retry").hidden = !mayPass;
  byId("problem").hidden = false;
  isNeeded ||= isToken;
  byId(isToken ? "token" : "problem").scrollIntoView({ block: "nearest" });
  if (isToken) {
    byId("token").focus();
  }
}

/** Listens to the buttons of the problem. */
export function listenToProblem() {
  byId("retry").addEventListener("click", () => again());
  byId("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    token = byId("token").value.trim();
    again();
  });
}

/** The formats that the service writes, with the ends of their files' names. */
const FORMATS = [
  { value: "", title: "Same format as the file", suffix: "" },
  { value: "cpuprofile", title: "cpuprofile: DevTools, VS Code", suffix: ".cpuprofile" },
  { value: "speedscope", title: "speedscope", suffix: ".speedscope.json" },
  { value: "pprof", title: "pprof: Go, Pyroscope, Grafana", suffix: ".pb.gz" },
  { value: "collapsed", title: "Collapsed stacks: flamegraph.pl", suffix: ".collapsed.txt" },
  { value: "firefox", title: "Firefox Profiler", suffix: ".firefox.json" },
];

/** Returns the parameters and the file name of the chosen format. */
function chosenFormat(file) {
  const { value, suffix } = FORMATS.find((format) => format.value === byId("format").value);
  const stem = file.name.replace(/\.gz$/, "").replace(/\.[^.]*$/, "") || "profile";
  return value ? { parameters: { output: value }, fileName: stem + suffix } : ownFormat(file);
}

function ownFormat(file) {
  return { parameters: {}, fileName: `symbolicated-${file.name.replace(/\.gz$/, "")}` };
}

function save(blob, fileName) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Shows the command line that downloads the chosen format; a file name that is not plain is replaced. */
export function showCommand(file) {
  const isPlain = /^\w[\w. -]*$/.test(file.name) && file.name.length <= 100;
  const input = isPlain ? file.name : "profile.json";
  const { parameters, fileName } = chosenFormat({ name: input });
  const token = isNeeded ? ' -H "Authorization: Bearer $TOKEN"' : "";
  byId("curl").textContent =
    `curl -sS --fail-with-body${token} '${address(parameters)}' --data-binary '@${input}' -o '${fileName}'`;
}

/** Listens to the buttons; `current` returns what is shown: its file, and the answer as a blob. */
export function listenToTaking(current, fail) {
  const download = async (getFormat) => {
    const { file, blob } = current();
    const { parameters, fileName } = getFormat(file);
    try {
      byId("download").disabled = true;
      save(blob && !parameters.output ? blob : (await symbolicate(file, parameters, token)).answer, fileName);
      hideProblem();
    } catch (failure) {
      fail(failure, () => download(getFormat));
    } finally {
      byId("download").disabled = false;
    }
  };
  byId("format").append(...FORMATS.map(({ value, title }) => make("option", { value, textContent: title })));
  byId("format").addEventListener("change", () => showCommand(current().file));
  byId("download").addEventListener("click", () => download(chosenFormat));
  byId("other-download").addEventListener("click", () => download(ownFormat));
  byId("copy").addEventListener("click", async () => {
    // Pages of plain http have no clipboard.
    const copied = navigator.clipboard?.writeText(byId("curl").textContent) ?? Promise.reject(new Error());
    byId("copy").textContent = await copied.then(() => "Copied", () => "Select the text and copy it");
    setTimeout(() => (byId("copy").textContent = "Copy"), 2000);
  });
}

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
  byId("record").hidden = typeof globalThis.Profiler !== "function";
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
