export const loaded = mark();

export class Lazy {
  load = async () => {
    mark();
    return this.value;
  };
  value = mark();
}

export async function runLazy() {
  mark();
  return new Lazy().load();
}
