// Tests of the page's model in Node.js: times, call trees, stretches, names, links.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { openAnswer, openFile } from "../../main/resources/web/read.mjs";
import { inert, linked } from "../../main/resources/web/saved.mjs";
import { Session } from "../../main/resources/web/session.mjs";
import { isTemplate, linkTo } from "../../main/resources/web/settings.mjs";
import { SourceTexts, lineTimes } from "../../main/resources/web/source.mjs";
import { RecordingError } from "../../main/resources/web/stacks.mjs";
import { ALL_SHARES, displayName, kindOf, share, shown, tickTime } from "../../main/resources/web/texts.mjs";
import { bottomUp, callTree, callerRows, functionTimes, heaviest, leftHeavy, longStretches, timeOrder, weigh } from "../../main/resources/web/tree.mjs";

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

/** Returns the only recording of a file, or undefined if the page draws none. */
const readRecording = async (file) => (await openFile(file)).recordings?.[0];

async function sessionOf(...values) {
  return named(await Session.read(values.map(fileOf)));
}

function named(session) {
  session.rename();
  return session;
}

async function timesOf(value, settings = SHOWN) {
  const session = await sessionOf(value);
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
  ["a missing time stamp", (trace) => delete trace.samples[1].timestamp],
]) {
  test(`${rule} is refused`, async () => {
    const trace = traceOf([[0, "ab"], [10, "ab"]]);
    change(trace);
    await assert.rejects(readRecording(fileOf(trace)), { name: "Error", message: /^(?!undefined).+\.$/ });
  });
}

test("samples that were written late are put in order", async () => {
  const samples = [[0, "ab"], [10, "c"], [30, "ab"], [40, ""]];
  const [sorted, late] = [samples, [samples[0], samples[2], samples[1], samples[3]]].map(async (each) => (await timesOf(traceOf(each))).byName);
  assert.deepEqual(await late, await sorted);
});

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
    await assert.rejects(sessionOf(value), { name: "Error", message: /\.$/, constructor: RecordingError });
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
    const session = await sessionOf({ ...traceOf([[1, "a"]]), stacks, samples: [{ timestamp: 1, stackId: deep - 1 }] });
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
  const frames = MDN.frames.map((frame) => ({ ...frame, name: frame.name.toUpperCase() }));
  const { recordings: [{ places }], report } = await openAnswer(fileOf({ trace: { ...MDN, frames }, symbolication: { mapped: 3 } }));
  assert.deepEqual(places.map(({ name }) => name), ["PROFILER", "HANDLECLICK", "ISPRIME", "GENPRIMES"]);
  assert.deepEqual(report, { mapped: 3 });
});

