// Takes along what is shown: in the formats of other tools, as a page that needs no service, as a link, or as a text.
import { byId, make } from "./dom.mjs";
import { address, currentToken, hideProblem, needsToken, symbolicate } from "./service.mjs";

/** The formats that the service writes, with the ends of their files' names. */
const FORMATS = [
  { value: "", title: "Same format as the file", suffix: "" },
  { value: "cpuprofile", title: "cpuprofile: DevTools, VS Code", suffix: ".cpuprofile" },
  { value: "speedscope", title: "speedscope", suffix: ".speedscope.json" },
  { value: "pprof", title: "pprof: Go, Pyroscope, Grafana", suffix: ".pb.gz" },
  { value: "collapsed", title: "Collapsed stacks: flamegraph.pl", suffix: ".collapsed.txt" },
  { value: "firefox", title: "Firefox Profiler", suffix: ".firefox.json" },
];

/** Returns the parameters and the file name of the chosen format. */
function chosenFormat(file) {
  const { value, suffix } = FORMATS.find((format) => format.value === byId("format").value);
  return value ? { parameters: { output: value }, fileName: stemOf(file) + suffix } : ownFormat(file);
}

const stemOf = ({ name }) => name.replace(/\.gz$/, "").replace(/\.[^.]*$/, "") || "profile";

function ownFormat(file) {
  return { parameters: {}, fileName: `symbolicated-${file.name.replace(/\.gz$/, "")}` };
}

function save(blob, fileName) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const isPlain = (path) => /^\w[\w./ -]*$/.test(path) && path.length <= 100;

/** Shows the command line that downloads the chosen format; a file name that is not plain is replaced. */
export function showCommand(file, maps = []) {
  const input = isPlain(file.name) ? file.name : "profile.json";
  const { parameters, fileName } = chosenFormat({ name: input });
  const token = needsToken() ? ' -H "Authorization: Bearer $TOKEN"' : "";
  const parts = maps.flatMap(({ path, script }) => [`map=@${path}`, ...(script ? [`script=@${script.path}`] : [])]);
  const body = parts.length > 0 && maps.every(({ path }) => isPlain(path))
    ? [`profile=@${input}`, ...parts.map((part) => `${part};filename=${part.replace(/^\w+=@/, "")}`)].map((part) => `-F '${part}'`).join(" ")
    : `--data-binary '@${input}'`;
  byId("curl").textContent = `curl -sS --fail-with-body${token} '${address(parameters)}' ${body} -o '${fileName}'`;
}

/** Copies a text, and says so on a button. Pages of plain http have no clipboard. */
export async function copyText(button, text) {
  const before = button.dataset.text ?? button.textContent;
  button.dataset.text = before;
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error());
  button.textContent = await copied.then(() => "Copied", () => "Not allowed here");
  setTimeout(() => (button.textContent = before), 2000);
}

/**
 * Listens to the buttons.
 *
 * @param {() => {file: File, maps: object[], session?: object}} current what is shown
 * @param {() => string} tableText
 * @param {() => Promise<Blob>} page makes the page that needs no service
 */
export function listenToTaking(current, { fail, tableText, page }) {
  const download = async (button, make) => {
    try {
      button.disabled = true;
      save(...(await make()));
      hideProblem();
    } catch (failure) {
      fail(failure, () => download(button, make));
    } finally {
      button.disabled = false;
    }
  };
  const fetched = (getFormat) => async () => {
    const { file, maps } = current();
    const { parameters, fileName } = getFormat(file);
    return [(await symbolicate(file, parameters, currentToken(), maps)).answer, fileName];
  };
  byId("format").append(...FORMATS.map(({ value, title }) => make("option", { value, textContent: title })));
  byId("format").addEventListener("change", () => showCommand(current().file, current().maps));
  byId("download").addEventListener("click", () => download(byId("download"), fetched(chosenFormat)));
  byId("other-download").addEventListener("click", () => download(byId("other-download"), fetched(ownFormat)));
  byId("save-page").addEventListener("click", () => download(byId("save-page"), async () => [await page(), `${stemOf(current().file)}.html`]));
  byId("copy").addEventListener("click", () => copyText(byId("copy"), byId("curl").textContent));
  byId("copy-link").addEventListener("click", () => copyText(byId("copy-link"), location.href));
  byId("copy-table").addEventListener("click", () => copyText(byId("copy-table"), tableText()));
}
