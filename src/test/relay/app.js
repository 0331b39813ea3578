// The work that the relay run profiles: functions that each take long enough to be sampled.
let spent = 0;

function burnCycles(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    spent += Math.sqrt(spent + 1);
  }
}

function loadOrders() {
  burnCycles(120);
  return sortOrders([3, 1, 2]);
}

function sortOrders(orders) {
  burnCycles(120);
  return orders.sort();
}

class Invoice {
  computeTotal() {
    burnCycles(120);
    return this.applyDiscount();
  }

  applyDiscount() {
    burnCycles(120);
    return spent;
  }
}

globalThis.workLong = function workLong() {
  loadOrders();
  new Invoice().computeTotal();
  burnCycles(60);
};
