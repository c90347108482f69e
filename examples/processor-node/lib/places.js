'use strict';

// Which lines say the same thing of different records: a place is the path to a value
// with what tells records apart left out, such as items[].spec.replicas.

const leastEntries = 4; // maps with fewer entries are no dictionaries

// places gives every node its place, a number, and its record: the list item, entry of a
// dictionary or document that it describes, or -1. It returns how many nodes each
// place has and which place lies around it.
function places(nodes) {
  const p = { numbers: new Map(), around: [], count: [] };
  const docs = nodes.filter((n) => n.type === 'doc' && n.kids.length > 0).length;
  let level = [];
  nodes.forEach((node, i) => {
    if (node.type === 'doc') {
      put(p, nodes, i, '---', docs > 1);
      level.push(i);
    }
  });
  // Level by level: whether a place is that of dictionaries is said by all of its nodes.
  while (level.length > 0) {
    const votes = new Map();
    for (const i of level) {
      const v = votes.get(nodes[i].place) || { yes: 0, all: 0 };
      if (nodes[i].kids.length > 0) {
        v.all++;
        v.yes += isDictionary(nodes, nodes[i]) ? 1 : 0;
      }
      votes.set(nodes[i].place, v);
    }
    const next = [];
    for (const i of level) {
      const { yes, all } = votes.get(nodes[i].place);
      nodes[i].dictionary = yes > 0 && yes >= all / 2;
      for (const k of nodes[i].kids) {
        const kid = nodes[k];
        const entry = nodes[i].dictionary && kid.type === 'key' && kid.kids.length > 0;
        const step = kid.type === 'item' ? '[]' : entry ? '*' : kid.name;
        put(p, nodes, k, step, entry || (kid.type === 'item' && kid.kids.length > 0));
        next.push(k);
      }
    }
    level = next;
  }
  return p;
}

function put(p, nodes, i, step, record) {
  const node = nodes[i];
  const parent = node.parent < 0 ? undefined : nodes[node.parent];
  const path = `${parent ? parent.place : ''}/${step}${record ? kindOf(nodes, node) : ''}`;
  let place = p.numbers.get(path);
  if (place === undefined) {
    place = p.numbers.size;
    p.numbers.set(path, place);
    p.around.push(parent ? parent.place : -1);
    p.count.push(0);
  }
  p.count[place]++;
  node.place = place;
  node.depth = parent ? parent.depth + 1 : 0;
  node.record = record ? i : parent ? parent.record : -1;
}

// kindOf tells records of different kinds in one list apart, as Kubernetes has them.
function kindOf(nodes, node) {
  for (const k of node.kids) {
    if (nodes[k].name === 'kind') {
      return `(${nodes[k].value})`;
    }
  }
  return '';
}

// isDictionary reports a map whose keys are names of like things: most of what its
// entries hold, most of them hold.
function isDictionary(nodes, node) {
  const maps = node.kids.filter((k) => nodes[k].type === 'key' && nodes[k].kids.length > 0);
  if (maps.length < leastEntries) {
    return false;
  }
  const names = new Map();
  let all = 0;
  for (const k of maps) {
    for (const kid of new Set(nodes[k].kids.map((n) => nodes[n].name))) {
      names.set(kid, (names.get(kid) || 0) + 1);
      all++;
    }
  }
  let shared = 0;
  for (const n of names.values()) {
    if (n >= maps.length / 2) {
      shared += n;
    }
  }
  return shared >= all / 2;
}

// names finds for each place of records the line of each that tells it from the
// others: a value that differs in all, best one that is called a name. It returns
// a map from records to lines.
function names(nodes) {
  const byPlace = new Map(); // place of records -> place of values -> {values, n, score, of}
  nodes.forEach((node) => {
    const record = nodes[node.record];
    if (node.type !== 'key' || node.value === '' || !record || record.type === 'key') {
      return; // an entry of a dictionary has its key
    }
    if (!byPlace.has(record.place)) {
      byPlace.set(record.place, new Map());
    }
    const values = byPlace.get(record.place);
    if (!values.has(node.place)) {
      values.set(node.place, { values: new Set(), of: new Map(), telling: telling(node, record) });
    }
    const v = values.get(node.place);
    v.values.add(node.value);
    if (!v.of.has(node.record)) {
      v.of.set(node.record, node.line);
    }
  });
  const out = new Map();
  for (const candidates of byPlace.values()) {
    const most = Math.max(...[...candidates.values()].map((c) => c.of.size));
    let best = null;
    let bestScore = 0;
    for (const c of candidates.values()) {
      // A name stands in all records and is another in each.
      const score = (c.telling * c.values.size * c.of.size) / (most * most);
      if (c.values.size >= 0.8 * c.of.size && score > bestScore) {
        [best, bestScore] = [c, score];
      }
    }
    for (const [record, line] of best ? best.of : []) {
      out.set(record, line);
    }
  }
  return out;
}

function telling(node, record) {
  const far = 1 / (1 + (node.depth - record.depth));
  if (/^(name|id|title)$/i.test(node.name)) {
    return 2 + far;
  }
  if (/(^|[_-])(name|id|key|alert|rule|number|label)$|Id$|Name$/i.test(node.name) && !/^(uid|parent)/i.test(node.name)) {
    return 1 + far;
  }
  const odd = /^["']?(\d{4}-\d\d-\d\d|[\d.:-]+["']?$|[0-9a-f-]{16,})/.test(node.value);
  return odd || node.value.length > 60 ? 0 : far / 2;
}

module.exports = { places, names };
