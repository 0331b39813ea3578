import { escapeTimesOfRow, limit } from "./mandelbrot";
import { Palette } from "./palette";
import { View } from "./view";

/** Lets the browser show what is painted so far. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The share of the times that are lower than a time: so every colour gets its part of the picture. */
function rankAmong(times: number[]): (time: number) => number {
  const sorted = Float64Array.from(times).sort();
  return (time) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low / sorted.length;
  };
}

function sample(view: View): number[] {
  return [...view.rows()]
    .filter((y) => y % 16 === 0)
    .flatMap((y) => [...escapeTimesOfRow(view, y)])
    .filter((time) => time < limit);
}

/** Paints the whole canvas, a few rows at a time. */
export async function paint(canvas: HTMLCanvasElement): Promise<void> {
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  const view = View.seahorseValley(canvas.width, canvas.height);
  const palette = new Palette();
  const rank = rankAmong(sample(view));
  const row = context.createImageData(view.width, 1);
  let started = performance.now();
  for (const y of view.rows()) {
    escapeTimesOfRow(view, y).forEach((time, x) => palette.färbe(row.data, x * 4, rank(time)));
    context.putImageData(row, 0, y);
    if (performance.now() - started > 60) {
      await breathe();
      started = performance.now();
    }
  }
}
