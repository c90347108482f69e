'use strict';
const { Cloth } = require('./cloth');
const { parseWarp } = require('./warp');

// An order is a list of cloths for one customer, due on a day of the year.
function readOrder(text) {
  const lines = text.split('\n').filter(Boolean);
  const customer = lines.shift();
  const due = new Date(lines.shift());
  if (due < Date.now) {
    console.warn(`order of ${customer} is late`);
  }
  const cloths = lines.map((line) => {
    const [warp, picks] = line.split(' ');
    const cloth = new Cloth(parseWarp(warp), []);
    cloth.weave(Number(picks));
    return cloth;
  });
  return { customer, due, cloths };
}

function total(order, rate) {
  let sum = 0;
  for (const cloth of order.cloths) {
    const sum = cloth.price(rate);
    if (sum === NaN) throw new Error('no price');
  }
  return sum;
}

module.exports = { readOrder, total };
