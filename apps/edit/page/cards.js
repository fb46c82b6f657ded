// The cards of the stages and their controls, all made from the declarations.
import { curve } from './curve.js';

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const written = (value) => (Array.isArray(value) ? value.join(',') : String(value ?? ''));

// Where a slider stands, 0 to 1000, and back. Where the range is far wider than the default, steps are fine near the
// default and coarse at the ends.
export function scaleOf(param) {
  const { minimum: low, maximum: high } = param;
  const standard = Number(Array.isArray(param.default) ? param.default[0] : param.default);
  const middle = Number.isFinite(standard) ? Math.min(Math.max(standard, low), high) : low;
  const wide = high - low > 20 * Math.max(Math.abs(middle), 1);
  const start = wide ? middle : low;
  const origin = start <= low ? 0 : start >= high ? 1000 : 500;
  const power = wide ? 3 : 1;
  const whole = param.type === 'integer' || param.whole;
  const sideOf = (above) => (above ? [high - start, 1000 - origin] : [start - low, origin]);
  const tidy = (v) => {
    if (whole) return Math.round(v);
    const digits = 3 - Math.floor(Math.log10(Math.max(Math.abs(v - start), 0.001)));
    return Number(v.toFixed(Math.min(Math.max(digits, 0), 5)));
  };
  return {
    value(t) {
      const [side, room] = sideOf(t >= origin);
      const share = room > 0 ? Math.abs(t - origin) / room : 0;
      return Math.min(high, Math.max(low, tidy(start + Math.sign(t - origin) * side * share ** power)));
    },
    position(v) {
      const [side, room] = sideOf(v >= start);
      const share = side > 0 ? Math.min(1, Math.abs(v - start) / side) : 0;
      return Math.round(origin + Math.sign(v - start) * room * share ** (1 / power));
    },
  };
}

// Whether the values of other parameters allow it.
function applies(param, node, stage) {
  if (!param.only_for) return true;
  return Object.entries(param.only_for).every(([name, values]) => {
    const other = stage.parameters.find((one) => one.name === name);
    return values.includes(node.params[name] ?? written(other?.default));
  });
}

