const slash = /[/{(`]\/(?<rest>.)/;
let first, second;
first = second = (text) => (mark("assigned to a variable: chained"), text.length / 2 / 1);

const ratio = (a) => a / 2; /* } */ const quoted = () => (mark("awkward text: after a division"), "}`");

const nested = () => `${[1].map(() => (mark("awkward text: in a nested template"), `{${"}"}`))}`;

const object = () => ({ done: (mark("awkward text: an object for a body"), true) });

const flag = (text) => slash.test(text) && (() => (mark("logical: and"), 1));

var Level;
(function (level) {
  mark("function called at once: with a parameter");
  level[(level.Low = 0)] = "Low";
})(Level || (Level = {}));

const table = {
  __proto__: {
    inherited() {
      mark("object method: in a prototype");
    },
  },
  get: () => mark("object property: named get"),
  async: function () {
    mark("object property: named async");
  },
  get [slash.source]() {
    mark("computed key: getter of an object");
    return 1;
  },
  async *[Symbol.asyncIterator]() {
    mark("computed key: async generator");
  },
  nested: { deep: { deeper: () => mark("object property: nested") } },
  list: [, () => mark("array element: in a property")],
  both: (slash, () => mark("comma: in a property")),
  either: Level ? () => mark("conditional: in a property") : null,
};

table.slow ||= () => mark("assigned to a property: ||=");
table["f" + 1] = () => mark("assigned to a property: computed");
table.alias = first = () => mark("assigned to a variable: within an assignment");

function defaults({ a: renamed = () => mark("default value: renamed") } = {}, [item = () => mark("default value: of an element")] = []) {
  mark("declared function: with defaults");
  renamed();
  item();
}

async function* ticks() {
  mark("generator function: async");
  yield () => mark("closure: yielded");
}

const walker = function* walk(left) {
  mark("generator function: named expression");
  if (left) yield* walk(left - 1);
};

const settle = async function () {
  mark("function expression: async");
};

function sloppy(let_, of) {
  mark("awkward text: words of the language for names");
  const async = (get) => (mark("awkward text: an arrow named async"), get);
  const of_ = async (of)
  ;(() => mark("awkward text: after a line end"))();
  label: for (const static_ of [() => mark("array element: in a loop")]) {
    if (static_) { static_(); continue label }
    /}/.test("");
  }
  do async(() => mark("callback: in a loop without braces"))(); while (false)
  if (of_) /[{]/.exec(let_)
  else (() => mark("awkward text: after else"))();
  return of_ ?? of;
}

const thrower = () => { mark("awkward text: thrown"); throw () => mark("closure: thrown"); };

export async function lint(text) {
  mark("async function: lint");
  second(text);
  quoted(ratio(1));
  nested();
  object();
  flag("//x")();
  table.inherited();
  table.get();
  table.async();
  void table[slash.source];
  await table[Symbol.asyncIterator]().next();
  table.nested.deep.deeper();
  table.list[1]();
  table.either();
  table.both();
  table.slow();
  table.f1();
  table.alias();
  defaults();
  for await (const tick of ticks()) tick();
  second([...walker(1)]);
  await settle();
  sloppy("{", null);
  sloppy("{", 1);
  try {
    thrower();
  } catch (thrown) {
    thrown();
  }
  await (async () => mark("function called at once: awaited"))();
}
