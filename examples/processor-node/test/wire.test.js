'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { encodePlan } = require('../lib/wire.js');

test('the copy of the protocol is that of the repository', (t) => {
  const name = 'riffle/plugin/v1/plugin.proto';
  const original = path.join(__dirname, '../../../sdk/proto', name);
  if (!fs.existsSync(original)) {
    t.skip('not in the repository of Riffle');
    return;
  }
  assert.equal(fs.readFileSync(path.join(__dirname, '../proto', name), 'utf8'), fs.readFileSync(original, 'utf8'), 'run: npm run proto');
});

test('the worked example of docs/plugins/protocol.md', () => {
  const { units, order } = encodePlan({
    units: [
      { start: 0, end: 4, row: 0, part: 0, parts: 1, copies: [{ start: 17, end: 21 }] },
      { start: 5, end: 13, row: 1, part: 0, parts: 2 },
      { start: 13, end: 16, row: 1, part: 1, parts: 2, text: 'x', sep: ' ', needs: [1] },
    ],
    order: [1, 2, 0],
  });
  assert.deepEqual(order, [1, 1, -2]);
  assert.deepEqual(units, {
    start: [0, 1, 0], length: [4, 8, 3], group: [], item: [], row: [0, 1, 0], part: [0, 0, 1], parts: [1, 2, 2],
    text_unit: [2], text: ['x'], separator: [0, 0, 1], separators: ['', ' '], needs_count: [0, 0, 1], needs: [-1],
    from_count: [], from_start: [], from_length: [], copies_count: [1, 0, 0], copies_start: [17], copies_length: [4],
  });
});

test('further spans are coded from their unit, copies from one another, groups plainly', () => {
  const { units, groups } = encodePlan({
    units: [{ start: 10, end: 12, group: 0, item: 3, from: [{ start: 0, end: 4 }, { start: 2, end: 3 }], copies: [{ start: 20, end: 22 }, { start: 30, end: 32 }] }],
    order: [0],
    groups: [{ ref: '$', unit: 'items', start: 5, end: 40, total: 9 }],
  });
  assert.deepEqual([units.from_start, units.from_length], [[-10, -8], [4, 1]]);
  assert.deepEqual([units.copies_start, units.copies_length], [[10, 8], [2, 2]]);
  assert.deepEqual([units.group, units.item], [[0], [3]]);
  assert.deepEqual(groups, { ref: ['$'], unit: ['items'], parent: [-1], item: [0], start: [5], length: [35], total: [9], named: [false] });
});
