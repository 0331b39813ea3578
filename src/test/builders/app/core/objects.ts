export const loaded = mark();

const key = "dynamic" + String(loaded > 0);

export const handlers = {
  method(value: number) {
    return mark() + value;
  },
  async asyncMethod(value: number) {
    mark();
    return value;
  },
  *generator() {
    mark();
    yield 1;
  },
  arrow: (value: number) => mark() + value,
  expression: function (value: number) {
    return mark() + value;
  },
  named: function actualName(value: number) {
    return mark() + value;
  },
  get value() {
    return mark();
  },
  set value(next: number) {
    mark();
  },
  [key](value: number) {
    return mark() + value;
  },
  [key + "Arrow"]: (value: number) => mark() + value,
  "dashed-key": () => mark(),
  7: () => mark(),
  nested: {
    deep: { deepest: () => mark() },
  },
  list: [() => mark(), function () { return mark(); }],
};

function Legacy(this: any, value: number) {
  this.value = value + mark();
  this.own = function () {
    return this.value + mark();
  };
  this.ownArrow = () => this.value + mark();
}
Legacy.prototype.read = function () {
  return this.value + mark();
};
Legacy.prototype.named = function named() {
  return this.value + mark();
};
Legacy.create = (value: number) => {
  mark();
  return new (Legacy as any)(value);
};

const registry: Record<string, (value: number) => number> = {};
registry.first = value => mark() + value;
registry["second"] = function (value) {
  return mark() + value;
};

export async function runObjects() {
  mark();
  const all = handlers as any;
  all.value = 1;
  let total = all.method(1) + (await all.asyncMethod(2)) + [...all.generator()].length + all.arrow(3);
  total += all.expression(4) + all.named(5) + all.value + all[key](6) + all[key + "Arrow"](7);
  total += all["dashed-key"]() + all[7]() + all.nested.deep.deepest() + all.list[0]() + all.list[1]();
  const legacy = Legacy.create(1);
  total += legacy.own() + legacy.ownArrow() + legacy.read() + legacy.named();
  return total + registry.first(1) + registry.second(2);
}
