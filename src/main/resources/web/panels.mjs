// The texts around the flame graph: headline, details, blockings, and what was found in the sources.
import { byId, make, name } from "./dom.mjs";
import { count, displayPlace, displayUrl, share, shown, time, whole } from "./texts.mjs";
import { LONG_US, heaviest } from "./times.mjs";

const MOST_STRETCHES = 10;

/** Says what was loaded. */
export function showStatus({ file, times, recording, summary }, isWaiting) {
  const parts = [
    `${time(times.end - times.start)}, ${share(times.busy, times.end - times.start)} busy`,
    count(recording.times.length, "sample"),
    isWaiting ? "asking for the originals …" : summary ? `${share(summary.mapped, summary.total)} found in the sources` : "",
  ];
  byId("status").replaceChildren(name(shown(file.name)), ` · ${parts.filter(Boolean).join(" · ")}`);
}

/** Names the slowest function of the user's own code, as a button. */
export function showHeadline(session, settings, choose) {
  const fn = session.slowestOwn();
  if (fn < 0) {
    const words = session.times.busy > 0 ? "No time was spent in your own code." : "Nothing ran while this was recorded.";
    byId("headline").textContent = words;
    return;
  }
  const place = displayPlace(settings.names === "minified" ? session.recording.places[fn] : session.places[fn]);
  const button = make("button", { type: "button" }, name(session.labels[settings.names][fn]));
  button.addEventListener("click", () => choose(fn));
  const us = session.functionTimes.self[fn];
  byId("headline").replaceChildren(
    "Slowest in your code: ",
    button,
    place ? " in " : "",
    name(place),
    `, ${time(us)}, which is ${share(us, session.times.busy)} of the busy time.`,
  );
}

/** Says what the picture leaves out, and why many names may be missing. */
export function showNote(settings, { times, summary }) {
  const nouns = { own: "your own code", library: "libraries", browser: "the browser" };
  const hidden = Object.keys(nouns).filter((kind) => settings[kind] === "hidden");
  const words = [];
  if (summary?.total > 0 && summary.mapped < summary.total / 2) {
    words.push(`Most functions were not found in the sources: “${byId("scripts-title").textContent}” below says why.`);
  }
  if (hidden.length > 0) {
    words.push(`The time of ${hidden.map((kind) => nouns[kind]).join(" and ")} counts for the callers.`);
  }
  if (times.unknown > 0) {
    words.push(`For ${time(times.unknown)} the browser took no samples; that time is left out.`);
  }
  byId("note").textContent = words.join(" ");
}

/** Returns one line about a function. */
export function lineAbout(session, settings, fn) {
  const { self, total } = session.functionTimes;
  const place = displayPlace(settings.names === "minified" ? session.recording.places[fn] : session.places[fn]);
  const parts = [session.labels[settings.names][fn], place, `self ${time(self[fn])}`, `total ${time(total[fn])}`];
  return parts.filter(Boolean).join(" · ");
}

/** Shows the selected box, or nothing. */
export function showDetails(session, settings, selection, { link, zoomIn }) {
  if (!selection) {
    byId("details").replaceChildren();
    return;
  }
  const { fn, start, end } = selection;
  const { self, total } = session.functionTimes;
  const { busy } = session.times;
  const [shownPlace, otherPlace] = [session.places[fn], session.recording.places[fn]];
  const names = settings.names === "minified" ? ["minified", "original"] : ["original", "minified"];
  const places = settings.names === "minified" ? [otherPlace, shownPlace] : [shownPlace, otherPlace];
  const where = whole(places[0]);
  const zoom = make("button", { type: "button", textContent: "Zoom in" });
  zoom.addEventListener("click", zoomIn);
  byId("details").replaceChildren(
    make("span", { className: "title" }, make("i", { className: `swatch ${session.kinds[fn]}` }), name(session.labels[names[0]][fn])),
    link ? make("a", { href: link, target: "_blank", rel: "noopener noreferrer" }, name(where)) : name(where),
    make("span", { textContent: `Self ${time(self[fn])} (${share(self[fn], busy)})` }),
    make("span", { textContent: `Total ${time(total[fn])} (${share(total[fn], busy)})` }),
    make("span", { textContent: `This box ${time(end - start)}` }),
    session.mapped[fn]
      ? make("span", { className: "quiet" }, `${names[1]}: `, name(`${session.labels[names[1]][fn]} ${whole(places[1])}`))
      : "",
    zoom,
  );
}

/** Lists the longest stretches without a pause, each as a button. */
export function showStretches(session, settings, choose) {
  const items = session.stretches.slice(0, MOST_STRETCHES).map((stretch) => {
    const fn = heaviest(stretch, session.recording, session.times, session.tree);
    const button = make(
      "button",
      { type: "button" },
      make("b", { textContent: time(stretch.end - stretch.start) }),
      name(fn < 0 ? "" : session.labels[settings.names][fn]),
      make("span", { className: "quiet", textContent: `at ${time(stretch.start)}` }),
    );
    button.addEventListener("click", () => choose(stretch));
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
export function showReport({ summary: { mapped = 0, total = 0, pending = 0 }, report, recording: { places } }) {
  const filled = make("span");
  filled.style.width = `${total ? (100 * mapped) / total : 0}%`;
  const parts = [
    make("p", { textContent: `${mapped} of ${count(total, "function")} (${share(mapped, total)}) show their original.${mapped < total ? " The others are in italics." : ""}` }),
    make("div", { className: "meter" }, filled),
  ];
  if (report?.scripts?.length > 0) {
    const data = places.find(({ url }) => url.startsWith("data:"))?.url;
    parts.push(scriptList(report.scripts.map((script) => (script.url === "data:" && data ? { ...script, url: data } : script))));
  } else if (!report) {
    parts.push(make("p", { className: "quiet", textContent: "This format has no room for the reasons." }));
  }
  byId("scripts").replaceChildren(...parts);
  byId("again").hidden = pending === 0;
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
