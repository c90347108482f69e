'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { parseNow } = require('../lib/parse.js');
const { places, names } = require('../lib/places.js');
const { Column } = require('../lib/worth.js');
const { rank, cost } = require('../lib/rank.js');
const { processor } = require('../lib/processor.js');
const { Pace } = require('../lib/serve.js');

const pace = { due: false };

// outline writes each line as its type, the path to its node and its value.
function outline(text) {
  const { lines, nodes } = parseNow(text);
  const pathOf = (n) => (n.parent < 0 ? '' : `${pathOf(nodes[n.parent])}/${n.type === 'item' ? '-' : n.name}`);
  return lines.map((l) => {
    const path = l.type === 'node' || l.type === 'text' ? ' ' + pathOf(nodes[l.node]) : '';
    return l.type + path + (l.type === 'node' && l.value ? ' = ' + l.value : '');
  });
}

for (const [name, text, want] of [
  ['keys nest by indentation', 'a:\n  b: 1\n  c:\n    d: x y\ne: 2\n', ['node /a', 'node /a/b = 1', 'node /a/c', 'node /a/c/d = x y', 'node /e = 2']],
  ['a list may stand in the column of its key', 'a:\n- x\n- y\nb: 1\n', ['node /a', 'node /a/- = x', 'node /a/- = y', 'node /b = 1']],
  ['an item may hold a map', '- n: 1\n  m: 2\n- n: 3\n', ['node /-/n = 1', 'node /-/m = 2', 'node /-/n = 3']],
  ['items nest in a line', '- - a\n  - b\n', ['node /-/- = a', 'node /-/- = b']],
  ['a list in an item', '- e:\n  - x: 1\n  f: 2\n', ['node /-/e', 'node /-/e/-/x = 1', 'node /-/f = 2']],
  ['a block scalar holds what looks like keys', 'a: |\n  b: 1\n\n  # no remark\nc: 2\n', ['node /a = |', 'text /a', 'text /a', 'node /c = 2']],
  ['a block scalar of an item', '- |\n  b: 1\n- x\n', ['node /- = |', 'text /-', 'node /- = x']],
  ['more of a value', 'a: one\n  two\nb: 1\n', ['node /a = one', 'text /a', 'node /b = 1']],
  ['quoted keys, colons in values', '"a: b": http://x:1\n\'c\': d\n', ['node /"a: b" = http://x:1', "node /'c' = d"]],
  ['remarks, also behind a value', '# x\na: 1 # y\nb: "# z"\n', ['comment', 'node /a = 1', 'node /b = "# z"']],
  ['documents', '%YAML 1.2\n---\na: 1\n---\na: 2\n...\n', ['mark', 'mark', 'node /a = 1', 'mark', 'node /a = 2', 'mark']],
  ['CR LF', 'a: 1\r\nb:\r\n  c: 2\r\n', ['node /a = 1', 'node /b', 'node /b/c = 2']],
]) {
  test(`parse: ${name}`, () => assert.deepEqual(outline(text), want));
}

test('entries of a dictionary share their places, and records have names', () => {
  const { nodes } = parseNow('hosts:\n' + ['a', 'b', 'c', 'd'].map((h) => `  ${h}:\n    port: 1\n    os: x\n`).join('') + 'users:\n- name: u\n  id: 1\n- name: v\n  id: 1\n');
  const { count } = places(nodes);
  const ports = nodes.filter((n) => n.name === 'port');
  assert.equal(new Set(ports.map((n) => n.place)).size, 1);
  assert.equal(count[ports[0].place], 4);
  const lines = [...names(nodes).values()];
  assert.deepEqual(lines, [14, 16]);
});

for (const [name, values, value, odd] of [
  ['the one that differs', [...Array(20).fill('true'), 'false'], 'false', true],
  ['the one that most have', [...Array(20).fill('true'), 'false'], 'true', false],
  ['a quantity far from the others', ['100m', '120m', '90m', '110m', '105m', '4'], '4', true],
  ['a number among words', [60, 70, 80, 90, 65, 75, 85, 0].map((n) => `load > ${n}`), 'load > 0', true],
  ['one of many hashes', Array.from({ length: 20 }, (_, i) => `${i}a${i * 7}f`), '3a21f', false],
  ['too few to tell', ['a', 'b', 'b'], 'a', false],
]) {
  test(`odd: ${name}`, () => {
    const c = new Column();
    values.forEach((v) => c.add(v));
    assert.equal(c.odd(value) >= 1, odd);
  });
}

