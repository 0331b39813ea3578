// The texts around the flame graph: headline, details, freezes, and what was found in the sources.
import { byId, link, make, name, outside } from "./dom.mjs";
import { count, displayPlace, displayUrl, share, shown, time, whole } from "./texts.mjs";
import { LONG_US, callersOf, heaviest } from "./tree.mjs";

const MOST_STRETCHES = 10;
const MOST_CALLERS = 5;

/** Says what was loaded. */
export function showStatus({ file, times, recording, summary }, isWaiting) {
  const all = times.end - times.start;
  const idle = all - times.busy - times.unknown;
  const parts = [
    `${time(all)}, ${time(idle)} idle (${share(idle, all)})`,
    count(recording.times.length, "sample"),
    isWaiting ? "asking for the originals …" : summary ? `${share(summary.mapped, summary.total)} found in the sources` : "",
  ];
  byId("status").replaceChildren(name(shown(file.name)), ` · ${parts.filter(Boolean).join(" · ")}`);
}

/** Names the slowest function of the user's own code, and the longest freeze, as buttons. */
export function showHeadline(session, settings, choose, chooseStretch) {
  const fn = session.slowestOwn();
  const words = [session.times.busy > 0 ? "No time was spent in your own code." : "Nothing ran while this was recorded."];
  if (fn >= 0) {
    const place = displayPlace(placesOf(session, settings)[fn]);
    const us = session.functionTimes.self[fn];
    words.splice(
      0,
      1,
      "Slowest in your code: ",
      link(() => choose(fn), name(session.labels[settings.names][fn])),
      place ? " in " : "",
      name(place),
      `, ${time(us)}, which is ${share(us, session.times.busy)} of the busy time.`,
    );
  }
  const [freeze] = session.stretches;
  if (freeze) {
    const long = link(() => chooseStretch(freeze), time(freeze.end - freeze.start));
    words.push(" Longest freeze: ", long, `, from ${time(freeze.start)}.`);
  }
  byId("headline").replaceChildren(...words);
}

/** Returns the places whose names are shown. */
function placesOf({ places, recording }, { names }) {
  return names === "minified" ? recording.places : places;
}

/** Says what the ruler measures, and what the picture hides. */
export function showAxis(settings) {
  const nouns = { own: "your own code", library: "libraries", browser: "the browser" };
  const hidden = Object.keys(nouns).filter((kind) => settings[kind] === "hidden");
  const words = [settings.view === "time" ? "Time since the start" : "Total time, not the clock"];
  if (hidden.length > 0) {
    words.push(`${hidden.map((kind) => nouns[kind]).join(" and ")} counted for the callers`);
  }
  byId("axis").textContent = words.join("; ");
}

/** Says which time is missing, and why many names may be. */
export function showNote({ times, summary }) {
  const words = [];
  if (summary?.total > 0 && summary.mapped < summary.total / 2) {
    words.push(`Most functions were not found in the sources: “${byId("scripts-title").textContent}” below says why.`);
  }
  if (times.unknown > 0) {
    words.push(`For ${time(times.unknown)} the browser took no samples; that time is left out.`);
  }
  byId("note").textContent = words.join(" ");
}

/** Returns one line about a function. */
export function lineAbout(session, settings, fn) {
  const { self, total } = session.functionTimes;
  const place = displayPlace(placesOf(session, settings)[fn]);
  const parts = [session.labels[settings.names][fn], place, `self ${time(self[fn])}`, `total ${time(total[fn])}`];
  return parts.filter(Boolean).join(" · ");
}

/** Shows the selected box, or nothing. */
export function showDetails(session, settings, selection, { href, zoomIn, choose }) {
  if (!selection) {
    byId("details").replaceChildren();
    return;
  }
  const { fn, start, end } = selection;
  const { self, total } = session.functionTimes;
  const { busy } = session.times;
  const labels = session.labels[settings.names];
  const other = { names: settings.names === "minified" ? "original" : "minified" };
  const where = whole(placesOf(session, settings)[fn]);
  const from = settings.view === "time" ? `, from ${time(start)}` : "";
  const callers = callersOf(session.tree, fn);
  const calledBy = make("p", {});
  const list = (most) => {
    const calls = callers
      .slice(0, most)
      .flatMap(([caller, us]) => [" · ", link(() => choose(caller), name(labels[caller])), ` ${time(us)} (${share(us, total[fn])})`]);
    const left = callers.length - most;
    const rest = left > 0 ? [" · ", link(() => list(Infinity), `${left} more`)] : [];
    calledBy.replaceChildren("Called by: ", ...calls.slice(1), ...rest);
  };
  list(MOST_CALLERS);
  byId("details").replaceChildren(
    make("span", { className: "title" }, make("i", { className: `swatch ${session.kinds[fn]}` }), name(labels[fn])),
    outside(href, where),
    make("span", { textContent: `Self ${time(self[fn])} (${share(self[fn], busy)})` }),
    make("span", { textContent: `Total ${time(total[fn])} (${share(total[fn], busy)})` }),
    make("span", { textContent: `This box ${time(end - start)}${from}` }),
    session.mapped[fn]
      ? make("span", { className: "quiet" }, `${other.names}: `, name(`${session.labels[other.names][fn]} ${whole(placesOf(session, other)[fn])}`))
      : "",
    make("button", { type: "button", textContent: "Zoom in", onclick: zoomIn }),
    callers.length > 0 ? calledBy : "",
  );
}

