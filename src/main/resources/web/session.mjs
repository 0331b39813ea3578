// The profiles that are shown, with their names before and after, and all that is computed from both: one recording or
// five hundred, merged or compared.
import { breath } from "./dom.mjs";
import { askAll } from "./service.mjs";
import { ALL_SHARES, displayName, displayPlace, fileOf, isMapped, kindOf, shown, whole } from "./texts.mjs";
import { callTree, childrenOf, functionTimes, leftHeavy, longStretches, sandwichOf, timeOrder, weigh, within } from "./tree.mjs";
import { inWorker } from "./worker.mjs";

/** A search for this text finds the functions without an original. */
export const NO_ORIGINAL = "no original";

/** So many recordings are also shown one by one. */
const MOST_TABS = 200;
/** The dimension of the files that were opened first, and those that they are compared with. */
export const BY_FILES = "(files)";

/** A trait with more values is no dimension that people compare by. */
const MOST_VALUES = 40;

/** Formats that the service cannot symbolicate. */
const FINAL = ["pprof", "collapsed"];
const NO_REPORT = ["sentry-envelope", "datadog-multipart", "speedscope"];

/** A recording of more samples takes as long as many profiles. */
const MANY = 50_000;

/** The weighed samples of each recording, by its list of stacks. */
const WEIGHED = new WeakMap();

/** A file that is no profile to be drawn: a stack, a heap snapshot, or another one. */
export class OtherFile extends Error {
  constructor(file, opened) {
    super("This file is not drawn.");
    Object.assign(this, { file, opened });
  }
}

export class Session {
  /**
   * Reads files.
   *
   * @throws if none can be drawn; an OtherFile if the page never draws its format. Of many, those that cannot are left out
   */
  static async read(files, progress) {
    const sources = [];
    const failures = [];
    for (const [i, file] of files.entries()) {
      const part = (share) => progress?.((i + share) / files.length);
      try {
        const opened = await inWorker("openFile", file, { progress: part, isBatch: files.length > 1 });
        if (opened.kind === "profiles") {
          sources.push({ file, ...opened });
        } else {
          failures.push(new OtherFile(file, opened));
        }
      } catch (failure) {
        failures.push(failure);
      }
      part(1);
    }
    if (sources.length === 0) {
      throw failures[0];
    }
    return new Session(sources, { leftOut: failures.length });
  }

  constructor(sources, { leftOut = 0 } = {}) {
    this.sources = sources;
    this.leftOut = leftOut;
    this.group = sources.map(() => 0);
    this.#take();
  }

  /** Returns another session of the same profiles, to compute from while this one is shown. */
  copy() {
    return Object.assign(new Session(this.sources), this);
  }

  /** Returns a session of a saved page. */
  static saved({ recordings, report, comparison, range, tab, pending, group, sources: files, leftOut }) {
    const sources = files.map((name, i) => ({ file: { name }, recordings: recordings.filter(({ source }) => source === i) }));
    const session = new Session(sources, { leftOut });
    session.group = group;
    Object.assign(session, { report, pending, comparison, range, tab, isAsked: true, isSaved: true });
    return session;
  }

  /** Returns what a saved page needs: recordings with their names, and which of them are shown. */
  toSave() {
    const { recordings, report, comparison, range, tab, pending, group, sources, leftOut } = this;
    const plain = ({ fns, file, ...recording }) => ({ ...recording, places: recording.places.map(withoutData), current: recording.current.map(withoutData) });
    return { recordings: recordings.map(plain), report, comparison, range, tab, pending, group, leftOut, sources: sources.map(({ file }) => file.name) };
  }

  /** Adds the files of another session, as a second group to compare with. */
  compareWith(other) {
    const isBefore = this.sources.map((_, i) => this.group[i] === 0);
    this.sources = [...this.sources.filter((_, i) => isBefore[i]), ...other.sources];
    this.group = [...isBefore.filter(Boolean).map(() => 0), ...other.sources.map(() => 1)];
    this.#take();
    this.compareFiles();
  }

  /** Compares the files of the first group with those of the second. */
  compareFiles() {
    this.compare({ by: BY_FILES, before: "0", after: "1" });
  }