const isSlider = (param, value) =>
  ['integer', 'number', 'numbers'].includes(param.type) && param.minimum !== undefined && param.maximum !== undefined &&
  param.maximum - param.minimum < 1e5 && !/[,;]|\$\{/.test(value);
const isCurve = (param) => param.type === 'numbers' && param.unit === 'of white' && param.min_count === 4;

// The control of a parameter. `change(value, moving)`: a value that is written; undefined = the default.
function control(param, value, id, change) {
  const label = { id, 'aria-describedby': id + '-fault', title: param.doc };
  // A field may be made again while the user types in it. Browsers then send no change event for what was typed before.
  const commit = (event) => { if (event.target.value !== value) change(event.target.value || undefined); };
  const text = (more = {}) => element('input', { ...label, value, spellcheck: 'false', autocomplete: 'off',
    placeholder: written(param.default), ...more, onchange: commit, onblur: commit,
    onkeydown: (event) => { if (event.key === 'Enter') commit(event); } });
  if (param.type === 'boolean')
    return element('input', { ...label, type: 'checkbox', checked: value === 'true',
      onchange: (event) => change(String(event.target.checked)) });
  if (param.type === 'choice') {
    const words = [...param.choices, ...(param.keywords || []).filter((word) => !param.choices.includes(word))];
    if (value && !words.includes(value)) words.push(value);
    const select = element('select', { ...label, onchange: (event) => change(event.target.value) });
    for (const word of words) select.add(new Option(word, word, false, word === value));
    return select;
  }
  if (param.type === 'choices') {
    const chosen = value.split(',');
    return element('span', { id, role: 'group', 'aria-label': param.name, title: param.doc }, ...param.choices.map((word) =>
      element('label', {}, element('input', { type: 'checkbox', checked: chosen.includes(word), onchange: (event) => {
        const now = param.choices.filter((one) => (one === word ? event.target.checked : chosen.includes(one)));
        change(now.join(',') || undefined);
      } }), word + ' ')));
  }
  if (param.type === 'color') {
    const box = element('span', { class: 'two' }, text());
    box.append(element('input', { type: 'color', value: /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000',
      'aria-label': param.name + ', as a colour', oninput: (event) => change(event.target.value, true),
      onchange: (event) => change(event.target.value) }));
    return box;
  }
  if (isCurve(param)) return element('span', {}, curve(param, value, change), text());
  if (isSlider(param, value)) {
    const scale = scaleOf(param);
    const number = Number(value.replace('%', '')) / (value.endsWith('%') && param.percent === 'of 1' ? 100 : 1);
    const slider = element('input', { type: 'range', id: id + '-slider', min: 0, max: 1000, 'aria-label': param.name,
      'aria-valuetext': value + ' ' + (param.unit || ''), title: param.doc, onchange: () => change(box.value) });
    const box = text();
    slider.value = scale.position(Number.isFinite(number) ? number : param.minimum);
    slider.addEventListener('input', () => {
      const now = String(scale.value(Number(slider.value)));
      box.value = now;
      slider.setAttribute('aria-valuetext', now + ' ' + (param.unit || ''));
      change(now, true);
    });
    return element('span', { class: 'two' }, slider, box);
  }
  return text(param.examples ? { list: id + '-examples' } : {});
}

function paramRow(card, param, node, faults, change) {
  const given = node.params[param.name] !== undefined;
  const value = given ? node.params[param.name] : written(param.default);
  const id = 'p-' + card + '-' + param.name;
  const made = control(param, value, id, (now, moving) => change(param.name, now, moving));
  const mine = faults.filter((fault) => fault.param === param.name);
  const row = element('div', { class: 'param' + (given ? ' given' : '') },
    element('label', { for: id, title: param.doc }, param.name, param.unit ? element('small', { class: 'soft' }, ' ' + param.unit) : null),
    made,
    element('button', { class: 'reset', type: 'button', title: 'Default: ' + (written(param.default) || 'none'),
      'aria-label': 'Reset ' + param.name + ' to its default', onclick: () => change(param.name, undefined) }, '↺'));
  if (param.examples)
    row.append(element('datalist', { id: id + '-examples' }, ...param.examples.map((one) => element('option', { value: one }))));
  if (mine.length > 0) {
    for (const input of row.querySelectorAll('input, select')) input.setAttribute('aria-invalid', 'true');
    row.append(element('div', { class: 'fault', id: id + '-fault' }, mine.map((fault) => fault.message).join('; ')));
  }
  return row;
}

function inputRow(card, port, at, node, context, change) {
  const entries = node.from || [];
  const entry = entries.find(([name], i) => name === port.name || (name === '' && i === at));
  const id = 'i-' + card + '-' + port.name;
  const select = element('select', { id, title: port.doc, onchange: (event) => change(port.name, at, event.target.value) });
  select.add(new Option(at === 0 && card > 0 ? '(the stage before)' : '(nothing)', ''));
  context.names.forEach((name, i) => { if (i !== card) select.add(new Option(name, name)); });
  if (entry && ![...select.options].some((option) => option.value === entry[1])) select.add(new Option(entry[1], entry[1]));
  select.value = entry ? entry[1] : '';
  return element('div', { class: 'param' + (entry ? ' given' : '') }, element('label', { for: id, title: port.doc }, port.name), select);
}

// `context`: stages, names, faults, shown (the node whose image is shown), count.
// `act`: value(card, name, value, moving), input(card, port, at, name), move(card, to), remove(card), show(card).
export function card(node, i, context, act) {
  const stage = context.stages.get(node.stage);
  const faults = context.faults.filter((fault) => fault.node === i);
  const name = context.names[i];
  const button = (text, label, click, disabled = false) =>
    element('button', { type: 'button', 'aria-label': label, title: label, onclick: click, disabled }, text);
  const made = element('li', { class: 'card' + (faults.length ? ' faulty' : ''), id: 'card-' + i, tabindex: -1,
    'aria-label': 'Stage ' + (i + 1) + ': ' + name,
    ondragover: (event) => { if (event.dataTransfer.types.includes('application/x-sluice-card')) event.preventDefault(); },
    ondrop: (event) => {
      const from = Number(event.dataTransfer.getData('application/x-sluice-card'));
      event.preventDefault();
      if (from !== i) act.move(from, i);
    },
    'aria-current': context.shown === i ? 'true' : undefined });
  made.append(element('header', { draggable: 'true', ondragstart: (event) => {
    event.dataTransfer.setData('application/x-sluice-card', String(i));
    event.dataTransfer.effectAllowed = 'move';
  } }, element('h3', {}, name), element('span', { class: 'soft', title: stage?.summary },
    name === node.stage ? '' : node.stage),
    Object.assign(button('◉', 'Show the image of ' + name, () => act.show(i)), { id: 'show-' + i, ariaPressed: String(context.shown === i) }),
    button('↑', 'Move ' + name + ' up', () => act.move(i, i - 1), i === 0),
    button('↓', 'Move ' + name + ' down', () => act.move(i, i + 1), i + 1 === context.count),
    button('✕', 'Remove ' + name, () => act.remove(i))));
  const shown = new Set(stage ? stage.parameters.map((param) => param.name) : []);
  const loose = faults.filter((fault) => !shown.has(fault.param));
  if (loose.length) made.append(element('p', { class: 'bad' }, loose.map((fault) => fault.message).join('; ')));
  if (!stage) {
    made.append(element('p', { class: 'soft' }, Object.entries(node.params).map(([key, value]) => key + '=' + value).join(' ')));
    return made;
  }
  const ports = stage.inputs.map((port, at) => inputRow(i, port, at, node, context, (...rest) => act.input(i, ...rest)));
  const usable = stage.parameters.filter((param) => node.params[param.name] !== undefined ||
    faults.some((fault) => fault.param === param.name) || applies(param, node, stage));
  const rank = (param) => (node.params[param.name] !== undefined || faults.some((fault) => fault.param === param.name) ? 0 :
    param.required ? 0 : param.live ? 1 : param === stage.parameters[0] ? 1 : 2);
  const main = usable.filter((param) => rank(param) === 0 || (rank(param) === 1 && usable.indexOf(param) < 8));
  const rest = usable.filter((param) => !main.includes(param));
  const rows = (list) => list.map((param) => paramRow(i, param, node, faults, (...more) => act.value(i, ...more)));
  if (node.params[''] !== undefined) made.append(element('p', { class: 'soft' }, node.params['']));
  made.append(...rows(main));
  const hiddenPorts = stage.inputs.length === 1 && !node.from?.length;
  if (!hiddenPorts) made.append(...ports);
  const more = [...(hiddenPorts ? ports : []), ...rows(rest)];
  if (more.length)
    made.append(element('details', { open: context.open.has(i) || undefined, ontoggle: (event) => act.opened(i, event.target.open) },
      element('summary', {}, 'More'), ...more));
  return made;
}
