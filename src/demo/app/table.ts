import type { Trace } from "./profiling";

interface Row {
  frame: number;
  samples: number;
}

/** The functions that were running, busiest first. A sample counts for the innermost function that has a script. */
function busiest(trace: Trace): Row[] {
  const samples = new Map<number, number>();
  for (const { stackId } of trace.samples) {
    const frame = innermost(trace, stackId);
    if (frame !== undefined) samples.set(frame, (samples.get(frame) ?? 0) + 1);
  }
  return [...samples].map(([frame, count]) => ({ frame, samples: count })).sort((a, b) => b.samples - a.samples);
}

function innermost(trace: Trace, stackId: number | undefined): number | undefined {
  while (stackId !== undefined) {
    const { frameId, parentId } = trace.stacks[stackId];
    if (trace.frames[frameId].resourceId !== undefined) return frameId;
    stackId = parentId;
  }
  return undefined;
}

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function cell(trace: Trace, frame: number, className: string): HTMLElement {
  const { name, resourceId, line, column } = trace.frames[frame];
  const file = new URL(trace.resources[resourceId!]).pathname.replace(/^.*?\/demo\//, "");
  return element(
    "td",
    className,
    name === "" ? element("em", "", "(anonymous)") : element("strong", "", name),
    element("code", "", `${file}:${line}:${column}`),
  );
}

function share(samples: number, most: number): HTMLElement {
  const bar = element("span", "bar");
  bar.style.setProperty("--share", String(samples / most));
  return element("td", "share", bar, String(samples));
}

/** One row per function: its samples, the frame as it was recorded, and the frame as it came back. */
export function showFrames(body: HTMLElement, before: Trace, after: Trace): void {
  const rows = busiest(before);
  body.replaceChildren(
    ...rows.map(({ frame, samples }) =>
      element(
        "tr",
        "",
        share(samples, rows[0].samples),
        cell(before, frame, "before"),
        cell(after, frame, "after"),
      ),
    ),
  );
}
