import { Account, Ledger, Receipt, Savings, Till } from "./accounts.js";
import audit from "./audit.js";
import Balance from "./balance.js";
import { describe, makeCounter, retry, settings, tidy, whisper } from "./callbacks.js";
import { ascending, batches, feed, größe, pause, sum, total, twice, 𝒻ourier } from "./numbers.js";
import { Plot, drawings } from "./classes.js";
import { Queue, catalogue, legacy, registry } from "./objects.js";
import round from "./round.js";
import { lint } from "./syntax.js";

function openAccounts() {
  mark("inlined: called once");
  const accounts = [new Account("one", 12), new Savings("two", 30), new Account("three", 7)];
  accounts.forEach((account) => {
    mark("callback: for each");
    account.deposit(sum(account.balance, 1));
  });
  return accounts;
}

async function trade(accounts) {
  mark("async function: trade");
  const [first, second] = accounts;
  first.balance = 40;
  first["pay-in"](second);
  first[2](3);
  await first.settle();
  second.close();
  Account.open("four");
  Account.compare(first, Account.first ?? second);
  for (const entry of first) total(entry);
  for (const digit of first.digits()) total([digit]);
  return first.report();
}

async function run() {
  mark("async function: run");
  const report = await trade(openAccounts());
  new Ledger().post(report);
  new Receipt().print();
  new Till().ring(5);
  audit(round(twice(3)));
  new Balance(7).add(2);

  const numbers = [3, 1, 2].sort(ascending).map((n) => (mark("callback: map"), n * 2));
  for (const batch of batches(numbers)) größe(batch);
  𝒻ourier(numbers);
  await feed(4);
  await pause();
  for await (const item of feed.slowly(numbers)) total([item]);

  const queue = new Queue(numbers);
  queue.drain(catalogue);
  legacy(queue);
  registry.run("nightly");

  const next = makeCounter(10);
  next();
  next.reset();
  retry();
  describe({});
  tidy(numbers);
  new Plot().draw(drawings);
  await lint("a/b");
  whisper`quiet ${numbers.length}`;
  return settings();
}

mark("top level: of a module");
run().then(finished, failed);
