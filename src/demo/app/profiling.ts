/** A trace of the JS Self-Profiling API: https://wicg.github.io/js-self-profiling/ */
export interface Trace {
  resources: string[];
  frames: { name: string; resourceId?: number; line?: number; column?: number }[];
  stacks: { frameId: number; parentId?: number }[];
  samples: { timestamp: number; stackId?: number }[];
}

/** What the service says under `symbolication` when it is asked for a report. */
export interface Report {
  mapped: number;
  total: number;
  scripts: { url: string; status: string; detail: string }[];
}

declare class Profiler {
  constructor(options: { sampleInterval: number; maxBufferSize: number });
  stop(): Promise<Trace>;
}

export const canProfile = () => "Profiler" in globalThis;

export async function profile(work: () => Promise<void>): Promise<Trace> {
  const profiler = new Profiler({ sampleInterval: 10, maxBufferSize: 2000 });
  await work();
  return profiler.stop();
}

/** The trace that comes with the demo, moved to where this page was loaded from. */
export async function recordedTrace(): Promise<Trace> {
  const trace: Trace = await (await fetch("trace.json")).json();
  const here = (url: string) => new URL(url.replace(/^.*\//, ""), location.href).href;
  return { ...trace, resources: trace.resources.map(here) };
}

export async function symbolicate(trace: Trace): Promise<Trace & { symbolication: Report }> {
  const response = await fetch("../symbolicate?report=true", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(trace),
  });
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.detail ?? answer.title);
  }
  return answer;
}
