// How long each sample counts, and the stretches in which the page was blocked.

const LEAST_CAP_US = 100_000;
const DEFAULT_GAP_US = 10_000;

/**
 * Weighs samples, in microseconds. A sample counts until the next one, but no longer than the cap; the last sample counts
 * as long as the median gap. A sample without a stack is idle and weighs 0. `unknown` is the time beyond the cap. A
 * recording that knows its end has samples for all its time, and no cap.
 */
export function weigh({ times, sampleStacks, interval, end: known }) {
  const gap = medianGap(times);
  const cap = known === undefined ? Math.max(10 * (interval || gap), LEAST_CAP_US) : Infinity;
  const lastGap = known >= times.at(-1) ? known - times.at(-1) : gap;
  const weights = new Float64Array(times.length);
  let busy = 0;
  let unknown = 0;
  for (let i = 0; i < times.length; i++) {
    const whole = i + 1 < times.length ? times[i + 1] - times[i] : lastGap;
    if (sampleStacks[i] < 0) {
      continue;
    }
    weights[i] = Math.min(whole, cap);
    busy += weights[i];
    unknown += whole - weights[i];
  }
  const last = times.length - 1;
  const start = last < 0 ? 0 : times[0];
  const end = last < 0 ? 0 : times[last] + weights[last];
  return { weights, gap, cap, start, end, busy, unknown };
}

/** Returns the median of the positive gaps, or 10 ms without any. */
function medianGap(times) {
  const gaps = [];
  for (let i = 1; i < times.length; i++) {
    if (times[i] > times[i - 1]) {
      gaps.push(times[i] - times[i - 1]);
    }
  }
  const sorted = Float64Array.from(gaps).sort();
  const middle = sorted.length >> 1;
  return sorted.length === 0 ? DEFAULT_GAP_US : Math.round((sorted[middle] + sorted[(sorted.length - 1) >> 1]) / 2);
}

/** A long task takes at least so long, by the definition of the Long Tasks API. */
export const LONG_US = 50_000;

/**
 * Finds runs of samples with a stack and without a gap over the cap. A run ends at the next sample,
 * or one interval after its last sample if that is earlier.
 *
 * @returns {{first: number, last: number, start: number, end: number}[]} the runs of 50 ms or more, the longest
 * first; start and end are microseconds since the first sample
 */
export function longStretches({ times, sampleStacks, interval }, { gap, cap, start }) {
  const runs = [];
  const close = (first, last) => {
    const step = interval || gap;
    const end = Math.min(times[last + 1] ?? Infinity, times[last] + step);
    if (end - times[first] >= LONG_US) {
      runs.push({ first, last, start: times[first] - start, end: end - start });
    }
  };
  let first = -1;
  for (let i = 0; i < times.length; i++) {
    if (first >= 0 && (sampleStacks[i] < 0 || times[i] - times[i - 1] > cap)) {
      close(first, i - 1);
      first = -1;
    }
    if (first < 0 && sampleStacks[i] >= 0) {
      first = i;
    }
  }
  if (first >= 0) {
    close(first, times.length - 1);
  }
  return runs.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
}

/** Returns the function with most self time within a stretch, or −1. */
export function heaviest(stretch, { sampleStacks }, { weights }, tree) {
  const self = new Map();
  for (let i = stretch.first; i <= stretch.last; i++) {
    const fn = tree.functions[tree.nodeOf[sampleStacks[i]]];
    if (fn >= 0) {
      self.set(fn, (self.get(fn) ?? 0) + weights[i]);
    }
  }
  return [...self].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [-1, 0])[0];
}
