// The page: opens profiles, has them symbolicated, and shows them in every view.
import { breath, byId, make, timed } from "./dom.mjs";
import { copyText, listenToTaking, showCommand } from "./export.mjs";
import { FlameGraph } from "./flame.mjs";
import { explainPointed, listen, listenToKeys, zoomToSelection } from "./gestures.mjs";
import { MOST_MAPS, listenForFiles, sorted } from "./intake.mjs";
import { Minimap } from "./minimap.mjs";
import { showOther } from "./other.mjs";
import { CHANGES } from "./painter.mjs";
import { lineAbout, showAxis, showDetails, showHeadline, showNote, showNothing, showReport, showStatus, showStretches, showWaiting } from "./panels.mjs";
import { savedPage, savedProfile } from "./saved.mjs";
import { currentToken, hideProblem, listenToProblem, showProblem } from "./service.mjs";
import { BY_FILES, NO_ORIGINAL, OtherFile, Session } from "./session.mjs";
import { linkTo, listenToControls, readAddress, readPair, showSettings, storedTemplate, typedPaths, writeAddress } from "./settings.mjs";
import { SourceTexts, sourceOf } from "./source.mjs";
import { RecordingError } from "./stacks.mjs";
import { FunctionTable, TreeTable } from "./table.mjs";
import { count, shown as shownText, tick } from "./texts.mjs";
import { heaviest } from "./tree.mjs";

const graph = new FlameGraph(byId("flame"), byId("scale"));
const callers = new FlameGraph(byId("callers"), byId("callers-scale"));
const minimap = new Minimap();
const table = new FunctionTable();
const trees = new TreeTable();
let { place: wanted, ...settings } = readAddress();
let template = storedTemplate();
/** The shown profiles, the source maps from the desk, and the file that was answered but cannot be drawn. */
let session;
let maps = [];
let texts = new SourceTexts();
let undrawn;
/** Counts the files that were opened, and the layouts, so that late ones are not shown. */
let turn = 0;
let drawing = 0;
/** Which functions are searched for, or undefined, and the number of the selected one among them. */
let found;
let hit = -1;
/** Computations take turns, so that each begins with what the one before has changed. */
let computing = Promise.resolve();
/** The function between its callers and callees, and the trees of both. */
let middle = -1;
let sandwich;

const linkOf = (place) => linkTo(template, place);

/** Returns how the functions of a tree look now. */
function lookOf(tree) {
  const { labels, kinds, unit, comparison } = session;
  const kindClass = (fn) => `${kinds[fn]} s${fn % 3}`;
  const classes = kinds.map((_, fn) => (found ? (found[fn] ? "found" : "dimmed") : kindClass(fn)));
  const changed = (_, node) => `change d${changeClass(session.changeOf(tree.sides, "total", node))}`;
  return {
    label: (fn) => labels[settings.names][fn],
    classOf: comparison && !found ? changed : (fn) => classes[fn],
    isUnmapped: (fn) => session.isUnmapped(fn),
    tick: (at, step) => tick(at, step, unit),
  };
}

/** Returns the number of the colour of a change: 0 has gone, the middle is equal, and the last is new. */
function changeClass({ before, after }) {
  const last = CHANGES - 1;
  if (before === 0 || after === 0) {
    return before === after ? last / 2 : before === 0 ? last : 0;
  }
  const doublings = Math.log2(after / before);
  return last / 2 + Math.max(-3, Math.min(3, Math.round(doublings * 3)));
}

/** Returns what is searched for: a text in lower case, or a regular expression between slashes. */
function searched() {
  const text = byId("search").value.trim();
  const [, expression] = /^\/(.+)\/i?$/.exec(text) ?? [];
  if (expression === undefined) {
    return text.toLowerCase();
  }
  try {
    return new RegExp(expression, "i");
  } catch {
    return text.toLowerCase();
  }
}

