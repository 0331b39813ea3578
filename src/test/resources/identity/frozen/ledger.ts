import { EventEmitter } from 'node:events';

export const enum Side { Debit = 1, Credit = 1 << 1 }
export enum Currency { Euro = 'EUR', Yen = 'JPY' }

declare function now(): number;
declare module 'node:events' {
  interface EventEmitter { once(name: string): void }
}

export type Listener<E, R = void> = (this: Ledger, event: E, ...rest: unknown[]) => R;
type Path = `${string}/${number}`;

export abstract class Store<K extends string | symbol, V> implements Iterable<[K, V]> {
  readonly #entries = new Map<K, V>();
  static #count = 0;
  protected static readonly limits = { least: 0, most: (n: number): boolean => n < 1_000 };
  declare readonly brand: unique symbol;

  static {
    Store.#count += 1;
    queueMicrotask(() => { Store.#count = 0; });
  }

  abstract load(path: Path): Promise<V>;

  get size(): number { return this.#entries.size; }
  set size(n: number) { while (this.#entries.size > n) this.#drop(); }
  static get count() { return Store.#count; }
  static set count(n) { Store.#count = n; }

  #drop(): boolean {
    for (const key of this.#entries.keys()) return this.#entries.delete(key);
    return false;
  }

  static async *watch<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
    for await (const each of source) yield each;
  }

  *[Symbol.iterator](): IterableIterator<[K, V]> { yield* this.#entries; }
  protected get(key: K): V | undefined;
  protected get(key: K, otherwise: () => V): V;
  protected get(key: K, otherwise?: () => V): V | undefined {
    return this.#entries.get(key) ?? otherwise?.();
  }
}

export class Ledger extends Store<string, bigint> {
  private readonly bus = new EventEmitter();
  private undo: Array<() => void> = [() => this.clear(), function noop() {}];
  public onPost: Listener<bigint> = (event) => void this.bus.emit('post', event);
  static readonly empty = new Ledger('empty');
  'quoted-name'() { return 10n ** 2n; }
  0x10() { return .5; }

  constructor(public readonly name: string, private readonly clock = () => now()) {
    super();
    this.bus.on('post', (amount: bigint) => this.log(amount));
  }

  @logged({ level: 'info', format: (x: unknown) => `${x}` })
  @bound
  post(amount: bigint, side = Side.Debit as Side): this is Ledger {
    const sign = side === Side.Debit ? (x: bigint) => x : (x: bigint) => -x;
    this.undo.push(() => this.bus.emit('undo', sign(amount)));
    return this.undo.length > 0 && Store.limits.most(this.undo.length);
  }

  async load(path: Path) {
    const text = await fetch(path).then((r) => r.text(), (e: Error) => { throw new LedgerError(e.message); });
    return BigInt(text.replace(/[,\s"']+/g, (m) => (m === ',' ? '' : ' ')));
  }

  private log = <T,>(value: T): T => value;
  private clear = function (this: Ledger) { this.undo.length = 0; };
  private lazy = (() => { let n = 0; return () => n++; })();
}

class LedgerError extends Error {}

const Timed = <B extends new (...args: any[]) => object>(Base: B) => class extends Base {
  at = Date.now();
  since(t = this.at): number { return Date.now() - t; }
};
export const TimedLedger = Timed(class extends Ledger { post() { return true; } } as typeof Ledger);

export namespace Reports {
  export const totals = (ledger: Ledger): number => ledger.size;
  export namespace Daily {
    export function open(day: Date) { return [...totals.name].map((c) => c + day); }
  }
}
export namespace Reports.Daily {
  export function close(day: Date) { return { day, undo: () => open(day), get done() { return true; } }; }
}
declare global {
  interface Window { ledger?: Ledger }
}

export function isLedger(x: unknown): x is Ledger;
export function isLedger(x: any) { return x instanceof Ledger; }
export default abstract class { protected abstract run(): void; start(): void { this.run(); } }
