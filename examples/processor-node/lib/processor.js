'use strict';

// The processor: parts a document into its lines and says what each is worth.

const { parse } = require('./parse.js');
const { places, names } = require('./places.js');
const { Column, comment, opaque, prose, shape, trouble, few } = require('./worth.js');
const { rank, cost } = require('./rank.js');
const { match } = require('./match.js');

const info = {
  name: 'yaml',
  version: '1.0.0',
  summary: 'YAML documents: what differs from its neighbours, with its name',
  kinds: ['yaml'],
  magic: [],
  priority: 10,
  stability: 'experimental',
};

const maxUnits = 65536; // of a plan
const maxContent = 24 << 20; // bytes; a line takes some 500 bytes of memory while it is judged
const longLine = 600; // bytes from which a line is parted
const piece = 300; // bytes of a part
const maxPieces = 20000; // parts of one line
const inherited = 0.7; // of a key's rarity goes to what it holds

async function process(request, pace) {
  const { content, maxTokens } = request;
  if (content.length > maxContent) {
    return { declined: `a content of ${content.length} bytes, at most ${maxContent} are read` };
  }
  const text = content.toString('latin1');
  const doc = await parse(text, pace);
  const keyed = doc.lines.filter((l) => l.type === 'node').length;
  if (keyed < few || keyed < doc.lines.length / 10) {
    return { declined: 'few lines are keys or items of YAML' };
  }
  const worth = await judge(doc, pace);
  const units = cut(content, text, doc.lines, worth);
  const order = await rank(units, 3 * maxTokens, maxUnits, pace);
  return assemble(doc, units, order);
}

// judge returns for each line {value, key, needs}: needs are lines.
async function judge({ lines, nodes }, pace) {
  const rare = rarity(nodes, places(nodes));
  const nameOf = names(nodes);
  const columns = new Map();
  const keys = lines.map((line) => columnOf(line, nodes));
  for (let i = 0; i < lines.length; i++) {
    if (keys[i] !== undefined) {
      const { place, value } = keys[i];
      if (!columns.has(place)) {
        columns.set(place, new Column());
      }
      columns.get(place).add(value);
    }
    if (i % 1024 === 0 && pace.due) {
      await pace.breathe();
    }
  }
  const out = [];
  for (let i = 0; i < lines.length; i++) {
    out.push(weigh(i, { lines, nodes, keys, columns, rare, nameOf }));
    if (i % 1024 === 0 && pace.due) {
      await pace.breathe();
    }
  }
  uncircle(out);
  return out;
}

// uncircle drops the needs of lines below that lead back to where they begin: a record
// with keys that stand twice may be opened by the very line that its name stands below.
function uncircle(worth) {
  for (let i = 0; i < worth.length; i++) {
    worth[i].needs = worth[i].needs.filter((n) => n < i || !reaches(worth, n, i));
  }
}

// reaches reports whether line from needs line to, directly or through others.
function reaches(worth, from, to) {
  const seen = new Set([from]);
  const next = [from];
  while (next.length > 0) {
    for (const n of worth[next.pop()].needs) {
      if (n === to) {
        return true;
      }
      if (!seen.has(n)) {
        seen.add(n);
        next.push(n);
      }
    }
  }
  return false;
}

// rarity says for each place, in bits, how few of its like have such a key, or what the
// key stands in.
function rarity(nodes, { count, around }) {
  const rare = count.map(() => 0);
  for (const node of nodes) {
    const outer = around[node.place];
    if (outer < 0 || rare[node.place] > 0) {
      continue;
    }
    const [have, like] = [count[node.place], count[outer]];
    const own = node.type === 'key' && like >= few && have <= like / 3 ? Math.log2(like / have) : 0;
    rare[node.place] = Math.max(own, inherited * rare[outer]);
  }
  return rare;
}

// columnOf says with which values that of a line is compared.
function columnOf(line, nodes) {
  const node = nodes[line.node];
  if (line.type === 'node' && node.value !== '') {
    return { place: String(node.place), value: node.value };
  }
  if (line.type === 'text') {
    // Settings inside a block are compared by their names, other lines by their words.
    const set = /^([\w.-]{1,40})\s*[=:]\s*(.*)$/.exec(line.value.trim());
    return set ? { place: `${node.place}|${set[1]}`, value: set[2] } : { place: `${node.place}|`, value: line.value.replace(/\d+/g, '9') };
  }
  return undefined;
}

