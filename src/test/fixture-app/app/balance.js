export default class {
  changes = [mark("instance fields: default export")];

  constructor(start) {
    mark("default export: class");
    this.value = start;
  }

  add(change) {
    mark("method: add");
    this.changes.push(change);
    this.value += change;
  }
}
