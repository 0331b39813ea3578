export const loaded = mark();

export class Store {
  value = $state(mark());
  twice = $derived(this.value * 2 + mark());

  constructor() {
    mark();
  }
}
