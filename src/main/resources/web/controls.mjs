// The controls around the flame graph.
import { byId } from "./dom.mjs";
import { zoomOut, zoomStep } from "./gestures.mjs";
import { isTemplate, readAddress, storeTemplate, storedTemplate } from "./settings.mjs";
import { KINDS } from "./texts.mjs";

/** Shows settings as they are. */
export function showSettings(settings) {
  for (const key of ["names", "view"]) {
    document.querySelector(`input[name="${key}"][value="${settings[key]}"]`).checked = true;
  }
  for (const kind of KINDS) {
    document.querySelector(`input[name="${kind}"]`).checked = settings[kind] === "shown";
  }
}

/** Calls `change` with a setting and its value, `search` after typing, and `link` with a template. */
export function listenToControls(graph, { change, search, link }) {
  for (const input of document.querySelectorAll(".toolbar input[name]")) {
    const value = () => (input.type === "radio" ? input.value : input.checked ? "shown" : "hidden");
    input.addEventListener("change", () => change(input.name, value()));
  }
  addEventListener("hashchange", async () => {
    for (const [key, value] of Object.entries(readAddress())) {
      await change(key, value);
    }
  });
  byId("search").addEventListener("input", search);
  byId("zoom-in").addEventListener("click", () => zoomStep(graph, true));
  byId("zoom-out").addEventListener("click", () => zoomStep(graph, false));
  byId("zoom-reset").addEventListener("click", () => zoomOut(graph));
  byId("template").value = storedTemplate();
  byId("template").addEventListener("input", () => {
    const typed = byId("template").value.trim();
    byId("template").ariaInvalid = String(!isTemplate(typed));
    if (isTemplate(typed)) {
      storeTemplate(typed);
      link(typed);
    }
  });
}
