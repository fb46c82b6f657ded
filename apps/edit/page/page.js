// The page of `sluice edit`: holds the pipeline, asks the server for its text and its images, and shows them.
import { card, element } from './cards.js';
import { branches } from './graph.js';
import { Picture } from './picture.js';
import { History, added, moved, names, quoted, removed } from './pipeline.js';
import { Refused, bytes, json } from './server.js';

const at = (id) => document.getElementById(id);
const say = (text) => { at('say').textContent = text; };

let history, start, stages, revision;
let faults = [], shown = null, image = 0;
let fileText = '';  // that Save writes; the server keeps its comments, as long as only values change
const textOf = new Map();  // of pipelines that were seen, so that undo brings comments back
const open = new Set();
const picture = new Picture(() => refresh());

const pipeline = () => history.document;

// --- the image -----------------------------------------------------------------------------------------------

let busy = false, again = false, rest = 0, beforeKey = '';

function refresh() {
  if (!history) return;
  if (busy) { again = true; return; }
  void compute(false);
}

function question(whole) {
  const asked = { pipeline: pipeline(), image, ...picture.view(whole) };
  if (shown !== null) {
    const all = names(asked.pipeline.nodes);
    if (shown < all.length) asked.node = all[shown];
  }
  return asked;
}

async function compute(exact) {
  busy = true;
  again = false;
  clearTimeout(rest);
  const begun = performance.now();
  const asked = question(picture.facts?.whole);
  const slow = setTimeout(() => { at('facts').textContent = 'computing …'; }, 500);
  let done = null;
  try {
    const after = await bytes('preview', { ...asked, exact });
    if (JSON.stringify(after.facts.whole) !== JSON.stringify(picture.facts?.whole) && asked.part) again = true;
    picture.setAfter(after);
    done = after.facts;
    done.roundTrip = performance.now() - begun;
    faults = faults.filter((fault) => fault.checked);
    await before(asked);
  } catch (error) {
    refuse(error);
  } finally {
    busy = false;
    clearTimeout(slow);
  }
  if (done) report(done);
  else at('facts').textContent = '';
  showFaults();
  document.body.dataset.computed = String(Number(document.body.dataset.computed || 0) + 1);
  document.body.dataset.exact = String(done?.exact ?? false);
  if (again) void compute(false);
  else if (done && !done.exact) rest = setTimeout(() => { if (!busy) void compute(true); }, 200);
}

// The image as it is loaded, computed again only if it can have changed.
async function before(asked) {
  const source = asked.pipeline.nodes.find((node) => stages.get(node.stage)?.kind === 'source');
  const key = JSON.stringify([source, asked.image, asked.width, asked.height, asked.part, picture.facts.whole]);
  if (key === beforeKey) return;
  const view = { ...asked, node: undefined, before: true, exact: true };
  if (view.part && beforeWhole) {
    const scale = [0, 1].map((i) => beforeWhole[i] / picture.facts.whole[i]);
    const part = view.part;
    view.part = { x: Math.round(part.x * scale[0]), y: Math.round(part.y * scale[1]),
      width: Math.max(1, Math.round(part.width * scale[0])), height: Math.max(1, Math.round(part.height * scale[1])) };
  }
  const result = await bytes('preview', view);
  beforeWhole = result.facts.whole;
  beforeKey = key;
  picture.setBefore(result);
}
let beforeWhole = null;

// Statistics of the full size are not known yet, or depend on what has just changed.
const measuredSmall = (nodes) => (nodes.length ? ' (' + nodes.join(', ') + ' measured it small)' : '');

function report(facts) {
  const size = facts.whole.join(' × ');
  at('facts').textContent = facts.format.replace(/^\S+/, size) + ' · ' + facts.ms.toFixed(1) + ' ms' +
    (facts.exact ? '' : ' · preview' + measuredSmall(facts.measured_small)) + (facts.stretched ? ' · stretched to be seen' : '');
  at('facts').title = 'With the browser: ' + facts.roundTrip.toFixed(0) + ' ms. on ' + start.device;
  at('times').tBodies[0].replaceChildren(...facts.steps.map(({ name, ms }) =>
    element('tr', {}, element('th', { scope: 'row', title: name }, name), element('td', {}, ms.toFixed(2) + ' ms'))));
  at('tables').replaceChildren(...Object.entries(facts.tables).map(([name, table]) => numbers(name, table)));
  at('warnings').replaceChildren(...facts.warnings.map((text) => element('p', { class: 'bad' }, text)));
}

