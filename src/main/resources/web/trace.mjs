// Reads performance traces of Chrome, event by event, so that a large trace never is one value: a recording for each
// thread that was profiled, with its long tasks and the page's own marks and measures.
import { inWords, readNodes } from "./profiles.mjs";
import { LONG_US } from "./tree.mjs";

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [...'"\\{}[]'].map((c) => c.charCodeAt(0));

/** The head of a file that tells its format. */
const HEAD = 4096;
const WANTED = /"name"\s*:\s*"(?:Profile|ProfileChunk|CpuProfile|thread_name|RunTask|ThreadControllerImpl::RunTask)"|user_timing/;
const EVENTS = /"traceEvents"\s*:\s*\[/;

/** Tells whether bytes are a trace. */
export function isTrace(bytes) {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD)).trimStart();
  return EVENTS.test(head) || (/^\[\s*\{/.test(head) && /"ph"\s*:/.test(head)) || (/^\{\s*"metadata"/.test(head) && findEvents(bytes) > 0);
}

/** Returns the index of the first byte within the list of events. */
function findEvents(bytes) {
  const decoder = new TextDecoder("latin1");
  const step = 1 << 20;
  for (let from = 0; from < bytes.length; from += step) {
    const found = EVENTS.exec(decoder.decode(bytes.subarray(from, from + step + HEAD)));
    if (found) {
      return from + found.index + found[0].length;
    }
  }
  return decoder.decode(bytes.subarray(0, HEAD)).indexOf("[") + 1;
}

/** Calls `take` with the text of each event, until the list or the file ends. */
function eachEvent(bytes, take, progress) {
  const decoder = new TextDecoder();
  let depth = 0;
  let start = 0;
  let count = 0;
  for (let i = findEvents(bytes); i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      do {
        i = bytes.indexOf(QUOTE, i + 1);
        if (i < 0) {
          return;
        }
      } while (isEscaped(bytes, i));
    } else if (byte === OPEN || byte === OPEN_LIST) {
      if (depth++ === 0) {
        start = i;
      }
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      if (--depth < 0) {
        return;
      }
      if (depth === 0) {
        take(decoder.decode(bytes.subarray(start, i + 1)));
        if (count++ % 4096 === 0) {
          progress(i / bytes.length);
        }
      }
    }
  }
}

function isEscaped(bytes, quote) {
  let first = quote;
  while (bytes[first - 1] === BACKSLASH) {
    first--;
  }
  return (quote - first) % 2 === 1;
}

/**
 * Reads a trace.
 *
 * @param {(part: number) => void} progress is told which part of the trace was read, from 0 to 1
 * @returns {import("./profiles.mjs").Recording[]}
 */
export function readTrace(bytes, progress = () => {}) {
  const found = { profiles: new Map(), threads: new Map(), tasks: new Map(), marks: [] };
  eachEvent(bytes, (text) => {
    if (WANTED.test(text)) {
      try {
        takeEvent(JSON.parse(text), found);
      } catch {
        // Many programs write traces: an event that cannot be read costs no more than itself.
      }
    }
  }, progress);
  return [...found.profiles.values()]
    .filter(({ nodes, samples }) => nodes.length > 0 && samples.length > 0)
    .sort((a, b) => b.samples.length - a.samples.length)
    .map((profile) => inWords(() => recordingOf(profile, found)));
}

function takeEvent(event, { profiles, threads, tasks, marks }) {
  const { name, ph, pid, tid, ts, dur, id, args } = event;
  const thread = `${pid}:${tid}`;
  const data = args?.data ?? {};
  if (name === "thread_name") {
    threads.set(thread, String(args.name));
  } else if (name === "Profile" || name === "ProfileChunk") {
    const key = `${pid}:${id}`;
    if (!profiles.has(key)) {
      profiles.set(key, { thread, nodes: [], samples: [], timeDeltas: [], lines: [], startTime: ts });
    }
    const profile = profiles.get(key);
    if (name === "Profile") {
      Object.assign(profile, { thread, startTime: data.startTime ?? ts });
    }
    addChunk(profile, data);
  } else if (name === "CpuProfile") {
    const { cpuProfile = {} } = data;
    profiles.set(`${thread}:${profiles.size}`, { thread, ...cpuProfile, lines: cpuProfile.lines ?? [] });
  } else if (name === "RunTask" || name === "ThreadControllerImpl::RunTask") {
    if (dur >= LONG_US) {
      const key = `${name}:${thread}`;
      tasks.set(key, tasks.get(key) ?? []);
      tasks.get(key).push({ start: ts, end: ts + dur });
    }
  } else {
    marks.push({ name, ph, ts, dur, pid, key: `${pid}:${name}:${id ?? event.id2?.local}` });
  }
}

function addChunk(profile, { cpuProfile = {}, timeDeltas = [], lines = [], endTime }) {
  const { nodes = [], samples = [] } = cpuProfile;
  for (const node of nodes) {
    profile.nodes.push(node);
  }
  for (let i = 0; i < samples.length; i++) {
    profile.samples.push(samples[i]);
    profile.timeDeltas.push(timeDeltas[i] ?? cpuProfile.timeDeltas?.[i]);
    profile.lines.push((lines[i] ?? cpuProfile.lines?.[i]) || 0);
  }
  profile.endTime = endTime ?? cpuProfile.endTime ?? profile.endTime;
}

const THREADS = { __proto__: null, CrRendererMain: "Page", CrBrowserMain: "Browser", "DedicatedWorker thread": "Worker", DedicatedWorker: "Worker" };

function recordingOf(profile, { threads, tasks, marks }) {
  const name = threads.get(profile.thread) ?? "";
  const own = tasks.get(`RunTask:${profile.thread}`) ?? tasks.get(`ThreadControllerImpl::RunTask:${profile.thread}`) ?? [];
  return readNodes(profile, {
    format: "chrome-trace",
    title: `${THREADS[name] ?? (name || "Thread")} ${profile.thread.replace(/.*:/, "")}`,
    tasks: outermost(own),
    marks: spans(marks.filter(({ pid }) => profile.thread.startsWith(`${pid}:`))),
  });
}

/** Returns the tasks that lie in no other. */
function outermost(tasks) {
  const kept = [];
  for (const task of tasks.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (!(task.start < kept.at(-1)?.end)) {
      kept.push(task);
    }
  }
  return kept;
}

/** Joins the begin and the end of each measure; marks have no length. */
function spans(events) {
  const open = new Map();
  const all = [];
  for (const { name, ph, ts, dur = 0, key } of events.sort((a, b) => a.ts - b.ts)) {
    if (ph === "b" || ph === "B") {
      open.set(key, ts);
    } else if (ph === "e" || ph === "E") {
      all.push({ name: String(name), start: open.get(key) ?? ts, end: ts });
      open.delete(key);
    } else if (ph !== "M") {
      all.push({ name: String(name), start: ts, end: ts + dur });
    }
  }
  return all.sort((a, b) => a.start - b.start);
}
