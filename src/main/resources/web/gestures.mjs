// Moves a flame graph by mouse, touch and keyboard.
import { byId } from "./dom.mjs";

const HINT = "Click a box for its details, double-click to zoom. Ctrl and the wheel zoom too; drag to move. A line below a box: the same function.";
const TOUCH_HINT = "Tap a box for its details, twice to zoom. Two fingers zoom; drag to move.";
const ZOOM_STEP = 1.5;
const PAN_STEP = 80;
const TAP_PIXELS = 5;
const DOUBLE_TAP_MS = 350;

/** Listens for gestures. */
export function listen(graph) {
  graph.container.addEventListener("keydown", (event) => onKey(graph, event));
  graph.container.addEventListener("wheel", (event) => onWheel(graph, event), { passive: false });
  document.addEventListener("keydown", ({ key, target }) => key === "Escape" && target.type !== "search" && !byId("help").open && zoomOut(graph));
  listenForPointers(graph);
}

/** Says below the graph what the pointer is at, or how to zoom. */
export function explainPointed(graph, lineOf) {
  let box;
  const touch = matchMedia("(pointer: coarse)");
  const explain = () => {
    const back = touch.matches ? "Whole: back · " : "Esc or Whole: back · ";
    byId("hover").textContent = (graph.isZoomed ? back : "") + (box ? lineOf(box) : touch.matches ? TOUCH_HINT : HINT);
  };
  explain();
  touch.addEventListener("change", explain);
  graph.addEventListener("zoom", explain);
  graph.container.addEventListener("pointermove", (event) => {
    const { left, top } = graph.container.getBoundingClientRect();
    box = graph.boxAt(event.clientX - left, event.clientY - top);
    explain();
  });
  graph.container.addEventListener("pointerleave", () => {
    box = undefined;
    explain();
  });
}

/** Listens to keys of the whole page. Those of the graph are listened to there. */
export function listenToKeys(graph, { change, settings }) {
  const views = { 1: "left-heavy", 2: "time", 3: "sandwich" };
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || target.matches?.("input:not([type=radio], [type=checkbox]), select, textarea") || byId("help").open) {
      return;
    }
    if (key === "?") {
      byId("help").showModal();
    } else if (byId("result").hidden) {
      return;
    } else if (key === "/") {
      byId("search").focus();
      byId("search").select();
    } else if (views[key] && !document.querySelector(`input[value="${views[key]}"]`).disabled) {
      void change("view", views[key]);
    } else if (key === "n") {
      void change("names", settings().names === "minified" ? "original" : "minified");
    } else {
      return;
    }
    event.preventDefault();
  });
  byId("help-open").addEventListener("click", () => byId("help").showModal());
}

/** Zooms so that the selected box fills the width. */
export function zoomToSelection(graph) {
  const { selection } = graph;
  if (selection) {
    graph.zoomTo(selection.start, selection.end);
  }
}

/** Shows the whole, so a selected range of time ends. */
export function zoomOut(graph) {
  graph.zoomTo(0, graph.view.extent);
  graph.dispatchEvent(new Event("whole"));
}

/** Zooms by steps around the selection if it is in view, else around the middle. */
export function zoomStep(graph, isCloser) {
  const { selection, view } = graph;
  const middle = selection && (selection.start + selection.end) / 2;
  const x = middle > view.from && middle < view.to ? ((middle - view.from) * graph.width) / (view.to - view.from) : undefined;
  graph.zoomBy(isCloser ? 1 / ZOOM_STEP : ZOOM_STEP, x);
}

function onKey(graph, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const pans = { ArrowLeft: -PAN_STEP, ArrowRight: PAN_STEP };
  const moves = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
  if (event.shiftKey && pans[event.key]) {
    graph.panBy(pans[event.key]);
  } else if (moves[event.key]) {
    graph.move(moves[event.key]);
  } else if (event.key === "Enter" || event.key === " ") {
    zoomToSelection(graph);
  } else if (event.key === "+" || event.key === "=" || event.key === "-") {
    zoomStep(graph, event.key !== "-");
  } else if (event.key === "0" || event.key === "Home") {
    zoomOut(graph);
  } else {
    return;
  }
  event.preventDefault();
}

/** A pinch on a touch pad is a wheel with Ctrl. */
function onWheel(graph, event) {
  if (event.ctrlKey || event.metaKey) {
    const { left } = graph.container.getBoundingClientRect();
    graph.zoomBy(Math.exp(Math.max(-50, Math.min(50, event.deltaY)) / 100), event.clientX - left);
  } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    graph.panBy(event.deltaX || event.deltaY);
  } else {
    return;
  }
  event.preventDefault();
}

/** One pointer taps or pans, two pinch. */
function listenForPointers(graph) {
  const { container } = graph;
  const pointers = new Map();
  let moved = 0;
  let lastTap = { at: 0 };
  container.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.offsetX <= container.clientWidth) {
      pointers.set(event.pointerId, event);
      moved = 0;
    }
  });
  container.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      return;
    }
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (moved > TAP_PIXELS && !container.hasPointerCapture(event.pointerId)) {
      container.setPointerCapture(event.pointerId);
    }
    const [other] = [...pointers.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      pinch(graph, other, before, event);
    } else if (graph.isZoomed && moved > TAP_PIXELS) {
      graph.panBy(before.clientX - event.clientX);
    }
    pointers.set(event.pointerId, event);
  });
  const end = (event) => pointers.delete(event.pointerId);
  container.addEventListener("pointercancel", end);
  container.addEventListener("pointerup", (event) => {
    if (!end(event) || moved > TAP_PIXELS) {
      return;
    }
    const { left, top } = container.getBoundingClientRect();
    const box = graph.boxAt(event.clientX - left, event.clientY - top);
    graph.select(box?.depth, box?.index);
    const isSame = box && lastTap.depth === box.depth && lastTap.index === box.index;
    if (isSame && event.timeStamp - lastTap.at < DOUBLE_TAP_MS) {
      zoomToSelection(graph);
    }
    lastTap = { at: event.timeStamp, ...box };
  });
}

function pinch(graph, other, before, after) {
  const { left } = graph.container.getBoundingClientRect();
  const [was, is] = [before, after].map(({ clientX }) => Math.max(10, Math.abs(clientX - other.clientX)));
  graph.zoomBy(was / is, (after.clientX + other.clientX) / 2 - left);
}
