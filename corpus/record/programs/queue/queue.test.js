"use strict";
const { test, describe } = require("node:test");
const assert = require("node:assert");
const { Queue } = require("./queue.js");

const drain = (q) => {
  const out = [];
  for (let job; (job = q.pop()) !== undefined; ) out.push(job);
  return out;
};

describe("order by deadline", () => {
  for (let n = 1; n <= 45; n++) {
    test(`${n} jobs pushed backwards come out forwards`, () => {
      const q = new Queue();
      for (let i = n; i > 0; i--) q.push(`job-${i}`, { due: i });
      assert.deepStrictEqual(drain(q), Array.from({ length: n }, (_, i) => `job-${i + 1}`));
    });
  }
});

describe("order by priority", () => {
  for (const high of [1, 2, 5, 10, 50, 100]) {
    test(`priority ${high} overtakes priority 0`, () => {
      const q = new Queue();
      q.push("low");
      q.push("high", { priority: high });
      assert.strictEqual(q.pop(), "high");
    });
  }
  test("equal jobs keep the order in which they came", () => {
    const q = new Queue();
    for (const name of ["ash", "birch", "cedar", "elm", "fir"]) q.push(name);
    assert.deepStrictEqual(drain(q), ["ash", "birch", "cedar", "elm", "fir"]);
  });
});

describe("error handling", () => {
  for (const due of [NaN, Infinity, -Infinity]) {
    test(`a deadline of ${due} is an error`, () => {
      assert.throws(() => new Queue().push("x", { due }), RangeError);
    });
  }
});

describe("waiting", () => {
  for (let now = 0; now <= 300; now += 10) {
    test(`nothing is due at ${now} when the first deadline is ${now + 1}`, () => {
      const q = new Queue();
      q.push("later", { due: now + 1 });
      assert.strictEqual(q.pop(now), undefined);
      assert.strictEqual(q.size, 1);
    });
  }
});
