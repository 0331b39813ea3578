// Makes traces for tests of the page.

/** A small generator of random numbers below 1, the same in each run. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Makes a trace of an app with libraries and the browser's own functions; with `isIdle`, half of the time is idle. */
export function randomTrace(count, functions = 600, isIdle = false) {
  const next = random(7);
  const resources = ["http://127.0.0.1:9/app.js", "http://127.0.0.1:9/node_modules/library/library.js"];
  const frames = Array.from({ length: functions }, (_, i) =>
    i % 10 === 9 ? { name: `native${i}` } : { name: `f${i}`, resourceId: i % 3 === 0 ? 1 : 0, line: 1, column: i * 40 + 1 },
  );
  const stacks = [];
  const known = new Map();
  const add = (parentId, frameId) => {
    const key = `${parentId}:${frameId}`;
    if (!known.has(key)) {
      known.set(key, stacks.length);
      stacks.push(parentId < 0 ? { frameId } : { frameId, parentId });
    }
    return known.get(key);
  };
  let timestamp = 100;
  let path = [];
  let isBusy = true;
  const samples = [];
  for (let i = 0; i < count; i++) {
    timestamp += 8 + next() * 5;
    isBusy = isIdle ? (next() < 0.07 ? !isBusy : isBusy) : next() > 0.02;
    path = isBusy ? path.slice(0, path.length * (0.5 + next() * 0.5)) : [];
    if (isBusy && path.length === 0) {
      path.push(1);
    }
    for (let more = isBusy ? 1 + next() * 5 : 0; more >= 1 && path.length < 28; more--) {
      path.push(Math.floor(next() * next() * frames.length));
    }
    const stackId = path.reduce(add, -1);
    samples.push(stackId < 0 ? { timestamp } : { timestamp, stackId });
  }
  return { frames, resources, stacks, samples };
}

/** Makes a trace whose names and URLs are markup, reorder text, or are very long. */
export function hostileTrace() {
  const names = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\u202edetrever", "\u0645\u0631\u062d\u0628\u0627 \u05e9\u05dc\u05d5\u05dd",
    "n".repeat(100_000), "\u0000\u0001\ud800", "__proto__", "constructor", "", "{{7*7}}", "a\nb\tc",
  ];
  const resources = ["javascript:alert(1)//x.js", "http://127.0.0.1:9/\u202e%3Cb%3E.js?<b>", `http://127.0.0.1:9/${"p".repeat(9000)}.js`];
  const frames = names.map((name, i) => ({ name, resourceId: i % 3, line: 1, column: i + 1 }));
  const stacks = names.map((_, i) => (i === 0 ? { frameId: 0 } : { frameId: i, parentId: i - 1 - (i > 3 ? 2 : 0) }));
  const samples = names.map((_, i) => ({ timestamp: i * 30, stackId: i }));
  return { frames, resources, stacks, samples };
}
