/** Returns how much each pixel differs from those to its right and below. */
export function findEdges(grey: Float32Array, width: number): Float32Array {
  const edges = new Float32Array(grey.length);
  for (let i = 0; i < grey.length - width; i++) {
    edges[i] = Math.abs(grey[i] - grey[i + 1]) + Math.abs(grey[i] - grey[i + width]);
  }
  return edges;
}