test("other files are told apart", async () => {
  const kinds = { "": "other", "[]": "other", null: "other", 1: "other", "Error: x\n    at http://a.test/a.js:1:1": "stack", "f@http://a.test/a.js:1:2": "stack", '{"snapshot":{}}': "snapshot", "just a text": "other" };
  for (const [text, kind] of Object.entries(kinds)) {
    assert.equal((await openFile(fileOf(text))).kind, kind, text);
  }
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

test("callers and callees have the time of their calls, and calls within calls count once", async () => {
  const { session } = await timesOf(traceOf([[0, "ab"], [10, "cb"], [20, "abad"], [40, "bb"], [50, ""]]));
  const { minified } = session.labels;
  const { callers, callees } = session.sandwich(minified.indexOf("b"));
  const named = ({ tree }) => Array.from(tree.functions, (fn, node) => [minified[fn], tree.depths[node], tree.total[node]]).slice(1);
  assert.deepEqual(named(callers).sort(), [["a", 1, 30_000], ["b", 0, 50_000], ["c", 1, 10_000]]);
  assert.deepEqual(named(callees).sort(), [["a", 1, 20_000], ["b", 0, 50_000], ["b", 1, 10_000], ["d", 2, 20_000]]);
});

test("the tables of callers and callees have the times of the graph", async () => {
  const { session } = await timesOf(traceOf([[0, "ab"], [10, "cb"], [20, "abad"], [40, "bb"], [50, ""]]));
  const { minified } = session.labels;
  const rows = bottomUp(session.tree);
  assert.deepEqual(rows.map(({ fn, us }) => [minified[fn], us]), [["b", 30_000], ["d", 20_000]]);
  assert.deepEqual(callerRows(rows[0], session.tree).map(({ fn, us }) => [minified[fn], us]), [["a", 10_000], ["b", 10_000], ["c", 10_000]]);
  for (const row of rows) {
    assert.equal(row.us, session.functionTimes.self[row.fn]);
  }
});

test("a function that calls itself is one box, if recursion is folded", async () => {
  const { session, byName } = await timesOf(traceOf([[0, "abbb"], [10, "abbc"], [20, ""]]), { ...SHOWN, recursion: "folded" });
  assert.equal(session.tree.length, 4);
  assert.deepEqual(byName.b, { self: 10_000, total: 20_000 });
});

test("a range of time counts only what lies in it", async () => {
  const session = await sessionOf(traceOf([[0, "a"], [10, "ab"], [20, "a"], [30, ""]]));
  session.range = { start: 5_000, end: 22_500 };
  await session.compute(SHOWN);
  assert.deepEqual([...session.functionTimes.self], [7_500, 10_000]);
  assert.equal(session.times.busy, 17_500);
});

test("profiles of several files are one graph, with the number of profiles of each box", async () => {
  const session = await sessionOf(traceOf([[0, "ab"], [10, ""]]), traceOf([[0, "a"], [20, ""]]), traceOf([[0, "c"], [40, ""]]));
  await session.compute(SHOWN);
  const rows = Object.fromEntries(session.rows(SHOWN, () => undefined).map(({ name, fn, total }) => [name, [total, session.tree.functionProfiles[fn]]]));
  // The first function of each trace is at column 1: a and c have one place, but not one name.
  assert.deepEqual(rows, { a: [30_000, 2], b: [10_000, 1], c: [40_000, 1] });
  assert.deepEqual(session.tabs.map(({ members }) => members), [[0, 1, 2], [0], [1], [2]]);
  session.choose(2);
  await session.compute(SHOWN);
  assert.equal(session.times.busy, 20_000);
});

test("lines of a batch are profiles, and one that cannot be read costs no more than itself", async () => {
  const lines = [traceOf([[0, "a"], [10, ""]], { release: "1" }), { trace: traceOf([[0, "b"], [30, ""]]), release: "2" }].map((each) => JSON.stringify(each));
  const session = named(await Session.read([new File([`${lines[0]}\n{broken\n\n${lines[1]}\n`], "x.ndjson")]));
  await session.compute(SHOWN);
  assert.equal(session.times.busy, 40_000);
  assert.equal(session.sources[0].problems, 1);
  assert.deepEqual([...session.dimensions.get("release")], [["1", 1], ["2", 1]]);
});

test("of many files, those that cannot be drawn are left out, and only a start that all share is no dimension", async () => {
  const profile = (release, timeOrigin) => ({ release, timeOrigin, trace: traceOf([[0, "a"], [10, ""]]) });
  const contradicting = { ...traceOf([[0, "a"]]), samples: [{ timestamp: 0, stackId: 7 }] };
  const session = await sessionOf(profile("1", 5), "{broken", contradicting, profile("2", 6), profile("2", 7));
  assert.deepEqual([session.sources.length, session.leftOut], [3, 2]);
  assert.deepEqual([...session.dimensions.keys()], ["release"]);
  await assert.rejects(sessionOf(contradicting, "{broken"), RecordingError);
});

test("two sets are compared by their shares, and functions that have gone are kept", async () => {
  const profile = (release, samples) => ({ release, trace: traceOf(samples) });
  const session = await sessionOf(profile("1", [[0, "ab"], [10, "ac"], [20, ""]]), profile("2", [[0, "ab"], [30, "a"], [40, ""]]), profile("3", [[0, "ab"], [90, ""]]));
  session.compare({ by: "release", before: "1", after: "2" });
  await session.compute(SHOWN);
  const changes = () => Object.fromEntries(session.rows(SHOWN, () => undefined).map(({ name, before, after, change }) => [name, [before, after, change]]));
  assert.deepEqual(changes(), { a: [0, 0.25, 0.25], b: [0.5, 0.75, 0.25], c: [0.5, 0, -0.5] });
  assert.equal(leftHeavy(session.tree).extent, ALL_SHARES);
  assert.deepEqual(session.releases, undefined, "there are three");
  session.compare({ by: "release", before: "2", after: "1", isNormal: false });
  await session.compute(SHOWN);
  assert.deepEqual(changes(), { a: [10_000, 0, -10_000], b: [30_000, 10_000, -20_000], c: [0, 10_000, 10_000] });
  session.compare({ by: "release", before: "1", after: "" });
  await session.compute(SHOWN);
  assert.deepEqual(session.counts, [1, 2]);
  session.compare(undefined);
  await session.compute(SHOWN);
  assert.equal(session.times.busy, 150_000);
});

test("two releases are ordered as people number them, and name their profiles", async () => {
  const profile = (release) => ({ release, trace: traceOf([[0, "ab"], [10, ""]]) });
  const session = await sessionOf(profile("1.10.0"), profile("1.9.1"), profile("1.10.0"));
  assert.deepEqual(session.releases, { key: "release", values: ["1.9.1", "1.10.0"] });
  assert.deepEqual(session.tabs.map(({ title }) => title.split(", ").at(-1)), ["All 3 profiles", "1.10.0", "1.9.1", "1.10.0"]);
});

test("modules are packages, and files that are of none; a sample within one counts once", async () => {
  const columns = { package: [0, 0, null], strings: ["list"] };
  const session = await sessionOf({ ...traceOf([[0, "ab"], [10, "cab"], [20, "c"], [30, ""]]), functions: columns });
  await session.compute(SHOWN);
  const rows = session.moduleRows(SHOWN, () => undefined);
  assert.deepEqual(rows.map(({ name, functions, self, total }) => [name, functions, self, total]), [["list", 2, 20_000, 20_000], ["app.js", 1, 10_000, 20_000]]);
  assert.deepEqual(session.moduleRows(SHOWN, () => undefined, [false, false, true]).map(({ name }) => name), ["app.js"]);
});

test("many boxes over time are cut at a depth, and keep their time", async () => {
  const DEPTH = 3000;
  const trace = traceOf([[0, "a".repeat(DEPTH)], [10, "b".repeat(DEPTH)]]);
  const session = await sessionOf({ ...trace, samples: Array.from({ length: 1000 }, (_, i) => ({ timestamp: i * 10, stackId: (i % 2 ? 1 : 2) * DEPTH - 1 })) });
  await session.compute(SHOWN);
  const { rows } = await session.layout({ ...SHOWN, view: "time" });
  assert(rows.reduce((sum, { length }) => sum + length, 0) < 2_300_000);
  assert.equal(rows[0].length, 1000);
});

test("functions of one id are one, with their copies counted", async () => {
  const columns = { id: [0, 0, null], role: [null, null, 2], origin: [1, 1, null], strings: ["f1", "library", "map[0] in draw"] };
  const session = await sessionOf({ ...traceOf([[0, "ab"], [10, "c"], [20, ""]]), functions: columns });
  session.rename();
  await session.compute(SHOWN);
  const rows = session.rows(SHOWN, () => undefined);
  assert.deepEqual(rows.map(({ name, kind, copies, total }) => [name, kind, copies, total]), [["a", "library", 2, 10_000], ["c", "own", 1, 10_000]]);
});

test("paths that the user sets come before all other signs of own code", () => {
  const place = { url: "https://shop.test/src/vendors/list.ts" };
  assert.equal(kindOf(place), "library");
  assert.equal(kindOf(place, "library", { own: ["src/vendors/"], library: [] }), "own");
  assert.equal(kindOf(place, "app"), "own");
  assert.equal(kindOf({ url: "https://shop.test/gen/x.ts" }, "app", { own: [], library: ["/gen/"] }), "library");
});

test("collapsed stacks, speedscope's files and heap profiles have their weights", async () => {
  const collapsed = await sessionOf("a;b 3\na;c 4\na 1\n");
  await collapsed.compute(SHOWN);
  assert.deepEqual([...collapsed.functionTimes.total], [8, 3, 4]);
  assert.equal(collapsed.isTimed, false);
  const frames = [{ name: "a", file: "http://a.test/a.js", line: 1, col: 2 }, { name: "b" }];
  const events = [["O", 0, 0], ["O", 1, 2], ["C", 1, 5], ["C", 0, 6]].map(([type, frame, at]) => ({ type, frame, at }));
  const evented = await timesOf({ shared: { frames }, profiles: [{ type: "evented", name: "x", unit: "milliseconds", startValue: 0, endValue: 6, events }] });
  assert.deepEqual(evented.byName, { a: { self: 3000, total: 6000 }, b: { self: 3000, total: 3000 } });
  const sampled = await sessionOf({ shared: { frames }, profiles: [{ type: "sampled", name: "x", unit: "bytes", samples: [[0, 1], [0]], weights: [100, 50] }] });
  await sampled.compute(SHOWN);
  assert.deepEqual([sampled.unit, ...sampled.functionTimes.total], ["bytes", 150, 100]);
  const node = (functionName, selfSize, children = []) => ({ callFrame: { functionName, url: functionName && "http://a.test/a.js", lineNumber: 0, columnNumber: 0 }, selfSize, children });
  const heap = await sessionOf({ head: node("(root)", 0, [node("f", 100, [node("g", 20)])]) });
  await heap.compute(SHOWN);
  assert.deepEqual(heap.rows(SHOWN, () => undefined).map(({ name, self, total }) => [name, self, total]), [["f", 100, 120], ["g", 20, 20]]);
});

test("a performance trace has a recording for each profiled thread, its long tasks and marks", async () => {
  const frame = (functionName, columnNumber) => ({ functionName, url: "http://a.test/a.js", lineNumber: 0, columnNumber, scriptId: 1 });
  const nodes = [{ id: 1, callFrame: { functionName: "(root)", scriptId: 0 } }, { id: 2, parent: 1, callFrame: frame('say "}]" \\', 5) }, { id: 3, parent: 2, callFrame: frame("g", 9) }];
  const of = (tid, name, ph, ts, more) => ({ pid: 1, tid, name, ph, ts, cat: "x", ...more });
  const events = [
    of(7, "thread_name", "M", 0, { args: { name: "CrRendererMain" } }),
    of(7, "Profile", "P", 1000, { id: "0x1", args: { data: { startTime: 1000 } } }),
    of(9, "ProfileChunk", "P", 1500, { id: "0x1", args: { data: { cpuProfile: { nodes: nodes.slice(0, 2), samples: [2, 2] }, timeDeltas: [0, 100], lines: [1, 4] } } }),
    of(9, "ProfileChunk", "P", 1600, { id: "0x1", args: { data: { cpuProfile: { nodes: nodes.slice(2), samples: [3] }, timeDeltas: [200], lines: [8], endTime: 61_500 } } }),
    of(7, "RunTask", "X", 1000, { dur: 60_500 }),
    of(7, "RunTask", "X", 1100, { dur: 52_000 }),
    of(7, "load", "b", 1050, { cat: "blink.user_timing", id: "0x9" }),
    of(7, "load", "e", 1250, { cat: "blink.user_timing", id: "0x9" }),
    "a text that is no event",
  ];
  for (const trace of [{ traceEvents: events, metadata: {} }, events, { metadata: { note: "x".repeat(9000) }, traceEvents: events }]) {
    const parts = [];
    const { recordings: [recording] } = await openFile(fileOf(trace), { progress: (part) => parts.push(part) });
    assert.equal(recording.title, "Page 7");
    assert.deepEqual([...recording.times], [1000, 1100, 1300]);
    assert.deepEqual([...recording.lines], [1, 4, 8]);
    assert.deepEqual(recording.tasks, [{ start: 1000, end: 61_500 }]);
    assert.deepEqual(recording.marks, [{ name: "load", start: 1050, end: 1250 }]);
    assert.ok(parts.length > 0 && parts.every((part) => part >= 0 && part <= 1));
    const { session, byName } = await timesOf(trace);
    assert.deepEqual(byName, { 'say "}]" \\': { self: 300, total: 60_500 }, g: { self: 60_200, total: 60_200 } });
    assert.deepEqual(session.tasks.map(({ start, end }) => [start, end]), [[0, 60_500]]);
  }
});

test("pprof is shown, and what is cut off is refused in words", async () => {
  const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);
  const field = (number, bytes) => [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
  const number = (at, value) => [...varint(at * 8), ...varint(value)];
  const text = (value) => field(6, [...Buffer.from(value)]);
  const profile = Uint8Array.from([
    ...field(1, [...number(1, 1), ...number(2, 2)]),
    ...field(2, [...field(1, [2, 1]), ...field(2, varint(3_000_000))]),
    ...field(2, [...number(1, 1), ...number(2, 1_000_000)]),
    ...[1, 2].flatMap((id) => field(4, [...number(1, id), ...field(4, number(1, id))])),
    ...[1, 2].flatMap((id) => field(5, [...number(1, id), ...number(2, id + 2), ...number(4, 5), ...number(5, 7)])),
    ...["", "cpu", "nanoseconds", "outer", "inner", "a.go"].flatMap(text),
  ]);
  const session = named(await Session.read([new File([gzipSync(profile)], "x.pb.gz")]));
  await session.compute(SHOWN);
  const rows = session.rows(SHOWN, () => undefined);
  assert.deepEqual(rows.map(({ name, place, self, total }) => [name, place, self, total]), [["outer", "a.go:7", 1000, 4000], ["inner", "a.go:7", 3000, 3000]]);
  await assert.rejects(Session.read([new File([profile.subarray(0, 20)], "x.pb")]), RecordingError);
});

test("files that are small and hostile are read in words, and their sums agree", async () => {
  const shared = { frames: [{ name: "a" }, { name: "constructor" }] };
  await assert.rejects(sessionOf({ shared, profiles: [{ type: "sampled", unit: "milliseconds", samples: [[0], [0], [0]], weights: [5, -3, 2] }] }), RecordingError);
  await assert.rejects(sessionOf({ ...traceOf([[0, "a"]]), sampleInterval: { valueOf: 1, toString: 1 } }), RecordingError);
  const idle = await sessionOf({ shared, profiles: [{ type: "sampled", unit: "none", samples: [[], [0]], weights: [90, 10] }] });
  await idle.compute(SHOWN);
  assert.deepEqual([idle.times.busy, idle.functionTimes.total[0]], [10, 10]);
  const trusted = await sessionOf({ ...traceOf([[0, "ab"], [10, ""]]), functions: { strings: [{}, 5, "constructor"], role: [0, 1], origin: [2, 2], id: [0, 0], qualified: [1, 1] } });
  await trusted.compute(SHOWN);
  assert.deepEqual([trusted.kinds, trusted.labels.qualified], [["own", "own"], ["a", "b"]]);
  assert.equal((await openFile(fileOf(`${"\n".repeat(50_000)}x`))).kind, "other");
});

test("every cut of a file is read or refused in words", async () => {
  const texts = [JSON.stringify({ trace: MDN }), "a;b 3\na;c 4\n", JSON.stringify([{ name: "Profile", ph: "P", pid: 1, id: 1, ts: 1, args: { data: {} } }])];
  for (const text of texts) {
    for (let end = 0; end <= text.length; end += 7) {
      const { kind } = await openFile(fileOf(text.slice(0, end))).catch((failure) => {
        assert(failure instanceof RecordingError, `${failure} at ${end}`);
        return { kind: "refused" };
      });
      assert.ok(["profiles", "other", "stack", "refused"].includes(kind), kind);
    }
  }
});

test("a saved page has its profile as inert text, and its modules as one script", async () => {
  const text = inert({ name: "</script><!--\u2028", numbers: Float64Array.of(1, 2.5) });
  assert.ok(!/[<\u2028]/.test(text));
  assert.deepEqual(JSON.parse(text).name, "</script><!--\u2028");
  const web = join(import.meta.dirname, "../../main/resources/web");
  const script = await linked("tree", async (name) => readFileSync(join(web, `${name}.mjs`), "utf8"));
  assert.equal(new Function(`${script}; return modules.tree.weigh({weights: [1, 2], sampleStacks: [0, 0]}).busy;`)(), 3);
  assert.ok(!/^(?:import|export) /m.test(script));
});

test("a saved session shows the same", async () => {
  const session = await sessionOf(MDN, traceOf([[0, "ab"], [10, ""]]));
  session.compareFiles();
  session.choose(0);
  await session.compute(SHOWN);
  const read = (text) => JSON.parse(text, (_, value) => (Array.isArray(value?.numbers) ? Float64Array.from(value.numbers) : value));
  const again = named(Session.saved(read(inert(session.toSave()))));
  await again.compute(SHOWN);
  assert.deepEqual([...again.functionTimes.total], [...session.functionTimes.total]);
  assert.deepEqual(again.tabs, session.tabs);
});

test("the text of a source is found by the end of its path, and its lines have the times of the samples", () => {
  const texts = new SourceTexts();
  texts.add({ sourceRoot: "webpack://shop", sources: ["./src/a.ts", "./lib/a.ts", "./src/b.ts"], sourcesContent: ["one", "two", null] });
  texts.add({ sections: [{ map: { sources: ["../deep/c.ts"], sourcesContent: ["three"] } }] });
  const of = (url) => texts.of(url);
  assert.deepEqual(["https://shop.test/src/a.ts?x", "https://shop.test/lib/a.ts", "webpack://shop/src/b.ts", "http://x/deep/c.ts", "http://x/a.ts"].map(of), ["one", "two", undefined, "three", undefined]);
  const recording = { lines: Int32Array.of(3, 3, 0, 4), sampleStacks: Int32Array.of(0, 0, 0, 1), tree: { functions: [0, 1] }, fns: [0, 1] };
  const session = { members: [0], recordings: [recording], recording, times: { weights: [1, 2, 4, 8] } };
  assert.deepEqual([...lineTimes(session, 0)], [[3, 3]]);
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
    const fns = Int32Array.from(recording.places, (_, entry) => entry);
    const tree = await callTree([{ recording, fns, weights: times.weights }]);
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
