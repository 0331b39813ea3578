// The texts around the flame graph: headline, details, long tasks, and what was found in the sources.
import { byId, link, make, name, outside } from "./dom.mjs";
import { takesMaps } from "./service.mjs";
import { BY_FILES } from "./session.mjs";
import { changeText, sideText } from "./table.mjs";
import { amount, count, displayPlace, displayUrl, fileOf, share, shown, time, whole } from "./texts.mjs";
import { LONG_US, heaviest } from "./tree.mjs";

const MOST_STRETCHES = 10;

/** Says what was loaded. */
export function showStatus(session, isWaiting) {
  const { times, unit, recording, members, summary } = session;
  const all = times.end - times.start;
  const idle = all - times.busy - times.unknown;
  const isTimed = recording?.times !== undefined;
  const parts = [
    session.comparison ? "" : session.range ? `${time(session.range.end - session.range.start)} of ${time(all)} selected` : isTimed ? `${time(all)}, ${time(idle)} idle (${share(idle, all)})` : `${amount(times.busy, unit)} in all`,
    session.comparison ? `${setName(session, 0)} compared with ${setName(session, 1)}` : members.length > 1 ? count(members.length, "profile") : count(recording.sampleStacks.length, "sample"),
    isWaiting ? "asking for the originals …" : session.isAsked ? `${share(summary.mapped, summary.total)} found in the sources` : session.canAsk ? "" : "this format has no positions to symbolicate",
  ];
  byId("status").replaceChildren(name(shown(session.title)), ` · ${parts.filter(Boolean).join(" · ")}`);
  document.title = `${shown(session.title, 60)} – Profile Symbolicator`;
}

/** Names the profiles before or after, with their number. */
function setName({ comparison: { by, before, after }, sources, group, counts }, set) {
  const value = set === 0 ? before : after;
  const files = sources.filter((_, i) => by === BY_FILES && String(group[i]) === value);
  const label = files.length === 1 ? files[0].file.name : by === BY_FILES ? (set === 0 ? "before" : "after") : value === "" ? "all others" : `${by} ${value}`;
  return `${shown(label, 40)} (${count(counts[set], "profile")})`;
}

/** Names the slowest function of the user's own code, and the longest task, as buttons. */
export function showHeadline(session, settings, choose, chooseStretch) {
  if (session.comparison) {
    showChange(session, settings, choose);
    return;
  }
  const fn = session.slowestOwn();
  const { busy } = session.times;
  const { unit } = session;
  const words = [busy > 0 ? "No time was spent in your own code." : "Nothing ran while this was recorded."];
  if (fn >= 0) {
    const place = displayPlace(placesOf(session, settings)[fn]);
    const us = session.functionTimes.self[fn];
    words.splice(
      0,
      1,
      session.range ? `In the selected ${time(session.range.end - session.range.start)}, slowest in your code: ` : unit === "bytes" ? "Largest in your code: " : "Slowest in your code: ",
      link(() => choose(fn), name(session.labels[settings.names][fn])),
      place ? " in " : "",
      name(place),
      `, ${amount(us, unit)}, which is ${share(us, busy)} ${unit === "us" ? "of the time in which code ran" : "of all"}.`,
    );
  } else if (unit !== "us") {
    words[0] = busy > 0 ? "Nothing of this is in your own code." : "This profile is empty.";
  }
  const [task] = session.tasks;
  const [freeze] = session.stretches;
  if (task ?? freeze) {
    const { start, end } = task ?? freeze;
    const all = session.range ? " of all" : "";
    words.push(task ? ` Longest task${all}: ` : ` Longest stretch without a pause${all}: `, link(() => chooseStretch({ start, end }), time(end - start)), `, from ${time(start)}.`);
  }
  byId("headline").replaceChildren(...words);
}

/** Names the function that grew most. */
function showChange(session, settings, choose) {
  const fn = session.mostChanged();
  if (fn < 0) {
    byId("headline").replaceChildren("No function has become slower.");
    return;
  }
  const { before, after, change } = session.changeOf(session.sideTimes, "self", fn);
  const { comparison } = session;
  const place = displayPlace(placesOf(session, settings)[fn]);
  const times = before > 0 ? `, ${(after / before).toFixed(1)} times` : ", new";
  const difference = comparison.isNormal ? changeText(change, comparison).replace("pp", "percentage points") : changeText(change, comparison);
  byId("headline").replaceChildren(
    "Grew most: ",
    link(() => choose(fn), name(session.labels[settings.names][fn])),
    place ? " in " : "",
    name(place),
    `, itself from ${sideText(before, comparison)} to ${sideText(after, comparison)} ${comparison.isNormal ? "of the time in which code ran" : "in a profile"} (${difference}${times}).`,
  );
}

