'use strict';
// Threads that run along the cloth. A warp is wound once and then only counted.
const COUNTS = { fine: 24, middle: 16, coarse: 8 };

class Warp {
  constructor(kind, width) {
    this.kind = kind;
    this.width = width;
    this.threads = Math.round(width * COUNTS[kind]);
    this.broken = new Set();
  }

  break(at) {
    if (at < 0 || at >= this.threads) throw new RangeError('no thread ' + at);
    this.broken.add(at);
  }

  mend(at) {
    return this.broken.delete(at);
  }

  get whole() {
    return this.broken.size == 0;
  }
}

function parseWarp(text) {
  var parts = text.split('/');
  let kind = parts[0];
  return new Warp(kind, parseInt(parts[1]));
}

module.exports = { Warp, parseWarp, COUNTS };
