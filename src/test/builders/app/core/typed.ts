export const loaded = mark();

// What cannot be had by blanking the types: enums, parameter properties, namespaces, decorators left aside.
export enum Kind {
  Small = 1,
  Large = Small << 4,
}

export interface Reader<T> {
  read(value: T): number;
}

export abstract class Base<T extends { id: number }> implements Reader<T> {
  abstract read(value: T): number;
  declare readonly brand: string;

  constructor(protected readonly kind: Kind, private factor: number = mark()) {
    mark();
  }

  scaled<U extends number>(value: U): number {
    return this.factor * value + mark();
  }
}

export class Item extends Base<{ id: number }> {
  private readonly cache: Map<number, number> = new Map([[1, mark()]]);

  read(value: { id: number }): number {
    mark();
    return this.scaled<number>(value.id) + this.cache.size + this.kind;
  }
}

export function overloaded(value: string): number;
export function overloaded(value: number): number;
export function overloaded(value: string | number): number {
  return mark() + Number(value);
}

const generic = <T extends number>(value: T): number => mark() + value;

const guarded = ((value: unknown): value is string => mark() > 0 && typeof value === "string") satisfies Function;

const casted = (function (this: void, value: number) {
  return mark() + value;
}) as (value: number) => number;

function assertNumber(value: unknown): asserts value is number {
  mark();
}

const table = {
  double: ((value: number) => mark() + value * 2) as (value: number) => number,
  pair<A, B>(first: A, second: B): [A, B] {
    mark();
    return [first, second];
  },
} satisfies Record<string, Function>;

export function runTyped() {
  mark();
  assertNumber(1);
  let total = new Item(Kind.Large).read({ id: 3 }) + overloaded("1") + generic(2) + (guarded("x") ? 1 : 0);
  return (total += casted(3) + table.double(4) + table.pair(1, 2).length);
}