function weigh(i, c) {
  const line = c.lines[i];
  const node = c.nodes[line.node];
  const needs = [];
  if (line.type === 'mark') {
    return { value: 0.02, key: 'mark', needs };
  }
  if (line.type === 'comment') {
    const value = comment(line.value);
    const next = c.lines[i + 1];
    // A remark speaks of what follows it.
    return { value, key: undefined, needs: value > 1 && next && next.type === 'node' && next.indent === line.indent ? [i + 1] : [] };
  }
  const depth = node.depth;
  const parent = node.parent < 0 ? undefined : c.nodes[line.type === 'text' ? line.node : c.nodes[line.open].parent];
  if (parent && parent.line >= 0 && parent.line !== i) {
    needs.push(parent.line);
  }
  if (line.value === '' || (line.type === 'node' && node.value === '')) {
    return { value: opening(line, node, c), key: `o${node.place}`, needs };
  }
  const { place, value } = c.keys[i];
  const column = c.columns.get(place);
  const n = column.total;
  let bits = column.odd(value);
  bits = Math.max(bits, c.rare[node.place]);
  let worth;
  if (bits >= 1) {
    worth = 0.6 * bits;
  } else if (n < few) {
    worth = 1.6 / (1 + 0.35 * depth);
  } else {
    worth = c.nameOf.get(node.record) === i ? 0.5 : opaque(value) ? 0.06 : column.usual(value) ? 0.12 : 0.25;
  }
  if (!column.usual(value) && (trouble.test(value) || (bits >= 1 && trouble.test(node.name)))) {
    worth = worth * 1.5 + 1;
  }
  if (bits >= 1 || n < few) {
    worth += prose(value);
  }
  if (line.note !== '') {
    worth += comment(line.note);
  }
  if (bits >= 1) {
    // Of which record, and of which that is a part.
    for (let r = node.record; r >= 0; r = c.nodes[r].parent < 0 ? -1 : c.nodes[c.nodes[r].parent].record) {
      for (const l of [c.nodes[r].line, c.nameOf.get(r)]) {
        if (l !== undefined && l >= 0 && l !== i && !needs.includes(l)) {
          needs.push(l);
        }
      }
    }
  }
  return { value: worth, key: bits >= 1 ? `v${place} ${shape(value)}` : `p${place}`, needs };
}

// opening is what a line is worth that only opens something.
function opening(line, node, c) {
  if (c.rare[node.place] >= 1) {
    return 0.4;
  }
  return node.depth <= 1 ? 0.4 : 0.05;
}

// cut makes a unit of each line, and several of a long one. Needs become units.
function cut(content, text, lines, worth) {
  const units = [];
  const first = [];
  const seen = new Map(); // texts as numbers
  lines.forEach((line, row) => {
    first.push(units.length);
    const spans = line.end - line.start > longLine ? pieces(content, line) : [line];
    spans.forEach((s, part) => {
      const words = text.slice(s.start, s.end);
      let same;
      if (words.length <= 256) {
        same = seen.get(words) ?? seen.size;
        seen.set(words, same);
      }
      units.push({
        start: s.start, end: s.end, row, part, parts: spans.length, same, cost: cost(words) + 1,
        value: worth[row].value / (1 + part), key: worth[row].key, needs: worth[row].needs,
      });
    });
  });
  for (const u of units) {
    u.needs = u.needs.map((l) => first[l]);
  }
  return units;
}

// pieces parts a long line between characters, after blanks where there are some.
function pieces(content, line) {
  const size = Math.max(piece, Math.ceil((line.end - line.start) / maxPieces));
  const out = [];
  for (let at = line.start; at < line.end; ) {
    let end = Math.min(at + size, line.end);
    if (end < line.end) {
      const blank = content.subarray(at, end).lastIndexOf(0x20);
      if (blank > size / 2) {
        end = at + blank + 1;
      }
      while ((content[end] & 0xc0) === 0x80) {
        end--; // inside a character of several bytes
      }
    }
    out.push({ start: at, end });
    at = end;
  }
  return out;
}

// assemble keeps the units that the order reaches and numbers them anew.
function assemble({ lines, nodes }, units, ranked) {
  const order = ranked.slice(0, maxUnits);
  const kept = [...order].sort((a, b) => a - b);
  const at = new Map(kept.map((u, i) => [u, i]));
  return {
    units: kept.map((k) => {
      const { start, end, row, part, parts, needs } = units[k];
      return { start, end, row, part, parts, needs: needs.map((n) => at.get(n)) };
    }),
    order: order.map((k) => at.get(k)),
    notes: [],
    complete: order.length === units.length,
    summary: summary(lines, nodes),
  };
}

function summary(lines, nodes) {
  const docs = nodes.filter((n) => n.type === 'doc' && n.kids.length > 0).length;
  let longest;
  for (const n of nodes) {
    const items = n.kids.filter((k) => nodes[k].type === 'item' || n.dictionary).length;
    if (items >= few && (!longest || items > longest.items)) {
      longest = { items, name: n.name };
    }
  }
  const parts = [`${lines.length} lines of YAML`];
  if (docs > 1) {
    parts.push(`${docs} documents`);
  }
  if (longest && /^[\w.-]{1,40}$/.test(longest.name)) {
    parts.push(`${longest.items} ${longest.name}`);
  }
  return parts.join(', ');
}

module.exports = { processor: { info, match, process } };