test('an order does not depend on its limit, and needs come first', async () => {
  const items = Array.from({ length: 300 }, (_, i) => ({ value: ((i * 37) % 11) + 1, cost: 3 + (i % 5), row: i, key: `k${i % 7}`, same: i, needs: i % 10 ? [i - (i % 10)] : [] }));
  const all = await rank(items, 0, 1000, pace);
  assert.equal(new Set(all).size, 300);
  for (const limit of [20, 100, 500]) {
    const some = await rank(items, limit, 1000, pace);
    assert.deepEqual(some, all.slice(0, some.length));
    assert.ok(some.length < 300);
  }
  const at = new Map(all.map((i, k) => [i, k]));
  items.forEach((it, i) => it.needs.forEach((n) => assert.ok(at.get(n) < at.get(i))));
});

test('costs are about those of a tokenizer', () => {
  for (const [text, tokens] of [['name: search', 3], ['    restartCount: 47', 6], ['', 1]]) {
    assert.ok(Math.abs(cost(text) - tokens) <= 2, `${text}: ${cost(text)}`);
  }
});

function ask(text, maxTokens = 200) {
  return processor.process({ content: Buffer.from(text), kind: 'yaml', tool: '', command: '', maxTokens, evidence: [], options: {} }, new Pace());
}

const services = (n, odd) => 'services:\n' + Array.from({ length: n }, (_, i) => `- name: s${i}\n  image: x\n  privileged: ${i === odd}\n`).join('');

test('the odd value comes before its like, with its name', async () => {
  const text = services(40, 23);
  const plan = await ask(text);
  const first = plan.order.slice(0, 6).map((u) => text.slice(plan.units[u].start, plan.units[u].end));
  assert.ok(first.includes('  privileged: true'), String(first));
  assert.ok(first.includes('- name: s23'), String(first));
});

test('units ascend, do not overlap and cut no character', async () => {
  const text = services(5, 1) + `long: ${'häß ☃ '.repeat(400)}\nbig: ${'☃'.repeat(3000)}\n`;
  const plan = await ask(text, 0);
  const bytes = Buffer.from(text);
  let end = 0;
  for (const u of plan.units) {
    assert.ok(u.start >= end && u.end > u.start && u.end <= bytes.length);
    assert.ok((bytes[u.start] & 0xc0) !== 0x80 && (u.end === bytes.length || (bytes[u.end] & 0xc0) !== 0x80));
    end = u.end;
  }
  assert.ok(plan.complete);
});

for (const [name, text] of [['nothing', ''], ['prose', 'Once upon a time.\nThere was a table.\n'.repeat(20)], ['brackets', '['.repeat(100000)], ['a long word', 'a'.repeat(1 << 20)]]) {
  test(`declines ${name}`, async () => assert.equal(typeof (await ask(text)).declined, 'string'));
}

const match = (text, more = {}) => processor.match({ head: Buffer.from(text), bytes: text.length, kind: 'log', tool: 'bash', command: '', ...more });

for (const [name, text, more, want] of [
  ['a manifest', services(5, 1), {}, 'yaml'],
  ['a head that is cut', services(5, 1) + '  na', { bytes: 99999 }, 'yaml'],
  ['a short file by its command', 'a: 1\nb:\n- c\n', { command: 'cat x.yaml' }, 'yaml'],
  ['a short file without it', 'a: 1\nb:\n- c\n', {}, ''],
  ['JSON', '{"a":\n 1}', { kind: 'json', command: 'cat x.yaml' }, ''],
  ['a log of levels', 'INFO: one\nERROR: two\nINFO: three\n'.repeat(9), {}, ''],
  ['kubectl describe', 'Name:         x\nLabels:       a=b\nStatus:       Running\n' + 'Containers:\n  a:\n    Image:      x\n    Port:       1\n'.repeat(2), {}, ''],
  ['Python', 'def f(x):\n    if x:\n        return x\n    else:\n        return 1\n'.repeat(5), {}, ''],
  ['headers', 'HTTP/1.1 200 OK\nDate: x\nServer: y\nAge: 1\nVary: z\nETag: a\nVia: b\n', {}, ''],
  ['nothing', '', {}, ''],
]) {
  test(`match: ${name}`, () => assert.equal(match(text, more), want));
}

for (const folder of ['corpus', 'unseen']) {
  test(`match: every case of ${folder}`, () => {
    const dir = path.join(__dirname, '..', folder, 'yaml');
    for (const f of fs.readdirSync(dir).filter((n) => n.endsWith('.yaml'))) {
      const text = fs.readFileSync(path.join(dir, f));
      assert.equal(processor.match({ head: text.subarray(0, 4096), bytes: text.length, kind: 'log', tool: 'bash', command: '' }), 'yaml', f);
    }
  });
}