// A table that a stage measured: a row for each channel.
function numbers(name, table) {
  const rows = (table.rows || []).slice(0, 4).flatMap((row) => row.channels || []);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) =>
    key !== 'name' && rows.every((row) => !Array.isArray(row[key]) && typeof row[key] !== 'object'));
  const text = (v) => (typeof v === 'number' ? String(Number(v.toPrecision(6))) : String(v ?? ''));
  return element('table', { class: 'numbers' }, element('caption', { class: 'soft' }, name),
    element('thead', {}, element('tr', {}, element('th', {}), ...keys.map((key) => element('th', { scope: 'col' }, key)))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, element('th', { scope: 'row' }, row.name ?? ''),
      ...keys.map((key) => element('td', {}, text(row[key])))))));
}

// --- the pipeline --------------------------------------------------------------------------------------------

function refuse(error) {
  if (!(error instanceof Refused)) throw error;
  faults = error.faults;
}

function showFaults() {
  const nowhere = faults.filter((fault) => fault.node === undefined);
  at('faults').replaceChildren(...nowhere.map((fault) => element('p', {}, fault.message)));
  const key = JSON.stringify(faults);
  if (key === at('cards').dataset.faults) return;
  at('cards').dataset.faults = key;
  draw();
}

function change(document, what, moving = false) {
  if (!history.put(document, moving ? what : '')) { draw(); return; }
  if (!moving) draw();
  at('undo').disabled = !history.can.undo;
  at('redo').disabled = !history.can.redo;
  refresh();
  describeSoon();
}

let soon = 0;
function describeSoon() {
  clearTimeout(soon);
  soon = setTimeout(() => void describe(), 150);
}

// The text and the faults of the pipeline.
async function describe() {
  const text = history.states[history.at];
  try {
    const found = await json('check', { pipeline: pipeline(), text: fileText });
    if (text !== history.states[history.at]) return;
    for (const fault of found.faults) fault.checked = true;
    faults = found.faults.concat(faults.filter((fault) => !fault.checked && found.faults.length === 0));
    texts(found);
    showFaults();
  } catch (error) {
    refuse(error);
    showFaults();
  }
}

// The stages of kernels, as their files are now.
function learn(found) {
  for (const stage of found.stages || []) {
    const is = JSON.stringify(stage);
    if (is === JSON.stringify(stages.get(stage.name))) continue;
    stages.set(stage.name, stage);
    at('cards').dataset.faults = '';  // so that the cards are drawn again
  }
}

function texts(found) {
  learn(found);
  const { yaml } = found;
  fileText = yaml ?? fileText;
  textOf.set(history.states[history.at], fileText);
  if (document.activeElement !== at('yaml')) at('yaml').value = yaml ?? '';
  if (document.activeElement !== at('chain')) at('chain').value = found.chain;
  const own = /(^|\s)#|^(vars|inputs):|\binclude\b/m;  // what only an author writes
  const lost = own.test(start.text) && !own.test(fileText);
  at('note').hidden = yaml !== null && !lost;
  at('note').textContent = yaml === null ? 'A file cannot have a stage in the middle that reads nothing: use the chain.' :
    'This text was made from the cards: the comments, variables and includes of the file are gone. Undo brings them back.';
  at('save').disabled = yaml === null;
  at('command').value = command(found.chain);
}

// What does the same for the images that the editor was started with.
function command(chain) {
  const what = start.file ? quoted(start.file) : quoted(chain || '');
  const sources = pipeline().nodes.filter((node) => stages.get(node.stage)?.kind === 'source');
  if (sources.some((node) => node.params.path)) return 'sluice run ' + what;
  if (start.images.length > 1) return 'sluice batch ' + quoted(start.named) + ' -o ' + quoted(start.output || 'results') + ' --pipeline ' + what;
  return 'sluice run ' + what + ' ' + quoted(start.images[0] || 'IMAGE') + (saves() ? '' : ' result.png');
}
const saves = () => pipeline().nodes.some((node) => stages.get(node.stage)?.kind === 'sink' && node.params.path);

let drawing = false;  // what fields say while they are removed does not count

function draw() {
  const was = document.activeElement;
  const typed = was?.matches('#cards input:not([type])') ? [was.value, was.selectionStart, was.selectionEnd] : null;
  const { nodes } = pipeline();
  const context = { stages, names: names(nodes), faults, shown, open, count: nodes.length };
  drawing = true;
  at('cards').replaceChildren(...nodes.map((node, i) => card(node, i, context, acts)));
  drawing = false;
  branches(at('graph'), nodes, stages);
  if (!was?.id || was.isConnected) return;
  const now = at(was.id);
  now?.focus();
  if (now && typed && now.matches('input:not([type])')) {
    now.value = typed[0];
    now.setSelectionRange(typed[1], typed[2]);
  }
}

