// Sends profiles to the service that serves this page.

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