/** Lists the longest stretches without a pause, each as a button. */
export function showStretches(session, settings, choose) {
  const items = session.stretches.slice(0, MOST_STRETCHES).map((stretch) => {
    const way = heaviest(stretch, session.recording, session.times, session.tree).map((fn) => session.labels[settings.names][fn]);
    const names = way.length > 3 ? [way[0], "…", ...way.slice(-2)] : way;
    const button = link(
      () => choose(stretch),
      make("b", { textContent: time(stretch.end - stretch.start) }),
      name(names.join(" › ")),
      make("span", { className: "quiet", textContent: `from ${time(stretch.start)}` }),
    );
    return make("li", {}, button);
  });
  if (session.stretches.length > MOST_STRETCHES) {
    const left = session.stretches.length - MOST_STRETCHES;
    items.push(make("li", { className: "quiet", textContent: `and ${left} more of ${LONG_US / 1000} ms or longer` }));
  }
  byId("stretches").replaceChildren(...items);
  byId("no-stretches").hidden = items.length > 0;
}

const MOST_SCRIPTS = 50;

/** Shows that the answer is not there yet. */
export function showWaiting() {
  byId("scripts").replaceChildren(make("p", { className: "quiet", textContent: "Looking for source maps …" }));
  byId("again").hidden = true;
}

/** Shows that there is no answer. */
export function showNothing() {
  byId("scripts").replaceChildren(make("p", { className: "quiet", textContent: "Names are as recorded." }));
}

/** Shows counts and scripts, the failed ones first. A report shortens `data:` URLs, so these come from the recording. */
export function showReport({ summary: { mapped, total, pending = 0 }, report, recording: { places } }, showOthers) {
  const filled = make("span");
  filled.style.width = `${total ? (100 * mapped) / total : 0}%`;
  const parts = [
    make("p", { textContent: `${mapped} of ${count(total, "function")} (${share(mapped, total)}) show their original.` }),
    make("div", { className: "meter" }, filled),
  ];
  const unwritten = unwrittenOf(report ?? {});
  if (unwritten) {
    parts.push(make("p", { className: "quiet", textContent: `Of these, ${unwritten}.` }));
  }
  if (mapped < total) {
    const reasons = reasonsOf(report ?? {}, places);
    parts.push(make("p", {}, "No original for ", link(showOthers, count(total - mapped, "function")), `, in italics${reasons && ": "}${reasons}.`));
  }
  if (report?.scripts?.length > 0) {
    const data = places.find(({ url }) => url.startsWith("data:"))?.url;
    parts.push(scriptList(report.scripts.map((script) => (script.url === "data:" && data ? { ...script, url: data } : script))));
  } else if (!report) {
    parts.push(make("p", { className: "quiet", textContent: "This format has no room for the reasons." }));
  }
  byId("scripts").replaceChildren(...parts);
  byId("again").hidden = pending === 0;
}

/** Says what originals are that nobody wrote as functions. */
function unwrittenOf({ component = 0, module = 0, approximate = 0 }) {
  const kinds = [
    component > 0 && `${count(component, "function")} made of components`,
    module > 0 && `${count(module, "function")} around a module`,
    approximate > 0 && `${count(approximate, "function")} with a place near by`,
  ];
  return kinds.filter(Boolean).join(", ");
}

/** Says why frames have no original. */
function reasonsOf({ mapped, total, generated = 0, strange = 0, scripts = [] }, places) {
  const failed = new Set(scripts.filter(({ status }) => status !== "found").map(({ url }) => url));
  const others = total - mapped - generated - strange;
  const unread = places.filter(({ url }) => failed.has(url?.replace(/^data:.*/s, "data:"))).length;
  const reasons = [
    generated > 0 && "made by the build tool",
    strange > 0 && "unknown to the script",
    unread > 0 && "of a script without a usable source map, see below",
    others > unread && "not in a source map",
  ];
  return reasons.filter(Boolean).join(", or ");
}

function scriptList(scripts) {
  const sorted = [...scripts].sort((a, b) => (a.status === "found") - (b.status === "found"));
  const items = sorted.slice(0, MOST_SCRIPTS).map(({ url, status, detail }) => {
    const isFound = status === "found";
    return make(
      "li",
      {},
      make("span", { className: isFound ? "status" : "status failed", textContent: status.replaceAll("-", " ") }),
      name(displayUrl(url)),
      make("p", { textContent: detail }),
    );
  });
  if (sorted.length > MOST_SCRIPTS) {
    items.push(make("li", { textContent: `and ${sorted.length - MOST_SCRIPTS} more` }));
  }
  return make("ul", { className: "reasons" }, ...items);
}
