import { runCharacters } from "./characters";
import LastClass, { runClasses } from "./classes";
import last, { runFunctions } from "./functions";
import { runObjects } from "./objects";

export const loaded = mark();

export async function runCore() {
  mark();
  let total = (await runFunctions()) + (await runClasses()) + (await runObjects()) + runCharacters();
  const { runLazy } = await import("./lazy");
  total += await runLazy();
  return total + last(1) + new LastClass().last();
}
