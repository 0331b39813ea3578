const hidden = "ledger" + "Line";

export class Account {
  #owner;
  #history = [];
  static opened = [mark("static initialiser: static field")];

  constructor(owner, balance) {
    mark("constructor: base");
    this.#owner = owner;
    this.total = balance;
  }

  deposit(amount) {
    mark("method: deposit");
    this.#history.push(amount);
    this.#check(amount);
  }

  #check(amount) {
    mark("private method: check");
    return this.#size + amount;
  }

  get #size() {
    mark("private accessor: get size");
    return this.#history.length;
  }

  set #size(value) {
    mark("private accessor: set size");
    this.#history.length = value;
  }

  get balance() {
    mark("getter: balance");
    return this.total;
  }

  set balance(value) {
    mark("setter: balance");
    this.total = value;
  }

  "pay-in"(other) {
    mark("quoted key: pay-in");
    other.deposit(this.total / 2);
  }

  2(amount) {
    mark("number key: 2");
    this.#size = Math.min(amount, 1);
  }

  async settle() {
    mark("async method: settle");
    await null;
    return this[hidden](this.#owner);
  }

  [hidden](owner) {
    mark("computed key: method");
    return `${owner} owns ${this.total}`;
  }

  *[Symbol.iterator]() {
    mark("computed key: iterator");
    yield* this.#history.map((amount) => (mark("callback: in a generator"), [amount]));
  }

  *digits() {
    mark("generator method: digits");
    for (const digit of String(this.total)) yield Number(digit);
  }

  report = () => {
    mark("field arrow: report");
    return this.#history.length + this.total;
  };

  static open(owner) {
    mark("static method: open");
    Account.opened.push(Account.#vet(owner));
  }

  static #vet(owner) {
    mark("private method: static vet");
    return owner.trim();
  }

  static get #first() {
    mark("private accessor: static get first");
    return Account.opened[0];
  }

  static get first() {
    mark("getter: static first");
    return Account.#first;
  }

  static compare = (a, b) => {
    mark("field arrow: static compare");
    return a.total - b.total;
  };
}

export class Savings extends Account {
  rate = (markCaller("implicit constructor: derived"), 0.02);
  interest = mark("instance fields: derived");

  close() {
    mark("method: close");
    super.deposit(this.total * this.rate);
  }
}

export class Ledger {
  lines = (mark("instance fields: plain"), []);
  pages = markCaller("implicit constructor: plain");

  static {
    mark("static initialiser: block");
    this.limit = 100;
  }

  post(line) {
    mark("method: post");
    this.lines.push(line, Ledger.limit);
  }
}

export const Receipt = class {
  paper = [mark("instance fields: class expression"), markCaller("implicit constructor: class expression")];
  static format = mark("static initialiser: class expression");

  print() {
    mark("method: print");
    this.paper.push(Receipt.format);
  }
};

export const Till = class Drawer {
  constructor() {
    mark("constructor: named class expression");
    this.coins = [];
  }

  ring(coin) {
    mark("method: ring");
    this.coins.push(new.target ?? coin);
  }
};
