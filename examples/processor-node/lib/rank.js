'use strict';

// One order for every budget: greedy by value per token, where more of the same is
// worth less and what an item needs comes before it.

const alpha = 0.9; // exponent of the cost
const rowOverhead = 4; // tokens that opening a line costs beside its words
const fall = 1.2; // how steeply items of one key diminish
const sameFactor = 0.05; // worth of a text that is there already
// By how much a score may have fallen without a new place in the queue. What comes late
// is of little worth, and finding the very best of it takes most of the time.
const slack = 0.02;
const lateSlack = 0.3;
const late = 1024; // items

// rank orders items {value, cost, key, same, needs, row}, best first, until their cost
// passes limit tokens (0: no limit) or there are most of them. Items of no value come
// only where another needs them.
async function rank(items, limit, most, pace) {
  const taken = new Uint8Array(items.length);
  const keys = new Taken(items, (it) => it.key);
  const sames = new Taken(items, (it) => it.same);
  const rows = new Taken(items, (it) => it.row);
  const queue = new Queue();
  const order = [];
  let total = 0;

  const worth = (i) => {
    const v = items[i].value * fallen(keys.of(i));
    return sames.of(i) > 0 ? v * sameFactor : v;
  };
  const cost = (i) => items[i].cost + (rows.of(i) > 0 ? 0 : rowOverhead);
  const score = (i) => {
    let value = worth(i);
    let tokens = cost(i);
    for (const n of items[i].needs) {
      if (!taken[n]) {
        value += Math.max(0, worth(n));
        tokens += cost(n);
      }
    }
    return value / weight(tokens);
  };
  const take = (i) => {
    total += cost(i);
    taken[i] = 1;
    order.push(i);
    keys.add(i);
    sames.add(i);
    rows.add(i);
  };

  const neededBy = new Map();
  for (let i = 0; i < items.length; i++) {
    for (const n of items[i].needs) {
      if (!neededBy.has(n)) {
        neededBy.set(n, []);
      }
      neededBy.get(n).push(i);
    }
    if (items[i].value > 0) {
      queue.push(i, score(i));
    }
    if (i % 1024 === 0 && pace.due) {
      await pace.breathe();
    }
  }
  for (let steps = 0; queue.size > 0 && order.length < most && (limit <= 0 || total < limit); steps++) {
    if (steps % 1024 === 0 && pace.due) {
      await pace.breathe();
    }
    const [i, old] = queue.pop();
    if (taken[i]) {
      continue;
    }
    const now = score(i);
    if (now < old * (1 - (order.length < late ? slack : lateSlack))) {
      queue.push(i, now);
      continue;
    }
    for (const n of closure(items, i, taken)) {
      take(n);
      // What needed it has become cheaper. Many may need one line (the head of a long
      // list); they were queued with it in their cost and lose a little by it.
      const others = neededBy.get(n) || [];
      for (const k of others.length <= 64 ? others : []) {
        if (!taken[k] && items[k].value > 0) {
          queue.push(k, score(k));
        }
      }
    }
  }
  return order;
}

// Taken counts how many items of each key are taken; items without a key have none.
class Taken {
  constructor(items, key) {
    const numbers = new Map();
    this.number = new Int32Array(items.length).fill(-1);
    items.forEach((it, i) => {
      const k = key(it);
      if (k !== undefined) {
        this.number[i] = numbers.get(k) ?? numbers.size;
        numbers.set(k, this.number[i]);
      }
    });
    this.count = new Int32Array(numbers.size);
  }

  of(i) {
    return this.number[i] < 0 ? 0 : this.count[this.number[i]];
  }

  add(i) {
    if (this.number[i] >= 0) {
      this.count[this.number[i]]++;
    }
  }
}

// fallen and weight are powers of small numbers, computed once.
const fallen = table((n) => Math.pow(1 + n, -fall));
const weight = table((n) => Math.pow(Math.max(1, n), alpha));

function table(f) {
  const known = Float64Array.from({ length: 1024 }, (_, n) => f(n));
  return (n) => (n < known.length ? known[n] : f(n));
}

// closure lists i and all that it needs and that is not taken, needs first. Needs
// always point at lines above or at the name of an item, whose own needs lie above.
function closure(items, i, taken) {
  if (items[i].needs.every((n) => taken[n])) {
    return [i];
  }
  const out = [];
  const seen = new Set([i]);
  const stack = [[i, 0]];
  while (stack.length > 0) {
    const top = stack[stack.length - 1];
    const needs = items[top[0]].needs;
    if (top[1] === needs.length) {
      out.push(top[0]);
      stack.pop();
      continue;
    }
    const n = needs[top[1]++];
    if (!taken[n] && !seen.has(n)) {
      seen.add(n);
      stack.push([n, 0]);
    }
  }
  return out;
}

// Queue is a heap, the highest score first; of equal ones the first item.
class Queue {
  constructor() {
    this.items = [];
    this.scores = [];
  }

  get size() {
    return this.items.length;
  }

  before(a, b) {
    return this.scores[a] > this.scores[b] || (this.scores[a] === this.scores[b] && this.items[a] < this.items[b]);
  }

  swap(a, b) {
    [this.items[a], this.items[b]] = [this.items[b], this.items[a]];
    [this.scores[a], this.scores[b]] = [this.scores[b], this.scores[a]];
  }

  push(item, score) {
    let i = this.items.push(item) - 1;
    this.scores.push(score);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (!this.before(i, up)) {
        return;
      }
      this.swap(i, up);
      i = up;
    }
  }

  pop() {
    const top = [this.items[0], this.scores[0]];
    this.swap(0, this.items.length - 1);
    this.items.pop();
    this.scores.pop();
    for (let i = 0; ; ) {
      let k = 2 * i + 1;
      if (k >= this.items.length) {
        return top;
      }
      if (k + 1 < this.items.length && this.before(k + 1, k)) {
        k++;
      }
      if (!this.before(k, i)) {
        return top;
      }
      this.swap(i, k);
      i = k;
    }
  }
}

// cost estimates the tokens of a text whose characters are bytes.
function cost(text) {
  let tokens = 0;
  for (const run of text.match(/[A-Za-z]+|\d+|[\x80-\xff]+| +|[^A-Za-z\d\x80-\xff ]+/g) || []) {
    const c = run.charCodeAt(0);
    if (c === 0x20) {
      tokens += run.length > 1 ? 1 : 0; // one blank belongs to the word after it
    } else if (c >= 0x80) {
      tokens += run.length * 0.5;
    } else if (c >= 0x30 && c <= 0x39) {
      tokens += Math.ceil(run.length / 3);
    } else if (/[A-Za-z]/.test(run[0])) {
      tokens += Math.max(1, run.length / 5);
    } else {
      tokens += Math.max(1, run.length / 2);
    }
  }
  return Math.max(1, Math.round(tokens));
}

module.exports = { rank, cost };
