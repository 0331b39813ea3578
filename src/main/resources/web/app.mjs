// The page: opens profiles, has them symbolicated, and shows them.
import { breath, byId, timed } from "./dom.mjs";
import { FlameGraph } from "./flame.mjs";
import { explainPointed, listen, zoomToSelection } from "./gestures.mjs";
import { lineAbout, showAxis, showDetails, showHeadline, showNote, showNothing, showReport, showStatus, showStretches, showWaiting } from "./panels.mjs";
import { currentToken, hideProblem, listenForFiles, listenToProblem, listenToTaking, showCommand, showProblem, symbolicate } from "./service.mjs";
import { NO_ORIGINAL, Session } from "./session.mjs";
import { linkTo, listenToControls, readAddress, showSettings, storedTemplate, writeAddress } from "./settings.mjs";
import { RecordingError } from "./stacks.mjs";
import { FunctionTable } from "./table.mjs";
import { KINDS, count } from "./texts.mjs";

const graph = new FlameGraph(byId("flame"), byId("scale"));
const table = new FunctionTable();
let settings = readAddress();
let template = storedTemplate();
/** The shown profile, and the file that was answered but cannot be drawn. */
let session;
let undrawn;
/** Counts the files that were opened, and the layouts, so that late ones are not shown. */
let turn = 0;
let drawing = 0;
/** Which functions are searched for, or undefined, and the number of the selected one among them. */
let found;
let hit = -1;

const linkOf = (place) => linkTo(template, place);

/** Returns how the functions of a profile look now. */
function lookOf(shown) {
  const { labels, kinds } = shown;
  const classes = kinds.map((kind, fn) => (found ? (found[fn] ? "found" : "other") : `${kind} s${fn % 3}`));
  return { label: (fn) => labels[settings.names][fn], classOf: (fn) => classes[fn], isUnmapped: (fn) => shown.isUnmapped(fn) };
}

const searched = () => byId("search").value.trim().toLowerCase();

/** Opens a file: draws it as recorded, then with the service's names. */
async function open(file) {
  const mine = ++turn;
  showOnly("empty");
  hideProblem();
  byId("status").textContent = "Reading …";
  try {
    const read = await Session.read(file);
    await (read && timed("merge", () => read.compute(settings)));
    if (mine !== turn) {
      return;
    }
    if (read) {
      session = read;
      showOnly("result");
      await drawAll();
      await ask();
    } else {
      byId("status").textContent = "Asking for the originals …";
      const { answer, summary } = await symbolicate(file, {}, currentToken());
      if (mine === turn) {
        showUndrawn(file, answer, summary);
      }
    }
  } catch (failure) {
    if (mine === turn) {
      fail(failure, () => open(file));
    }
  }
}

/** Asks the service for the names, and shows these. */
async function ask() {
  const asking = session;
  showWaiting();
  showStatus(asking, true);
  await asking.ask(currentToken());
  if (asking !== session) {
    return;
  }
  hideProblem();
  showReport(session, () => search(NO_ORIGINAL));
  showStatus(session, false);
  showNote(session);
  if (KINDS.some((kind) => settings[kind] === "hidden")) {
    await refresh();
  } else {
    relabel();
  }
}

function askAgain() {
  return ask().catch((failure) => fail(failure, askAgain));
}

function showUndrawn(file, blob, { mapped = 0, total = 0 }) {
  undrawn = { file, blob };
  showOnly("other");
  byId("status").textContent = "";
  byId("other-counts").textContent = `${mapped} of ${count(total, "place")} in this file show their original.`;
}

/** Opens a second profile, whose self times become a column. */
async function compareWith(file) {
  const first = session;
  try {
    const second = await Session.read(file);
    if (!second) {
      throw new RecordingError("The second file is no profile that the page can draw.");
    }
    await second.ask(currentToken());
    await second.compute(settings);
    if (first && first === session) {
      hideProblem();
      first.second = second;
      showTable();
      byId("functions-title").scrollIntoView({ block: "nearest" });
    }
  } catch (failure) {
    fail(failure, () => compareWith(file));
  }
}

function fail(failure, again) {
  showProblem(failure, again);
  if (session && !session.blob) {
    showStatus(session, false);
    showNothing();
  } else if (!session) {
    byId("status").textContent = "";
  }
}