/** Opens files: draws the profiles as recorded, then with the service's names. What is shown stays until that works. */
async function open(files) {
  const { maps: given, scripts, profiles } = sorted(files);
  if (given.length > 0 || scripts.length > 0) {
    await addMaps(given, scripts, profiles.length > 0);
  }
  if (profiles.length === 0) {
    return given.length + scripts.length === 0 ? fail(new RecordingError("There is no profile in what you dropped."), () => {}) : undefined;
  }
  const mine = ++turn;
  hideProblem();
  byId("status").textContent = "Reading …";
  try {
    const read = await timed("read", () => Session.read(profiles, (part) => mine === turn && showProgress(part)));
    showProgress(undefined);
    if (mine !== turn) {
      return;
    }
    read.rename({ paths: typedPaths() });
    if (profiles.length === 2 && read.sources.length === 2 && read.members.length === 2) {
      read.group[1] = 1;
      read.compareFiles();
    }
    await timed("merge", () => read.compute(settings));
    if (mine !== turn) {
      return;
    }
    if (session) {
      forget();
    }
    session = read;
    middle = -1;
    showOnly("result");
    await drawAll();
    restore();
    await ask();
  } catch (failure) {
    showProgress(undefined);
    if (mine === turn) {
      await (failure instanceof OtherFile ? openOther(failure, mine) : fail(failure, () => open(files)));
    }
  }
}

/** Ends the search and the view of the profile before, since they are about its functions. */
function forget() {
  byId("search").value = "";
  settings = { ...settings, view: "left-heavy", table: "functions" };
  showSettings(settings);
}

/** Shows a stack, a summary of a heap snapshot, or only that a file was symbolicated. */
async function openOther({ file, opened }, mine) {
  const again = () => openOther({ file, opened }, ++turn);
  byId("status").textContent = "Asking for the originals …";
  try {
    const shown = await showOther(file, opened, currentToken(), maps);
    if (mine === turn) {
      shown();
      undrawn = { file };
      showOnly("other");
      byId("status").textContent = "";
    }
  } catch (failure) {
    if (mine === turn) {
      fail(failure, again);
    }
  }
}

function showProgress(part) {
  byId("progress").hidden = part === undefined || part >= 1;
  byId("progress").value = part ?? 0;
}

/** Asks the service for the names, and shows these. */
async function ask() {
  const mine = turn;
  if (!session.canAsk || session.isSaved) {
    showStatus(session, false);
    showNothing();
    restore();
    return;
  }
  showWaiting();
  showStatus(session, true);
  const answers = await timed("ask", () => session.ask(currentToken(), mapsFor(session), (done, all) => all > 1 && mine === turn && showProgress(done / all)));
  if (mine !== turn) {
    return;
  }
  showProgress(undefined);
  hideProblem();
  await refresh((next) => {
    next.answer(answers);
    next.rename({ paths: typedPaths() });
  });
  if (mine === turn) {
    showReport(session, showUnmapped);
    restore();
  }
}

/** Shows the functions without an original in the table. */
function showUnmapped() {
  search(NO_ORIGINAL);
  byId("functions-title").parentElement.scrollIntoView({ block: "start" });
}

function askAgain() {
  return ask().catch((failure) => fail(failure, askAgain));
}

/** Takes source maps and the scripts beside them. The maps' texts are shown beside the functions. */
async function addMaps(given, scripts, isQuiet) {
  const scriptOf = ({ path }) => scripts.find((script) => `${script.path}.map` === path);
  if (given.length === 0 && !maps.some(scriptOf)) {
    showProblem(new RecordingError("There is no source map in what you dropped. Drop the folder of your build, whose names end in .map."), () => {});
    return;
  }
  for (const each of given) {
    const text = await each.file.text();
    try {
      const map = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ""));
      maps = [...maps.filter(({ path }) => path !== each.path), { ...each, name: String(map.file ?? ""), debugId: map.debugId ?? map.debug_id }];
      texts.add(map);
    } catch {
      showProblem(new RecordingError(`${each.path} is no source map: it is not JSON.`), () => {});
    }
  }
  maps = maps.map((map) => ({ ...map, script: scriptOf(map) ?? map.script }));
  byId("maps").textContent = `${count(maps.length, "source map")} of yours, used for these profiles only.`;
  byId("save-sources").hidden = false;
  if (!isQuiet && session) {
    await askAgain();
  }
}

