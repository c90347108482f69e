'use strict';

// match says whether a content is YAML by its beginning: lines that are keys, items,
// comments or deeper than those, with no key twice in one map, and something nested.
// Much else looks alike: "ERROR: cannot open" line by line, headers of HTTP, the tables
// of key and value that kubectl describe prints.

const { parseNow } = require('./parse.js');

const enough = 6; // lines that speak for themselves

function match(sample) {
  if (sample.kind === 'json' || sample.kind === 'html') {
    return '';
  }
  let text = sample.head.toString('latin1');
  if (sample.bytes > sample.head.length) {
    text = text.slice(0, text.lastIndexOf('\n') + 1); // the last line is cut
  }
  const named = /\.ya?ml\b|[-= ]yaml\b/i.test(sample.command) || /yaml/i.test(sample.tool);
  return looksLikeYaml(text, named) ? 'yaml' : '';
}

function looksLikeYaml(text, named) {
  const seen = { keys: 0, items: 0, text: 0, wide: 0, bad: 0, nested: 0, prose: 0 };
  const { lines, nodes } = parseNow(text);
  if (lines.length === 0) {
    return false;
  }
  const marked = /^(%YAML|---$)/.test(lines[0].value.trim());
  for (const line of lines) {
    if (line.type === 'text') {
      const owner = nodes[line.node];
      // More of a value stands deeper than its key, and a map has no such lines.
      seen.text += owner.block ? 0 : 1;
      seen.bad += owner.type === 'doc' || (!owner.block && line.indent <= owner.column) ? 1 : 0;
      continue;
    }
    if (line.type !== 'node') {
      continue;
    }
    const node = nodes[line.node];
    seen.nested += node.parent >= 0 && nodes[node.parent].type !== 'doc' ? 1 : 0;
    if (node.type === 'item') {
      seen.items++;
      seen.prose += node.value.split(' ').length > 6 ? 1 : 0;
      continue;
    }
    seen.keys++;
    const words = node.name.split(/\s+/).length;
    seen.bad += words > 3 || (/[()=;<>]/.test(node.name) && node.name[0] !== '"') ? 1 : 0;
    const raw = text.slice(line.start, line.end);
    seen.wide += /:(\s{2,}|\t)[^#\s]/.test(raw) || raw.includes('\t') ? 1 : 0;
  }
  seen.bad += twice(nodes);
  const all = seen.keys + seen.items + seen.text;
  if (seen.bad > (named ? 0.1 : 0.03) * all || seen.wide > 0.2 * seen.keys || seen.text > 0.3 * all || seen.prose > seen.keys) {
    return false;
  }
  if (named || marked) {
    return seen.keys >= 2;
  }
  return seen.keys >= enough && seen.keys >= seen.items / 3 && seen.nested >= 2;
}

// twice counts the keys that stand in one map again.
function twice(nodes) {
  let n = 0;
  for (const node of nodes) {
    const names = new Set();
    for (const k of node.kids) {
      const { type, name } = nodes[k];
      if (type === 'key') {
        n += names.has(name) ? 1 : 0;
        names.add(name);
      }
    }
  }
  return n;
}

module.exports = { match };
