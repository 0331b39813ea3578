// Tests of the page's model in Node.js: times, call trees, stretches, names, links.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { readAnswer, readRecording } from "../../main/resources/web/read.mjs";
import { Session, align } from "../../main/resources/web/session.mjs";
import { isTemplate, linkTo } from "../../main/resources/web/settings.mjs";
import { RecordingError } from "../../main/resources/web/stacks.mjs";
import { displayName, kindOf, share, shown, tickTime } from "../../main/resources/web/texts.mjs";
import { callTree, callersOf, functionTimes, heaviest, leftHeavy, longStretches, timeOrder, weigh } from "../../main/resources/web/tree.mjs";

const SHARED = join(import.meta.dirname, "../../../../shared");
const SHOWN = { names: "minified", view: "left-heavy", own: "shown", library: "shown", browser: "shown" };

/** The example of MDN's page "JS Self-Profiling API: Profile anatomy and format". */
const MDN = {
  frames: [
    { name: "Profiler" },
    { column: 27, line: 5, name: "handleClick", resourceId: 0 },
    { column: 17, line: 6, name: "isPrime", resourceId: 1 },
    { column: 26, line: 15, name: "genPrimes", resourceId: 1 },
  ],
  resources: ["http://localhost:3000/main.js", "http://localhost:3000/generate.js"],
  samples: [
    { stackId: 1, timestamp: 2972.734999999404 },
    { stackId: 3, timestamp: 2973.4899999946356 },
    { stackId: 3, timestamp: 2974.5700000077486 },
    { stackId: 3, timestamp: 2977.8649999946356 },
    { stackId: 3, timestamp: 2978.4899999946356 },
    { stackId: 3, timestamp: 2978.6950000077486 },
    { stackId: 3, timestamp: 2978.9500000029802 },
    { stackId: 3, timestamp: 2979.405000001192 },
    { stackId: 2, timestamp: 2980.030000001192 },
    { stackId: 2, timestamp: 2980.655000001192 },
  ],
  stacks: [{ frameId: 1 }, { frameId: 0, parentId: 0 }, { frameId: 3, parentId: 0 }, { frameId: 2, parentId: 2 }],
};

const fileOf = (value) => new File([typeof value === "string" ? value : JSON.stringify(value)], "trace.json");

/** A trace with a function for each letter; samples are pairs of a time in ms and a stack, outermost first. */
function traceOf(samples, more = {}) {
  const names = [...new Set(samples.flatMap(([, stack]) => [...stack]))];
  const frames = names.map((name, i) => ({ name, resourceId: 0, line: 1, column: i + 1 }));
  const stacks = [];
  const stackOf = (text) => {
    let parentId;
    for (const name of text) {
      stacks.push({ frameId: names.indexOf(name), ...(parentId === undefined ? {} : { parentId }) });
      parentId = stacks.length - 1;
    }
    return parentId;
  };
  const list = samples.map(([timestamp, stack, marker]) => ({ timestamp, stackId: stackOf(stack), ...(marker ? { marker } : {}) }));
  return { frames, stacks, resources: ["http://a.test/app.js"], samples: list, ...more };
}

async function timesOf(value, settings = SHOWN) {
  const session = new Session(fileOf(value), await readRecording(fileOf(value)));
  await session.compute(settings);
  const rows = session.rows(settings, () => undefined);
  return { session, byName: Object.fromEntries(rows.map(({ name, self, total }) => [name, { self, total }])) };
}

test("MDN's worked example has the published times", async () => {
  const { session, byName } = await timesOf(MDN);
  assert.equal(session.times.gap, 625);
  assert.equal(session.times.busy, 8545);
  assert.deepEqual(byName, {
    Profiler: { self: 755, total: 755 },
    isPrime: { self: 6540, total: 6540 },
    genPrimes: { self: 1250, total: 7790 },
    handleClick: { self: 0, total: 8545 },
  });
});

