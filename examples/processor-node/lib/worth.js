'use strict';

// What a value is worth: the one that differs from its neighbours is what a reader of a
// long document came for.

const few = 4; // of fewer values nothing can be said

const trouble =
  /error|fail|fatal|panic|crash|back-?off|oom|killed|denied|forbidden|unauthori[sz]ed|refus|reject|time(d )?out|invalid|missing|not found|unavailable|insufficient|unhealthy|degraded|evicted|warning|deprecated|broken|expired/i;

const advice =
  /\b(must|never|only|always|not|without|until|before|first|because|stop|warning|careful|deprecated|except|unless|do not|don't|instead|no longer)\b/i;

// Column gathers the values of one place.
class Column {
  constructor() {
    this.values = new Map();
    this.total = 0;
  }

  add(value) {
    this.values.set(value, (this.values.get(value) || 0) + 1);
    this.total++;
    this.sum = undefined;
  }

  // summed is computed once all values are there.
  get summed() {
    if (this.sum) {
      return this.sum;
    }
    let most = 0;
    const shapes = new Map();
    const numbers = [];
    for (const [v, n] of this.values) {
      most = Math.max(most, n);
      const s = shape(v);
      shapes.set(s, (shapes.get(s) || 0) + n);
      const x = number(v);
      if (x !== undefined) {
        numbers.push(x);
      }
    }
    numbers.sort((a, b) => a - b);
    const last = numbers.length - 1;
    const middle = numbers[Math.floor(last / 2)];
    // A tenth at each end says nothing of the spread; of few values, one.
    const spread = numbers[Math.floor(0.9 * last)] - numbers[Math.ceil(0.1 * last)];
    const numeric = numbers.length >= few && numbers.length >= 0.8 * this.values.size;
    this.sum = {
      most,
      shapes,
      numeric,
      middle,
      spread: numeric ? Math.max(spread, Math.abs(middle) / 1000) : 0,
    };
    return this.sum;
  }

  // odd says how far a value stands out, in bits; 0 is one like the others.
  odd(value) {
    const n = this.total;
    if (n < few) {
      return 0;
    }
    const s = this.summed;
    const count = this.values.get(value);
    const distinct = this.values.size;
    let bits = 0;
    if (s.most >= n / 2 && count <= n / 4) {
      bits = Math.log2(n / count);
    } else if (distinct <= n / 3) {
      bits = Math.max(0, Math.log2(n / distinct / count));
    }
    const alike = s.shapes.get(shape(value));
    // Where every value has a form of its own, as hashes have, none is odd.
    if (n >= 8 && alike <= n / 10 && s.shapes.size <= n / 4) {
      bits = Math.max(bits, 0.7 * Math.log2(n / alike));
    }
    if (s.numeric && distinct >= few) {
      const x = number(value);
      const far = x === undefined ? 0 : Math.abs(x - s.middle) / (s.spread || 1);
      if (far > 1.2) {
        bits = Math.max(bits, Math.min(8, 2 + Math.log2(far)));
      }
    }
    return bits;
  }

  // usual reports a value that most have.
  usual(value) {
    return this.total >= few && this.values.get(value) > this.total / 4;
  }
}

// number reads a quantity: 3, -4.2, 512Mi, "30s", or the only one among words, as in
// "load > 80".
function number(v) {
  const m = /^[^\d]{0,80}?(-?\d+(?:\.\d+)?)(m|k|Ki|M|Mi|G|Gi|Ti|s|h|d|ms|%)?(?![\w.:-])[^\d]{0,80}$/.exec(v);
  if (!m) {
    return undefined;
  }
  const scale = { m: 1e-3, k: 1e3, Ki: 1024, M: 1e6, Mi: 2 ** 20, G: 1e9, Gi: 2 ** 30, Ti: 2 ** 40, h: 3600, d: 86400, ms: 1e-3 };
  return Number(m[1]) * (scale[m[2]] || 1);
}

// opaque reports what only a machine reads: hashes, times, versions of records.
function opaque(v) {
  return /^["']?(?=.*\d)([0-9a-f]{8,}|(?=.*[a-z])[a-z0-9]{8,}|[0-9a-f-]{20,}|\d{4}-\d\d-\d\d[T ].*|\d{5,})["']?$/i.test(v) || /-(?=[a-z0-9]*\d)[a-z0-9]{8,10}-?$/.test(v);
}

// shape is a value's form: runs of digits, of letters, and what stands between.
function shape(v) {
  return v.slice(0, 80).replace(/[A-Za-z\x80-\xff]+/g, 'a').replace(/\d+/g, '9').replace(/(a ){2,}/g, 'a ');
}

// comment is what a remark is worth.
function comment(text) {
  const words = text.match(/[A-Za-z\x80-\xff]{2,}/g) || [];
  if (words.length < 4) {
    return words.length === 0 ? 0 : 0.3;
  }
  return advice.test(text) ? 4 : 1.5;
}

// prose is what a value is worth for being a sentence.
function prose(v) {
  return v.split(' ').length < 4 ? 0 : advice.test(v) ? 2 : 0.5;
}

module.exports = { Column, comment, opaque, prose, shape, trouble, few };
