export function sum(a, b) {
  mark("declared function: sum");
  return a + b;
}

export const total = function (values) {
  mark("function expression: in a variable");
  return values.reduce((a, b) => (mark("callback: reduce"), sum(a, b)), 0);
};

export const twice = function doubled(value) {
  mark("function expression: named");
  return value * 2;
};

export const ascending = (a, b) => {
  mark("arrow: parentheses");
  return difference(a)(b);
};

const difference = (a) => (b) => (mark("closure: curried arrow"), a - b);

export const größe = (werte) => (mark("unicode name: Latin"), werte.length);

export function 𝒻ourier(values) {
  mark("unicode name: astral");
  const ändern = value => { mark("arrow: bare parameter"); return value / 2; };
  return values.map(ändern);
}

export function* batches(values) {
  mark("generator function: batches");
  for (let i = 0; i < values.length; i += 2) {
    yield values.slice(i, i + 2);
  }
}

export const pause = async () => {
  mark("async arrow: parentheses");
  await null;
};

const later = async value => {
  mark("async arrow: bare parameter");
  return value;
};

export async function feed(count) {
  let given = 0;
  while (given < count) {
    given += await later(1);
  }
  mark("async function: after await");
}

feed.slowly = async function* (values) {
  mark("assigned to a property: async generator");
  for (const value of values) {
    await null;
    yield value;
  }
};
