// Source texts of dropped source maps, and the time of their lines. The service gives no source text out.
import { make, name } from "./dom.mjs";
import { amount, shown } from "./texts.mjs";

const LINES_BEFORE = 3;
const LINES_AFTER = 60;

/** Returns the segments of a path or URL, without those that lead nowhere. */
function segmentsOf(url) {
  return url.replace(/[?#].*$/s, "").replace(/^[a-z][\w+.-]*:(?:\/\/[^/]*)?/i, "").split(/[/\\]/).filter((segment) => !["", ".", ".."].includes(segment));
}

export class SourceTexts {
  /** Texts by the last segment of their path. */
  #texts = new Map();

  /** Takes the texts of a source map, of sections too. */
  add(map) {
    for (const { map: section } of map?.sections ?? []) {
      this.add(section);
    }
    (map?.sources ?? []).forEach((source, i) => {
      const text = map.sourcesContent?.[i];
      if (typeof source === "string" && typeof text === "string") {
        this.put(`${map.sourceRoot ?? ""}/${source}`, text);
      }
    });
  }

  put(path, text) {
    const segments = segmentsOf(path);
    const key = segments.at(-1);
    this.#texts.set(key, [...(this.#texts.get(key) ?? []).filter((each) => each.path !== path), { path, segments, text }]);
  }

  /** Returns the text whose path has most last segments in common with a URL, if no other has as many. */
  of(url) {
    const wanted = segmentsOf(url);
    const ranked = (this.#texts.get(wanted.at(-1)) ?? [])
      .map(({ segments, text }) => ({ text, common: commonEnd(segments, wanted) }))
      .sort((a, b) => b.common - a.common);
    return ranked.length === 1 || ranked[0]?.common > ranked[1]?.common || ranked[0]?.text === ranked[1]?.text ? ranked[0]?.text : undefined;
  }

  /** All texts of some URLs, for a saved page. */
  toSave(urls) {
    return [...new Set(urls)].flatMap((url) => {
      const text = this.of(url);
      return text === undefined ? [] : [[url, text]];
    });
  }
}

function commonEnd(a, b) {
  let common = 0;
  while (common < a.length && common < b.length && a.at(-1 - common) === b.at(-1 - common)) {
    common++;
  }
  return common;
}

/** Returns the self time of each line of a function, where the recording knows which lines ran. */
export function lineTimes(session, fn) {
  const times = new Map();
  for (const index of session.members) {
    const { lines, sampleStacks, tree, fns } = session.recordings[index];
    const { weights } = session.recording ? session.times : {};
    if (!lines || !weights) {
      continue;
    }
    for (let i = 0; i < sampleStacks.length; i++) {
      if (lines[i] > 0 && sampleStacks[i] >= 0 && fns[tree.functions[sampleStacks[i]]] === fn) {
        times.set(lines[i], (times.get(lines[i]) ?? 0) + weights[i]);
      }
    }
  }
  return times;
}

/** Makes the lines of a function, its first one marked, with their times. */
export function sourceOf(session, fn, texts) {
  const { url, line } = session.places[fn];
  const text = url === "" ? undefined : texts.of(url);
  if (text === undefined) {
    return undefined;
  }
  const lines = text.split(/\r\n|[\n\r]/);
  const times = lineTimes(session, fn);
  const most = Math.max(1, ...times.values());
  const first = Math.max(1, line - LINES_BEFORE);
  const last = Math.min(lines.length, Math.max(line + LINES_AFTER, ...[...times.keys()].filter((each) => each < line + 10 * LINES_AFTER)));
  const rows = [];
  for (let number = first; number <= last; number++) {
    const us = times.get(number);
    const heat = make("td", { className: "number", textContent: us ? amount(us, session.unit) : "" });
    if (us) {
      heat.style.setProperty("--heat", `${Math.round((100 * us) / most)}%`);
      heat.classList.add("heat");
      heat.dataset.us = us;
    }
    rows.push(make("tr", { className: number === line ? "begin" : "" }, heat, make("td", { className: "number quiet", textContent: number }), make("td", {}, name(shown(lines[number - 1] ?? "", 500)))));
  }
  return make("table", { className: "source" },
    make("caption", { className: "quiet" }, "Source of ", name(shown(url)), times.size > 0 ? ", with the time of each line" : ", the function’s first line marked: this profile does not say which lines ran"),
    make("tbody", {}, ...rows));
}
