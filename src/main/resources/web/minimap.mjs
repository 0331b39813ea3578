// The strip above the graph: how busy the thread was over all its time, its long tasks, the page's own marks, and the
// selected range of time, which a drag or the page's buttons set.
import { byId } from "./dom.mjs";
import { shown, time } from "./texts.mjs";

const HEIGHT = 36;
const LEAST_DRAG = 4;

export class Minimap extends EventTarget {
  #canvas = byId("minimap");
  #session;
  #drag;

  constructor() {
    super();
    const at = ({ clientX }) => {
      const { left, width } = this.#canvas.getBoundingClientRect();
      return (Math.min(Math.max(0, clientX - left), width) / width) * this.#extent;
    };
    this.#canvas.addEventListener("pointerdown", (event) => {
      this.#drag = { from: at(event), to: at(event), x: event.clientX };
      this.#canvas.setPointerCapture(event.pointerId);
    });
    this.#canvas.addEventListener("pointermove", (event) => {
      if (this.#drag) {
        this.#drag.to = at(event);
        this.#draw();
      } else {
        this.#explain(at(event));
      }
    });
    this.#canvas.addEventListener("pointerup", (event) => {
      const { from, to, x } = this.#drag ?? {};
      this.#drag = undefined;
      if (Math.abs(event.clientX - x) >= LEAST_DRAG) {
        this.#choose({ start: Math.min(from, to), end: Math.max(from, to) });
      } else {
        this.#choose(undefined);
      }
    });
    this.#canvas.addEventListener("pointercancel", () => (this.#drag = undefined));
    byId("range-clear").addEventListener("click", () => this.#choose(undefined));
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  get #extent() {
    const { start, end } = this.#session.times;
    return Math.max(1, end - start);
  }

  #choose(range) {
    this.dispatchEvent(new CustomEvent("choose", { detail: range }));
  }

  /** Shows a session, if it has an order of time. */
  show(session) {
    this.#session = session;
    byId("overview").hidden = !session.isTimed;
    const { range } = session;
    byId("range").textContent = range ? `Only ${time(range.start)} to ${time(range.end)}` : "Drag here to count only a part of the time.";
    byId("range-clear").hidden = !range;
    if (session.isTimed) {
      byId("legend-task").hidden = session.tasks.length === 0;
      byId("legend-mark").hidden = !session.recording.marks?.length;
      this.#draw();
    }
  }

  #explain(us) {
    const near = this.#extent / Math.max(1, this.#canvas.clientWidth) * 3;
    const { recording, times, tasks } = this.#session;
    const mark = recording.marks?.find(({ start, end }) => us >= start - times.start - near && us <= end - times.start + near);
    const task = tasks.find(({ start, end }) => us >= start && us <= end);
    this.#canvas.title = [time(us), mark && `${shown(mark.name)}${mark.end > mark.start ? `, ${time(mark.end - mark.start)}` : ""}`, task && `long task, ${time(task.end - task.start)}`].filter(Boolean).join(" · ");
  }

  #draw() {
    if (!this.#session?.isTimed || !this.#canvas.clientWidth) {
      return;
    }
    const { recording, times, tasks, range } = this.#session;
    const width = this.#canvas.clientWidth;
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(HEIGHT * devicePixelRatio);
    const context = this.#canvas.getContext("2d");
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const colour = (key) => {
      byId("minimap-probe").className = key;
      return getComputedStyle(byId("minimap-probe")).color;
    };
    const x = (us) => (us / this.#extent) * width;
    const colours = Object.fromEntries(["busy", "task", "mark", "shade"].map((key) => [key, colour(key)]));
    const fill = (key, from, top, wide, high) => {
      context.fillStyle = colours[key];
      context.fillRect(from, top, Math.max(1, wide), high);
    };
    busyOf(recording, this.#weights, times, Math.ceil(width)).forEach((part, at) => {
      fill("busy", at, HEIGHT - 8 - part * (HEIGHT - 12), 1, part * (HEIGHT - 12));
    });
    tasks.forEach(({ start, end }) => fill("task", x(start), HEIGHT - 7, x(end) - x(start), 3));
    recording.marks?.forEach(({ start, end }) => fill("mark", x(start - times.start), HEIGHT - 3, x(end) - x(start), 3));
    const chosen = this.#drag ? { start: Math.min(this.#drag.from, this.#drag.to), end: Math.max(this.#drag.from, this.#drag.to) } : range;
    if (chosen) {
      context.globalAlpha = 0.5;
      fill("shade", 0, 0, x(chosen.start), HEIGHT);
      fill("shade", x(chosen.end), 0, width - x(chosen.end), HEIGHT);
      context.globalAlpha = 1;
    }
  }

  get #weights() {
    return this.#session.times.weights;
  }
}

/** Returns which part of each of so many stretches of equal length was busy. */
export function busyOf({ times, sampleStacks }, weights, { start, end }, count) {
  const parts = new Float64Array(count);
  const each = Math.max(1, end - start) / count;
  for (let i = 0; i < times.length; i++) {
    let from = times[i] - start;
    const to = sampleStacks[i] < 0 ? from : from + weights[i];
    for (let at = Math.floor(from / each); from < to && at < count; at++) {
      const next = Math.min(to, (at + 1) * each);
      parts[at] += (next - from) / each;
      from = next;
    }
  }
  return parts.map((part) => Math.min(1, part));
}
