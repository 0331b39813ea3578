import type { View } from "./view";

/** A point that has not escaped after so many steps counts as a member of the set. */
export const limit = 2000;

const farAway = 64;

/** How many steps z = z² + c takes to escape, with a fraction so that the colours have no edges. */
export function escapeTime(re: number, im: number): number {
  let x = 0;
  let y = 0;
  for (let step = 0; step < limit; step++) {
    const xx = x * x;
    const yy = y * y;
    if (xx + yy > farAway) {
      return smooth(step, xx + yy);
    }
    y = 2 * x * y + im;
    x = xx - yy + re;
  }
  return limit;
}

function smooth(step: number, norm: number): number {
  return step + 1 - Math.log2(Math.log2(norm) / Math.log2(farAway));
}

export function escapeTimesOfRow(view: View, y: number): Float64Array {
  const im = view.im(y);
  return Float64Array.from({ length: view.width }, (_, x) => escapeTime(view.re(x), im));
}
