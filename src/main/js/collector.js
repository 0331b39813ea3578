const isVisible = () => document.visibilityState === "visible";
const bare = (url) => url.replace(/[?#].*/s, "");

/**
 * Records a page while it is visible. Never throws, but warns in the console.
 *
 * @param {object} options docs/recording.md lists them
 * @returns {() => void} ends the recording
 */
export function collect(options) {
  try {
    return record(options);
  } catch (failure) {
    console.warn(failure);
    return () => {};
  }
}

function record({
  endpoint, share = 0.01, release, token, page = (url) => url.pathname, dimensions, onlyLongTasks,
  interval = 10, seconds = 30, traces = 20,
}) {
  if (!globalThis.Profiler || !Array.fromAsync || !(Math.random() < share)) {
    return () => {};
  }
  const url = new URL(endpoint, document.baseURI);
  token && url.searchParams.set("token", token);
  const during = observe();
  let current, timer;

  const begin = () => {
    if (isVisible() && traces-- > 0) {
      const about = { page: page(new URL(location)), phase: document.readyState === "complete" ? "use" : "load" };
      // Long tasks delay the timer.
      const profiler = new Profiler({ sampleInterval: interval, maxBufferSize: (1500 * seconds) / interval });
      profiler.addEventListener("samplebufferfull", turn);
      timer = setTimeout(turn, 1000 * seconds, true);
      current = { profiler, about };
    }
  };
  const finish = async ({ profiler, about }) => {
    const whole = await profiler.stop();
    // The start of this.
    delete whole.samples[0].stackId;
    const events = during(whole.samples[0].timestamp, whole.samples.at(-1).timestamp);
    const trace = reduce(whole, onlyLongTasks ? events.longtasks : [{ startTime: 0, duration: Infinity }], page);
    if (trace) {
      const values = { ...dimensions, ...device(), ...about };
      for (const name in values) {
        // The service groups by texts.
        values[name] == null || (values[name] = String(values[name]).replace(/\p{Cc}/gu, " ").slice(0, 200));
      }
      const { sampleInterval } = profiler;
      await send(url, { ...values, release, timeOrigin: performance.timeOrigin, sampleInterval, ...events, debugIds: debugIds(trace.resources), trace });
    }
  };
  /** Ends a trace, after the next one began, if one is wanted. */
  const turn = (isNext) => {
    const ended = current;
    current = clearTimeout(timer);
    try {
      isNext && begin();
    } catch {}
    ended && finish(ended).catch(() => {});
  };

  begin();
  document.addEventListener("visibilitychange", turn);
  // Hidden may be too late.
  addEventListener("beforeunload", () => {
    turn();
    timer = setTimeout(turn, 1000, true);
  });
  return () => {
    traces = 0;
    turn();
  };
}

/** Returns a function that takes the delays in a span of time. */
function observe() {
  let entries = [];
  const note = (more) => {
    entries = [...entries, ...more].slice(-2000);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  ["longtask", "long-animation-frame", "largest-contentful-paint"].forEach((type) => observer.observe({ type, buffered: true }));
  return (from, to) => {
    note(observer.takeRecords());
    const during = (type) =>
      entries
        .filter(({ entryType, startTime, duration }) => entryType === type && startTime <= to && startTime + duration >= from)
        .map(({ startTime, duration, blockingDuration }) => ({ startTime, duration, blockingDuration }));
    const fcp = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    const lcp = entries.findLast(({ entryType }) => entryType === "largest-contentful-paint")?.startTime;
    return { fcp, lcp, longtasks: during("longtask"), loaf: during("long-animation-frame") };
  };
}

/** Makes samples outside of spans of time idle, and leaves out what is not needed, or all. */
function reduce({ resources, frames, stacks, samples }, spans, page) {
  const isIdle = (sample) => sample && sample.stackId === undefined && !sample.marker;
  // Some come late.
  samples.sort((a, b) => a.timestamp - b.timestamp);
  const kept = samples.map(({ timestamp, ...what }) => ({
    timestamp: Math.round(timestamp * 1000) / 1000,
    ...(spans.some(({ startTime, duration }) => startTime <= timestamp && startTime + duration >= timestamp) && what),
  }));
  if (kept.every(isIdle)) {
    return;
  }
  // Inline scripts have the address of their page.
  const pages = [performance.getEntriesByType("navigation")[0].name, ...navigation.entries().map(({ url }) => url)].map(bare);
  const pick = (items, copy) => {
    const indexes = {};
    const at = (index) => (index === undefined ? index : (indexes[index] ??= at.list.push(copy(items[index])) - 1));
    at.list = [];
    return at;
  };
  const resource = pick(resources, (url) => (pages.includes(bare(url)) ? location.origin + page(new URL(url)) : url));
  const frame = pick(frames, (each) => ({ ...each, resourceId: resource(each.resourceId) }));
  const stack = pick(stacks, (each) => ({ parentId: stack(each.parentId), frameId: frame(each.frameId) }));
  return {
    // The first and last idle sample of a run say all.
    samples: kept
      .filter((sample, i) => !(isIdle(sample) && isIdle(kept[i - 1]) && isIdle(kept[i + 1])))
      .map((sample) => ({ ...sample, stackId: stack(sample.stackId) })),
    stacks: stack.list, frames: frame.list, resources: resource.list,
  };
}

/** Build tools note debug IDs, each under a stack that begins in the script. */
function debugIds(resources) {
  const ids = {};
  for (const noted of [globalThis._sentryDebugIds, globalThis._debugIds, globalThis.DD_SOURCE_CODE_CONTEXT]) {
    for (const stack in noted) {
      const script = /([a-z][\w+.-]*:\S+?):\d+:\d+\)?$/m.exec(stack)?.[1];
      if (resources.includes(script)) {
        ids[script] = noted[stack].ddDebugId ?? noted[stack];
      }
    }
  }
  return ids;
}

function device() {
  const { userAgentData, connection, deviceMemory: memory, hardwareConcurrency: cores } = navigator;
  const brands = userAgentData?.brands.map(({ brand, version }) => brand + " " + version).filter((each) => !/not.?a/i.test(each));
  const viewport = innerWidth < 600 ? "small" : innerWidth < 1024 ? "medium" : "large";
  return { browser: brands?.sort().at(-1), os: userAgentData?.platform, viewport, cores, memory, connection: connection?.effectiveType };
}

/** Sends plain text, which needs no preflight; the service knows gzip by its first bytes. */
async function send(url, value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let at = 0;
  const pull = async (slices) => {
    // A visible page has its turn; a hidden one may end.
    at && isVisible() && (await new Promise((resolve) => setTimeout(resolve)));
    slices.enqueue(bytes.subarray(at, (at += 32_768)));
    at < bytes.length || slices.close();
  };
  const plain = new ReadableStream({ pull });
  const parts = await Array.fromAsync(globalThis.CompressionStream ? plain.pipeThrough(new CompressionStream("gzip")) : plain);
  const body = new Blob(parts, { type: "text/plain" });
  // What outlives a page has 64 KiB, with headers.
  await fetch(url, { method: "POST", body, keepalive: body.size < 60_000, mode: "no-cors", referrerPolicy: "origin" });
}
