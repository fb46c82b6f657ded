// Finds, shows and sorts the rows of the page. Without it they stand there in their first order.
(() => {
  'use strict';
  const at = (id) => document.getElementById(id);
  const body = at('files').tBodies[0];
  const collator = new Intl.Collator(undefined, { numeric: true });
  const rows = Array.from(body.rows, (row) => ({
    row,
    name: row.cells[0].textContent,
    status: row.className,
    text: (row.cells[0].textContent + '\n' + row.cells[1].textContent).toLowerCase(),
    time: Number(row.dataset.t),
    index: Number(row.dataset.i),
    warned: row.dataset.w !== '0',
  }));
  for (const status of new Set(rows.map((one) => one.status))) at('show').add(new Option(status, status));
  const orders = {
    name: (a, b) => collator.compare(a.name, b.name),
    slow: (a, b) => b.time - a.time,
    fast: (a, b) => a.time - b.time,
    order: (a, b) => a.index - b.index,
  };

  function show() {
    const words = at('find').value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = at('show').value;
    let count = 0;
    for (const { row, status, text, warned } of rows) {
      const fits = (!wanted || wanted === status || (wanted === 'warned' && warned)) &&
        words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) ++count;
    }
    at('count').textContent = count + ' of ' + rows.length + ' shown';
  }

  function sort() {
    const order = orders[at('sort').value];
    const sorted = order ? rows.slice().sort(order) : rows;
    const all = document.createDocumentFragment();
    for (const { row } of sorted) all.append(row);
    body.append(all);
  }

  let soon = 0;
  at('find').addEventListener('input', () => {
    clearTimeout(soon);
    soon = setTimeout(show, 80);
  });
  at('show').addEventListener('change', show);
  at('sort').addEventListener('change', sort);
  at('tools').addEventListener('submit', (event) => event.preventDefault());
  at('tools').hidden = false;
  // A browser that comes back to a page keeps what was chosen there.
  show();
  if (at('sort').value) sort();
})();
