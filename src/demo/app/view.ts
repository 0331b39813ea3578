/** The part of the complex plane that a canvas shows. */
export class View {
  readonly #left: number;
  readonly #top: number;
  readonly #step: number;

  constructor(centre: { re: number; im: number }, span: number, readonly width: number, readonly height: number) {
    this.#step = span / width;
    this.#left = centre.re - (width / 2) * this.#step;
    this.#top = centre.im + (height / 2) * this.#step;
  }

  static seahorseValley(width: number, height: number): View {
    return new View({ re: -0.74364, im: 0.13183 }, 0.0035, width, height);
  }

  get pixels(): number {
    return this.width * this.height;
  }

  re(x: number): number {
    return this.#left + x * this.#step;
  }

  im(y: number): number {
    return this.#top - y * this.#step;
  }

  /** The rows of the picture from the middle outwards, so that the picture opens like a curtain. */
  *rows(): Generator<number> {
    const middle = this.height >> 1;
    for (let away = 0; away < middle; away++) {
      yield middle + away;
      yield middle - 1 - away;
    }
  }
}
