'use strict';
const { lift } = require('./pattern');

// A cloth grows row by row. Length is in millimetres; 1 pick is 0.7 mm of a fine cloth.
class Cloth {
  constructor(warp, rows) {
    this.warp = warp;
    this.rows = rows;
    this.picks = 0;
  }

  weave(count) {
    for (let i = 0; i < count; i++) {
      lift(this.rows, this.picks);
      this.picks++;
    }
    return this.length;
  }

  get length() {
    return this.picks * 0.7;
  }

  price(perMetre) {
    return Math.ceil(this.length / 1000 * perMetre * 100) / 100;
  }
}

module.exports = { Cloth };
