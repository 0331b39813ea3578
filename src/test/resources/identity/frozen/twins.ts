// Functions with equal keys: told apart by the first name that they call, by their first string, by their order.
import { on, track, type Order } from './shop';

export function Checkout(order: Order) {
  on(() => { load(order); });
  on(() => { save(order); });
  on(() => { order.load(); });
  on(() => { order?.save?.(); });
  on(() => order.paid);
  on(() => order.sent);
  on(() => 'paid');
  on(() => "sent");
  on(() => { if (order.late) { return track; } });
  on(() => { [1].map(() => inner(order)); outer(order); });
  on((o = fallback()) => load(o));
  on(() => `template ${order.id}`);
  on(() => 'a string that is longer than forty characters, so its end does not count: one');
  on(() => 'a string that is longer than forty characters, so its end does not count: two');
  on(() => new Invoice(order));
  on(async () => { await print(order); });
  on(() => { (order as any).close(); });
  on(() => make<Order>(order));
  on(() => import('./late'));
  on(() => { 'use strict'; return 1; });
  on(() => order['due'] + `x`);
  on(() => order.items[0](order));
  on(() => { class Inner { run() { hidden(); } } return Inner; });
}

export class Box {
  static of() { return 1; }
  of() { return 2; }
  get value() { return 3; }
  set value(v) { track(v); }
  static get value() { return 4; }
  #same() { return this.#hash(); }
  #hash() { return this.#same(); }
}

// One below each of two blocks: a text may declare a name twice.
{ function twice() { return load(); } function inside() { return twice(); } }
{ function twice() { return save(); } function inside() { return twice(); } }

// Callbacks in callbacks are no ancestors, so these are equal, wherever they stand.
on(() => { on(() => { load(); }); on(() => { load(); }); });
on(() => { on(() => { load(); }); });

// Nameless classes are ancestors, and are told apart by their order alone.
on(class { run() { load(); } static mark = () => load(); });
on(class { run() { save(); } static mark = () => save(); });
on(class extends Box { field = () => this.value; });

// Of a string in a role the first sixty units count.
it('adds an order to the cart of a customer who has not signed in yet, once', () => 1);
it('adds an order to the cart of a customer who has not signed in yet, twice', () => 2);
it('adds one', async <T,>(order: T) => load(order));

// A namespace goes on where it is opened again.
namespace Shop { export const open = () => load(); }
namespace Shop { export const open = () => save(); }

// Equal segments of other kinds are no equals.
export const pair = { get both() { return load(); }, set both(v) { save(v); } };
export const other = { both() { return load(); } }, both = () => load();

// A method's decorators hold functions of that method.
class Routes {
  @on(() => load()) list() { return 1; }
  @on(() => save()) list2() { return 2; }
  @on(() => load()) field = 1;
  @on(() => load()) static other = () => 2;
}
@on(() => load()) class Decorated {}

// The name of a holder that is longer than 256 units is cut, here in a key.
export const long = {
  'a key of more than two hundred and fifty-six units, which is cut, so that the two are equal, although they differ at their ends, and are told apart by what they call. It goes on and on, as keys that tools make of paths, queries or whole messages for translators do: one': () => load(),
  'a key of more than two hundred and fifty-six units, which is cut, so that the two are equal, although they differ at their ends, and are told apart by what they call. It goes on and on, as keys that tools make of paths, queries or whole messages for translators do: two': () => save(),
};
deep.a.b = { c: { d: { e: { f: { g: { h: { i: { j: { k: { l: { m: { n: { o: { p: { q: { r: () => load() } } } } } } } } } } } } } } } };
