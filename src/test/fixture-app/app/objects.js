const keyOf = (name) => {
  mark("arrow: called once");
  return `on${name}`;
};

export const catalogue = {
  weigh: function (item) {
    mark("object property: function");
    return item + 1;
  },
  label: (item) => {
    mark("object property: arrow");
    return `#${item}`;
  },
  price(item) {
    mark("object method: shorthand");
    return item * this.factor;
  },
  get factor() {
    mark("getter: of an object");
    return 3;
  },
  set factor(value) {
    mark("setter: of an object");
  },
  async *stream() {
    mark("object method: async generator");
    yield 1;
  },
  "two words"() {
    mark("quoted key: of an object");
  },
  [keyOf("sale")]: (item) => {
    mark("computed key: arrow");
    return item;
  },
  [keyOf("return")](item) {
    mark("computed key: of an object");
    return -item;
  },
};

export function Queue(items) {
  mark("declared function: constructor");
  this.items = items;
  this.peek = function () {
    mark("assigned to a property: of this");
    return this.items[0];
  };
}

Queue.prototype.drain = function (visitor) {
  mark("assigned to a property: of a prototype");
  for (const item of this.items) {
    visitor.weigh(item);
    visitor.label(item);
    visitor.price(this.peek());
    visitor.onsale(item);
    visitor.onreturn(item);
  }
  visitor.factor = 4;
  visitor.stream().next();
  visitor["two words"]();
};

Queue.from = (items) => {
  mark("assigned to a property: arrow");
  return new Queue([...items]);
};

let lastVisitor;

export function legacy(queue) {
  mark("declared function: legacy");
  let step;
  step = (value) => {
    mark("assigned to a variable: =");
    return value + 1;
  };
  let fallback = null;
  fallback ??= (value) => {
    mark("assigned to a variable: ??=");
    return step(value);
  };
  lastVisitor ||= () => {
    mark("assigned to a variable: ||=");
    return queue;
  };
  const copy = Queue.from(queue.items);
  copy.items.map(fallback);
  lastVisitor();
  (function () {
    mark("function called at once: function");
    copy.items.length = 0;
  })();
  (() => {
    mark("function called at once: arrow");
    copy.items.push(1);
  })();
  (function count(left) {
    mark("function called at once: named");
    if (left > 0) count(left - 1);
  })(2);
  (async () => {
    mark("function called at once: async arrow");
    await null;
  })();
}

export const registry = {
  jobs: new Map(),
  add(name, job) {
    mark("object method: add");
    this.jobs.set(name, job);
    return this;
  },
  run(name) {
    mark("object method: run");
    for (const job of this.jobs.get(name)) job();
  },
};

registry.add("nightly", [
  () => mark("array element: arrow"),
  function () {
    mark("array element: function");
  },
]);