/** Returns the maps that scripts of the profiles name: by their file's name, or by a debug ID. */
function mapsFor({ recordings }) {
  if (maps.length === 0) {
    return [];
  }
  const lastOf = (url) => url.split(/[?#]/, 1)[0].split(/[/\\]/).at(-1);
  const scripts = new Set(recordings.flatMap(({ places }) => places.map(({ url }) => lastOf(url))));
  const isNamed = ({ path, name, debugId }) => debugId !== undefined || scripts.has(lastOf(name)) || scripts.has(lastOf(path).replace(/\.map$/, ""));
  return maps.filter(isNamed).slice(0, MOST_MAPS);
}

/** Shows further profiles beside those that are shown. */
async function compareWith(files) {
  const mine = turn;
  const { maps: given, scripts, profiles } = sorted(files);
  if (profiles.length === 0) {
    return open(files);
  }
  try {
    if (given.length > 0) {
      await addMaps(given, scripts, true);
    }
    const second = await Session.read(profiles);
    if (mine !== turn || !session) {
      return;
    }
    await refresh((next) => {
      next.compareWith(second);
      next.rename({ paths: typedPaths() });
    });
    await ask();
  } catch (failure) {
    fail(failure instanceof OtherFile ? new RecordingError("The second file is no profile that the page can draw.") : failure, () => compareWith(files));
  }
}

function fail(failure, again) {
  showProblem(failure, again);
  if (session) {
    wanted = undefined;
    showStatus(session, false);
    if (!session.isAsked) {
      showNothing();
    }
  } else {
    byId("status").textContent = "";
  }
}

function showOnly(id) {
  for (const each of ["empty", "other", "result"]) {
    byId(each).hidden = each !== id;
  }
  byId("actions").hidden = id === "empty" && byId("stop").hidden;
  byId("compare").hidden = id !== "result" || session?.isSaved === true;
  byId("open").hidden = id === "empty" || session?.isSaved === true;
  byId("add-maps").hidden = session?.isSaved === true;
  if (id !== "result") {
    session = undefined;
  }
}

/**
 * Computes and draws all anew. What is shown stays whole until then.
 *
 * @param {(next: Session) => void} change what is different
 */
function refresh(change = () => {}) {
  const mine = turn;
  const job = computing.then(async () => {
    if (mine !== turn || !session) {
      return;
    }
    const next = session.copy();
    change(next);
    await next.compute(settings);
    if (mine === turn && session) {
      session = next;
      await drawAll();
    }
  });
  computing = job.catch(() => {});
  return job;
}

async function drawAll() {
  const shown = session;
  find();
  showTabs();
  showComparison();
  byId("flame").classList.toggle("untimed", !shown.isTimed);
  enable('input[name="view"][value="time"]', shown.isTimed, "As it happened, from left to right", "Profiles that are merged have no common order of time");
  enable('input[name="names"][value="qualified"]', shown.infos.some(({ qualified }) => qualified), "With the names of classes and objects around", "No name here has a class or object around it");
  minimap.show(shown);
  await redraw(shown);
  if (shown === session) {
    showNames();
    showNote(session, maps);
    showStatus(session, !session.isAsked && session.canAsk && !session.isSaved);
  }
}

/** Enables a choice, or says why it is none. */
function enable(selector, isEnabled, help, reason) {
  const input = document.querySelector(selector);
  input.disabled = !isEnabled;
  input.parentElement.title = isEnabled ? help : reason;
}

/** Lays the boxes out and draws them. */
async function redraw(shown = session) {
  const mine = ++drawing;
  showAxis(shown, settings);
  const isSandwich = settings.view === "sandwich";
  byId("callers-frame").hidden = !isSandwich;
  byId("range-view").hidden = settings.view !== "time";
  await timed(`draw ${settings.view}`, async () => {
    if (isSandwich) {
      showSandwich();
      return;
    }
    sandwich = undefined;
    const layout = await shown.layout(settings);
    await breath();
    if (shown === session && mine === drawing) {
      graph.show(layout, shown.tree.functions, lookOf(shown.tree));
      byId("flame").getBoundingClientRect();
    }
  });
}

/** Draws callees and callers of the selected function, or of the slowest one. */
function showSandwich() {
  const { self, total } = session.functionTimes;
  if (!(total[middle] > 0)) {
    const slowest = session.slowestOwn();
    middle = slowest >= 0 ? slowest : self.reduce((best, us, fn) => (us > self[best] ? fn : best), 0);
  }
  sandwich = session.sandwich(middle);
  graph.show(sandwich.callees.layout, sandwich.callees.tree.functions, lookOf(sandwich.callees.tree));
  callers.show(sandwich.callers.layout, sandwich.callers.tree.functions, lookOf(sandwich.callers.tree));
  byId("axis").textContent = `Callees of ${session.labels[settings.names][middle]}: it calls the boxes below it`;
}

const drawnTree = () => sandwich?.callees.tree ?? session.tree;

/** Changes the names on the same boxes, and all else that depends on them. */
function relabel() {
  find();
  recolour();
  showNames();
}

function recolour() {
  graph.relabel(lookOf(drawnTree()));
  if (sandwich) {
    callers.relabel(lookOf(sandwich.callers.tree));
  }
}

/** Shows all that depends on the names. */
function showNames() {
  showHeadline(session, settings, chooseFunction, showStretch);
  showStretches(session, settings, showStretch);
  showTable();
  showSelection();
  showCommand(session.file, mapsFor(session));
  byId("take").hidden = session.sources.length > 1 || !session.canAsk || session.isSaved === true;
}

function showTable() {
  const isTree = !["functions", "modules"].includes(settings.table);
  const measure = { whole: session.times.busy, unit: session.unit, comparison: session.comparison };
  byId("tree-table").hidden = !isTree;
  byId("function-table").hidden = isTree;
  byId("copy-table").hidden = isTree;
  if (isTree) {
    byId("more").hidden = true;
    const rowOf = (fn) => session.row(fn, settings, linkOf);
    trees.show(session.tree, settings.table, { rowOf, ...(found ? { isFound: (fn) => found[fn] } : {}) }, measure);
  } else if (settings.table === "modules") {
    table.show(session.moduleRows(settings, linkOf, found), measure, { titles: { name: "Package or file", place: "Its slowest function" }, open: showModule });
  } else {
    const rows = session.rows(settings, linkOf);
    table.show(found ? rows.filter(({ fn }) => found[fn]) : rows, measure);
  }
}

/** Lists the functions of a package or file. */
async function showModule({ name }) {
  await change("table", "functions");
  search(name);
}

/** Looks for the searched text, and says how many functions have it. */
function find() {
  const text = searched();
  const { total } = session.functionTimes;
  found = text === "" ? undefined : Array.from(total, (us, fn) => us > 0 && session.matches(fn, text, settings.names));
  sayFound();
}

function sayFound() {
  const hits = found?.filter(Boolean).length;
  const at = hit >= 0 ? `${hit + 1} of ` : "";
  byId("found").textContent = found ? (hits === 0 ? "nothing found" : `${at}${count(hits, "function")}, listed below`) : "";
  byId("filtered").hidden = !found;
  byId("filter").textContent = found ? shownText(byId("search").value.trim(), 60) : "";
}

/** Searches for a text. */
function search(text) {
  byId("search").value = text;
  hit = -1;
  find();
  recolour();
  showTable();
  remember();
}

/** Selects the next of the found functions, or the one before. */
function selectNext(step) {
  const { functions } = table;
  if (found && functions.length > 0) {
    hit = hit < 0 && step < 0 ? functions.length - 1 : (hit + step + functions.length) % functions.length;
    chooseFunction(functions[hit]);
    sayFound();
  }
}

function showSelection() {
  if (!session) {
    return;
  }
  const { selection } = graph;
  // A box of the sandwich has no place in the whole tree of its own.
  const node = sandwich ? session.tree.functions.indexOf(selection?.fn) : selection?.node;
  showDetails(session, settings, selection && { ...selection, node }, {
    href: selection && session.mapped[selection.fn] ? linkOf(session.places[selection.fn]) : undefined,
    zoomIn: () => zoomToSelection(graph),
    copy: ({ target }, text) => copyText(target, text),
    sandwich: () => {
      middle = selection.fn;
      return settings.view === "sandwich" ? redraw() : change("view", "sandwich");
    },
  });
  table.choose(selection ? selection.fn : -1);
  const source = selection && sourceOf(session, selection.fn, texts);
  byId("source").hidden = !source;
  byId("source-text").replaceChildren(...(source ? [source] : []));
  remember();
}

function chooseFunction(fn) {
  if (settings.view === "sandwich") {
    middle = fn;
    showSandwich();
    graph.select(0, 0);
  } else {
    graph.selectFunction(fn);
  }
  byId("graph").scrollIntoView({ block: "nearest" });
}

/** Shows a stretch over time, counts only its time, and selects its slowest function, as its link names it. */
async function showStretch(stretch) {
  const { start, end } = stretch;
  search("");
  await change("view", "time");
  await selectRange({ start, end });
  graph.selectFunction(heaviest(stretch, session.recording, session.times, session.tree).at(-1) ?? -1, start, end);
  byId("graph").scrollIntoView();
  byId("flame").focus({ preventScroll: true });
}

/** Writes what is shown into the address. */
function remember() {
  if (!session || wanted) {
    return;
  }
  const { selection, view: { from, to, extent } } = graph;
  const part = (value) => (value / extent).toFixed(5);
  writeAddress(settings, {
    q: byId("search").value.trim(),
    fn: selection && keyOf(selection.fn),
    zoom: graph.isZoomed ? `${part(from)}-${part(to)}` : "",
    range: session.range ? `${Math.round(session.range.start)}-${Math.round(session.range.end)}` : "",
    compare: session.comparison ? JSON.stringify(Object.values(session.comparison)) : "",
    file: session.isSaved ? "" : session.title,
  });
}

const keyOf = (fn) => `${session.places[fn].name}@${session.places[fn].url.slice(-200)}:${session.places[fn].line}`;

/** Shows the place that the address names, once its function has its name. */
function restore() {
  if (!wanted) {
    return;
  }
  const { q, fn, zoom, range, compare } = wanted;
  const isLast = session.isAsked || !session.canAsk || session.isSaved;
  if (!isLast) {
    return;
  }
  wanted = undefined;
  const chosen = readPair(range);
  const show = () => {
    // An expression of a link could take for ever.
    if (q && !q.startsWith("/")) {
      search(q);
    }
    const index = fn ? session.places.findIndex((_, each) => keyOf(each) === fn && session.functionTimes.total[each] > 0) : -1;
    if (index >= 0) {
      chooseFunction(index);
    }
    const view = readPair(zoom);
    if (view) {
      graph.zoomTo(view[0] * graph.view.extent, view[1] * graph.view.extent);
    }
  };
  const comparison = compare && session.comparisonOf(compare);
  if (comparison) {
    void compareAs(comparison).then(show);
  } else if (chosen && session.isTimed) {
    void selectRange({ start: chosen[0], end: chosen[1] }).then(show);
  } else {
    show();
  }
}

/** Shows only a range of time, or all. */
async function selectRange(range) {
  await refresh((next) => (next.range = range));
  if (range && settings.view === "time") {
    graph.zoomTo(range.start, range.end);
  }
}

function showTabs() {
  const { tabs, tab } = session;
  byId("tabs").hidden = tabs.length < 2;
  const choose = async (index) => {
    middle = -1;
    await refresh((next) => next.choose(index));
  };
  const MOST_BUTTONS = 6;
  const shown = tabs.length > MOST_BUTTONS ? 1 : tabs.length;
  const buttons = tabs.slice(0, shown).map(({ title }, index) =>
    make("button", { type: "button", textContent: shownText(title, 60), ariaPressed: String(index === tab), onclick: () => choose(index) }));
  if (tabs.length > shown) {
    const select = make("select", { ariaLabel: "One profile" }, new Option("One of them …", ""), ...tabs.slice(shown).map(({ title }, i) => new Option(shownText(title, 60), i + shown)));
    select.value = tab >= shown ? String(tab) : "";
    select.onchange = () => select.value && choose(Number(select.value));
    buttons.push(select);
  }
  byId("tabs").replaceChildren(...buttons);
}

const GROUPS = { 0: "first opened", 1: "compared with" };

/** Shows by what profiles can be compared, and with which values they are. */
function showComparison() {
  const { comparison, dimensions } = session;
  byId("comparison").hidden = dimensions.size === 0;
  byId("compare-end").hidden = byId("compare-swap").hidden = byId("compare-legend").hidden = !comparison;
  byId("compare-normal").parentElement.hidden = !comparison;
  const by = comparison?.by ?? byId("compare-by").value;
  const labelOf = (value, key) => (key === BY_FILES ? (session.sources.length === 2 ? shownText(session.sources[session.group.indexOf(Number(value))].file.name, 40) : GROUPS[value]) : shownText(value, 40));
  const fill = (id, values, chosen) => {
    byId(id).replaceChildren(...values.map(([value, label]) => new Option(label, value, false, value === chosen)));
    byId(id).value = chosen ?? "";
  };
  fill("compare-by", [["", "…"], ...[...dimensions.keys()].map((key) => [key, key === BY_FILES ? "files" : shownText(key, 40)])], comparison ? by : "");
  const values = [...(dimensions.get(comparison?.by) ?? [])];
  for (const id of ["compare-before", "compare-after"]) {
    byId(id).parentElement.hidden = !comparison;
    const all = values.map(([value, n]) => [value, `${labelOf(value, comparison?.by)} (${n})`]);
    fill(id, id === "compare-after" ? [...all, ["", "all others"]] : all, comparison?.[id.replace("compare-", "")]);
  }
  byId("compare-normal").checked = comparison?.isNormal ?? true;
  const { releases } = session;
  byId("compare-releases").hidden = comparison !== undefined || !releases;
  byId("compare-releases").textContent = releases ? `Compare ${releases.key} ${releases.values.map((value) => shownText(value, 40)).join(" with ")}` : "";
}

async function compareAs(comparison) {
  middle = -1;
  await refresh((next) => next.compare(comparison));
}

function listenToComparison() {
  byId("compare-by").addEventListener("change", () => {
    const by = byId("compare-by").value;
    const [before, after] = [...(session.dimensions.get(by)?.keys() ?? [])].sort();
    return compareAs(by ? { by, before, after } : undefined);
  });
  for (const [id, key] of [["compare-before", "before"], ["compare-after", "after"]]) {
    byId(id).addEventListener("change", () => compareAs({ ...session.comparison, [key]: byId(id).value }));
  }
  byId("compare-swap").addEventListener("click", () => {
    const { before, after } = session.comparison;
    return after === "" ? undefined : compareAs({ ...session.comparison, before: after, after: before });
  });
  byId("compare-normal").addEventListener("change", () => compareAs({ ...session.comparison, isNormal: byId("compare-normal").checked }));
  byId("compare-end").addEventListener("click", () => compareAs(undefined));
  byId("compare-releases").addEventListener("click", () => {
    const { key: by, values: [before, after] } = session.releases;
    return compareAs({ by, before, after });
  });
  byId("comparison").addEventListener("submit", (event) => event.preventDefault());
}

/** Changes a setting, in the address and in the page. */
async function change(key, value) {
  if (settings[key] === value) {
    return;
  }
  settings = { ...settings, [key]: value };
  showSettings(settings);
  remember();
  if (!session) {
    return;
  }
  if (key === "names") {
    relabel();
  } else if (key === "table") {
    showTable();
  } else if (key === "view") {
    const shown = session;
    const fn = graph.selection?.fn;
    middle = fn ?? middle;
    await redraw();
    if (shown === session) {
      if (fn !== undefined) {
        chooseFunction(fn);
      } else if (settings.view === "sandwich") {
        graph.select(0, 0);
      }
      showSelection();
    }
  } else {
    await refresh();
  }
}

/** Returns a page of what is shown, for a file of its own. */
function asPage() {
  const urls = session.places.map(({ url }) => url);
  return savedPage({ ...session.toSave(), hash: location.hash, texts: byId("with-sources").checked ? texts.toSave(urls) : [] }, session.title);
}

/** Shows the profile of a saved page. */
async function openSaved(saved) {
  document.body.classList.add("is-saved");
  ({ place: wanted, ...settings } = readAddress(location.hash || saved.hash));
  showSettings(settings);
  saved.texts.forEach(([url, text]) => texts.put(url, text));
  session = Session.saved(saved);
  session.rename({ paths: typedPaths() });
  await session.compute(settings);
  showOnly("result");
  await drawAll();
  showReport(session, showUnmapped);
  restore();
}

listenToControls(graph, {
  change,
  search: () => session && search(byId("search").value),
  select: selectNext,
  link(changed) {
    template = changed;
    if (session) {
      showTable();
      showSelection();
    }
  },
  paths() {
    return session && refresh((next) => next.rename({ paths: typedPaths() }));
  },
});
listen(graph);
listen(callers);
listenToKeys(graph, { change, settings: () => settings });
graph.addEventListener("select", showSelection);
graph.addEventListener("zoom", remember);
callers.addEventListener("select", () => callers.selection?.depth > 0 && chooseFunction(callers.selection.fn));
explainPointed(graph, (box) => lineAbout(session, settings, box, drawnTree()));
minimap.addEventListener("choose", ({ detail }) => session && selectRange(detail));
byId("range-view").addEventListener("click", () => {
  const { from, to } = graph.view;
  return selectRange({ start: from, end: to });
});
table.addEventListener("choose", ({ detail }) => chooseFunction(detail));
trees.addEventListener("choose", ({ detail }) => chooseFunction(detail));
listenToTaking(() => ({ file: (session ?? undrawn).file, maps: session ? mapsFor(session) : [] }), { fail, tableText: () => table.text, page: asPage });
byId("again").addEventListener("click", askAgain);
byId("filter-clear").addEventListener("click", () => search(""));
graph.addEventListener("whole", () => session?.range && settings.view === "time" && selectRange(undefined));
listenToProblem();
listenToComparison();
showSettings(settings);
const saved = savedProfile();
if (saved) {
  void openSaved(saved);
} else {
  byId("wanted").hidden = !wanted.file;
  byId("wanted-file").textContent = shownText(wanted.file ?? "", 100);
  listenForFiles(open, compareWith);
}
