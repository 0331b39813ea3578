// Says what went wrong and what to do, and asks for a token where the service wants one.
import { byId } from "./dom.mjs";
import { ServiceError } from "./service.mjs";
import { RecordingError } from "./stacks.mjs";
import { count } from "./texts.mjs";

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
