const RADIUS = 4;

/** Makes each pixel the mean of those around it. Takes most of the time, until something else is slow. */
export function blurGrey(grey: Float32Array, width: number, height: number): Float32Array {
  const blurred = new Float32Array(grey.length);
  for (let y = RADIUS; y < height - RADIUS; y++) {
    for (let x = RADIUS; x < width - RADIUS; x++) {
      let sum = 0;
      for (let dy = -RADIUS; dy <= RADIUS; dy++) {
        for (let dx = -RADIUS; dx <= RADIUS; dx++) {
          sum += grey[(y + dy) * width + x + dx];
        }
      }
      blurred[y * width + x] = sum / (2 * RADIUS + 1) ** 2;
    }
  }
  return blurred;
}
