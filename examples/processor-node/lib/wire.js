'use strict';

// A plan in columns, as plugin.proto says: the n-th entry of each column belongs to
// unit n, most are the difference from the unit before, and a column that holds
// nothing but its default may be empty.

// encodePlan converts a plan of
//
//   units:  [{start, end, row, part, parts, group, item, text, sep, needs, from, copies}]
//   order:  [indices of units, best first]
//   groups: [{ref, unit, parent, item, start, end, total, named}]
//   notes, complete, summary
//
// whose units ascend. All but start and end may be left out.
function encodePlan(plan) {
  let last = 0;
  const order = plan.order.map((i) => {
    const d = i - last;
    last = i;
    return d;
  });
  return {
    units: encodeUnits(plan.units),
    groups: encodeGroups(plan.groups || []),
    order,
    notes: plan.notes || [],
    complete: Boolean(plan.complete),
    summary: plan.summary || '',
  };
}

function encodeUnits(units) {
  const c = {
    start: [], length: [], group: [], item: [], row: [], part: [], parts: [],
    text_unit: [], text: [], separator: [], separators: [''], needs_count: [], needs: [],
    from_count: [], from_start: [], from_length: [], copies_count: [], copies_start: [], copies_length: [],
  };
  const separators = new Map([['', 0]]);
  let end = 0;
  let item = 0;
  let row = 0;
  let texted = 0;
  units.forEach((u, i) => {
    c.start.push(u.start - end);
    c.length.push(u.end - u.start);
    c.group.push(u.group ?? -1);
    c.item.push((u.item ?? 0) - item);
    c.row.push((u.row ?? 0) - row);
    c.part.push(u.part ?? 0);
    c.parts.push(u.parts ?? 0);
    end = u.end;
    item = u.item ?? 0;
    row = u.row ?? 0;
    if (u.text) {
      c.text_unit.push(i - texted);
      c.text.push(u.text);
      texted = i;
    }
    const sep = u.sep ?? '';
    if (!separators.has(sep)) {
      separators.set(sep, c.separators.push(sep) - 1);
    }
    c.separator.push(separators.get(sep));
    const needs = u.needs ?? [];
    c.needs_count.push(needs.length);
    for (const n of needs) {
      c.needs.push(n - i);
    }
    const from = u.from ?? [];
    c.from_count.push(from.length);
    for (const s of from) {
      c.from_start.push(s.start - u.start);
      c.from_length.push(s.end - s.start);
    }
    const copies = u.copies ?? [];
    c.copies_count.push(copies.length);
    let origin = u.start;
    for (const s of copies) {
      c.copies_start.push(s.start - origin);
      c.copies_length.push(s.end - s.start);
      origin = s.end;
    }
  });
  const defaults = { group: -1, item: 0, row: 0, part: 0, parts: 0, separator: 0, needs_count: 0, from_count: 0, copies_count: 0 };
  for (const [name, value] of Object.entries(defaults)) {
    if (c[name].every((v) => v === value)) {
      c[name] = [];
    }
  }
  return c;
}

function encodeGroups(groups) {
  const column = (f) => groups.map(f);
  return {
    ref: column((g) => g.ref),
    unit: column((g) => g.unit),
    parent: column((g) => g.parent ?? -1),
    item: column((g) => g.item ?? 0),
    start: column((g) => g.start),
    length: column((g) => g.end - g.start),
    total: column((g) => g.total),
    named: column((g) => Boolean(g.named)),
  };
}

module.exports = { encodePlan };
