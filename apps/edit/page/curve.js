// A curve of points, as a picture that the pointer and the keyboard change.
const svg = (name, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
const tidy = (v) => Number(Math.min(1, Math.max(0, v)).toFixed(3));

// `change(value, moving)`: the points as they are written.
export function curve(param, value, change) {
  const numbers = value.split(/[,;]/).map(Number);
  if (numbers.length < 4 || numbers.length % 2 || numbers.some((n) => !Number.isFinite(n))) return '';
  const points = [];
  for (let i = 0; i < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
  const box = svg('svg', { class: 'curve', viewBox: '-0.04 -0.04 1.08 1.08', role: 'group', 'aria-label':
    param.name + ': arrow keys move a point, Delete removes it, a double click adds one' });
  const write = () => points.map(([x, y]) => x + ',' + y).join(';');
  const line = svg('path', {});
  const draw = () => {
    line.setAttribute('d', points.map(([x, y], i) => (i ? 'L' : 'M') + x + ' ' + (1 - y)).join(''));
    points.forEach(([x, y], i) => {
      const dot = box.querySelectorAll('circle')[i];
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', 1 - y);
      dot.setAttribute('aria-valuenow', y);
      dot.setAttribute('aria-valuetext', x + ' becomes ' + y);
    });
  };
  const move = (i, x, y) => {
    const least = i > 0 ? points[i - 1][0] + 0.001 : 0, most = i + 1 < points.length ? points[i + 1][0] - 0.001 : 1;
    points[i] = [tidy(Math.min(most, Math.max(least, x))), tidy(y)];
    draw();
    change(write(), true);
  };
  const place = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(box.getScreenCTM().inverse());
    return [at.x, 1 - at.y];
  };
  box.append(svg('path', { d: 'M0 0H1V1H0Z', 'stroke-opacity': .2 }), line);
  points.forEach((_, i) => {
    const dot = svg('circle', { r: 0.03, tabindex: 0, role: 'slider', 'aria-label': 'Point ' + (i + 1),
      'aria-valuemin': 0, 'aria-valuemax': 1 });
    dot.addEventListener('pointerdown', (event) => {
      dot.setPointerCapture(event.pointerId);
      const follow = (moved) => move(i, ...place(moved));
      dot.addEventListener('pointermove', follow);
      dot.addEventListener('pointerup', () => {
        dot.removeEventListener('pointermove', follow);
        change(write());
      }, { once: true });
    });
    dot.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 0.1 : 0.01;
      const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
      if (by) move(i, points[i][0] + by[0], points[i][1] + by[1]);
      else if ((event.key === 'Delete' || event.key === 'Backspace') && points.length > 2) {
        points.splice(i, 1);
        change(write());
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    box.append(dot);
  });
  box.addEventListener('dblclick', (event) => {
    const [x, y] = place(event).map(tidy);
    if (points.some((point) => Math.abs(point[0] - x) < 0.002)) return;
    points.push([x, y]);
    points.sort((a, b) => a[0] - b[0]);
    change(write());
  });
  draw();
  return box;
}
