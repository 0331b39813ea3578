import { paint } from "./painter";
import { canProfile, profile, recordedTrace, symbolicate, type Answer } from "./profiling";
import { showFrames } from "./table";

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

const canvas = find<HTMLCanvasElement>("picture");
const button = find<HTMLButtonElement>("start");
const status = find("status");

async function record() {
  status.textContent = "Painting and recording …";
  if (canProfile()) {
    return profile(() => paint(canvas));
  }
  await paint(canvas);
  return recordedTrace();
}

function outcome({ summary, scripts }: Answer): string {
  const own = canProfile() ? "" : "This browser has no JS Self-Profiling API, so this is the trace that comes with the demo. ";
  const failed = scripts.filter(({ detail }) => detail).map(({ url, status, detail }) => `${url}: ${status}, ${detail}`);
  return own + [summary, ...failed].join(" · ");
}

async function run() {
  button.disabled = true;
  document.body.dataset.state = "busy";
  try {
    const before = await record();
    status.textContent = "Symbolicating …";
    const answer = await symbolicate(before);
    showFrames(find("frames"), before, answer.trace);
    status.textContent = outcome(answer);
    document.body.dataset.state = "done";
  } catch (error) {
    status.textContent = String(error);
    document.body.dataset.state = "failed";
  } finally {
    button.disabled = false;
  }
}

button.addEventListener("click", run);
if (new URLSearchParams(location.search).has("auto")) {
  void run();
}