function showOnly(id) {
  for (const each of ["empty", "other", "result"]) {
    byId(each).hidden = each !== id;
  }
  byId("actions").hidden = id === "empty" && byId("stop").hidden;
  byId("compare").hidden = id !== "result";
  byId("open").hidden = id === "empty";
  if (id !== "result") {
    session = undefined;
  }
}

/** Computes and draws all anew. */
async function refresh() {
  const shown = session;
  await shown.compute(settings);
  await shown.second?.compute(settings);
  if (shown === session) {
    await drawAll();
  }
}

async function drawAll() {
  const shown = session;
  find();
  await redraw(shown);
  if (shown === session) {
    showNames();
    showNote(session);
  }
}

/** Lays the boxes out and draws them. */
async function redraw(shown = session) {
  const mine = ++drawing;
  showAxis(settings);
  await timed(`draw ${settings.view}`, async () => {
    const layout = await shown.layout(settings);
    await breath();
    if (shown === session && mine === drawing) {
      graph.show(layout, shown.tree.functions, lookOf(shown));
      byId("flame").getBoundingClientRect();
    }
  });
}

/** Changes the names on the same boxes, and all else that depends on them. */
function relabel() {
  find();
  graph.relabel(lookOf(session));
  showNames();
}

/** Shows all that depends on the names. */
function showNames() {
  showHeadline(session, settings, chooseFunction, showStretch);
  showStretches(session, settings, showStretch);
  showTable();
  showSelection();
  showCommand(session.file);
}

function showTable() {
  const rows = session.rows(settings, linkOf, session.second);
  const isFound = ({ fn, name, place }) => found[fn] ?? (fn < 0 && `${name} ${place}`.toLowerCase().includes(searched()));
  table.show(found ? rows.filter(isFound) : rows, session.times.busy, session.second?.file.name);
}

/** Looks for the searched text, and says how many functions have it. */
function find() {
  const text = searched();
  const { total } = session.functionTimes;
  found = text === "" ? undefined : Array.from(total, (us, fn) => us > 0 && session.matches(fn, text, settings.names));
  const hits = found?.filter(Boolean).length;
  byId("found").textContent = found ? (hits === 0 ? "nothing found" : `${count(hits, "function")}, listed below`) : "";
}

/** Searches for a text. */
function search(text) {
  byId("search").value = text;
  hit = -1;
  find();
  graph.relabel(lookOf(session));
  showTable();
}

/** Selects the next of the found functions. */
function selectNext() {
  const { functions } = table;
  if (found && functions.length > 0) {
    hit = (hit + 1) % functions.length;
    chooseFunction(functions[hit]);
  }
}

function showSelection() {
  const { selection } = graph;
  showDetails(session, settings, selection, {
    href: selection && linkOf(session.places[selection.fn]),
    zoomIn: () => zoomToSelection(graph),
    choose: chooseFunction,
  });
  table.choose(selection ? selection.fn : -1);
}

function chooseFunction(fn) {
  graph.selectFunction(fn);
  byId("graph").scrollIntoView({ block: "nearest" });
}

async function showStretch({ start, end }) {
  search("");
  await change("view", "time");
  graph.zoomTo(start, end);
  graph.selectWithin(start, end);
  byId("graph").scrollIntoView();
  byId("flame").focus({ preventScroll: true });
}

/** Changes a setting, in the address and in the page. */
async function change(key, value) {
  if (settings[key] === value) {
    return;
  }
  settings = { ...settings, [key]: value };
  writeAddress(settings);
  showSettings(settings);
  if (!session) {
    return;
  }
  if (key === "names") {
    relabel();
  } else if (key === "view") {
    const shown = session;
    const fn = graph.selection?.fn;
    await redraw();
    if (shown === session) {
      if (fn !== undefined) {
        graph.selectFunction(fn);
      }
      showSelection();
    }
  } else {
    await refresh();
  }
}

listenToControls(graph, {
  change,
  search: () => search(byId("search").value),
  selectNext,
  link(changed) {
    template = changed;
    if (session) {
      showTable();
      showSelection();
    }
  },
});
listen(graph);
graph.addEventListener("select", showSelection);
explainPointed(graph, (fn) => lineAbout(session, settings, fn));
table.addEventListener("choose", ({ detail }) => chooseFunction(detail));
listenToTaking(() => session ?? undrawn, fail);
byId("again").addEventListener("click", askAgain);
listenToProblem();
listenForFiles(open, compareWith);
showSettings(settings);
