// A tree of stacks: each stack is a function and a parent, and parents come before children.

/** A recording that cannot be interpreted; the message says why. */
export class RecordingError extends Error {}

/** Collects stacks; equal stacks are one. */
export class StackTree {
  /** The function of each stack. */
  functions = [];
  /** The parent of each stack, or −1. */
  parents = [];
  /** A hash table of open addressing: numbers of stacks, plus one. */
  #slots = new Int32Array(1024);
  #seed = (Math.random() * 2 ** 31) | 1;

  /** Returns the stack of a function that a parent calls; the parent −1 stands for none. */
  add(parent, fn) {
    const slot = this.#slotOf(parent, fn);
    if (this.#slots[slot] > 0) {
      return this.#slots[slot] - 1;
    }
    this.functions.push(fn);
    this.#slots[slot] = this.parents.push(parent);
    if (2 * this.parents.length > this.#slots.length) {
      this.#grow();
    }
    return this.parents.length - 1;
  }

  #slotOf(parent, fn) {
    const mask = this.#slots.length - 1;
    const hash = Math.imul(Math.imul(parent, this.#seed) ^ fn, 0x9e3779b1);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let stack = this.#slots[slot] - 1; stack >= 0; stack = this.#slots[slot] - 1) {
      if (this.parents[stack] === parent && this.functions[stack] === fn) {
        break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow() {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let stack = 0; stack < this.parents.length; stack++) {
      this.#slots[this.#slotOf(this.parents[stack], this.functions[stack])] = stack + 1;
    }
  }

  /**
   * Adds a list of entries that name their parents by index, in any order.
   *
   * `parentOf` returns −1 for none; `functionOf` returns −1 for an entry that counts as its parent. Returns the stack of
   * each entry. Throws if a parent is out of range, or if parents form a circle.
   */
  addAll(length, parentOf, functionOf) {
    const UNKNOWN = -2;
    const OPEN = -3;
    const stacks = new Int32Array(length).fill(UNKNOWN);
    const path = [];
    for (let first = 0; first < length; first++) {
      let i = first;
      while (i !== -1 && stacks[i] === UNKNOWN) {
        stacks[i] = OPEN;
        path.push(i);
        i = parentOf(i);
        if (!(Number.isInteger(i) && i >= -1 && i < length)) {
          throw new RecordingError(`Stack ${path.at(-1)} has a parent that does not exist.`);
        }
        if (i !== -1 && stacks[i] === OPEN) {
          throw new RecordingError(`The parents of stack ${i} form a circle.`);
        }
      }
      let parent = i === -1 ? -1 : stacks[i];
      while (path.length > 0) {
        const entry = path.pop();
        const fn = functionOf(entry);
        parent = fn === -1 ? parent : this.add(parent, fn);
        stacks[entry] = parent;
      }
    }
    return stacks;
  }
}

/** Returns an index of a list, or throws. */
export function checked(index, length, noun) {
  if (!(Number.isInteger(index) && index >= 0 && index < length)) {
    throw new RecordingError(`There is no ${noun} ${index}: the list has ${length}.`);
  }
  return index;
}
