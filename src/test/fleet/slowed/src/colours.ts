import type { Photo } from './photo';

/** Counts the colours of a photo by the upper four bits of red, green and blue. */
export function countColours({ pixels }: Photo): number {
  const seen: number[] = [];
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = ((pixels[i] & 0xf0) << 4) | (pixels[i + 1] & 0xf0) | (pixels[i + 2] >> 4);
    let place = 0;
    while (place < seen.length && seen[place] !== colour) place++;
    seen[place] = colour;
  }
  return seen.length;
}
