// The pipeline: a list of nodes, and what can be done to it. Nothing here touches the page.

// Each state is a JSON text, so nothing changes it by accident.
export class History {
  constructor(document) {
    this.states = [JSON.stringify(document)];
    this.at = 0;
    this.last = '';
  }
  get document() { return JSON.parse(this.states[this.at]); }
  get can() { return { undo: this.at > 0, redo: this.at + 1 < this.states.length }; }

  // Changes of the same `what`, such as those of a slider that moves, are undone together.
  put(document, what = '') {
    const text = JSON.stringify(document);
    if (text === this.states[this.at]) return false;
    const same = what !== '' && what === this.last && this.at > 0;
    this.states.length = this.at + 1;
    if (same) this.states[this.at] = text;
    else this.states.push(text);
    this.at = this.states.length - 1;
    this.last = what;
    return true;
  }
  step(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.states.length) return false;
    this.at = to;
    this.last = '';
    return true;
  }
}

// The names by which nodes are called: an author's id, or the stage with a number.
export function names(nodes) {
  const taken = new Set(nodes.map((node) => node.id).filter(Boolean));
  const count = new Map();
  return nodes.map((node) => {
    if (node.id) return node.id;
    let name;
    do {
      const n = (count.get(node.stage) || 0) + 1;
      count.set(node.stage, n);
      name = n === 1 ? node.stage : node.stage + '.' + n;
    } while (taken.has(name));
    taken.add(name);
    return name;
  });
}

// The node that a reference means: "grey.2" is the node of that name, else the output "2" of the node "grey".
const nodeOf = (ref, all) => (all.includes(ref) ? ref : ref.slice(0, Math.max(0, ref.lastIndexOf('.'))));

// What the inputs of each node read, by index. `stages`: the declarations, by name.
export function edges(nodes, stages) {
  const all = names(nodes);
  return nodes.map((node, i) => {
    const from = (node.from || []).map(([, ref]) => all.indexOf(nodeOf(ref, all))).filter((n) => n >= 0);
    const stage = stages.get(node.stage);
    const takes = stage ? stage.inputs.length > 0 : i > 0;
    const first = !(node.from || []).some(([port], n) => port === '' ? n === 0 : stage && port === stage.inputs[0]?.name);
    if (takes && first && !node.branch && i > 0) from.unshift(i - 1);
    return from;
  });
}

// References hold on to their nodes when names change, because nodes come, go or move.
function keepReferences(before, after, same) {
  const old = names(before), now = names(after);
  const renamed = new Map();
  before.forEach((node, i) => {
    const to = same(i);
    if (to >= 0 && old[i] !== now[to]) renamed.set(old[i], now[to]);
  });
  if (renamed.size === 0) return;
  for (const node of after)
    for (const input of node.from || []) {
      const name = nodeOf(input[1], old);
      if (renamed.has(name)) input[1] = renamed.get(name) + input[1].slice(name.length);
    }
}

export function moved(document, from, to) {
  const before = structuredClone(document.nodes);
  const order = before.map((_, i) => i);
  order.splice(to, 0, ...order.splice(from, 1));
  document.nodes = order.map((i) => structuredClone(before[i]));
  keepReferences(before, document.nodes, (i) => order.indexOf(i));
  return document;
}

export function removed(document, at) {
  const before = structuredClone(document.nodes);
  document.nodes.splice(at, 1);
  keepReferences(before, document.nodes, (i) => (i === at ? -1 : i > at ? i - 1 : i));
  return document;
}

export function added(document, at, node) {
  const before = structuredClone(document.nodes);
  document.nodes.splice(at, 0, node);
  keepReferences(before, document.nodes, (i) => (i >= at ? i + 1 : i));
  return document;
}

// A text as a word of a shell.
export const quoted = (text) => (/^[\w./:=@%+,-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'");