test("a CPU profile of MDN's example has the same times", async () => {
  const frame = (functionName, url = "", lineNumber = -1, columnNumber = -1) => ({ functionName, scriptId: url && "1", url, lineNumber, columnNumber });
  const nodes = [
    { id: 1, callFrame: frame("(root)"), children: [2, 3, 4] },
    { id: 2, callFrame: frame("(program)") },
    { id: 3, callFrame: frame("(idle)") },
    { id: 4, callFrame: frame("handleClick", MDN.resources[0], 4, 26), children: [5, 6] },
    { id: 5, callFrame: frame("Profiler") },
    { id: 6, callFrame: frame("genPrimes", MDN.resources[1], 14, 25), children: [7] },
    { id: 7, callFrame: frame("isPrime", MDN.resources[1], 5, 16) },
  ];
  const samples = [5, 7, 7, 7, 7, 7, 7, 7, 6, 6, 3];
  const timeDeltas = [0, 755, 1080, 3295, 625, 205, 255, 455, 625, 625, 625];
  const { byName, session } = await timesOf({ nodes, samples, timeDeltas, startTime: 2972735, endTime: 2981280 });
  assert.deepEqual([byName.Profiler, byName.isPrime, byName.genPrimes, byName.handleClick], [
    { self: 755, total: 755 },
    { self: 6540, total: 6540 },
    { self: 1250, total: 7790 },
    { self: 0, total: 8545 },
  ]);
  assert.deepEqual(session.places[session.labels.minified.indexOf("isPrime")], { name: "isPrime", url: MDN.resources[1], line: 6, column: 17 });
});

test("a CPU profile has samples for all its time, in any order", async () => {
  const frame = (functionName) => ({ functionName, scriptId: "1", url: "http://a.test/a.js", lineNumber: 0, columnNumber: 0 });
  const nodes = [{ id: 1, callFrame: frame("(root)"), children: [2, 3] }, { id: 2, callFrame: frame("a") }, { id: 3, callFrame: frame("b") }];
  const profile = { nodes, samples: [2, 3, 2], timeDeltas: [5, 900_000, -400_000], startTime: 0, endTime: 900_105 };
  const { byName, session } = await timesOf(profile);
  assert.deepEqual(byName, { a: { self: 900_000, total: 900_000 }, b: { self: 100, total: 100 } });
  assert.equal(session.times.unknown, 0);
});

test("a gap beyond the cap is unknown, and a long idle gap is idle", async () => {
  const { session, byName } = await timesOf(traceOf([[0, "a"], [10, "a"], [20, "a"], [1020, ""], [9020, "a"], [9030, "a"]]));
  assert.equal(session.times.cap, 100_000);
  assert.equal(session.times.unknown, 900_000);
  assert.deepEqual(byName.a, { self: 10_000 + 10_000 + 100_000 + 10_000 + 10_000, total: 140_000 });
});

test("the cap follows the sample interval", async () => {
  const { session } = await timesOf(traceOf([[0, "a"], [400, "a"], [1000, ""]], { sampleInterval: 50 }));
  assert.deepEqual([session.times.cap, session.times.unknown], [500_000, 100_000]);
});

test("recursion counts once in totals", async () => {
  const { byName } = await timesOf(traceOf([[0, "aba"], [10, "aba"], [20, ""]]));
  assert.deepEqual(byName, { a: { self: 20_000, total: 20_000 }, b: { self: 0, total: 20_000 } });
});

test("functions of one name are told apart", async () => {
  const trace = traceOf([[0, "ab"], [10, "ab"], [20, ""]]);
  trace.frames[1].name = "a";
  const { session } = await timesOf(trace);
  assert.deepEqual([...session.functionTimes.self], [0, 20_000]);
});

test("markers are functions of the browser", async () => {
  const { byName, session } = await timesOf(traceOf([[0, "", "layout"], [10, "a", "gc"], [20, "a", "script"], [30, "", "gc"], [40, ""]]));
  assert.deepEqual(byName, {
    "(layout)": { self: 10_000, total: 10_000 },
    "(garbage collector)": { self: 20_000, total: 20_000 },
    a: { self: 10_000, total: 20_000 },
  });
  assert.equal(session.kinds.at(-1), "browser");
});

test("time of hidden functions counts for their callers", async () => {
  const trace = traceOf([[0, "alb"], [10, "al"], [20, "l"], [30, ""]]);
  trace.resources.push("http://a.test/node_modules/x/x.js");
  trace.frames[1].resourceId = 1;
  const { byName, session } = await timesOf(trace, { ...SHOWN, library: "hidden" });
  assert.deepEqual(byName, { a: { self: 10_000, total: 20_000 }, b: { self: 10_000, total: 10_000 } });
  assert.equal(leftHeavy(session.tree).extent, 20_000);
});

