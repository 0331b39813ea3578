// Downloads in the formats of other tools, and the command line that does the same.
import { byId, make } from "./dom.mjs";
import { address, currentToken, hideProblem, needsToken, symbolicate } from "./service.mjs";

/** The formats that the service writes, with the ends of their files' names. */
const FORMATS = [
  { value: "", title: "The file’s own format", suffix: "" },
  { value: "cpuprofile", title: "cpuprofile: DevTools, VS Code", suffix: ".cpuprofile" },
  { value: "speedscope", title: "speedscope", suffix: ".speedscope.json" },
  { value: "pprof", title: "pprof: Go, Pyroscope, Grafana", suffix: ".pb.gz" },
  { value: "collapsed", title: "Collapsed stacks: flamegraph.pl", suffix: ".collapsed.txt" },
  { value: "firefox", title: "Firefox Profiler", suffix: ".firefox.json" },
];

/** Returns the parameters and the file name of the chosen format. */
function chosenFormat(file) {
  const { value, suffix } = FORMATS.find((format) => format.value === byId("format").value);
  const stem = file.name.replace(/\.gz$/, "").replace(/\.[^.]*$/, "") || "profile";
  return value ? { parameters: { output: value }, fileName: stem + suffix } : ownFormat(file);
}

function ownFormat(file) {
  return { parameters: {}, fileName: `symbolicated-${file.name.replace(/\.gz$/, "")}` };
}

function save(blob, fileName) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Shows the command line that downloads the chosen format; a file name that is not plain is replaced. */
export function showCommand(file) {
  const isPlain = /^\w[\w. -]*$/.test(file.name) && file.name.length <= 100;
  const input = isPlain ? file.name : "profile.json";
  const { parameters, fileName } = chosenFormat({ name: input });
  const token = needsToken() ? ' -H "Authorization: Bearer $TOKEN"' : "";
  byId("curl").textContent =
    `curl -sS --fail-with-body${token} '${address(parameters)}' --data-binary '@${input}' -o '${fileName}'`;
}

/** Listens to the buttons; `current` returns what is shown: its file, and the answer as a blob. */
export function listenToTaking(current, fail) {
  const download = async (getFormat) => {
    const { file, blob } = current();
    const { parameters, fileName } = getFormat(file);
    try {
      byId("download").disabled = true;
      save(blob && !parameters.output ? blob : (await symbolicate(file, parameters, currentToken())).answer, fileName);
      hideProblem();
    } catch (failure) {
      fail(failure, () => download(getFormat));
    } finally {
      byId("download").disabled = false;
    }
  };
  byId("format").append(...FORMATS.map(({ value, title }) => make("option", { value, textContent: title })));
  byId("format").addEventListener("change", () => showCommand(current().file));
  byId("download").addEventListener("click", () => download(chosenFormat));
  byId("other-download").addEventListener("click", () => download(ownFormat));
  byId("copy").addEventListener("click", async () => {
    // Pages of plain http have no clipboard.
    const copied = navigator.clipboard?.writeText(byId("curl").textContent) ?? Promise.reject(new Error());
    byId("copy").textContent = await copied.then(() => "Copied", () => "Select the text and copy it");
    setTimeout(() => (byId("copy").textContent = "Copy"), 2000);
  });
}
