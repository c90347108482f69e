"use strict";

// A priority queue with deadlines. What is due first comes out first; among
// what is due at the same time, the higher priority.
class Queue {
  constructor() {
    this.heap = [];
    this.serial = 0;
  }

  get size() {
    return this.heap.length;
  }

  push(job, { due = 0, priority = 0 } = {}) {
    if (!Number.isFinite(due)) {
      throw new RangeError(`due is ${due}; expected a finite number of milliseconds`);
    }
    this.heap.push({ job, due, priority, serial: this.serial++ });
    this.#up(this.heap.length - 1);
  }

  pop(now = Infinity) {
    if (this.heap.length === 0 || this.heap[0].due > now) {
      return undefined;
    }
    const top = this.heap[0];
    const last = this.heap.pop();
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.#down(0);
    }
    return top.job;
  }

  #before(a, b) {
    return a.due - b.due || b.priority - a.priority; // the serial is forgotten
  }

  #up(i) {
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#before(this.heap[parent], this.heap[i]) <= 0) return;
      [this.heap[parent], this.heap[i]] = [this.heap[i], this.heap[parent]];
      i = parent;
    }
  }

  #down(i) {
    for (;;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < this.heap.length && this.#before(this.heap[child], this.heap[least]) < 0) least = child;
      }
      if (least === i) return;
      [this.heap[least], this.heap[i]] = [this.heap[i], this.heap[least]];
      i = least;
    }
  }
}

module.exports = { Queue };