const acts = {
  value(i, name, value, moving) {
    if (drawing) return;
    const now = pipeline();
    if (value === undefined) delete now.nodes[i].params[name];
    else now.nodes[i].params[name] = value;
    change(now, i + '.' + name, moving);
  },
  input(i, port, place, name) {
    const now = pipeline(), node = now.nodes[i];
    const inputs = stages.get(node.stage).inputs;
    const from = (node.from || []).map(([to, ref], n) => [to || inputs[n]?.name || '', ref]).filter(([to]) => to !== port);
    if (name) from.push([port, name]);
    if (from.length) node.from = from;
    else delete node.from;
    if (place === 0) delete node.branch;
    change(now);
  },
  move(i, to) {
    if (shown === i) shown = to;
    else if (shown !== null && i < shown && shown <= to) --shown;
    else if (shown !== null && to <= shown && shown < i) ++shown;
    change(moved(pipeline(), i, to));
    at('card-' + to)?.focus();
    say('Moved to place ' + (to + 1) + ' of ' + pipeline().nodes.length);
  },
  remove(i) {
    const name = names(pipeline().nodes)[i];
    if (shown !== null) shown = null;
    change(removed(pipeline(), i));
    say('Removed ' + name + '; Undo brings it back');
  },
  show(i) {
    shown = shown === i ? null : i;
    draw();
    refresh();
  },
  opened(i, is) { if (drawing) return; if (is) open.add(i); else open.delete(i); },
};

function add(event) {
  event.preventDefault();
  const stage = at('stage').value.trim();
  if (!stages.has(stage)) {
    at('about').textContent = stage ? 'There is no stage ' + stage + '.' : '';
    return;
  }
  const now = pipeline(), nodes = now.nodes;
  const sink = (node) => stages.get(node.stage)?.kind === 'sink';
  const node = { stage, params: {} };
  const like = nodes.find((one) => one.stage === stage && one.kernel);
  if (like) node.kernel = like.kernel;
  let place = shown !== null ? shown + 1 : nodes.length;
  if (at('branch').checked) {
    const of = shown ?? Math.max(0, nodes.findLastIndex((one) => !sink(one)));
    if (nodes.length) node.from = [['', names(nodes)[of]]];
    place = nodes.length;
  } else if (shown === null && nodes.length && sink(nodes[nodes.length - 1]) && stages.get(stage).kind !== 'sink') {
    place = nodes.length - 1;
  }
  const document = added(now, place, node);
  if (shown !== null && !at('branch').checked) shown = place;
  at('stage').value = '';
  change(document);
  at('card-' + place)?.focus();
  say('Added ' + stage);
}

// The text of a file or a chain that the user types.
let typed = 0;
function type(event) {
  const which = event.target.id;
  clearTimeout(typed);
  typed = setTimeout(async () => {
    const text = at(which).value;
    try {
      const found = await json('parse', which === 'chain' ? { chain: text, text: fileText } : { text });
      at('fault').textContent = '';
      shown = null;
      if (history.put(found.pipeline)) {
        at('undo').disabled = !history.can.undo;
        at('redo').disabled = !history.can.redo;
      }
      for (const fault of found.faults) fault.checked = true;
      faults = found.faults;
      texts(found);
      at('cards').dataset.faults = JSON.stringify(faults);
      draw();
      refresh();
      describeSoon();  // so that the server knows it
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      at('fault').textContent = error.message;
    }
  }, 300);
}

function step(by) {
  if (!history.step(by)) return;
  fileText = textOf.get(history.states[history.at]) ?? fileText;
  shown = null;
  at('undo').disabled = !history.can.undo;
  at('redo').disabled = !history.can.redo;
  draw();
  refresh();
  describeSoon();
  say(by < 0 ? 'Undone' : 'Done again');
}

let anyway = false;
async function save() {
  clearTimeout(soon);
  if (!at('fault').textContent) await describe();  // of the latest values
  const text = at('fault').textContent ? at('yaml').value : fileText;
  try {
    const done = await json('save', { text, revision, anyway });
    revision = done.revision;
    anyway = false;
    start.text = text;
    say('Saved ' + done.saved);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    anyway = error.faults.some((fault) => fault.changed);
    say(error.message);
  }
}

