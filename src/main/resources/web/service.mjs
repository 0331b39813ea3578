// Sends profiles to the service that serves this page. Says what went wrong and what to do, and asks for a token where
// the service wants one.
import { byId } from "./dom.mjs";
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
export function address(parameters) {
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

/** Tells whether the service asked for a token. */
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