for (const [rule, change] of [
  ["parents in a circle", (trace) => (trace.stacks[0].parentId = 1)],
  ["a parent out of range", (trace) => (trace.stacks[0].parentId = 9)],
  ["a frame out of range", (trace) => (trace.stacks[1].frameId = 7)],
  ["a stack out of range", (trace) => (trace.samples[0].stackId = -1)],
  ["a falling time stamp", (trace) => (trace.samples[1].timestamp = -5)],
  ["a missing time stamp", (trace) => delete trace.samples[1].timestamp],
]) {
  test(`${rule} is refused`, async () => {
    const trace = traceOf([[0, "ab"], [10, "ab"]]);
    change(trace);
    await assert.rejects(readRecording(fileOf(trace)), { name: "Error", message: /^(?!undefined).+\.$/ });
  });
}

test("a parent may come after its child", async () => {
  const trace = { ...traceOf([[0, "ab"], [10, ""]]), stacks: [{ frameId: 1, parentId: 1 }, { frameId: 0 }] };
  trace.samples[0].stackId = 0;
  const { byName } = await timesOf(trace);
  assert.deepEqual(byName, { a: { self: 0, total: 10_000 }, b: { self: 10_000, total: 10_000 } });
});

test("boxes over time merge neighbours, and idle time separates them", async () => {
  const { session } = await timesOf(traceOf([[0, "ab"], [10, "ab"], [20, "ac"], [30, ""], [40, "ab"], [50, ""]]));
  const { rows, extent } = await timeOrder(session.recording, session.times, session.tree);
  const boxes = (row) => [...row.starts.slice(0, row.length)].map((start, i) => [start, row.ends[i]]);
  assert.deepEqual(boxes(rows[0]), [[0, 30_000], [40_000, 50_000]]);
  assert.deepEqual(boxes(rows[1]), [[0, 20_000], [20_000, 30_000], [40_000, 50_000]]);
  assert.equal(extent, 50_000);
});

test("stretches end at the next sample or one interval after the last", async () => {
  const trace = traceOf([[0, "a"], [10, "a"], [20, "a"], [30, "a"], [40, "a"], [49, ""], [60, "a"], [70, "a"], [80, "a"], [90, "a"], [100, "a"], [170, ""]]);
  const recording = await readRecording(fileOf({ sampleInterval: 10, trace }));
  assert.deepEqual(longStretches(recording, weigh(recording)).map(({ start, end }) => [start, end]), [[60_000, 110_000]]);
});

test("values of a wrong kind are refused in words", async () => {
  const trace = traceOf([[1, "a"], [2, "a"]]);
  const text = JSON.stringify(trace);
  const cpu = { nodes: [{ id: 1, callFrame: { functionName: "f", url: "http://a.test/a.js" } }], samples: [1, 1], timeDeltas: [1, 9] };
  const wrong = [
    { ...trace, frames: [{ name: { toString: 1 } }] },
    text.replace('"timestamp":2', '"timestamp":1e400'),
    { ...cpu, nodes: [cpu.nodes[0], null] },
    { ...cpu, nodes: [cpu.nodes[0], { id: 2, callFrame: null }] },
    { ...cpu, timeDeltas: ["x", "y"] },
    JSON.stringify(cpu).replace("[1,9]", "[1,1e400]"),
    { ...cpu, nodes: [{ ...cpu.nodes[0], children: {} }] },
  ];
  for (const value of wrong) {
    await assert.rejects(Session.read(fileOf(value)), { name: "Error", message: /\.$/, constructor: RecordingError });
  }
  const endless = await readRecording(fileOf(JSON.stringify({ ...cpu, endTime: 1 }).replace('"endTime":1', '"endTime":1e400')));
  assert.equal(weigh(endless).busy, 18);
});

test("a sample with null for its stack is idle", async () => {
  const trace = traceOf([[1, "a"], [2, "a"]]);
  trace.samples[0].stackId = null;
  assert.equal((await readRecording(fileOf(trace))).sampleStacks[0], -1);
});

test("stacks of 10,000 functions are drawn, and of more than 100,000 refused", async () => {
  for (const deep of [10_000, 100_001]) {
    const stacks = Array.from({ length: deep }, (_, i) => (i === 0 ? { frameId: 0 } : { frameId: 0, parentId: i - 1 }));
    const session = await Session.read(fileOf({ ...traceOf([[1, "a"]]), stacks, samples: [{ timestamp: 1, stackId: deep - 1 }] }));
    if (deep > 100_000) {
      await assert.rejects(session.compute(SHOWN), RecordingError);
    } else {
      await session.compute(SHOWN);
      assert.equal((await session.layout({ view: "time" })).rows.length, deep);
    }
  }
});