async function download() {
  say('Computing the image at its full size …');
  try {
    const file = await bytes('result', { pipeline: pipeline(), image });
    const link = element('a', { href: URL.createObjectURL(new Blob([file.bytes])), download: file.facts.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    say('Saved ' + file.facts.name + ' with the browser');
  } catch (error) {
    refuse(error);
    showFaults();
    say(error.message);
  }
}

async function copy() {
  at('command').select();
  try {
    await navigator.clipboard.writeText(at('command').value);
    say('Copied: ' + at('command').value);
  } catch {
    say('Copy the command that is selected');
  }
}

// All images of the folder, by the program itself.
async function run(asked) {
  try {
    follow(await json('run', asked));
  } catch (error) {
    refuse(error);
    showFaults();
    say(error.message);
  }
}

function follow(progress) {
  at('run').disabled = Boolean(progress.running);
  at('stop').hidden = at('progress').hidden = !progress.running;
  if (progress.files === undefined) return;
  Object.assign(at('progress'), { max: Math.max(1, progress.files), value: progress.finished });
  const failed = progress.failures.map((one) => one.path + ': ' + one.message);
  at('ran').textContent = (progress.result ?? progress.finished + ' of ' + progress.files) + (failed.length ? ' · ' + failed[0] : '');
  at('ran').title = failed.join('\n');
  if (progress.running) setTimeout(async () => follow(await json('progress')), 300);
  else say(progress.output + ': ' + progress.result);
}

function choose(to) {
  image = Math.min(start.images.length - 1, Math.max(0, to));
  at('image').value = image;
  at('previous').disabled = image === 0;
  at('next').disabled = image + 1 === start.images.length;
  refresh();
}

function keys(event) {
  const typing = event.target.matches?.('textarea, input:not([type="range"]):not([type="checkbox"])');
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 's') void save();
    else if (key === 'z' && !typing) step(event.shiftKey ? 1 : -1);
    else if (key === 'y' && !typing) step(1);
    else return;
  } else if (event.altKey && (key === 'arrowup' || key === 'arrowdown')) {
    const on = event.target.closest?.('.card');
    if (!on) return;
    const i = Number(on.id.slice(5)), to = i + (key === 'arrowup' ? -1 : 1);
    if (to < 0 || to >= pipeline().nodes.length) return;
    acts.move(i, to);
  } else if (!typing && (key === 'pageup' || key === 'pagedown') && start.images.length > 1) {
    choose(image + (key === 'pageup' ? -1 : 1));
  } else return;
  event.preventDefault();
}

async function begin() {
  const [facts, declared] = await Promise.all([json('start'), json('stages')]);
  start = facts;
  revision = facts.revision;
  stages = new Map([...declared.stages, ...facts.stages ?? []].map((stage) => [stage.name, stage]));
  at('stages').append(...declared.stages.map((stage) => element('option', { value: stage.name }, stage.summary)));
  at('stage').addEventListener('input', () => { at('about').textContent = stages.get(at('stage').value)?.summary || ''; });
  document.title = (start.file || 'pipeline') + ' – sluice edit';
  if (!start.file) Object.assign(at('save'), { disabled: true, hidden: true });
  history = new History(start.pipeline || { nodes: [] });
  if (start.images.length > 1) {
    at('images').hidden = false;
    start.images.forEach((path, i) => at('image').add(new Option(path.split('/').pop() + ' (' + (i + 1) + ' of ' + start.images.length + ')', i)));
    at('image').addEventListener('change', () => choose(Number(at('image').value)));
    at('previous').addEventListener('click', () => choose(image - 1));
    at('next').addEventListener('click', () => choose(image + 1));
    at('previous').disabled = true;
  }
  if (start.output && start.images.length) {
    at('all').hidden = false;
    at('run').addEventListener('click', () => void run({ pipeline: pipeline() }));
    at('stop').addEventListener('click', () => void run({ stop: true }));
    follow(await json('progress'));
  }
  for (const [id, act] of Object.entries({ undo: () => step(-1), redo: () => step(1), save, download, copy }))
    at(id).addEventListener('click', act);
  for (const id of ['yaml', 'chain']) at(id).addEventListener('input', type);
  at('add').addEventListener('submit', add);
  document.addEventListener('keydown', keys);
  fileText = start.text;
  draw();
  if (start.pipeline) {
    await describe();
    refresh();
  } else {
    at('yaml').value = start.text;
    type({ target: at('yaml') });
  }
}

begin().catch((error) => { at('faults').textContent = error.message; });
