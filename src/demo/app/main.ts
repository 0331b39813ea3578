import { paint } from "./painter";
import { canProfile, profile, recordedTrace, symbolicate, type Report } from "./profiling";
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

function outcome({ mapped, total, scripts }: Report): string {
  const own = canProfile() ? [] : ["This browser cannot record profiles: this one comes with the demo."];
  const failed = scripts.filter(({ status }) => status !== "found").map(({ url, detail }) => `${url}: ${detail}`);
  return [...own, `${mapped} of ${total} functions found in the sources.`, ...failed].join(" ");
}

async function run() {
  button.disabled = true;
  document.body.dataset.state = "busy";
  try {
    const before = await record();
    status.textContent = "Symbolicating …";
    const after = await symbolicate(before);
    showFrames(find("frames"), before, after);
    status.textContent = outcome(after.symbolication);
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
