// The branches of a pipeline as a picture: a row for each stage, a column for each branch.
import { edges, names } from './pipeline.js';

export function branches(svg, nodes, stages) {
  const from = edges(nodes, stages);
  // A stage goes on in the column of the first stage that it reads, unless another one already did.
  const column = [], taken = new Set();
  let columns = 0;
  nodes.forEach((_, i) => {
    const first = from[i].find((n) => !taken.has(n));
    if (first !== undefined) taken.add(first);
    column.push(first !== undefined ? column[first] : columns++);
  });
  const plain = columns <= 1 && from.every((list, i) => list.every((n) => n === i - 1));
  svg.toggleAttribute('hidden', plain);
  if (plain) return;
  const x = (i) => 12 + 18 * column[i], y = (i) => 12 + 20 * i;
  const made = (name, attributes, text = '') => {
    const one = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    one.textContent = text;
    return one;
  };
  const all = names(nodes);
  svg.setAttribute('viewBox', '0 0 320 ' + (y(nodes.length) - 8));
  svg.setAttribute('aria-label', 'Branches: ' + nodes.map((_, i) => all[i] +
    (from[i].length ? ' reads ' + from[i].map((n) => all[n]).join(' and ') : '')).join('; '));
  svg.replaceChildren(
    ...from.flatMap((list, i) => list.map((n) => made('path', { d: 'M' + x(n) + ' ' + y(n) + 'C' + x(n) + ' ' + (y(n) + 12) + ' ' +
      x(i) + ' ' + (y(i) - 14) + ' ' + x(i) + ' ' + y(i) }))),
    ...nodes.map((_, i) => made('circle', { cx: x(i), cy: y(i), r: 4 })),
    ...nodes.map((_, i) => made('text', { x: 24 + 18 * columns, y: y(i) + 4 }, all[i])));
}
