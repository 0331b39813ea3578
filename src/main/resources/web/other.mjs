// Shows files that are no flame graph: an error's stack beside its originals, and the summary of a heap snapshot.
import { byId, make, name } from "./dom.mjs";
import { symbolicate } from "./service.mjs";
import { amount, count, shown } from "./texts.mjs";

const MOST_LINES = 500;
const MOST_ROWS = 200;

/**
 * Asks the service for such a file.
 *
 * @returns {Promise<() => void>} what shows the answer
 */
export async function showOther(file, opened, token, maps) {
  if (opened.kind === "stack") {
    const { answer, summary } = await symbolicate(new File([opened.text], "stack.txt"), {}, token, maps);
    const text = await answer.text();
    return () => showStack(opened.text, text, summary);
  }
  if (opened.kind === "snapshot") {
    const { answer } = await symbolicate(file, { summary: "true" }, token);
    const summary = JSON.parse(await answer.text());
    return () => showSnapshot(summary);
  }
  const { summary } = await symbolicate(file, {}, token, maps);
  return () => showTitles("Symbolicated, but not drawn", `${placesOf(summary)} Open the answer with the tool that made the file.`);
}

function placesOf({ mapped = 0, total = 0 }) {
  return `${mapped} of ${count(total, "place")} ${mapped === 1 ? "shows its" : "show their"} original.`;
}

function showTitles(title, counts, ...content) {
  byId("other-title").textContent = title;
  byId("other-counts").textContent = counts;
  byId("other-content").replaceChildren(...content);
}

function showStack(before, after, summary) {
  const lines = (text) => text.split(/\r?\n/).slice(0, MOST_LINES);
  const recorded = lines(before);
  const rows = lines(after).map((line, i) => make("div", { className: line === recorded[i] ? "" : "mapped", title: shown(recorded[i] ?? "", 1000) }, name(shown(line, 1000))));
  showTitles("The stack with its originals", placesOf(summary), make("pre", { className: "stack", tabIndex: 0, role: "region", ariaLabel: "Stack" }, ...rows),
    make("details", {}, make("summary", { textContent: "As it was" }), make("pre", { className: "stack" }, ...recorded.map((line) => make("div", {}, name(shown(line, 1000)))))));
}

function showSnapshot({ nodes, selfSize, constructors = [], functions = [] }) {
  const table = (title, entries) => {
    const head = make("tr", {}, ...["Name", "Source", "Count", "Size"].map((text, i) => make("th", { scope: "col", className: i > 1 ? "number" : "", textContent: text })));
    const rows = entries.slice(0, MOST_ROWS).map((entry) => make("tr", {},
      make("td", {}, name(shown(entry.name || "(anonymous)"))),
      make("td", {}, name(entry.source ? shown(`${entry.source.slice(entry.source.lastIndexOf("/") + 1)}:${entry.line}`) : "")),
      make("td", { className: "number", textContent: entry.count.toLocaleString("en") }),
      make("td", { className: "number", title: `${entry.selfSize} bytes`, textContent: amount(entry.selfSize, "bytes") })));
    return make("section", {}, make("h2", { textContent: title }), make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: title }, make("table", { className: "functions" }, make("thead", {}, head), make("tbody", {}, ...rows))));
  };
  showTitles("What the heap holds", `${count(nodes, "node")}, ${amount(selfSize, "bytes")}.`, table("Constructors", constructors), table("Functions with closures", functions));
}
