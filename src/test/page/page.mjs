// Drives the page of the packaged service in a headless Chromium: opens profiles, looks at them in every way, takes them
// along, and measures how long drawing takes. Screenshots are in target/page. An argument names a folder whose
// node_modules holds axe-core already.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { install } from "../../../.ci/packages.mjs";
import { Session } from "../../main/resources/web/session.mjs";
import { startService } from "../load/service.mjs";
import { Browser } from "./browser.mjs";
import { hostileTrace, randomTrace } from "./traces.mjs";

const TOKEN = "a-token-of-the-test-0123456789";
const PROJECT = join(import.meta.dirname, "../../..");
const CASE = join(PROJECT, "src/test/resources/cases/mini-vite8");
const PICTURES = join(PROJECT, "target/page");
const MOST_MS = { "left-heavy": 200, time: 500 };
const CONTROL = 2;

const folder = mkdtempSync(join(tmpdir(), "page-"));
const file = (name, value) => {
  const path = join(folder, name);
  writeFileSync(path, typeof value === "string" || Buffer.isBuffer(value) ? value : JSON.stringify(value));
  return path;
};

/** Serves the minified app of a test case. */
async function serveApp() {
  const server = createServer((request, response) => {
    const path = join(CASE, new URL(request.url, "http://x").pathname);
    const type = extname(path) === ".js" ? "text/javascript" : "application/json";
    response.writeHead(existsSync(path) ? 200 : 404, { "Content-Type": type });
    response.end(existsSync(path) ? readFileSync(path) : undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** Opens the page in a tab that notes violations of its policy, errors, and requests to elsewhere. */
async function openPage(browser, url, path = "/") {
  const tab = await browser.tab();
  const faults = [];
  tab.on("Runtime.exceptionThrown", ({ exceptionDetails }) => faults.push(exceptionDetails.exception?.description));
  tab.on("Log.entryAdded", ({ entry }) => {
    if (entry.level === "error" && entry.source !== "network") {
      faults.push(entry.text);
    }
  });
  tab.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith(`${url}${path}`) && !/^(?:blob|data|about|chrome-untrusted):/.test(request.url)) {
      faults.push(`request to ${request.url}`);
    }
  });
  await tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `globalThis.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));`,
  });
  await tab.size(1280, 900);
  await tab.open(`${url}${path}`);
  return { tab, faults };
}

const text = (tab, selector) => tab.run((wanted) => document.querySelector(wanted).textContent, selector);

/** Waits until the service's names are shown. */
async function opened(tab) {
  await tab.until(() => !document.querySelector("#result").hidden && document.querySelector("#scripts .meter"));
}

/** Opens a file. The report of the file before is removed, so that the page is not taken as done. */
async function open(tab, path) {
  await tab.run(() => document.querySelector("#scripts").replaceChildren());
  await tab.choose("#file", [path]);
  await opened(tab);
}

/** Returns texts and places of the labelled boxes in view. */
const boxes = (tab) =>
  tab.run(() => [...document.querySelectorAll("#flame .boxes .box:not([hidden], .active-box)")].map((box) => ({
    text: box.textContent, place: box.style.transform + box.style.width, found: box.classList.contains("found"),
  })));

/** Returns all rows of the table. */
const rows = (tab) =>
  tab.run(() => {
    document.querySelector("#more").click();
    return [...document.querySelectorAll("#function-rows tr")].map((row) => ({
      name: row.cells[0].textContent, place: row.cells[1].textContent,
      times: [...row.cells].filter((cell) => cell.dataset.us).map((cell) => Number(cell.dataset.us)),
    }));
  });

let axe = "";
async function checkAccess(tab, state) {
  const found = await tab.run(`async () => {
    ${axe};
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map((node) => node.html.slice(0, 120) + " " + node.any[0]?.message).join(" | "));
  }`);
  assert.deepEqual(found, [], `axe, ${state}`);
}

async function picture(tab, name, isWhole = true) {
  writeFileSync(join(PICTURES, `${name}.png`), await tab.screenshot(isWhole));
}

/** Looks at the page in light, dark, and on a phone. */
async function look(tab, state) {
  for (const [name, ...size] of [["light", 1440, 900], ["dark", 1440, 900, true], ["middle", 700, 900], ["phone", 400, 850, false, true]]) {
    await tab.size(...size);
    await picture(tab, `${state}-${name}`);
    await checkAccess(tab, `${state}, ${name}`);
    const width = await tab.run(() => document.documentElement.scrollWidth);
    assert(width <= size[0], `${state}, ${name}: ${width} pixels wide`);
  }
  await tab.size(1280, 900);
}

/** Returns names of functions of a comparison with the shares of their self time before and after. */
const changes = (tab) =>
  tab.run(() => {
    const shares = new Map();
    document.querySelector("#more").click();
    for (const { cells } of document.querySelectorAll("#function-rows tr")) {
      const name = cells[0].textContent;
      const sums = shares.get(name) ?? [0, 0];
      shares.set(name, sums.map((sum, i) => sum + Number(cells[i + 2].dataset.share)));
    }
    return [...shares].map(([name, sums]) => ({ name, shares: sums }));
  });

/** Returns the shares of self time of each name in the service's sum of two sets: before and after. */
async function sharesOf(url, body) {
  const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/x-ndjson" }, body });
  const session = await Session.read([new File([await response.blob()], "sum.speedscope.json")]);
  session.rename();
  const sides = [];
  for (const index of session.tabs.keys()) {
    session.choose(index);
    await session.compute({ own: "shown", library: "shown", browser: "shown" });
    const shares = new Map();
    session.functionTimes.self.forEach((us, fn) => {
      const name = session.labels.original[fn];
      shares.set(name, (shares.get(name) ?? 0) + us / session.times.busy);
    });
    sides.push(shares);
  }
  assert.equal(sides.length, 2, "the baseline, then the subject");
  return sides;
}