test("compressed files and the member trace are read", async () => {
  const file = new File([gzipSync(JSON.stringify({ trace: MDN }))], "trace.json.gz");
  assert.equal((await readRecording(file)).places.length, 4);
});

test("names of the answer belong to the functions as recorded", async () => {
  const recording = await readRecording(fileOf({ trace: MDN }));
  const frames = MDN.frames.map((frame) => ({ ...frame, name: frame.name.toUpperCase() }));
  const { places, report } = await readAnswer(fileOf({ trace: { ...MDN, frames }, symbolication: { mapped: 3 } }), recording);
  assert.deepEqual(places.map(({ name }) => name), ["PROFILER", "HANDLECLICK", "ISPRIME", "GENPRIMES"]);
  assert.deepEqual(report, { mapped: 3 });
});

test("other files are not drawn", async () => {
  for (const text of ["", "[]", "null", "1", "Error: x\n at http://a.test/a.js:1:1", '{"snapshot":{}}']) {
    assert.equal(await readRecording(fileOf(text)), undefined, text);
  }
});

test("a second profile is matched by place, then by name and file", () => {
  const place = (name, line, url = "http://a.test/a.ts") => ({ name, url, line, column: 1 });
  const first = [place("same", 1), place("moved", 2), place("twice", 3), place("twice", 4), place("", 5)];
  const second = [place("moved", 20, "http://b.test/a.ts?v=2"), place("same", 1), place("twice", 9), place("", 50)];
  const { self, extra } = align(first, second, Float64Array.of(7, 5, 3, 2));
  assert.deepEqual([[...self], extra], [[5, 7, 0, 0, 0], [2, 3]]);
});

test("own code, libraries and the browser are told apart", () => {
  const kind = (url) => kindOf({ url });
  assert.equal(kind(""), "browser");
  assert.equal(kind("https://shop.test/src/basket.ts"), "own");
  assert.equal(kind("webpack://shop/./node_modules/react/index.js"), "library");
  assert.equal(kind("webpack://shop/webpack/bootstrap"), "library");
  assert.equal(kind("https://unpkg.com/react"), "library");
});

test("invisible characters are spelled out and long names are cut", () => {
  assert.equal(shown("a\u202eb\u0000"), "a\\u202eb\\u0000");
  assert.equal(shown("x".repeat(100_000)).length, 201);
  assert.equal(displayName({ name: "", url: "http://a.test/src/main.ts?x", line: 23, column: 25 }), "(anonymous main.ts:23:25)");
  assert.equal(displayName({ name: "", url: "http://a.test/src/main.ts", line: 1, column: 1 }), "(module main.ts)");
});

test("a link stays below the template's folder", () => {
  const link = (url) => linkTo("https://git.test/me/shop/{path}", { url, line: 1, column: 1 });
  for (const up of ["%2e%2e", ".%2E", "..", "%2e", "", "..\\..", "%2e%2e%5c..", "%2e%2e%2f.."]) {
    assert.match(link(`x://h/${up}/${up}/${up}/a.ts`) ?? "", /^https:\/\/git\.test\/me\/shop\/(?:\.\.%20\.\.\/)*a\.ts$/, up);
  }
});

test("a link keeps the template's scheme and host", () => {
  const place = { url: "https://shop.test/src/../a b/main.ts?x#y", line: 3, column: 4 };
  assert.equal(linkTo("vscode://file/home/me/{path}:{line}:{column}", place), "vscode://file/home/me/src/a%20b/main.ts:3:4");
  assert.equal(linkTo("https://git.test/blob/{path}#L{line}", { ...place, url: "webpack://shop/./src/x.ts" }), "https://git.test/blob/src/x.ts#L3");
  assert.equal(linkTo("https://git.test/{path}", { ...place, url: "x:///%2e%2e/%2E%2E//evil.test/a" }), "https://git.test/evil.test/a");
  for (const template of ["javascript:alert(1)//{path}", "https://{file}/x", "{path}", "data:text/html,{path}", "vscode://other.extension/{path}", "https:{path}"]) {
    assert.equal(isTemplate(template), false, template);
    assert.equal(linkTo(template, place), undefined);
  }
});

