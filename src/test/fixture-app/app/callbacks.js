const choose = Math.random() < 2;

const chosen = choose
  ? (value) => {
      mark("conditional: arrow");
      return value;
    }
  : null;

const either = globalThis.absent || (() => mark("logical: arrow"));

const last = (choose, () => mark("comma: arrow"));

const grouped = ((value) => {
  mark("arrow: in parentheses");
  return value;
});

const bound = function (value) {
  mark("bound: function");
  return value + this.base;
}.bind({ base: 2 });

export function makeCounter(start) {
  mark("declared function: makes closures");
  let count = start;
  function next() {
    mark("closure: declared");
    return ++count;
  }
  next.reset = () => {
    mark("assigned to a property: within a function");
    count = start;
  };
  return next;
}

const adder = (base) => {
  mark("arrow: returns a function");
  return function (value) {
    mark("closure: returned");
    return base + value;
  };
};

export function retry(attempt = () => (mark("default value: parameter"), 1)) {
  mark("declared function: with a default");
  return chosen(attempt()) + bound(1) + adder(2)(3) + grouped(4) + Number(either()) + Number(last());
}

export function describe({ title = () => (mark("default value: destructured"), "none") }) {
  mark("declared function: with a pattern");
  const { footer = (text) => (mark("default value: of a variable"), text) } = {};
  return footer(title());
}

export function tidy(values) {
  mark("declared function: tidy");
  const target = new EventTarget();
  target.addEventListener("tidy", () => mark("callback: event listener"));
  target.addEventListener("tidy", {
    handleEvent(event) {
      mark("object method: event listener");
      return event.type;
    },
  });
  target.dispatchEvent(new Event("tidy"));
  try {
    values.forEach(function visit(value) {
      mark("callback: named function");
      if (value > 2) throw new RangeError(`${value}`);
    });
  } catch ({ message }) {
    helper(message);
  }
}

function helper(message) {
  mark("inlined: helper called once");
  const trimmed = message.trim();
  return trimmed.length;
}

export const whisper = (strings, ...values) => {
  mark("arrow: template tag");
  return strings.join(values.length);
};

let cache;

export function settings() {
  mark("declared function: settings");
  return (cache ||= load(({ depth }) => (mark("callback: arrow with a pattern"), depth)));
}

function load(read) {
  mark("inlined: takes a callback");
  return [{ depth: 1 }, { depth: 2 }].map(read);
}
