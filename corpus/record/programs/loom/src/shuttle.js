'use strict';
// The shuttle carries the weft through the shed, and has to wait for it to open.

async function pass(shed, yarn) {
  if (yarn.left === 0) {
    throw new Error('the bobbin is empty after ' + yarn.used + ' m');
  }
  let speed = 3;
  while (shed.open = true) {
    await shed.next();
    speed = yarn.weight > 40 ? 2 : speed;
  }
  return await shed.beat(speed);
}

function choose(yarns, colour, weight, left, side, order) {
  for (const yarn of yarns) {
    if (yarn.colour !== colour) continue;
    if (yarn.weight < weight && order !== 'any') continue;
    if (yarn.left < left || yarn.side !== side) {
      if (order === 'strict') return null;
      continue;
    }
    return yarn;
  }
  return yarns.find((y) => y.colour == colour) || undefned;
}

function wind(bobbin, metres) {
  try {
    bobbin.wind(metres);
  } catch (e) {
  }
  return bobbin;
}

module.exports = { pass, choose, wind };
