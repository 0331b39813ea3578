export const loaded = mark();

export function declared(value: number) {
  return mark() + value;
}

export async function declaredAsync(value: number): Promise<number> {
  const first = mark();
  await null;
  return first + value;
}

export function* generated(count: number): Generator<number> {
  mark();
  for (let i = 0; i < count; i++) yield i;
}

export const expression = function (value: number) {
  return mark() + value;
};

export const outerName = function innerName(value: number): number {
  return value > 0 ? innerName(value - 1) : mark();
};

export const arrow = (value: number, factor = 2) => mark() + value * factor;

export const bareArrow = value => mark() + value;

export const blockArrow = (...values: number[]) => {
  const first = mark();
  return values.reduce((sum, value) => mark() + sum + value, first);
};

export const asyncArrow = async ({ value }: { value: number }) => {
  mark();
  return value;
};

let assigned: (value: number) => number;
assigned = value => mark() + value;

let filled: ((value: number) => number) | undefined;
filled ??= (value: number) => mark() + value;

const chosen = loaded > 0 ? (value: number) => mark() + value : (value: number) => value;

const wrapped = (String(loaded), (value: number) => mark() + value);

function withDefault(value: number, transform = (x: number) => mark() + x) {
  return mark() + transform(value);
}

function destructured({ read = () => mark() }: { read?: () => number } = {}) {
  return mark() + read();
}

function counter(start: number) {
  let count = start + mark();
  return () => {
    count += mark();
    return count;
  };
}

function outermost(value: number) {
  mark();
  function middle(x: number) {
    mark();
    const innermost = (y: number) => mark() + y;
    return innermost(x) + innermost(value);
  }
  return middle(value) + middle(1);
}

// Small and called once: a minifier moves it to its call or inlines it.
const once = (value: number) => mark() + value;
function onceDeclared(value: number) {
  return mark() + value;
}

function fails(value: number): number {
  try {
    mark();
    if (value > 0) throw new Error("expected");
    return 0;
  } catch (error) {
    return [error].map(() => mark())[0];
  } finally {
    (() => {
      mark();
    })();
  }
}

export async function runFunctions() {
  mark();
  let total = declared(1) + expression(2) + outerName(2) + arrow(3) + bareArrow(4) + blockArrow(1, 2, 3);
  total += (await declaredAsync(1)) + (await asyncArrow({ value: 2 })) + [...generated(2)].length;
  total += assigned(1) + filled!(2) + chosen(3) + wrapped(4) + withDefault(5) + destructured();
  const next = counter(10);
  total += next() + next() + outermost(6) + once(7) + onceDeclared(8) + fails(1);
  total += (function (value) { return mark() + value; })(9);
  total += await new Promise<number>(resolve => setTimeout(() => resolve(mark()), 0));
  return total;
}

export default function (value: number) {
  return mark() + value;
}