/** Returns the places whose names are shown. */
function placesOf({ places, recorded }, { names }) {
  return names === "minified" ? recorded : places;
}

/** Says what the ruler measures, and what the picture hides. */
export function showAxis(session, settings) {
  const nouns = { own: "your own code", library: "libraries", browser: "the browser" };
  const hidden = Object.keys(nouns).filter((kind) => settings[kind] === "hidden");
  const measures = { us: "Total time, not the clock", bytes: "Size", count: "Weight" };
  const words = [session.comparison ? `${session.comparison.isNormal ? "Shares" : "Times"}: mean of before and after` : settings.view === "time" && session.isTimed ? "Time since the start" : measures[session.unit]];
  if (hidden.length > 0) {
    words.push(`${hidden.map((kind) => nouns[kind]).join(" and ")} counted for the callers`);
  }
  byId("axis").textContent = words.join("; ");
}

/** Says which time is missing, and why many names may be. */
export function showNote({ times, summary, isAsked, sources, problems = [], leftOut, comparison, counts, ...session }, maps) {
  const words = [];
  if (comparison && counts.includes(0)) {
    words.push(`No profile is ${counts[0] === 0 ? "before" : "after"}: choose another value.`);
  }
  const unread = sources.reduce((sum, source) => sum + (source.problems ?? 0), 0);
  if (unread > 0) {
    words.push(`${count(unread, "line")} could not be read and ${unread === 1 ? "is" : "are"} left out.`);
  }
  if (leftOut > 0) {
    words.push(`${count(leftOut, "file")} could not be drawn and ${leftOut === 1 ? "is" : "are"} left out.`);
  }
  if (maps.length > 0 && !sources.every(takesMaps)) {
    words.push("Performance traces take no source maps from your desk. On the command line they do: symbolicate trace.json --maps dist.");
  }
  const failed = sources.filter(({ failure }) => failure).length + problems.length;
  if (failed > 0) {
    words.push(`${count(failed, "profile")} could not be symbolicated${problems.length > 0 ? `: ${shown(problems[0].problem)}` : ""}.`);
  }
  if (isAsked && summary.mapped < summary.total / 2 && isMinified(session)) {
    const which = summary.mapped === 0 ? "No function was" : "Most functions were not";
    const failed = session.report?.scripts?.find(({ status }) => status !== "found");
    const why = failed ? ` (${displayUrl(fileOf(failed.url))}: ${failed.status.replaceAll("-", " ")})` : "";
    words.push(make("span", {}, `${which} found in the sources${why}. `, link(() => byId("scripts-title").scrollIntoView({ block: "start" }), "Why?"), " ", link(() => byId("add-maps").click(), "Add source maps…")));
  }
  if (times.unknown > 0) {
    words.push(`For ${time(times.unknown)} the browser took no samples; that time is left out.`);
  }
  byId("note").replaceChildren(...words.flatMap((each) => [each, " "]));
}

/** Tells whether functions of scripts have the names of a minifier. */
function isMinified({ recorded, mapped }) {
  const others = recorded.filter(({ url }, fn) => url !== "" && !mapped[fn]);
  return others.filter(({ name: given }) => given.length <= 2).length > others.length / 2;
}

/** Returns one line about a function. */
export function lineAbout(session, settings, { fn, node }, tree = session.tree) {
  const { self, total } = session.functionTimes;
  const { unit } = session;
  const place = displayPlace(placesOf(session, settings)[fn]);
  const parts = [session.labels[settings.names][fn], place, `self ${amount(self[fn], unit)}`, `total ${amount(total[fn], unit)}`];
  if (session.members.length > 1 && tree.profiles) {
    parts.push(`in ${tree.profiles[node]} of ${count(session.members.length, "profile")}`);
  }
  if (session.comparison) {
    const { before, after, change } = session.changeOf(tree.sides, "total", node);
    parts.splice(2, 2, `total before ${sideText(before, session.comparison)}`, `after ${sideText(after, session.comparison)}`, `change ${changeText(change, session.comparison)}`);
  }
  return parts.filter(Boolean).join(" · ");
}

