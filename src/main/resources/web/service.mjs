// Sends profiles to the service that serves this page, alone or in batches, and says what went wrong.
import { byId } from "./dom.mjs";
import { RecordingError } from "./stacks.mjs";
import { count } from "./texts.mjs";
import { inWorker } from "./worker.mjs";

/** A request that failed, in words for people. */
export class ServiceError extends Error {
  /** @param {string} detail what is wrong and what to do */
  constructor(title, detail, { status = 0, type = "", retryAfter = 0, pointer = "" } = {}) {
    super(title);
    Object.assign(this, { title, detail, status, type, retryAfter, pointer });
  }
}

/** What the page says of a problem, in place of the service's words, which are for programs. */
const TITLES = {
  "not-json": "This is no JSON text",
  "not-a-profile": "This file is of no format that the page knows",
  "too-large": "This file is too large for the service",
  overloaded: "The service is busy",
};
const ADVICE = {
  unauthorized: "Type a token that the operator gave you. It is kept until you close the page.",
  forbidden: "Its token lacks the right “read”. Type another one below.",
  overloaded: "It works on other requests. What you see is as recorded until it has time.",
  "bad-parameter": "This service may be older than the page. Reload the page.",
};

/** Returns the address of a request, relative to the page, so that a prefix of a proxy stays. */
export function address(parameters) {
  const query = new URLSearchParams(parameters).toString();
  return new URL(query ? `symbolicate?${query}` : "symbolicate", document.baseURI).href;
}

/**
 * Posts a profile, with source maps beside it if there are any.
 *
 * @param {string} token empty for none
 * @param {{file: File, path: string}[]} maps
 */
export async function symbolicate(file, parameters, token, maps = []) {
  // A declared type might make the file a batch.
  const body = maps.length > 0 ? formOf(file, maps) : new Blob([file], { type: "application/octet-stream" });
  const response = await post(body, parameters, token);
  return { answer: await response.blob(), summary: summaryOf(response.headers.get("Symbolication")) };
}

function formOf(file, maps) {
  const form = new FormData();
  form.append("profile", file, file.name || "profile.json");
  maps.forEach(({ file: map, path, script }) => {
    form.append("map", map, path);
    if (script) {
      form.append("script", script.file, script.path);
    }
  });
  return form;
}

/** A service that is busy for so few seconds is asked again, so many times, before anybody hears of it. */
const SHORT_WAIT_SECONDS = 5;
const MOST_TRIES = 4;

async function post(body, parameters, token, headers = {}) {
  const authorization = token === "" ? {} : { Authorization: `Bearer ${token}` };
  for (let tries = 1; ; tries++) {
    let response;
    try {
      response = await fetch(address(parameters), { method: "POST", body, headers: { ...authorization, ...headers }, cache: "no-store" });
    } catch {
      throw new ServiceError("The service cannot be reached", "Check that it runs and that you are online, then try again.");
    }
    if (response.ok) {
      return response;
    }
    const failure = await errorOf(response, token);
    if (![429, 503].includes(failure.status) || !(failure.retryAfter > 0 && failure.retryAfter <= SHORT_WAIT_SECONDS) || tries === MOST_TRIES) {
      throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, failure.retryAfter * 1000));
  }
}

async function errorOf(response, token) {
  const problem = await response.json().catch(() => ({}));
  const type = String(problem.type ?? "").split(":").at(-1);
  const place = [problem.pointer && `Place: ${problem.pointer}.`, type === "too-large" && problem.limit && `The operator can raise the limit ${problem.limit}.`];
  const isToken = type === "unauthorized";
  const title = isToken ? (token === "" ? "This service asks for a token" : "The service does not know this token") : TITLES[type];
  const detail = [ADVICE[type] && type !== "bad-parameter" ? "" : problem.detail, ...place, ADVICE[type]].filter(Boolean).join(" ");
  return new ServiceError(title ?? problem.title ?? `The service answered ${response.status}`, detail, {
    status: response.status,
    type,
    retryAfter: Number(response.headers.get("Retry-After")) || 0,
    pointer: problem.pointer,
  });
}

/** Reads the counts in a header such as `mapped=312, total=340, pending=0`. */
function summaryOf(header) {
  return Object.fromEntries([...(header ?? "").matchAll(/(\w+)=(\d+)/g)].map(([, key, value]) => [key, Number(value)]));
}

/** A browser reads an answer only when it has sent its request, and the service waits with unread answers of more. */
const PIECE_BYTES = 2 * 1024 * 1024;
const AT_ONCE = 3;

