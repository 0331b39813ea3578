// A profile with its names, before and after, and all that is computed from both.
import { breath } from "./dom.mjs";
import { displayName, displayPlace, isMapped, kindOf, whole } from "./texts.mjs";
import { readAnswer, readRecording } from "./read.mjs";
import { symbolicate } from "./service.mjs";
import { callTree, functionTimes, leftHeavy, longStretches, timeOrder, weigh } from "./tree.mjs";

/** A search for this text finds the functions without an original. */
export const NO_ORIGINAL = "no original";

export class Session {
  /** Reads a file; returns undefined if the page cannot draw it. */
  static async read(file) {
    const recording = await readRecording(file);
    return recording && new Session(file, recording);
  }

  constructor(file, recording) {
    this.file = file;
    this.recording = recording;
    this.times = weigh(recording);
    this.stretches = longStretches(recording, this.times);
    this.#name(recording.places);
  }

  /** Asks the service for the names. Formats that other systems read strictly have no report. */
  async ask(token) {
    const hasReport = ["js-self-profile", "cpuprofile"].includes(this.recording.format);
    const { answer, summary } = await symbolicate(this.file, hasReport ? { report: "true" } : {}, token);
    const { places, report } = await readAnswer(answer, this.recording);
    this.#name(places);
    const total = places.filter(({ url }) => url !== "").length;
    Object.assign(this, { blob: answer, report, summary: { ...summary, mapped: this.mapped.filter(Boolean).length, total } });
  }

  #name(places) {
    this.places = places;
    const { places: recorded } = this.recording;
    this.kinds = places.map(kindOf);
    this.mapped = places.map((place, fn) => isMapped(recorded[fn], place));
    this.labels = { minified: recorded.map(displayName), original: places.map(displayName) };
  }

  /** Tells whether a function of a script has no original in the answer. */
  isUnmapped(fn) {
    return this.blob !== undefined && !this.mapped[fn] && this.kinds[fn] !== "browser";
  }

  /** Computes the call tree and the times of functions anew. */
  async compute(settings) {
    this.tree = callTree(this.recording, this.times, (fn) => settings[this.kinds[fn]] === "hidden");
    await breath();
    this.functionTimes = functionTimes(this.tree, this.places.length);
  }

  /** Lays the call tree out as the settings say. */
  async layout(settings) {
    return settings.view === "time" ? timeOrder(this.recording, this.times, this.tree) : leftHeavy(this.tree);
  }

  /** Tells whether a function's name or place contains a text in lower case. */
  matches(fn, text, names) {
    if (text === NO_ORIGINAL) {
      return this.isUnmapped(fn);
    }
    const place = names === "minified" ? this.recording.places[fn] : this.places[fn];
    return this.labels[names][fn].toLowerCase().includes(text) || place.url.slice(0, 4096).toLowerCase().includes(text);
  }

  /** Returns the rows of the table; `second` is a profile to compare with, or undefined. */
  rows(settings, linkOf, second) {
    const aligned = second && align(this.places, second.places, second.functionTimes.self);
    const rows = [];
    this.functionTimes.total.forEach((total, fn) => {
      if (total > 0 || aligned?.self[fn] > 0) {
        rows.push({ ...this.#row(fn, settings, linkOf), fn, second: aligned?.self[fn] });
      }
    });
    const extra = (aligned?.extra ?? []).map((fn) => {
      const row = second.#row(fn, settings, linkOf);
      return { ...row, fn: -1, self: 0, total: 0, second: row.self };
    });
    return [...rows, ...extra];
  }

  #row(fn, { names }, linkOf) {
    const place = names === "minified" ? this.recording.places[fn] : this.places[fn];
    return {
      name: this.labels[names][fn],
      place: displayPlace(place),
      where: whole(place),
      kind: this.kinds[fn],
      link: linkOf(this.places[fn]),
      self: this.functionTimes.self[fn],
      total: this.functionTimes.total[fn],
      isUnmapped: this.isUnmapped(fn),
    };
  }

  /** Returns the function of the user's own code with most self time, or −1. */
  slowestOwn() {
    const { self } = this.functionTimes;
    return self.reduce((best, us, fn) => (this.kinds[fn] === "own" && us > (self[best] ?? 0) ? fn : best), -1);
  }
}

/**
 * Returns the second profile's self time of each function of the first. Functions are equal by name and place. If
 * builds moved a function, its name and file tell, unless two functions of a profile share both.
 * `extra` are functions that only the second profile has.
 */
export function align(places, others, otherSelf) {
  const self = new Float64Array(places.length);
  const taken = new Uint8Array(others.length);
  for (const keyOf of [exactKey, looseKey]) {
    const unique = keyOf === looseKey;
    const index = indexBy(places, keyOf, unique);
    const otherIndex = indexBy(others, keyOf, unique);
    others.forEach((place, other) => {
      const key = keyOf(place);
      const own = key === undefined || (unique && otherIndex.get(key) === -1) ? undefined : index.get(key);
      if (own >= 0 && !taken[other]) {
        self[own] += otherSelf[other];
        taken[other] = 1;
      }
    });
  }
  return { self, extra: [...others.keys()].filter((other) => !taken[other] && otherSelf[other] > 0) };
}

/** Returns the first index of each key; if `unique`, −1 for keys that occur twice. */
function indexBy(places, keyOf, unique) {
  const index = new Map();
  places.forEach((place, i) => {
    const key = keyOf(place);
    if (!index.has(key)) {
      index.set(key, i);
    } else if (unique) {
      index.set(key, -1);
    }
  });
  return index;
}

function exactKey({ name, url, line, column }) {
  return JSON.stringify([name, url, line, column]);
}

function looseKey({ name, url }) {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  return name === "" ? undefined : JSON.stringify([name, path]);
}
