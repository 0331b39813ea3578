export interface Photo {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Returns the same photo always, of 2048 colours. */
export function takePhoto(width: number, height: number): Photo {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let i = 0, state = 1; i < pixels.length; i += 4) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    pixels[i] = (state >>> 24) & 0xf0;
    pixels[i + 1] = (state >>> 20) & 0xf0;
    pixels[i + 2] = (state >>> 16) & 0xe0;
    pixels[i + 3] = 255;
  }
  return { width, height, pixels };
}