  #take() {
    this.recordings = this.sources.flatMap(({ recordings, file }, source) =>
      recordings.map((recording) => ({ ...recording, source, current: recording.current ?? recording.places, file })),
    );
    this.comparison = undefined;
    this.range = undefined;
    this.tabs = this.#makeTabs();
    this.tab = 0;
  }

  /** Recordings of several files or lines are one tab, and so is each alone. Threads and types of values are tabs only. */
  #makeTabs() {
    const { recordings, sources } = this;
    const release = this.releases && this.releases.key;
    const titleOf = ({ file, title, line, traits }) => [
      sources.length > 1 ? file.name : "", line > 0 || sources.some((each) => each.lines?.length > 1) ? `profile ${line + 1}` : "", title, release && traits?.[release],
    ].filter(Boolean).join(", ");
    const single = recordings.map((recording, i) => ({ title: titleOf(recording) || recording.file.name, members: [i] }));
    if (single.length === 1) {
      return single;
    }
    const first = recordings[0];
    const main = recordings.flatMap((recording, i) => (recording.unit === first.unit && isFirstOfFile(recordings, i) ? [i] : []));
    return main.length > 1
      ? [{ title: `All ${main.length} profiles`, members: main }, ...single.slice(0, MOST_TABS)]
      : single;
  }

  get members() {
    return this.tabs[this.tab].members;
  }

  /** The name of what is shown. */
  get title() {
    const { sources } = this;
    return sources.length === 1 ? sources[0].file.name : `${sources[0].file.name} and ${sources.length - 1} more`;
  }

  get file() {
    return this.sources[0].file;
  }

  /** The only recording that is shown, or undefined. */
  get recording() {
    return this.members.length === 1 ? this.recordings[this.members[0]] : undefined;
  }

  get unit() {
    return this.comparison?.isNormal ? "share" : this.recordings[this.members[0]].unit;
  }

  /** Tells whether what is shown has an order of time. */
  get isTimed() {
    return this.recording?.times !== undefined && this.comparison === undefined;
  }

  /** Tells whether the service can name anything here. */
  get canAsk() {
    return this.recordings.some(({ format }) => !FINAL.includes(format));
  }

  /** Shows another tab. */
  choose(tab) {
    this.tab = tab;
    this.range = undefined;
    this.comparison = undefined;
  }

  /** Returns by which traits profiles differ, each with its values and how many profiles have each. */
  get dimensions() {
    const dimensions = new Map();
    for (const { traits = {}, source } of this.recordings) {
      const all = this.group[source] !== undefined && this.group.some((group) => group === 1) ? { ...traits, [BY_FILES]: String(this.group[source]) } : traits;
      for (const [key, value] of Object.entries(all)) {
        const values = dimensions.get(key) ?? new Map();
        values.set(value, (values.get(value) ?? 0) + 1);
        dimensions.set(key, values);
      }
    }
    // A value that each profile has for itself, such as its start, is nothing to compare by.
    const isShared = (key, { size }) => key === BY_FILES || (size < this.recordings.length && size <= MOST_VALUES) || (this.recordings.length === 2 && !/time/i.test(key));
    return new Map([...dimensions].filter(([key, values]) => values.size > 1 && isShared(key, values)));
  }

  /** Returns the two releases of which all profiles are, the older one first, and how the file calls them; or undefined. */
  get releases() {
    const key = [...this.dimensions.keys()].find((each) => /^(?:release|version|build|service\.version)$/i.test(each));
    const values = [...(this.dimensions.get(key)?.keys() ?? [])].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    return values.length === 2 ? { key, values } : undefined;
  }

  /** Returns the comparison that an address names, if there are such profiles here. */
  comparisonOf(text) {
    try {
      const [isNormal, by, before, after] = JSON.parse(text);
      const values = this.dimensions.get(by);
      return values?.has(before) && (after === "" || values.has(after)) ? { isNormal: isNormal === true, by, before, after } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Compares the profiles of one value of a dimension with those of another. */
  compare(comparison) {
    const { isNormal = true, by, before, after } = comparison ?? {};
    this.comparison = comparison && { isNormal, by, before, after };
    this.range = undefined;
    if (comparison) {
      this.tab = 0;
    }
  }

  /** Returns 0 for a recording of the set before, 1 for one of that after, and −1 for others. */
  #setOf({ traits = {}, source }) {
    const { by, before, after } = this.comparison;
    const value = by === BY_FILES ? String(this.group[source]) : Object.hasOwn(traits, by) ? traits[by] : undefined;
    return value === before ? 0 : value === after || (after === "" && value !== undefined) ? 1 : -1;
  }

  /**
   * Asks the service for the names. `maps` are source maps from the desk.
   *
   * @param {(done: number, all: number) => void} progress
   * @returns what `answer` takes
   */
  async ask(token, maps, progress) {
    return askAll(this.sources, { token, maps, progress, hasReport: ({ recordings: [first] }) => !NO_REPORT.includes(first.format), isFinal: ({ recordings: [first] }) => FINAL.includes(first.format) });
  }

  /** Takes the service's answers. */
  answer(answers) {
    this.sources.forEach((source, i) => {
      const { recordings, failure } = answers[i] ?? {};
      source.failure = failure;
      if (recordings) {
        source.recordings.forEach((recording, r) => Object.assign(recording, answered(recording, recordings[r])));
      }
    });
    this.report = merge(answers.flatMap((answer) => answer?.reports ?? []));
    this.pending = this.report?.pending ?? answers.reduce((sum, answer) => sum + (answer?.summary?.pending ?? 0), 0);
    this.problems = answers.flatMap((answer) => answer?.problems ?? []);
    const { tab, comparison, range } = this;
    this.#take();
    Object.assign(this, { tab, comparison, range, isAsked: true });
  }

  /** Gives each distinct function an index and a name, before anything is computed: those of one id are one, or else those of one name and place. */
  rename(settings = {}) {
    const known = new Map();
    // Texts as long as whole scripts are slow keys, so each URL has a number.
    const urls = new Map();
    const keyOf = ({ name, url, line, column }) => {
      if (!urls.has(url)) {
        urls.set(url, urls.size);
      }
      return `${name}\0${urls.get(url)}\0${line}\0${column}`;
    };
    const functions = { places: [], recorded: [], mapped: [], infos: [], copies: [] };
    for (const recording of this.recordings) {
      const { places, current, info } = recording;
      recording.fns = Int32Array.from(places, (recorded, entry) => {
        const place = current[entry] ?? recorded;
        const about = infoOf(info, entry);
        const key = about.id ?? keyOf(place);
        let fn = known.get(key);
        if (fn === undefined) {
          fn = functions.places.push(place) - 1;
          known.set(key, fn);
          functions.recorded.push(recorded);
          functions.mapped.push(isMapped(recorded, place));
          functions.infos.push(about);
          functions.copies.push(new Set());
        }
        functions.copies[fn].add(keyOf(recorded));
        return fn;
      });
    }
    Object.assign(this, functions);
    this.kinds = this.places.map((place, fn) => kindOf(place, this.infos[fn].origin, settings.paths));
    const named = this.places.map((place, fn) => displayName({ ...place, name: place.name || this.infos[fn].role || "" }));
    this.labels = {
      minified: this.recorded.map(displayName),
      original: named,
      qualified: named.map((name, fn) => (this.infos[fn].qualified ? displayName({ ...this.places[fn], name: this.infos[fn].qualified }) : name)),
    };
  }

  /** How many of the functions of scripts show their original. */
  get summary() {
    const total = this.places.filter(({ url }) => url !== "").length;
    return { mapped: this.mapped.filter(Boolean).length, total, pending: this.pending ?? 0 };
  }

  /** Tells whether a function of a script has no original in the answer. */
  isUnmapped(fn) {
    return this.isAsked === true && !this.mapped[fn] && this.recorded[fn].url !== "" && this.kinds[fn] !== "browser";
  }

  /** Returns the weighed samples of a recording. */
  #weighed(index) {
    const { sampleStacks } = this.recordings[index];
    if (!WEIGHED.has(sampleStacks)) {
      const times = weigh(this.recordings[index]);
      WEIGHED.set(sampleStacks, { times, stretches: longStretches(this.recordings[index], times) });
    }
    return WEIGHED.get(sampleStacks);
  }

  /** Computes the call tree and the times of functions anew. */
  async compute(settings) {
    const chosen = this.members
      .map((index) => ({ index, recording: this.recordings[index], set: this.comparison ? this.#setOf(this.recordings[index]) : 0 }))
      .filter(({ set }) => set >= 0);
    const members = [];
    for (const { index, recording, set } of chosen) {
      const { times } = this.#weighed(index);
      members.push({ recording, fns: recording.fns, set, times, weights: this.isTimed ? within(recording, times, this.range) : times.weights });
      if (members.length % 32 === 0 || recording.sampleStacks.length > MANY) {
        await breath();
      }
    }
    const sum = (set) => members.filter((member) => member.set === set).reduce((all, { weights }) => all + weights.reduce((us, each) => us + each, 0), 0);
    const sums = [sum(0), sum(1)];
    this.counts = [0, 1].map((set) => members.filter((member) => member.set === set).length);
    const scales = this.comparison && (this.comparison.isNormal ? sums.map((us) => (us > 0 ? ALL_SHARES / us : 0)) : this.counts.map((count) => 1 / (count || 1)));
    this.sums = sums;
    this.tree = await callTree(members, { isHidden: (fn) => settings[this.kinds[fn]] === "hidden", isFolded: settings.recursion === "folded", scales });
    const { tree } = this;
    await breath();
    tree.children = childrenOf(tree);
    await breath();
    this.functionTimes = functionTimes(tree, this.places.length);
    this.sideTimes = tree.sides?.map((side) => functionTimes(tree, this.places.length, side));
    this.times = this.recording && !this.comparison ? { ...this.#weighed(this.members[0]).times, busy: this.range ? sums[0] : this.#weighed(this.members[0]).times.busy } : together(members, this.comparison ? this.tree.total[0] : sums[0]);
    this.stretches = this.isTimed ? this.#weighed(this.members[0]).stretches : [];
    this.tasks = this.isTimed ? tasksOf(this.recording, this.times) : [];
  }

  /** Lays the call tree out as the settings say. */
  async layout(settings) {
    return settings.view === "time" && this.isTimed ? timeOrder(this.recording, this.times, this.tree) : leftHeavy(this.tree);
  }

  /** Lays out the callees and the callers of a function. */
  sandwich(fn) {
    const { callees, callers } = sandwichOf(this.tree, fn);
    return { callees: { tree: callees, layout: leftHeavy(callees) }, callers: { tree: callers, layout: leftHeavy(callers) } };
  }

  /** Returns the change of a function, or of a node of a tree, from before to after: shares, or else times of a profile. */
  changeOf(sides, column, index) {
    const wholes = this.comparison.isNormal ? this.sums : this.counts;
    const [before, after] = sides.map((side, i) => side[column][index] / (wholes[i] || 1));
    return { before, after, change: after - before };
  }

  /** Tells whether a function's name or place contains a text in lower case, or is found by a regular expression. */
  matches(fn, text, names) {
    if (text === NO_ORIGINAL) {
      return this.isUnmapped(fn);
    }
    const place = names === "minified" ? this.recorded[fn] : this.places[fn];
    const texts = [this.labels[names][fn], this.infos[fn].package ?? "", place.url.slice(0, 4096)];
    return text instanceof RegExp ? texts.some((each) => text.test(each)) : texts.some((each) => each.toLowerCase().includes(text));
  }

  /** Returns what a row shows of a comparison; nothing without one. */
  #changes(sides, index) {
    return sides ? { ...this.changeOf(sides, "self", index), totalChange: this.changeOf(sides, "total", index).change } : {};
  }

  /** Returns the rows of the table of functions. */
  rows(settings, linkOf) {
    const rows = [];
    this.functionTimes.total.forEach((total, fn) => {
      if (total > 0) {
        rows.push(this.row(fn, settings, linkOf));
      }
    });
    return rows;
  }

  /** Returns what a table shows of a function. */
  row(fn, { names }, linkOf) {
    const place = names === "minified" ? this.recorded[fn] : this.places[fn];
    return {
      fn,
      name: this.labels[names][fn],
      place: displayPlace(place),
      where: [whole(place), this.infos[fn].package ? `package ${this.infos[fn].package}` : ""].filter(Boolean).join(", "),
      kind: this.kinds[fn],
      link: this.mapped[fn] ? linkOf(this.places[fn]) : undefined,
      self: this.functionTimes.self[fn],
      total: this.functionTimes.total[fn],
      copies: this.copies[fn].size,
      isUnmapped: this.isUnmapped(fn),
      ...this.#changes(this.sideTimes, fn),
    };
  }

  /**
   * Returns the rows of a table of packages, and of the files that are of none. Each is chosen by its slowest function.
   *
   * @param {boolean[]} [found] tells of which functions one must be in a row
   */
  moduleRows(settings, linkOf, found) {
    const known = new Map();
    const modules = [];
    const moduleOf = this.places.map((place, fn) => {
      const key = this.infos[fn].package ?? place.url;
      if (!known.has(key)) {
        known.set(key, modules.push({ title: moduleTitle(this.infos[fn].package, place), slowest: fn, functions: 0, isFound: found === undefined }) - 1);
      }
      return known.get(key);
    });
    const { self, total } = this.functionTimes;
    moduleOf.forEach((at, fn) => {
      const module = modules[at];
      module.functions += total[fn] > 0 ? 1 : 0;
      module.isFound ||= found?.[fn] === true;
      module.slowest = self[fn] > self[module.slowest] ? fn : module.slowest;
    });
    const functions = this.tree.functions.map((fn) => (fn < 0 ? fn : moduleOf[fn]));
    const timesOf = (times) => functionTimes({ ...this.tree, functions }, modules.length, times);
    const times = timesOf(this.tree);
    const sides = this.tree.sides?.map(timesOf);
    return modules.flatMap(({ title, slowest, functions: length, isFound }, at) => (isFound && times.total[at] > 0
      ? [{
          ...this.row(slowest, settings, linkOf), name: title, place: this.labels[settings.names][slowest], link: undefined, copies: 1, isUnmapped: false,
          functions: length, self: times.self[at], total: times.total[at],
          ...this.#changes(sides, at),
        }]
      : []));
  }

  /** Returns the function of the user's own code with most self time, or −1. */
  slowestOwn() {
    const { self } = this.functionTimes;
    return self.reduce((best, us, fn) => (this.kinds[fn] === "own" && us > (self[best] ?? 0) ? fn : best), -1);
  }

  /** Returns the function whose self time grew most, or −1. */
  mostChanged() {
    const { self } = this.functionTimes;
    const grown = (fn) => (fn < 0 ? 0 : this.changeOf(this.sideTimes, "self", fn).change);
    return self.reduce((best, _, fn) => (grown(fn) > grown(best) ? fn : best), -1);
  }
}

function moduleTitle(packageName, place) {
  return packageName ? shown(packageName) : place.url === "" ? "(browser)" : shown(fileOf(place.url));
}

const LONGEST_URL = 2000;

/** A place whose URL is not a whole script: only the beginning of a `data:` URL names its file. */
function withoutData(place) {
  return place.url.length > LONGEST_URL ? { ...place, url: place.url.slice(0, LONGEST_URL / 10) } : place;
}

function isFirstOfFile(recordings, i) {
  return recordings[i].line !== undefined || recordings[i - 1]?.source !== recordings[i].source;
}

/** Returns what an answer says of a recording. Lists of another length belong to another file. */
function answered({ places, lines }, answer) {
  const markers = answer?.places && places.slice(answer.places.length);
  return answer?.places ? { current: [...answer.places, ...markers], info: answer.info, lines: answer.lines ?? lines } : {};
}

/** Returns the columns of the service for a place. */
function infoOf(info, entry) {
  const text = (column) => {
    const value = info?.strings?.[info[column]?.[entry]];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return info ? { id: text("id"), origin: text("origin"), role: text("role"), qualified: text("qualified"), package: text("package") } : {};
}

/** Adds reports up; a script's status is the first one. */
function merge(reports) {
  if (reports.length === 0) {
    return undefined;
  }
  const sum = { scripts: [] };
  const urls = new Set();
  for (const { scripts = [], notes, ...counts } of reports) {
    for (const [key, count] of Object.entries(counts).filter(([, value]) => typeof value === "number")) {
      sum[key] = (sum[key] ?? 0) + count;
    }
    sum.scripts.push(...scripts.filter(({ url }) => !urls.has(url)));
    scripts.forEach(({ url }) => urls.add(url));
    sum.notes ??= notes;
  }
  return sum;
}

/** Returns the index of the first time that is not before another one. */
function firstFrom(times, us) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = times[middle] < us ? [middle + 1, high] : [low, middle];
  }
  return low;
}

function together(members, busy) {
  return { start: 0, end: busy, busy, unknown: members.reduce((sum, { times }) => sum + times.unknown, 0) };
}

/** Returns the long tasks of the recording itself, with their first and last sample, the longest first. */
function tasksOf({ tasks = [], times }, { start, end }) {
  return tasks
    .map((task) => {
      const range = { start: Math.max(0, task.start - start), end: Math.min(task.end - start, end - start) };
      return { ...range, first: firstFrom(times, task.start), last: firstFrom(times, task.end) - 1 };
    })
    .filter((task) => task.end > task.start && task.last >= task.first)
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
}
