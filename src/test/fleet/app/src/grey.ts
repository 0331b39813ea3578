import type { Photo } from './photo';

/** Returns the brightness of each pixel. */
export function toGrey({ pixels }: Photo): Float32Array {
  const grey = new Float32Array(pixels.length / 4);
  for (let i = 0; i < grey.length; i++) {
    grey[i] = 0.3 * pixels[4 * i] + 0.59 * pixels[4 * i + 1] + 0.11 * pixels[4 * i + 2];
  }
  return grey;
}
