import { runCore } from "../core/index";
import { runTyped } from "../core/typed";

export const loaded = mark();

runCore().then(total => {
  mark();
  finish(total + runTyped());
});
