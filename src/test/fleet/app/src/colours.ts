import type { Photo } from './photo';

/** Counts the colours of a photo by the upper four bits of red, green and blue. */
export function countColours({ pixels }: Photo): number {
  const seen = new Uint8Array(1 << 12);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = ((pixels[i] & 0xf0) << 4) | (pixels[i + 1] & 0xf0) | (pixels[i + 2] >> 4);
    count += 1 - seen[colour];
    seen[colour] = 1;
  }
  return count;
}