/** Shows the selected box, or nothing. */
export function showDetails(session, settings, selection, { href, zoomIn, copy, sandwich }) {
  if (!selection) {
    byId("details").replaceChildren();
    return;
  }
  const { fn, node, start, end } = selection;
  const { unit, times: { busy } } = session;
  const { self, total } = session.functionTimes;
  const labels = session.labels[settings.names];
  const other = { names: settings.names === "minified" ? "original" : "minified" };
  const where = whole(placesOf(session, settings)[fn]);
  const isTime = settings.view === "time" && session.isTimed;
  const info = session.infos[fn];
  const quiet = (...parts) => make("span", { className: "quiet" }, ...parts);
  const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });
  byId("details").replaceChildren(
    make("span", { className: "title" }, make("i", { className: `swatch ${session.kinds[fn]}` }), name(labels[fn])),
    outside(href, where),
    ...(session.comparison
      ? comparedParts(session, fn)
      : [
          make("span", { textContent: `Self ${amount(self[fn], unit)} (${share(self[fn], busy)})` }),
          make("span", { textContent: `Total ${amount(total[fn], unit)} (${share(total[fn], busy)})` }),
          make("span", { textContent: `This box ${amount(end - start, unit)}${isTime ? `, from ${time(start)}` : ""}` }),
        ]),
    session.members.length > 1 ? make("span", { textContent: `In ${session.tree.functionProfiles[fn]} of ${count(session.members.length, "profile")}` }) : "",
    info.package ? quiet("package ", name(shown(info.package))) : "",
    session.copies[fn].size > 1 ? quiet(`${session.copies[fn].size} copies`) : "",
    session.mapped[fn] ? quiet(`${other.names}: `, name(`${session.labels[other.names][fn]} ${whole(placesOf(session, other)[fn])}`)) : "",
    reasonOf(session, fn),
    make("span", { className: "actions" },
      button("Zoom in", zoomIn), button("Callers and callees", sandwich), button("Copy name", (event) => copy(event, labels[fn])),
      button("Copy stack", (event) => copy(event, stackOf(session, settings, node)))),
  );
}

function comparedParts(session, fn) {
  const parts = (column, title) => {
    const { before, after, change } = session.changeOf(session.sideTimes, column, fn);
    const texts = [before, after].map((side) => sideText(side, session.comparison));
    return make("span", { textContent: `${title} ${texts[0]} before, ${texts[1]} after (${changeText(change, session.comparison)})` });
  };
  return [parts("self", "Self"), parts("total", "Total")];
}

/** Says why a function has no original: the reason of its script. */
function reasonOf(session, fn) {
  const script = session.isUnmapped(fn) ? statusOf(session, session.recorded[fn].url) : undefined;
  const text = script && (script.status === "found" ? "Its script’s source map has no original for it." : script.detail);
  return text ? make("p", { className: "quiet", textContent: text }) : "";
}

function statusOf({ report }, url) {
  const key = url.replace(/^data:.*/s, "data:");
  return report?.scripts?.find((script) => script.url === key || script.url === url);
}

/** Returns the stack of a node as a text, innermost first, as errors have it. */
export function stackOf(session, settings, node) {
  const lines = [];
  for (let at = node; at > 0; at = session.tree.parents[at]) {
    const fn = session.tree.functions[at];
    lines.push(`    at ${session.labels[settings.names][fn]} (${whole(placesOf(session, settings)[fn])})`);
  }
  return lines.join("\n");
}

/** Lists the long tasks that the browser saw, or else the longest stretches without a pause, each as a button. */
export function showStretches(session, settings, choose) {
  const isRecorded = session.tasks.length > 0;
  const all = isRecorded ? session.tasks : session.stretches;
  byId("tasks").hidden = !session.isTimed;
  byId("stretches-title").textContent = isRecorded ? "Long tasks" : "Longest stretches without a pause";
  byId("stretches-note").textContent = isRecorded ? "As the browser recorded them." : "Computed from the samples: several short tasks in a row may be one stretch.";
  const items = all.slice(0, MOST_STRETCHES).map((stretch) => {
    const way = heaviest(stretch, session.recording, session.times, session.tree).map((fn) => session.labels[settings.names][fn]);
    const names = way.length > 3 ? [way[0], "…", ...way.slice(-2)] : way;
    const button = link(
      () => choose(stretch),
      make("b", { textContent: time(stretch.end - stretch.start) }),
      name(names.join(" › ") || "(no samples)"),
      make("span", { className: "quiet", textContent: `from ${time(stretch.start)}` }),
    );
    return make("li", {}, button);
  });
  if (all.length > MOST_STRETCHES) {
    items.push(make("li", { className: "quiet", textContent: `and ${all.length - MOST_STRETCHES} more of ${LONG_US / 1000} ms or longer` }));
  }
  byId("stretches").replaceChildren(...items);
  byId("no-stretches").hidden = items.length > 0;
  showMarks(session, choose);
}