test("only the whole is 100 %, and only nothing is 0 %", () => {
  const parts = [[434, 436], [99_999, 100_000], [436, 436], [1, 100_000], [0, 436], [95, 100], [7, 100]];
  assert.deepEqual(parts.map(([part, whole]) => share(part, whole)), ["99.5 %", "99.9 %", "100 %", "< 0.1 %", "0 %", "95 %", "7.0 %"]);
});

test("callers have the time of their calls, and calls within calls count once", async () => {
  const { session } = await timesOf(traceOf([[0, "ab"], [10, "cb"], [20, "abab"], [40, "bb"], [50, ""]]));
  const { minified } = session.labels;
  const callers = callersOf(session.tree, minified.indexOf("b"));
  assert.deepEqual(callers.map(([fn, us]) => [minified[fn], us]), [["a", 30_000], ["c", 10_000]]);
});

test("a stretch is named by the way to its heaviest function", async () => {
  const { session } = await timesOf(traceOf([[0, "adw"], [10, "adw"], [20, "aw"], [30, "ax"], [50, "aw"], [60, "ax"], [65, ""]]));
  const way = heaviest(session.stretches[0], session.recording, session.times, session.tree);
  assert.deepEqual(way.map((fn) => session.labels.minified[fn]), ["a", "d", "w"]);
});

test("ticks have the digits of their step", () => {
  assert.deepEqual([tickTime(0, 100), tickTime(1500, 500), tickTime(2_000_000, 1_000_000)], ["0", "1.5 ms", "2 s"]);
});

/** Times by the rules, computed without a tree: for each sample the set of its functions. */
function plainTimes({ frames, stacks, samples }) {
  const at = samples.map(({ timestamp }) => Math.round(timestamp * 1000));
  const gaps = at.slice(1).map((t, i) => t - at[i]).filter((gap) => gap > 0).sort((a, b) => a - b);
  const median = Math.round((gaps[gaps.length >> 1] + gaps[(gaps.length - 1) >> 1]) / 2);
  const times = { self: new Float64Array(frames.length), total: new Float64Array(frames.length) };
  samples.forEach(({ stackId }, i) => {
    const weight = Math.min(i + 1 < at.length ? at[i + 1] - at[i] : median, Math.max(100_000, 10 * median));
    const path = [];
    for (let stack = stackId; stack !== undefined; stack = stacks[stack].parentId) {
      path.push(stacks[stack].frameId);
    }
    times.self[path[0]] += weight;
    new Set(path).forEach((frame) => (times.total[frame] += weight));
  });
  return times;
}

const corpus = join(SHARED, "corpus");
test("times of recorded traces equal a plain computation", { skip: existsSync(corpus) ? false : "there is no ../shared" }, async () => {
  for (const name of readdirSync(corpus)) {
    const trace = JSON.parse(readFileSync(join(corpus, name, "trace.json"), "utf8"));
    const recording = await readRecording(fileOf(trace));
    const times = weigh(recording);
    const tree = callTree(recording, times);
    const plain = plainTimes(trace.trace ?? trace);
    const { self, total } = functionTimes(tree, recording.places.length);
    assert.deepEqual([...self], [...plain.self], name);
    assert.deepEqual([...total], [...plain.total], name);
    const { rows } = await timeOrder(recording, times, tree);
    const drawn = rows[0].ends.slice(0, rows[0].length).reduce((sum, end, i) => sum + end - rows[0].starts[i], 0);
    assert.equal(drawn, times.busy, name);
    assert.equal(leftHeavy(tree).extent, times.busy, name);
  }
});

const tasks = join(SHARED, "formats/long-tasks");
test("stretches are the long tasks that the browser saw", { skip: existsSync(tasks) ? false : "there is no ../shared" }, async () => {
  const found = { r1: 0, r8: 0, r9: 0, rm: 0 };
  let seen = 0;
  for (const name of Object.keys(found)) {
    const file = JSON.parse(readFileSync(join(tasks, `${name}.json`), "utf8"));
    const recording = await readRecording(fileOf(file));
    const stretches = longStretches(recording, weigh(recording));
    const isFound = ({ startTime, duration }) =>
      stretches.some(({ start, end }) => {
        const from = (recording.times[0] + start) / 1000;
        return from < startTime + duration && from + (end - start) / 1000 > startTime;
      });
    found[name] = file.longtasks.filter(isFound).length;
    seen += file.longtasks.length;
  }
  assert.deepEqual([found.r1 + found.r8 + found.r9, found.rm, seen], [121, 41, 164]);
});
