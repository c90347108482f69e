'use strict';

// YAML by its lines: which keys and list items open on each, and what lies inside
// what. It follows indentation alone and takes anything, also what no YAML parser
// would: a tool's output may be cut off, templated or broken.
//
// Texts hold one character for each byte (latin1), so places in them are places in
// the content.

const maxKey = 256; // bytes in which a key must end
const maxHead = 2048; // bytes of a line that are looked at

// A line is {start, end, indent, type, node, open, value, note}: type is 'node' (it opens
// keys or items), 'text' (a block scalar, or more of a value), 'comment' or 'mark' (---);
// node is the innermost node of it, or the one that a text belongs to; open the
// outermost that it opens. Blank lines are left out.
//
// A node is {type, name, value, line, parent, column, kids}: type is 'doc', 'key' or
// 'item'; parent and kids are indices of nodes; line is -1 for documents.
async function parse(text, pace) {
  const p = new Parser();
  for (let at = 0, count = 0; at < text.length; count++) {
    at = p.next(text, at);
    if (count % 1024 === 0 && pace.due) {
      await pace.breathe();
    }
  }
  return { lines: p.lines, nodes: p.nodes };
}

// parseNow is parse for a short text.
function parseNow(text) {
  const p = new Parser();
  for (let at = 0; at < text.length; ) {
    at = p.next(text, at);
  }
  return { lines: p.lines, nodes: p.nodes };
}

class Parser {
  constructor() {
    this.lines = [];
    this.nodes = [];
    this.stack = []; // open nodes, outermost first
    this.block = -1; // column of the key whose block scalar is open
    this.openDoc();
  }

  openDoc() {
    this.nodes.push({ type: 'doc', name: '', value: '', line: -1, parent: -1, column: -1, kids: [] });
    this.stack = [this.nodes.length - 1];
    this.block = -1;
  }

  get top() {
    return this.nodes[this.stack[this.stack.length - 1]];
  }

  // next reads the line at a place and returns where the one after it begins.
  next(text, at) {
    const found = text.indexOf('\n', at);
    let end = found < 0 ? text.length : found;
    if (end > at && text.charCodeAt(end - 1) === 0x0d) {
      end--;
    }
    this.add(text, at, end);
    return found < 0 ? text.length : found + 1;
  }

  add(text, start, end) {
    const head = text.slice(start, Math.min(end, start + maxHead));
    const indent = blanks(head, 0);
    if (indent === head.length) {
      return; // blank
    }
    const line = { start, end, indent, type: 'text', node: this.stack[this.stack.length - 1], open: -1, value: head.slice(indent), note: '' };
    this.lines.push(line);
    if (this.block >= 0 && indent > this.block - (this.top.type === 'doc' ? 1 : 0)) {
      return;
    }
    this.block = -1;
    if (indent === 0 && /^(---|\.\.\.|%[A-Z]+)(\s|$)/.test(head)) {
      line.type = 'mark';
      if (head.startsWith('---') && this.nodes[this.stack[0]].kids.length > 0) {
        this.openDoc();
      }
      return;
    }
    if (head[indent] === '#') {
      line.type = 'comment';
      return;
    }
    this.structure(line, head, indent);
  }

  // structure opens the items and the key of a line.
  structure(line, head, column) {
    const number = this.lines.length - 1;
    let at = column;
    while (head[at] === '-' && (at + 1 === head.length || head[at + 1] === ' ')) {
      this.close(at, true);
      this.open(line, number, 'item', '', at);
      at += 1;
      at += blanks(head, at);
    }
    const colon = keyEnd(head, at);
    if (colon >= 0) {
      this.close(at, false);
      this.open(line, number, 'key', head.slice(at, colon).trim(), at);
      at = colon + 1;
    } else if (line.open < 0) {
      return; // more of the value above
    }
    const node = this.nodes[line.node];
    [node.value, line.note] = valueOf(head.slice(at).trim());
    line.value = node.value;
    if (/^(?:[!&]\S*\s+)*[|>][-+0-9]{0,2}$/.test(node.value)) {
      // A key's text stands deeper than the key, also where the key follows a dash.
      this.block = node.column;
      node.value = '';
      node.block = true;
    }
  }

  // close ends the nodes that something at a column lies beside or outside of. A list
  // may stand in the column of its key.
  close(column, item) {
    for (;;) {
      const top = this.top;
      if (top.column < column || (item && top.column === column && top.type === 'key')) {
        return;
      }
      this.stack.pop();
    }
  }

  open(line, number, type, name, column) {
    const parent = this.stack[this.stack.length - 1];
    this.nodes.push({ type, name, value: '', line: number, parent, column, kids: [] });
    const n = this.nodes.length - 1;
    this.nodes[parent].kids.push(n);
    this.stack.push(n);
    line.type = 'node';
    line.node = n;
    if (line.open < 0) {
      line.open = n;
    }
  }
}

function blanks(s, from) {
  let i = from;
  while (i < s.length && (s[i] === ' ' || s[i] === '\t')) {
    i++;
  }
  return i - from;
}

// keyEnd is the place of the colon that ends a key at a place, -1 where there is none.
function keyEnd(s, from) {
  const quote = s[from];
  let i = from;
  if (quote === '"' || quote === "'") {
    for (i++; i < s.length && s[i] !== quote; i++) {
      if (s[i] === '\\' && quote === '"') {
        i++;
      }
    }
    i++;
    i += blanks(s, i);
    return s[i] === ':' && (i + 1 >= s.length || s[i + 1] === ' ') ? i : -1;
  }
  if (i >= s.length || '#&*!|>%@`{}[],'.includes(s[i])) {
    return s[i] === '*' || s[i] === '&' ? anchored(s, i) : -1;
  }
  const most = Math.min(s.length, from + maxKey);
  for (; i < most; i++) {
    if (s[i] === '#' && s[i - 1] === ' ') {
      return -1;
    }
    if (s[i] === ':' && i > from && (i + 1 === s.length || s[i + 1] === ' ' || s[i + 1] === '\t')) {
      return i;
    }
  }
  return -1;
}

// anchored finds the colon of a key that is an alias: "*base : x".
function anchored(s, from) {
  const i = s.indexOf(' :', from);
  return i > 0 && i < from + maxKey && (i + 2 === s.length || s[i + 2] === ' ') ? i + 1 : -1;
}

// valueOf parts a value from the comment behind it.
function valueOf(s) {
  if (s[0] === '#') {
    return ['', s];
  }
  const from = s[0] === '"' || s[0] === "'" ? Math.max(0, s.indexOf(s[0], 1)) : 0;
  const at = s.indexOf(' #', from);
  return at < 0 ? [s, ''] : [s.slice(0, at).trim(), s.slice(at + 1)];
}

module.exports = { parse, parseNow };
