/** Mixing light needs linear values; the ones on a screen are gamma-encoded (sRGB). */
const toLinear = (channel: number) => (channel / 255) ** 2.2;
const toScreen = (light: number) => 255 * light ** (1 / 2.2);

const stops = ["#0b1437", "#2f5bd7", "#9fd8ff", "#fff6da", "#f2a541", "#7a1f3d", "#12060d"];

/** The light of one channel (0 red, 1 green, 2 blue) along the stops: a closure over their values. */
function gradient(channel: number) {
  const light = stops.map((hex) => toLinear(parseInt(hex.slice(1 + 2 * channel, 3 + 2 * channel), 16)));
  return (position: number): number => {
    const place = position * (light.length - 1);
    const left = Math.min(Math.floor(place), light.length - 2);
    return light[left] + (light[left + 1] - light[left]) * (place - left);
  };
}

export class Palette {
  #channels = [0, 1, 2].map(gradient);

  /** Färben is German for "to colour": names beyond ASCII are names like any other. */
  färbe(pixels: Uint8ClampedArray, at: number, position: number): void {
    for (let channel = 0; channel < 3; channel++) {
      pixels[at + channel] = toScreen(this.#channels[channel](position));
    }
    pixels[at + 3] = 255;
  }
}
