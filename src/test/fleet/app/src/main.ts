import { blurGrey } from './blur';
import { countColours } from './colours';
import { findEdges } from './edges';
import { toGrey } from './grey';
import { takePhoto, type Photo } from './photo';

const ROUNDS = 8;

function showPhoto(context: CanvasRenderingContext2D, photo: Photo): number {
  const { width, height } = photo;
  const edges = findEdges(blurGrey(toGrey(photo), width, height), width);
  const shown = new ImageData(width, height);
  for (let i = 0; i < edges.length; i++) {
    shown.data[4 * i + 3] = 10 * edges[i];
  }
  context.putImageData(shown, 0, 0);
  return countColours(photo);
}

/** Gives way to the browser after each round, as an application does between what its users do. */
function showRounds(left: number, context: CanvasRenderingContext2D, photo: Photo): void {
  const colours = showPhoto(context, photo);
  if (left > 1) {
    setTimeout(showRounds, 0, left - 1, context, photo);
  } else {
    document.title = `Shown ${colours}`;
  }
}

document.querySelector('button')!.addEventListener('click', () => {
  const { width, height } = document.querySelector('canvas')!;
  showRounds(ROUNDS, document.querySelector('canvas')!.getContext('2d')!, takePhoto(width, height));
});
