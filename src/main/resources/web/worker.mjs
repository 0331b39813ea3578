// Runs the reading of files in a thread of its own. In the worker it answers messages; in the page, `inWorker` sends them.
import * as reading from "./read.mjs";
import { RecordingError } from "./stacks.mjs";

const isWorker = typeof globalThis.WorkerGlobalScope === "function" && globalThis instanceof globalThis.WorkerGlobalScope;

if (isWorker) {
  globalThis.onmessage = async ({ data: { id, task, file, options } }) => {
    const progress = (part) => postMessage({ id, part });
    try {
      postMessage({ id, result: await reading[task](file, { ...options, progress }) });
    } catch (failure) {
      postMessage({ id, failure: { message: failure.message, isRecording: failure instanceof RecordingError, isRange: failure instanceof RangeError } });
    }
  };
}

let worker;
let url;
let next = 0;
const waiting = new Map();

/** The page's policy lets no other text become a script's address than this one. */
function start() {
  const address = new URL("worker.mjs", import.meta.url).href;
  url ??= globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => address }).createScriptURL("") ?? address;
  worker = new Worker(url, { type: "module" });
  worker.onerror = worker.onmessageerror = () => {
    worker.terminate();
    worker = undefined;
    waiting.forEach(({ reject }) => reject(new RangeError("The file could not be read: it may need more memory than the browser has.")));
    waiting.clear();
  };
  worker.onmessage = ({ data: { id, part, result, failure } }) => {
    const { resolve, reject, progress } = waiting.get(id);
    if (part !== undefined) {
      progress?.(part);
      return;
    }
    waiting.delete(id);
    if (failure) {
      reject(failure.isRecording ? new RecordingError(failure.message) : failure.isRange ? new RangeError(failure.message) : new Error(failure.message));
    } else {
      resolve(result);
    }
  };
}

/** Runs a function of read.mjs with a file; without workers, as in Node.js, here. */
export function inWorker(task, file, { progress, ...options } = {}) {
  if (typeof Worker !== "function" || isWorker) {
    return reading[task](file, { ...options, progress });
  }
  if (!worker) {
    start();
  }
  const id = next++;
  const { promise, resolve, reject } = Promise.withResolvers();
  waiting.set(id, { resolve, reject, progress });
  worker.postMessage({ id, task, file, options });
  return promise;
}
