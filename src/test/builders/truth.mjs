// Computes the right answer for every frame of a trace that holds a marker.

/** Maps a frame's index to the markers called directly by the frame, the earliest first. */
export function markersOfFrames({ frames, stacks, samples, resources }) {
  const found = new Map();
  for (const { stackId } of samples) {
    for (let stack = stacks[stackId]; stack; stack = stacks[stack.parentId]) {
      const { name, resourceId } = frames[stack.frameId];
      if (!/^m\d+$/.test(name) || !resources[resourceId]?.endsWith("/mark.js")) continue;
      const marked = stacks[stacks[stack.parentId]?.parentId];
      if (!marked) break;
      const markers = found.get(marked.frameId) ?? new Set();
      found.set(marked.frameId, markers.add(Number(name.slice(1))));
      break;
    }
  }
  return found;
}

/** `originals` maps a marker to a place with its source, or to null for module code; `textOf` maps a URL to its script. */
export function truthOf(trace, originals, textOf) {
  const rows = [];
  const seen = new Set();
  for (const [frameIndex, markers] of markersOfFrames(trace)) {
    const frame = trace.frames[frameIndex];
    const generated = { url: trace.resources[frame.resourceId], line: frame.line, column: frame.column, name: frame.name };
    const places = [...markers].map(marker => originals.get(marker));
    markers.forEach(marker => seen.add(marker));
    rows.push({ frameIndex, generated, markers: [...markers], ...answer(places, shapeAt(textOf, generated)) });
  }
  rows.sort((a, b) => a.frameIndex - b.frameIndex);
  const sources = new Set(rows.map(({ original }) => original?.source));
  const missed = [...originals].filter(([marker, place]) => place && !seen.has(marker) && sources.has(place.source));
  return { rows, unseen: missed.map(([marker, { source, name }]) => `${source}:${name}(${marker})`) };
}

/** Tells what the generated text has at a frame's position: a constructor, another function, or something else. */
function shapeAt(textOf, { url, line, column }) {
  const text = textOf(url)?.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? "";
  if (/^static\b/.test(text.slice(column - 1))) return "static";
  if (/(?:\bconstructor|\bfunction(?:\s+[\w$]+)?)\s*$/.test(text.slice(0, column - 1))) return "constructor";
  return /^(?:\(|[\w$]+=>)/.test(text.slice(column - 1)) ? "function" : "field";
}

/**
 * Chooses the original of a frame with several markers. A function runs its own marker before those of functions inlined
 * into it, so the first marker decides. Only fields moved into a constructor come before the constructor's marker. Fields
 * moved elsewhere, such as into a closure of the builder, have no frame of their own in the original: disputed.
 */
function answer([first, ...others], shape) {
  if (!first) return { method: "module", original: null };
  const { source, constructor_ } = first;
  const method = others.length > 0 ? "marker-multi" : "marker";
  if (constructor_ === undefined || shape === "field" || shape === "static") return { method, original: clean(first) };
  if (constructor_ && shape === "constructor") return { method, original: clean({ source, ...constructor_ }) };
  return { method: "disputed", original: clean(first) };
}

function clean({ constructor_, ...place }) {
  return place;
}
