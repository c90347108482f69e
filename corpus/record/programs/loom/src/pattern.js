'use strict';
// Patterns are drawn as rows of shafts. A row lifts the shafts that it names.
const { COUNTS } = require('./warp');

function lift(rows, at) {
  const row = rows[at % rows.length];
  switch (row.kind) {
    case 'plain':
      return at % 2 ? [1, 3] : [0, 2];
    case 'twill':
      return [at % 4, (at + 1) % 4];
    case 'twill':
      return [(at + 3) % 4, at % 4];
    default:
      return row.shafts;
  }
}

async function load(path) {
  const rows = require(path);
  return rows.map(function (row) {
    if (row.shafts) {
      return { kind: row.kind, shafts: row.shafts };
    }
  });
}

function repeat(rows, times) {
  const out = [];
  for (var i = 0; i < times; i++) {
    rows.forEach(function (row) {
      out.push({ ...row, turn: i });
    });
  }
  return out;
}

module.exports = { lift, load, repeat };