/**
 * Asks for the names of all sources. Profiles in lines go together, in batches of a few megabytes.
 *
 * @returns {Promise<object[]>} for each source its `recordings`, as worker.mjs reads them, its `reports`, and a
 * `failure` instead if it alone failed
 * @throws {ServiceError} if all failed
 */
export async function askAll(sources, { token, maps = [], hasReport, isFinal, progress = () => {} }) {
  const answers = sources.map(() => undefined);
  const failures = [];
  const tasks = sources.flatMap((source, i) => {
    if (isFinal(source)) {
      return [];
    }
    if (!source.lines) {
      return [async () => {
        answers[i] = await askOne(source, token, takesMaps(source) ? maps : [], hasReport(source)).catch((failure) => {
          failures.push(failure);
          return { failure };
        });
      }];
    }
    // A batch takes no maps, so each of its lines goes alone.
    return maps.length === 0 ? [] : source.recordings.map((recording, r) => async () => {
      const file = new File([source.lines[recording.line]], "line.json");
      const { recordings: [first], reports, summary } = await askOne({ file, recordings: [recording] }, token, maps, hasReport(source));
      const answer = (answers[i] ??= { recordings: [], reports: [], problems: [], summary: { pending: 0 } });
      answer.recordings[r] = first;
      answer.reports.push(...reports);
      answer.summary.pending += summary.pending ?? 0;
    });
  });
  if (maps.length === 0) {
    tasks.push(...batches(sources, answers, token));
  }
  let done = 0;
  const run = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      await task().catch((failure) => failures.push(failure));
      progress(++done, done + tasks.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  const [first] = failures;
  if (first && (answers.every((answer) => !answer?.recordings) || [401, 403].includes(first.status))) {
    throw first;
  }
  return answers;
}

/** Tells whether the service takes maps with a source: large formats are read from disk, without any. */
export function takesMaps({ recordings: [{ format }] }) {
  return format !== "chrome-trace";
}

async function askOne({ file, recordings }, token, maps, hasReport) {
  const { format } = recordings[0];
  const annotate = ["js-self-profile", "cpuprofile"].includes(format) ? { annotate: "true" } : {};
  const ask = (more) => symbolicate(file, { ...(hasReport ? { report: "true" } : {}), ...more }, token, maps);
  // A file that has a member of this name already cannot be annotated.
  const { answer, summary } = await ask(annotate).catch((failure) => (failure.pointer === "/functions" ? ask({}) : Promise.reject(failure)));
  const read = await inWorker("openAnswer", answer);
  return { ...read, summary, reports: hasReport && Array.isArray(read.report?.scripts) ? [read.report] : [] };
}

/** Returns tasks that ask for lines of all sources, each a batch. */
function batches(sources, answers, token) {
  const pieces = [];
  let bytes = Infinity;
  sources.forEach(({ lines = [] }, source) => {
    lines.forEach((text, line) => {
      if (text.trim() === "") {
        return;
      }
      if (bytes + text.length > PIECE_BYTES) {
        pieces.push([]);
        bytes = 0;
      }
      pieces.at(-1).push({ source, line, text });
      bytes += text.length;
    });
  });
  return pieces.map((piece) => async () => {
    const body = new Blob(piece.map(({ text }) => `${text}\n`));
    const response = await post(body, { annotate: "true", report: "true" }, token, { "Content-Type": "application/x-ndjson" });
    const results = await inWorker("openAnswerLines", await response.blob());
    piece.forEach(({ source, line }, i) => {
      const answer = (answers[source] ??= { recordings: [], reports: [], problems: [] });
      const { problem, report, places, info } = results[i] ?? { problem: "The service did not answer." };
      if (problem) {
        answer.problems.push({ line, problem });
      } else {
        sources[source].recordings.forEach((recording, r) => {
          if (recording.line === line) {
            answer.recordings[r] = { places, info };
          }
        });
        answer.reports.push(...(report ? [report] : []));
      }
    });
  });
}

let again = () => {};
let token = "";
let isNeeded = false;

/** Returns the token, or an empty text. It is kept in memory only. */
export function currentToken() {
  return token;
}

/** Tells whether the service has asked for a token. */
export function needsToken() {
  return isNeeded;
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
    byId("token").select();
  }
}

/** Listens to the buttons of the problem. */
export function listenToProblem() {
  byId("retry").addEventListener("click", () => again());
  byId("problem-close").addEventListener("click", hideProblem);
  byId("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    token = byId("token").value.trim();
    again();
  });
}