const tests = {
  async "a dropped file is drawn, with the names of its sources"({ tab, paths }) {
    await look(tab, "empty");
    await tab.drop("#empty", [paths.app]);
    await opened(tab);
    const shown = await boxes(tab);
    assert(shown.length > 10, `${shown.length} boxes`);
    assert.match(await text(tab, "#status"), /^app\.json · .* % found in the sources$/);
    assert.match(await text(tab, "#headline"), /^Slowest in your code: \S+ in \S+\.\w+:\d+, .* of the time in which code ran\. Longest stretch without a pause: .* m?s, from .* m?s\.$/);
    assert.match(await text(tab, "#status"), / m?s idle \(.* %\) · /);
    const reasons = /\d+ of \d+ functions .*No original for \d+ functions?, in italics: not in a source map\..*found.*The source map was read/;
    assert.match(await text(tab, "#scripts"), reasons);
    const whole = await tab.run(() => document.querySelector("#function-rows td[title]:not(.number)").title);
    assert.match(whole, /^http:\/\/.*\/\S+\.\w+:\d+:\d+$/);
    await look(tab, "result");
  },

  async "minified and original names change places on the same boxes"({ tab }) {
    await tab.run(() => (globalThis.kept = [...document.querySelectorAll("#flame .boxes .box:not([hidden])")]));
    const original = await boxes(tab);
    await tab.click("input[value=minified] + span");
    const minified = await boxes(tab);
    assert.deepEqual(minified.map(({ place }) => place), original.map(({ place }) => place));
    assert(minified.filter(({ text: its }, i) => its !== original[i].text).length > original.length / 2);
    assert(await tab.run(() => [...document.querySelectorAll("#flame .boxes .box:not([hidden])")].every((box, i) => box === kept[i])));
    assert.equal(await tab.run(() => location.hash), "#names=minified&file=app.json");
    await picture(tab, "minified");
    await tab.click("input[value=original] + span");
    assert.deepEqual(await boxes(tab), original);
  },

  async "functions without an original are one click away, in italics in graph and table"({ tab }) {
    const all = await rows(tab);
    const others = Number(/No original for (\d+)/.exec(await text(tab, "#scripts"))[1]);
    await tab.click("#scripts .link");
    assert.equal(await tab.run(() => document.querySelector("#search").value), "no original");
    const shown = await rows(tab);
    assert(shown.length > 0 && shown.length <= others && shown.length < all.length, `${shown.length} of ${others}`);
    assert(await tab.run(() => [...document.querySelectorAll("#function-rows tr")].every((row) => getComputedStyle(row.querySelector("bdi")).fontStyle === "italic")));
    await picture(tab, "no-original", false);
    await tab.run(() => { document.querySelector("#search").value = ""; document.querySelector("#search").dispatchEvent(new Event("input")); });
    assert.equal((await rows(tab)).length, all.length);
    assert(await tab.run(() => document.querySelector("#function-rows bdi:not(.unmapped)")), "other names are upright");
  },

  async "a search marks boxes and leaves the rows that it finds"({ tab }) {
    const all = await rows(tab);
    const wanted = all[0].name;
    await tab.click("#search");
    const before = await tab.run(() => document.querySelector("#scale").getBoundingClientRect().top);
    await tab.type(wanted.toUpperCase());
    assert.equal(await tab.run(() => document.querySelector("#scale").getBoundingClientRect().top), before, "nothing moves");
    assert.match(await text(tab, "#found"), /^\d+ functions?, listed below$/);
    const found = await rows(tab);
    assert(found.length > 0 && found.length < all.length && found.every(({ name }) => name.includes(wanted)));
    assert((await boxes(tab)).every((box) => box.found === box.text.includes(wanted)));
    for (const { name } of [found[0], found[1] ?? found[0]]) {
      await tab.run(() => document.querySelector("#search").focus());
      await tab.key("Enter");
      assert.equal(await text(tab, "#details .title"), name, "Enter selects the next hit");
      assert(await tab.run(() => !document.querySelector("#flame-active").hidden));
    }
    await picture(tab, "search", false);
    await checkAccess(tab, "search");
    await tab.run(() => { document.querySelector("#search").value = ""; document.querySelector("#search").dispatchEvent(new Event("input")); });
    assert.equal((await rows(tab)).length, all.length);
    await tab.key("Escape");
  },

  async "callers and callees of a function are graphs of their own"({ tab }) {
    const [name, us] = await tab.run(() => {
      const row = [...document.querySelector("#function-rows").rows].sort((a, b) => b.cells[3].dataset.us - a.cells[3].dataset.us)[1];
      row.cells[0].firstChild.click();
      [...document.querySelectorAll("#details button")].find(({ textContent }) => textContent === "Callers and callees").click();
      return [row.cells[0].textContent, Number(row.cells[3].dataset.us)];
    });
    await tab.until(() => !document.querySelector("#callers-frame").hidden && document.querySelectorAll("#callers .boxes .box:not([hidden])").length > 1);
    const outermost = (id) => tab.run((wanted) => document.querySelector(`#${wanted} .boxes .box`).textContent, id);
    assert.deepEqual([await outermost("flame"), await outermost("callers")], [name, name]);
    assert.match(await text(tab, "#details"), new RegExp(`Total ${us >= 1e6 ? (us / 1e6).toFixed(2) : Math.round(us / 1000)}`));
    await look(tab, "sandwich");
    await tab.run(() => document.activeElement.blur());
    await tab.key("1");
    await tab.until(() => document.querySelector("#callers-frame").hidden);
  },

  async "the tables of callers and callees open, and have the times of the functions"({ tab }) {
    const functions = await rows(tab);
    for (const order of ["bottom-up", "top-down"]) {
      await tab.click(`input[value=${order}] + span`);
      const sum = await tab.run(() => {
        document.querySelector("#tree-rows td[colspan] button")?.click();
        return [...document.querySelector("#tree-rows").rows].reduce((us, { cells }) => us + Number(cells[1].dataset.us), 0);
      });
      assert.equal(sum, functions.reduce((us, { times }) => us + times[0], 0), order);
      const level = () => tab.run(() => Math.max(...[...document.querySelector("#tree-rows").rows].map(({ dataset }) => dataset.level)));
      await tab.click("#tree-rows .opener:enabled");
      assert.equal(await level(), 2);
      await picture(tab, order);
      await checkAccess(tab, order);
      await tab.click("#tree-rows .opener:enabled");
      assert.equal(await level(), 1);
    }
    await tab.click("input[value=modules] + span");
    const modules = await rows(tab);
    assert.equal(modules.reduce((us, { times }) => us + times[0], 0), functions.reduce((us, { times }) => us + times[0], 0));
    assert(modules.length > 1 && modules.length < functions.length, `${modules.length} modules`);
    await picture(tab, "modules");
    await checkAccess(tab, "modules");
    await tab.click("#function-rows tr:first-child td:nth-child(2) button");
    assert.equal(await text(tab, "#details .title"), modules[0].place);
    await tab.click("#function-rows tr:first-child button");
    await tab.until(() => document.querySelector("input[value=functions]").checked && !document.querySelector("#filtered").hidden);
    const ofModule = await rows(tab);
    assert(ofModule.length > 0 && ofModule.every(({ place }) => place.startsWith(modules[0].name.replace(/ \d+ functions?$/, ""))));
    await tab.click("#filter-clear");
  },

  async "keys move the selection and zoom"({ tab }) {
    await tab.run(() => document.querySelector("#flame").focus());
    const widest = (await boxes(tab))[0].place;
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]) {
      await tab.key(key);
    }
    const active = await tab.run(() => document.getElementById(document.querySelector("#flame").getAttribute("aria-activedescendant")).ariaLabel);
    assert.equal(await text(tab, "#details .title"), active);
    await tab.key("Enter");
    const width = () => tab.run(() => document.querySelector("#flame-active").getBoundingClientRect().width / document.querySelector("#flame").clientWidth);
    assert(await width() > 0.99);
    assert.match(await text(tab, "#hover"), /^Esc or Whole: back · /);
    await picture(tab, "zoomed", false);
    await checkAccess(tab, "zoomed");
    await tab.key("-");
    assert(await width() < 0.9);
    await tab.click("#zoom-in");
    await tab.key("Escape");
    assert.equal((await boxes(tab))[0].place, widest);
    assert(!(await text(tab, "#hover")).includes("Esc"));
  },

  async "no button covers a label of the ruler, which says which time it measures"({ tab }) {
    for (const [view, words] of [["time", /^Time since the start$/], ["left-heavy", /^Total time, not the clock$/]]) {
      await tab.click(`input[value=${view}] + span`);
      await tab.until((wanted) => location.hash.includes("view=time") === (wanted === "time"), view);
      assert.match(await text(tab, "#axis"), words);
    }
    for (const width of [1280, 400]) {
      await tab.size(width, 900);
      const below = await tab.run(() => [...document.querySelectorAll(".tick")].every((tick) => {
        const { left, right, top, bottom } = tick.getBoundingClientRect();
        const { right: end } = document.querySelector("#scale").getBoundingClientRect();
        return right <= end && document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)[0] === tick;
      }));
      assert(below, `${width} pixels`);
    }
    await tab.size(1280, 900);
  },

  async "the wheel, two fingers and buttons zoom"({ tab }) {
    const end = () => tab.run(() => document.querySelector("#scale").textContent);
    const whole = await end();
    await tab.wheel("#flame", -300, CONTROL);
    await tab.until((before) => document.querySelector("#scale").textContent !== before, whole);
    await tab.click("#zoom-reset");
    assert.equal(await end(), whole);
    await tab.click("#zoom-in");
    assert.notEqual(await end(), whole);
    await tab.click("#zoom-out");
    assert.equal(await end(), whole);
    await tab.size(1280, 900, false, true);
    const before = await end();
    await tab.pinch("#flame", 60, 240);
    await tab.until((was) => document.querySelector("#scale").textContent !== was, before);
    await tab.size(1280, 900);
    await tab.click("#zoom-reset");
    await tab.click("#flame", 2);
  },

  async "a stretch leads to its place over time"({ tab, paths }) {
    await open(tab, paths.tasks);
    const stretches = await tab.run(() => document.querySelectorAll("#stretches button").length);
    assert(stretches > 3, `${stretches} stretches`);
    const ways = await tab.run(() => [...document.querySelectorAll("#stretches bdi")].map((way) => way.textContent));
    assert(ways.every((way) => way.includes(" › ")) && new Set(ways).size > 1, ways.join());
    await tab.click("#search");
    await tab.type("f1");
    await tab.key("Enter");
    const [long, way, from] = await tab.run(() => [...document.querySelectorAll("#stretches li:nth-child(2) button > *")].map((part) => part.textContent));
    await tab.run(() => document.querySelector("#stretches li:nth-child(2) button").scrollIntoView());
    await tab.click("#stretches li:nth-child(2) button");
    await tab.until(() => document.querySelector("input[value=time]").checked && location.hash.includes("view=time") && document.activeElement.id === "flame");
    assert.equal(await text(tab, "#found"), "");
    assert.equal(await text(tab, "#details .title"), way.split(" › ").at(-1));
    assert((await text(tab, "#range")).startsWith(`Only ${from.replace("from ", "")} to `), await text(tab, "#range"));
    assert((await text(tab, "#headline")).startsWith(`In the selected ${long}, slowest in your code: `));
    const seen = await tab.run(() => ["#scale", "#flame", "#details"].map((each) => document.querySelector(each).getBoundingClientRect()).every(({ top, bottom }) => top >= 0 && bottom <= innerHeight));
    assert(seen, "ruler, graph and card are in view");
    await look(tab, "time");
    await tab.click("#zoom-reset");
    await tab.until(() => document.querySelector("#range").textContent.startsWith("Drag"));
    await picture(tab, "time-whole", false);
    await tab.click("input[value=left-heavy] + span");
  },

  async "hidden code counts for its callers"({ tab, paths }) {
    await open(tab, paths.kinds);
    const self = async () => (await rows(tab)).reduce((sum, { times }) => sum + times[0], 0);
    const whole = await self();
    const top = () => tab.run(() => ["#search", "#scale"].map((each) => document.querySelector(each).getBoundingClientRect().top + scrollY));
    const before = await top();
    await tab.click("input[name=library]");
    await tab.until(() => document.querySelector("#axis").textContent.includes("libraries"));
    assert.deepEqual(await top(), before, "nothing moves");
    assert.equal(await self(), whole);
    assert(!(await rows(tab)).some(({ place }) => place.startsWith("library.js")));
    await tab.click("input[name=library]");
    await tab.until(() => !document.querySelector("#axis").textContent.includes("libraries"));
    await picture(tab, "kinds");
    await checkAccess(tab, "kinds");
  },

  async "the table is sorted by each column"({ tab, paths }) {
    await open(tab, paths.app);
    for (const [column, index] of [["self", 0], ["total", 1]]) {
      await tab.run((key) => document.querySelector(`th[data-key=${key}] button`).click(), column);
      const sort = await tab.run((key) => document.querySelector(`th[data-key=${key}]`).ariaSort, column);
      const times = (await rows(tab)).map(({ times: its }) => its[index]);
      const sorted = [...times].sort((a, b) => (sort === "descending" ? b - a : a - b));
      assert.deepEqual(times, sorted, column);
      assert(await tab.run((at) => [...document.querySelectorAll(".bar")].every((bar) => bar.parentElement.cellIndex === at), 2 + index));
    }
    await tab.click("#function-rows tr:first-child button");
    assert(await tab.run(() => document.querySelector("tr.chosen") && document.querySelector("#details .title")));
  },

  async "downloads equal what the shown command line writes"({ tab, service, paths, browser }) {
    const downloads = mkdtempSync(join(folder, "downloads-"));
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    const interfaceText = await (await fetch(`${service.url}/q/openapi`)).text();
    const formats = await tab.run(() => [...document.querySelector("#format").options].map(({ value }) => value));
    for (const format of formats) {
      if (format !== "" && !/name: output\b/.test(interfaceText)) {
        console.log(`SKIPPED: this service does not write ${format}`);
        continue;
      }
      await tab.run((value) => { document.querySelector("#format").value = value; document.querySelector("#format").dispatchEvent(new Event("change")); }, format);
      const command = await text(tab, "#curl");
      const name = /-o '([^']+)'$/.exec(command)[1];
      await tab.click("#download");
      for (let waited = 0; !existsSync(join(downloads, name)); waited++) {
        assert(waited < 100, `no download of ${name}: ${await text(tab, "#problem")}`);
        await sleep(100);
      }
      const target = mkdtempSync(join(folder, "curl-"));
      writeFileSync(join(target, "app.json"), readFileSync(paths.app));
      execFileSync("bash", ["-c", command], { cwd: target });
      const plain = (path) => {
        const bytes = readFileSync(path);
        const content = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
        const value = format === "" ? JSON.parse(content) : content;
        delete value.symbolication;
        return value;
      };
      assert.deepEqual(plain(join(downloads, name)), plain(join(target, name)), format);
    }
  },

  async "times equal those of the exports to the microsecond"({ tab, service, paths }) {
    const sorted = (list) => list.filter(([, total]) => total > 0).map(([self, total]) => `${total} ${self}`).sort();
    const shown = sorted((await rows(tab)).map(({ times }) => times));
    for (const output of ["speedscope", "cpuprofile"]) {
      const response = await fetch(`${service.url}/symbolicate?output=${output}`, { method: "POST", body: readFileSync(paths.app) });
      const session = await Session.read([new File([await response.blob()], output)]);
      session.rename();
      await session.compute({ own: "shown", library: "shown", browser: "shown" });
      const { self, total } = session.functionTimes;
      assert.deepEqual(sorted([...self].map((us, fn) => [us, total[fn]])), shown, output);
    }
  },

  async "a second profile is compared, as a graph and a table of changes"({ tab, paths }) {
    const first = await rows(tab);
    const busy = first.reduce((sum, { times }) => sum + times[0], 0);
    await tab.send("Page.setInterceptFileChooserDialog", { enabled: true });
    const dialogue = new Promise((resolve) => tab.on("Page.fileChooserOpened", resolve));
    await tab.click("#compare");
    const { backendNodeId } = await dialogue;
    await tab.send("DOM.setFileInputFiles", { backendNodeId, files: [paths.half] });
    await tab.send("Page.setInterceptFileChooserDialog", { enabled: false });
    await tab.until(() => document.querySelector("th[data-key=change]") && document.querySelector("#scripts .meter"));
    const shares = () => tab.run(() => document.querySelector("#more").click() ?? [...document.querySelectorAll("#function-rows tr")].map(({ cells }) => [cells[0].textContent, ...[2, 3, 4].map((i) => Number(cells[i].dataset.share))]));
    const both = await shares();
    for (const { name, times } of first.filter((row) => first.filter((other) => other.name === row.name).length === 1)) {
      const [, before] = both.find(([label]) => label === name);
      assert.ok(Math.abs(before - times[0] / busy) < 1e-9, `${name}: ${before}`);
    }
    for (const column of [1, 2]) {
      assert.ok(Math.abs(both.reduce((sum, row) => sum + row[column], 0) - 1) < 1e-9);
    }
    assert.ok(both.every(([, before, after, change]) => Math.abs(after - before - change) < 1e-12));
    assert(await tab.run(() => document.querySelectorAll("#flame .change").length > 3));
    await look(tab, "compared");
    await tab.click("#compare-swap");
    await tab.until((name, grown) => [...document.querySelectorAll("#function-rows tr")].some(({ cells }) => cells[0].textContent === name && Math.abs(Number(cells[4].dataset.share) + grown) < 1e-12), both[0][0], both[0][3]);
    await tab.click("#compare-normal");
    await tab.until(() => document.querySelector("#function-rows").textContent.includes("ms"));
    await tab.click("#compare-end");
    await tab.until(() => document.querySelector("th[data-key=self]") && document.querySelector("#headline").textContent.startsWith("Slowest"));
    assert.match(await text(tab, "#status"), / · 2 profiles · /);
  },

  async "many profiles are one graph, which is the service's sum, and each is a tab"({ tab, service, paths }) {
    await open(tab, paths.fleet);
    await tab.until(() => document.querySelector("#status").textContent.includes("found in the sources"));
    assert.match(await text(tab, "#status"), / · 40 profiles · /);
    assert.match(await text(tab, "#note"), /1 line could not be read and is left out\./);
    const response = await fetch(`${service.url}/symbolicate?aggregate=true&output=collapsed`, { method: "POST", headers: { "Content-Type": "application/x-ndjson" }, body: readFileSync(paths.fleet) });
    const sum = (await response.text()).trimEnd().split("\n").reduce((us, line) => us + Number(/ (\d+)$/.exec(line)[1]), 0);
    const shown = await rows(tab);
    assert.equal(shown.reduce((us, { times }) => us + times[0], 0) / 1000, sum, "collapsed stacks are in milliseconds");
    await tab.click("#function-rows tr:first-child button");
    assert.match(await text(tab, "#details"), /In \d+ of 40 profiles/);
    await look(tab, "merged");
    assert.equal(await text(tab, "#compare-releases"), "Compare release 1.9 with 2.0");
    await tab.click("#compare-releases");
    await tab.until(() => document.querySelector("th[data-key=change]"));
    assert.match(await text(tab, "#headline"), /^Grew most: \S+ in \S+, itself from .* of the time in which code ran \(\+.* percentage points, .*\)\.$/);
    assert.match(await text(tab, "#status"), / · release 1\.9 \(20 profiles\) compared with release 2\.0 \(20 profiles\) · /);
    const expected = await sharesOf(`${service.url}/symbolicate?aggregate=true&output=speedscope&baseline=release:1.9`, readFileSync(paths.fleet));
    // Functions without a name have their role or their place here.
    const named = (await changes(tab)).filter(({ name }) => /^[\w$]+$/.test(name));
    assert(named.length > 5);
    for (const { name, shares } of named) {
      for (const [side, share] of shares.entries()) {
        const sum = expected[side].get(name) ?? 0;
        assert(Math.abs(share - sum) < 1e-6, `${name}: ${share}, but the service's sum has ${sum}`);
      }
    }
    const [hash, headline] = [await tab.run(() => location.hash), await text(tab, "#headline")];
    await tab.open("about:blank");
    await tab.open(`${service.url}/${hash}`);
    assert.match(await text(tab, "#wanted"), /fleet\.ndjson/);
    await open(tab, paths.fleet);
    await tab.until((wanted) => document.querySelector("#headline").textContent === wanted, headline);
    await tab.run(() => { const one = document.querySelector("#tabs select"); one.value = "1"; one.dispatchEvent(new Event("change")); });
    await tab.until(() => document.querySelector("th[data-key=self]"));
    assert(await tab.run(() => !document.querySelector("#overview").hidden), "one profile alone has an order of time");
  },

  async "a range of time is selected, and kept by the address"({ tab, service, paths }) {
    await open(tab, paths.app);
    const whole = (await rows(tab)).reduce((us, { times }) => us + times[0], 0);
    const { x, y, width } = await tab.run(() => {
      document.querySelector("#minimap").scrollIntoView({ block: "center" });
      const { left, top, width: wide, height } = document.querySelector("#minimap").getBoundingClientRect();
      return { x: left, y: top + height / 2, width: wide };
    });
    for (const [type, at] of [["mousePressed", 0.25], ["mouseMoved", 0.4], ["mouseReleased", 0.5]]) {
      await tab.send("Input.dispatchMouseEvent", { type, x: x + width * at, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
    }
    await tab.until(() => document.querySelector("#range").textContent.startsWith("Only "));
    const part = (await rows(tab)).reduce((us, { times }) => us + times[0], 0);
    assert(part > 0 && part < whole, `${part} of ${whole}`);
    await tab.click("#function-rows tr:first-child button");
    await tab.click("#zoom-in");
    const [range, title, scale, hash] = await tab.run(() => [document.querySelector("#range").textContent, document.querySelector("#details .title").textContent, document.querySelector("#scale").textContent, location.hash]);
    assert.match(hash, /fn=.*zoom=.*range=/);
    await picture(tab, "range");
    await tab.open("about:blank");
    await tab.open(`${service.url}/${hash}`);
    await open(tab, paths.app);
    await tab.until((wanted) => document.querySelector("#range").textContent === wanted, range);
    await tab.until((wanted) => document.querySelector("#scale").textContent === wanted, scale);
    assert.equal(await text(tab, "#details .title"), title);
    await tab.click("#range-clear");
    await tab.until(() => document.querySelector("#range").textContent.startsWith("Drag"));
    assert.equal((await rows(tab)).reduce((us, { times }) => us + times[0], 0), whole);
    await tab.click("#zoom-reset");
  },

  async "keys search, change views and names, and are explained"({ tab }) {
    await tab.run(() => document.activeElement.blur());
    await tab.key("?");
    await tab.until(() => document.querySelector("#help").open);
    await picture(tab, "help", false);
    await checkAccess(tab, "help");
    await tab.key("Escape");
    await tab.until(() => !document.querySelector("#help").open);
    await tab.key("2");
    await tab.until(() => location.hash.includes("view=time"));
    await tab.key("1");
    await tab.until(() => !location.hash.includes("view="));
    await tab.key("n");
    await tab.until(() => location.hash.includes("names=minified"));
    await tab.key("n");
    await tab.key("/");
    assert.equal(await tab.run(() => document.activeElement.id), "search");
    await tab.type("/^.{1,4}$/");
    await tab.until(() => /functions?, listed below/.test(document.querySelector("#found").textContent));
    assert((await rows(tab)).every(({ name }) => name.length <= 4 || name.startsWith("(")));
    await tab.key("Enter");
    assert.match(await text(tab, "#found"), /^1 of \d+ functions?, listed below$/);
    await tab.run(() => { document.querySelector("#search").value = ""; document.querySelector("#search").dispatchEvent(new Event("input")); document.activeElement.blur(); });
  },

  async "a failed paste keeps what is shown"({ tab }) {
    const before = await boxes(tab);
    await tab.run(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "a text from elsewhere");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await tab.until(() => !document.querySelector("#problem").hidden);
    assert.deepEqual(await boxes(tab), before);
    assert.match(await text(tab, "#status"), /^app\.json · /);
    await tab.click("#problem-close");
  },

  async "a saved page shows the same without a service, and asks nobody"({ tab, browser, paths }) {
    await open(tab, paths.app);
    const shown = await boxes(tab);
    const downloads = mkdtempSync(join(folder, "saved-"));
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    await tab.click("#save-page");
    for (let waited = 0; !existsSync(join(downloads, "app.html")); waited++) {
      assert(waited < 100, `no page: ${await text(tab, "#problem")}`);
      await sleep(100);
    }
    const saved = readFileSync(join(downloads, "app.html"), "utf8");
    assert(!saved.includes("Bearer ey") && /default-src 'none'; script-src 'sha256-/.test(saved));
    const { tab: alone, faults } = await openPage(browser, `file://${downloads}/app.html`, "");
    await alone.until(() => !document.querySelector("#result").hidden && document.querySelector("#scripts .meter"));
    const size = await tab.run(() => [innerWidth, innerHeight]);
    await alone.size(...size);
    await alone.until((n) => document.querySelectorAll("#flame .boxes .box:not([hidden], .active-box)").length === n, shown.length);
    assert.deepEqual((await boxes(alone)).map(({ text: label }) => label), shown.map(({ text: label }) => label));
    await alone.click("input[value=minified] + span");
    assert.notDeepEqual((await boxes(alone)).map(({ text: label }) => label), shown.map(({ text: label }) => label));
    await checkAccess(alone, "saved");
    assert.deepEqual(faults, []);
    await alone.send("Page.close");
    await tab.send("Page.bringToFront");
  },

  async "a performance trace is drawn with its threads, tasks and marks"({ tab, paths }) {
    for (const [path, pattern] of [[paths.trace, /^app\.trace\.json · 810 ms, .*Longest task: 798 ms/s], [paths.heap, /^app\.heapprofile · 218 MB in all · .*Largest in your code: /s]]) {
      if (!path) {
        console.log("  SKIPPED: there is no ../shared");
        continue;
      }
      await open(tab, path);
      assert.match((await text(tab, "#status")) + (await text(tab, "#headline")), pattern);
      await look(tab, path.endsWith("trace.json") ? "trace" : "heap");
    }
  },

  async "maps from the desk name what no origin serves, and show its source"({ tab, service, browser, paths }) {
    await tab.open(`${service.url}/`);
    await tab.choose("#file", [paths.nowhere]);
    await opened(tab);
    assert.match(await text(tab, "#status"), / · 0 % found in the sources$/);
    await tab.click("#function-rows tr:first-child button");
    assert(await tab.run(() => document.querySelector("#source").hidden));
    await tab.run(() => document.querySelector("#scripts").replaceChildren());
    await tab.choose("#file", paths.maps);
    await opened(tab);
    await tab.until(() => /[5-9]\d % found in the sources$/.test(document.querySelector("#status").textContent));
    assert.match(await text(tab, "#maps"), /^\d+ source maps? of yours, used for these profiles only\.$/);
    await tab.run(() => [...document.querySelectorAll("#function-rows tr")].find((row) => !row.querySelector(".unmapped") && row.cells[1].textContent.includes(".ts")).cells[0].firstChild.click());
    await tab.until(() => !document.querySelector("#source").hidden && document.querySelector("#source .begin"));
    await look(tab, "source");
    const begin = (await text(tab, "#source .begin td:last-child")).trim();
    assert(begin.length > 3);
    const downloads = mkdtempSync(join(folder, "sources-"));
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads });
    const saved = async (isTicked) => {
      await tab.run((value) => (document.querySelector("#with-sources").checked = value), isTicked);
      await tab.click("#save-page");
      const path = join(downloads, "nowhere.html");
      for (let waited = 0; !existsSync(path); waited++) {
        assert(waited < 100, `no page: ${await text(tab, "#problem")}`);
        await sleep(100);
      }
      const page = readFileSync(path, "utf8");
      rmSync(path);
      return page;
    };
    const line = JSON.stringify(begin).slice(1, -1).replaceAll("<", "\\u003c");
    assert(!(await saved(false)).includes(line), "source texts are saved only if ticked");
    assert((await saved(true)).includes(line));
    await tab.open(`${service.url}/`);
    await tab.choose("#file", [paths.app]);
    await opened(tab);
  },

  async "stacks, collapsed stacks and heap snapshots are shown"({ tab, paths }) {
    const paste = (pasted) => tab.run((value) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", value);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, pasted);
    await paste("outer;inner 30\nouter 10\n");
    await tab.until(() => document.querySelector("#status").textContent.startsWith("pasted.json · 40 in all"));
    assert.match(await text(tab, "#status"), /no positions to symbolicate/);
    await picture(tab, "collapsed");
    const { frames, resources } = JSON.parse(readFileSync(paths.app, "utf8"));
    const frame = frames.find(({ line, name }) => line === 1 && name);
    await paste(`TypeError: <img src=x>\n    at ${frame.name} (${resources[frame.resourceId]}:${frame.line}:${frame.column})`);
    await tab.until(() => document.querySelector("#other .stack .mapped"));
    assert.match(await text(tab, "#other-counts"), /^1 of 1 place shows its original\.$/);
    assert.equal(await tab.run(() => document.querySelectorAll("#other img").length), 0);
    await look(tab, "stack");
    if (paths.snapshot) {
      await tab.choose("#file", [paths.snapshot]);
      await tab.until(() => document.querySelector("#other-title").textContent === "What the heap holds");
      assert(await tab.run(() => document.querySelectorAll("#other tbody tr").length > 100));
      await picture(tab, "snapshot", false);
      await checkAccess(tab, "snapshot");
    }
    await open(tab, paths.app);
  },

  async "a dropped folder has profiles and their maps"({ tab, service, paths }) {
    await tab.open("about:blank");
    await tab.open(`${service.url}/`);
    await tab.drop("#empty", [paths.dropped]);
    await opened(tab);
    await tab.until(() => / 99\.4 % found in the sources$/.test(document.querySelector("#status").textContent));
    assert.match(await text(tab, "#status"), /^nowhere\.json · /);
    assert.match(await text(tab, "#maps"), /^\d+ source maps? of yours/);
    assert.match(await text(tab, "#scripts"), /^168 of 169 functions .* came with the request\. The source map was read\./, "the script came, too");
    assert.match(await text(tab, "#curl"), /-F 'profile=@nowhere\.json' -F 'map=@dropped\/dist\/assets\/.*' -F 'script=@dropped\/dist\/assets\/.*\.js;filename=/);
    await open(tab, paths.app);
  },

  async "a service that is busy for a moment is asked again in silence"({ tab, paths }) {
    let refused = 0;
    tab.on("Fetch.requestPaused", ({ requestId }) => void (refused++ === 0
      ? tab.send("Fetch.fulfillRequest", { requestId, responseCode: 503, responseHeaders: [{ name: "Retry-After", value: "1" }, { name: "Content-Type", value: "application/problem+json" }], body: btoa('{"type":"urn:profile-symbolicator:problem:overloaded"}') })
      : tab.send("Fetch.continueRequest", { requestId })));
    await tab.send("Fetch.enable", { patterns: [{ urlPattern: "*/symbolicate*" }] });
    await open(tab, paths.app);
    await tab.send("Fetch.disable");
    assert.equal(refused, 2);
    assert(await tab.run(() => document.querySelector("#problem").hidden));
  },

  async "links follow the template and nothing else"({ tab }) {
    const type = (value) => tab.run((wanted) => {
      document.querySelector("#template").value = wanted;
      document.querySelector("#template").dispatchEvent(new Event("input"));
      return [...document.querySelectorAll("#function-rows a")].map(({ href }) => href);
    }, value);
    assert.deepEqual(await type("javascript:alert(1)//{path}"), []);
    assert.equal(await tab.run(() => document.querySelector("#template").ariaInvalid), "true");
    const links = await type("vscode://file/home/me/{path}:{line}");
    assert(links.length > 5 && links.every((link) => /^vscode:\/\/file\/home\/me\/[\w./%@-]+:\d+$/.test(link)), links[0]);
    assert.equal(await tab.run(() => document.querySelector("#template-wrong").hidden), true);
    assert.deepEqual(await tab.run(() => ({ ...localStorage })), { "source-link": "vscode://file/home/me/{path}:{line}" });
    await type("");
    assert.equal(await tab.run(() => localStorage.length), 0);
  },

  async "names that are markup, right to left, or very long are text"({ tab, paths }) {
    for (const view of ["left-heavy", "time"]) {
      await tab.click(`input[value=${view}] + span`);
      await open(tab, paths.hostile);
      const shown = (await rows(tab)).map(({ name }) => name);
      assert(shown.includes("<img src=x onerror=alert(1)>"), shown.join());
      assert(shown.some((name) => name.includes("\\u202e")) && !shown.some((name) => name.includes("\u202e")));
      assert(shown.every((name) => name.length <= 1300) && shown.some((name) => name.startsWith("nnnn")));
      await tab.click("#function-rows tr:nth-child(2) button");
      assert.equal(await tab.run(() => document.querySelectorAll("main img, #result script, #result iframe").length), 1);
    }
    await picture(tab, "hostile");
    await checkAccess(tab, "hostile");
    assert(await tab.run(() => document.documentElement.scrollWidth <= 1280));
    await tab.click("input[value=left-heavy] + span");
  },

  async "a file that is no profile is explained, and others are answered without a picture"({ tab, paths }) {
    await tab.choose("#file", [paths.garbage]);
    await tab.until(() => !document.querySelector("#problem").hidden);
    assert.match(await text(tab, "#problem"), /JSON/);
    await look(tab, "problem");
    await tab.choose("#file", [paths.circle]);
    await tab.until(() => document.querySelector("#problem").textContent.includes("circle"));
    await tab.choose("#file", [paths.speedscope]);
    await tab.until(() => !document.querySelector("#other").hidden);
    assert.equal(await text(tab, "#other-title"), "Symbolicated, but not drawn");
    await picture(tab, "other", false);
    await checkAccess(tab, "other");
  },

  async "a pasted profile and the example are opened"({ tab, paths }) {
    await tab.run((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, readFileSync(paths.app, "utf8"));
    await opened(tab);
    assert.match(await text(tab, "#status"), /^pasted\.json/);
    await tab.open("about:blank");
  },

  async "the example is symbolicated although its origin may not be fetched from"({ tab, service }) {
    await tab.open(`${service.url}/`);
    await tab.run(() => document.querySelector("#example").click());
    await opened(tab);
    assert.match(await text(tab, "#scripts"), /^19 of 20 functions \(95 %\)/);
    assert((await rows(tab)).some(({ name, place }) => name === "escapeTime" && place === "mandelbrot.ts:9"));
    await look(tab, "example");
  },

  async "the page records itself"({ tab, service }) {
    await tab.open(`${service.url}/#view=time`);
    await tab.run(() => document.querySelector("#record").click());
    await opened(tab);
    await tab.until(() => !document.querySelector("#stop").hidden && document.querySelector("#status").textContent.startsWith("Recording"));
    for (let i = 0; i < 15; i++) {
      await tab.run((n) => document.querySelector(n % 2 ? "#zoom-in" : "input[name=browser]").click(), i);
      await tab.run(() => { const end = performance.now() + 20; while (performance.now() < end) { document.querySelector("#search").dispatchEvent(new Event("input")); } });
    }
    await tab.click("#stop");
    await tab.until(() => document.querySelector("#status").textContent.startsWith("this-page.json"));
    await opened(tab);
    assert((await rows(tab)).some(({ place }) => /^(?:app|session|table|flame)\.mjs/.test(place)));
  },

  async "a token is asked for, used, and kept in memory only"({ browser, paths, guarded }) {
    const { tab, faults } = await openPage(browser, guarded.url);
    await tab.choose("#file", [paths.app]);
    await tab.until(() => !document.querySelector("#token-form").hidden);
    assert.equal(await tab.run(() => document.activeElement.id), "token");
    assert(!(await tab.run(() => document.querySelector("#result").hidden)), "the profile is drawn as recorded");
    await look(tab, "token");
    await tab.run(() => document.querySelector("#token").focus());
    await tab.type(TOKEN);
    await tab.key("Enter");
    await opened(tab);
    assert.match(await text(tab, "#curl"), /Bearer \$TOKEN/);
    const kept = await tab.run(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    assert(!kept.includes(TOKEN));
    assert.deepEqual(faults, []);
  },

  async "large profiles are drawn in time"({ tab, service, paths }) {
    await tab.send("Page.bringToFront");
    for (const [path, isLimited] of [[paths.r8, true], [paths.tenThousand, true], [paths.hundredThousand, false]]) {
      if (!path) {
        continue;
      }
      await tab.open("about:blank");
      await tab.open(`${service.url}/`);
      await tab.run(() => {
        globalThis.longTasks = [];
        globalThis.observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
        observer.observe({ type: "longtask" });
      });
      await open(tab, path);
      const times = () =>
        tab.run(() => performance.getEntriesByType("measure").map(({ name, duration }) => [name, Math.round(duration)]));
      const of = (view, all) => all.filter(([name]) => name === `draw ${view}`).map(([, ms]) => ms);
      const isSlow = (all) => isLimited && Object.entries(MOST_MS).some(([view, most]) => !(Math.min(...of(view, all)) < most));
      for (let turn = 0; turn < 3 || (turn < 10 && isSlow(await times())); turn++) {
        for (const view of ["time", "left-heavy"]) {
          const before = of(view, await times()).length;
          await tab.click(`input[value=${view}] + span`);
          await tab.until((wanted, n) => performance.getEntriesByName(`draw ${wanted}`).length > n, view, before);
        }
      }
      const all = await times();
      const merging = all.find(([name]) => name === "merge")[1];
      const drawing = Object.keys(MOST_MS).map((view) => `${view} ${of(view, all).join(", ")}`).join("; ");
      console.log(`  ${await text(tab, "#status bdi")}: merged in ${merging} ms, drawn in ms: ${drawing}`);
      assert(!isSlow(all), `${path}: slower than ${JSON.stringify(MOST_MS)}`);
      console.log(`  longest tasks: ${await tab.run(() => longTasks.map((ms) => Math.round(ms)).sort((a, b) => b - a).slice(0, 5).join(", "))} ms`);
    }
    await picture(tab, "large", false);
  },
};

function writeFiles(origin) {
  const trace = JSON.parse(readFileSync(join(CASE, "trace.json"), "utf8").replaceAll(/http:\/\/127\.0\.0\.1:\d+|http:\/\/localhost:\d+/g, origin));
  const half = { ...trace, samples: trace.samples.slice(0, trace.samples.length / 2) };
  const shared = (name) => [join(PROJECT, "../shared", name)].find((path) => existsSync(path));
  const shape = { frames: [{ name: "f", file: `${origin}/x.js`, line: 1, col: 1 }] };
  const kinds = randomTrace(400, 60);
  const circle = { ...trace, stacks: trace.stacks.map((stack, i) => (i === 0 ? { ...stack, parentId: 0 } : stack)) };
  const nowhere = JSON.stringify(trace).replaceAll(origin, "http://127.0.0.1:9");
  const dropped = join(folder, "dropped");
  cpSync(join(CASE, "assets"), join(dropped, "dist/assets"), { recursive: true });
  writeFileSync(join(dropped, "nowhere.json"), nowhere);
  return {
    dropped,
    app: file("app.json", trace),
    half: file("half.json", half),
    nowhere: file("nowhere.json", nowhere),
    maps: readdirSync(join(CASE, "assets")).filter((name) => name.endsWith(".map")).map((name) => join(CASE, "assets", name)),
    fleet: file("fleet.ndjson", `${Array.from({ length: 40 }, (_, i) => JSON.stringify({ release: i % 2 ? "2.0" : "1.9", trace: i % 2 ? half : trace })).join("\n")}\n{broken\n`),
    trace: shared("formats/chrome/app.trace.json"),
    heap: shared("formats/chrome/app.heapprofile"),
    snapshot: shared("formats/chrome/app.heapsnapshot"),
    kinds: file("kinds.json", kinds),
    tasks: file("tasks.json", randomTrace(900, 60, true)),
    hostile: file("hostile.json", hostileTrace()),
    garbage: file("garbage.json", "{'frames': 1"),
    circle: file("circle.json", circle),
    speedscope: file("x.speedscope.json", { $schema: "https://www.speedscope.app/file-format-schema.json", shared: shape, profiles: [] }),
    r8: shared("formats/long-tasks/r8.json"),
    tenThousand: file("10,000.json", randomTrace(10_000)),
    hundredThousand: file("100,000.json", randomTrace(100_000)),
  };
}

let browser;
let app;
const services = [];
try {
  mkdirSync(PICTURES, { recursive: true });
  if (!install(folder, { "axe-core": "4.14.1" })) {
    process.exit(0);
  }
  axe = readFileSync(join(folder, "node_modules/axe-core/axe.min.js"), "utf8");
  app = await serveApp();
  const service = await startService({ log: join(folder, "service.log") });
  services.push(service);
  const tokens = { SYMBOLICATOR_ACCESS_TOKENS_READER_VALUE: TOKEN, SYMBOLICATOR_ACCESS_TOKENS_READER_SCOPE: "a", SYMBOLICATOR_ACCESS_TOKENS_READER_RIGHTS: "read" };
  const guarded = await startService({ log: join(folder, "guarded.log"), settings: tokens });
  services.push(guarded);
  browser = await Browser.start();
  const { tab, faults } = await openPage(browser, service.url);
  const paths = writeFiles(app.origin);
  for (const [name, test] of Object.entries(tests)) {
    const started = performance.now();
    await test({ tab, browser, service, guarded, paths }).catch(async (failure) => {
      await picture(tab, "failed").catch(() => {});
      throw new Error(`${name}: ${failure.message} ${faults.join()}`, { cause: failure });
    });
    assert.deepEqual([faults, await tab.run(() => globalThis.violations ?? [])], [[], []], name);
    console.log(`${name}: ${Math.round(performance.now() - started)} ms`);
  }
} finally {
  await browser?.close();
  for (const service of services) {
    await service.stop();
  }
  app?.server.close();
  rmSync(folder, { recursive: true, force: true });
}