const MOST_MARKS = 100;

/** Lists the page's own marks and measures. */
function showMarks({ recording, times, isTimed }, choose) {
  const marks = (isTimed && recording.marks?.filter(({ end }) => end >= times.start)) || [];
  byId("marks").hidden = marks.length === 0;
  byId("mark-list").replaceChildren(
    ...marks.slice(0, MOST_MARKS).map(({ name: label, start, end }) => {
      const [from, to] = [start - times.start, end - times.start];
      const text = [make("b", { textContent: end > start ? time(end - start) : "mark" }), name(shown(label)), make("span", { className: "quiet", textContent: `at ${time(from)}` })];
      return make("li", {}, end > start && to > 0 && from < times.end - times.start
        ? link(() => choose({ start: Math.max(0, from), end: Math.min(to, times.end - times.start) }), ...text)
        : make("span", { className: "line" }, ...text));
    }),
    ...(marks.length > MOST_MARKS ? [make("li", { className: "quiet", textContent: `and ${marks.length - MOST_MARKS} more` })] : []),
  );
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
export function showReport(session, showOthers) {
  const { summary: { mapped, total, pending = 0 }, report, recorded: places } = session;
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
    const reasons = reasonsOf(session);
    parts.push(make("p", {}, "No original for ", link(showOthers, count(total - mapped, "function")), `, in italics${reasons && ": "}${reasons}.`));
    if (!session.isSaved && session.sources.every(takesMaps)) {
      parts.push(make("p", {}, link(() => byId("add-maps").click(), "Add source maps…"), " Choose the folder of your build if you have it here."));
    }
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
function reasonsOf(session) {
  const { generated = 0, strange = 0, scripts = [] } = session.report ?? {};
  const failed = new Set(scripts.filter(({ status }) => !["found", "script-missing"].includes(status)).map(({ url }) => url));
  const unmapped = session.recorded.filter(({ url }, fn) => url !== "" && !session.mapped[fn]);
  const unread = unmapped.filter(({ url }) => failed.has(url.replace(/^data:.*/s, "data:"))).length;
  const others = unmapped.length - generated - strange;
  const reasons = [
    generated > 0 && "made by the build tool",
    strange > 0 && "unknown to the script",
    unread > 0 && "of a script without a usable source map, see below",
    others > unread && "not in a source map",
  ];
  return reasons.filter(Boolean).join(", or ");
}

/** Returns the line to start the service with, so that it may fetch from the origin of a script. */
function startLine(url) {
  if (!URL.canParse(url) || !/^https?:\/\/[\w.:[\]-]+$/.test(new URL(url).origin)) {
    return "";
  }
  const text = `SYMBOLICATOR_FETCH_ALLOWED_ORIGINS='*,${new URL(url).origin}' java -jar target/quarkus-app/quarkus-run.jar`;
  return make("p", {}, "If this is your own server and it runs, start the service with ", make("code", { textContent: text }));
}

const hostOf = (url) => (URL.canParse(url) ? shown(new URL(url).host) : "this address");

function scriptList(scripts) {
  const sorted = [...scripts].sort((a, b) => (a.status === "found") - (b.status === "found"));
  const items = sorted.slice(0, MOST_SCRIPTS).map(({ url, status, detail }) => {
    const isFound = status === "found";
    return make(
      "li",
      {},
      make("span", { className: isFound ? "status" : "status failed", textContent: status.replaceAll("-", " ") }),
      name(displayUrl(url)),
      ...(status === "blocked"
        ? [
            make("p", {}, `The service may not ask ${hostOf(url)}. `, link(() => byId("add-maps").click(), "Choose your build’s folder"), " in its place."),
            make("details", {}, make("summary", { textContent: "For whoever runs the service" }), make("p", { textContent: detail }), startLine(url)),
          ]
        : [make("p", { textContent: detail })]),
    );
  });
  if (sorted.length > MOST_SCRIPTS) {
    items.push(make("li", { textContent: `and ${sorted.length - MOST_SCRIPTS} more` }));
  }
  return make("ul", { className: "reasons" }, ...items);
}
