// The image before and after, with a wipe between them, and its histogram.

const at = (id) => document.getElementById(id);

function canvasOf(preview) {
  const canvas = document.createElement('canvas');
  canvas.width = preview.facts.width;
  canvas.height = preview.facts.height;
  const pixels = new Uint8ClampedArray(preview.bytes.buffer, preview.bytes.byteOffset, preview.bytes.byteLength);
  canvas.getContext('2d').putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0);
  return canvas;
}

export class Picture {
  // `changed`: called when another part or size of the image is wanted.
  constructor(changed) {
    this.changed = changed;
    this.zoom = 0;  // screen pixels for each pixel; 0 = fit
    this.center = [0.5, 0.5];
    this.canvas = at('canvas');
    new ResizeObserver(() => { this.draw(); changed(); }).observe(at('frame'));
    at('wipe').addEventListener('input', () => this.draw());
    at('zoom').addEventListener('change', () => { this.zoom = Number(at('zoom').value); changed(); });
    this.canvas.addEventListener('pointerdown', (event) => this.drag(event));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('dblclick', (event) => this.toggle(event));
  }

  // In pixels of the screen.
  size() {
    const ratio = window.devicePixelRatio || 1;
    return [Math.max(1, Math.round(this.canvas.clientWidth * ratio)), Math.max(1, Math.round(this.canvas.clientHeight * ratio))];
  }

  // What to ask the server for, of an image that has `whole` pixels.
  view(whole) {
    const [width, height] = this.size();
    if (!this.zoom || !whole) return { width, height };
    const side = (screen, length, center) => {
      const shown = Math.min(length, Math.ceil(screen / this.zoom));
      return [Math.round(Math.min(Math.max(center * length - shown / 2, 0), length - shown)), shown];
    };
    const [x, w] = side(width, whole[0], this.center[0]), [y, h] = side(height, whole[1], this.center[1]);
    return { width, height, part: { x, y, width: w, height: h } };
  }

  setBefore(preview) { this.before = canvasOf(preview); this.draw(); }
  setAfter(preview) {
    this.after = canvasOf(preview);
    this.facts = preview.facts;
    this.draw();
    histogram(preview);
  }

  draw() {
    const [width, height] = this.size();
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext('2d');
    context.clearRect(0, 0, width, height);
    const image = this.after || this.before;
    if (!image) return;
    const share = Number(at('wipe').value) / 100;
    at('wipe').setAttribute('aria-valuetext', Math.round(share * 100) + ' % before');
    const scale = this.zoom || Math.min(1, width / image.width, height / image.height);
    const w = image.width * scale, h = image.height * scale, x = Math.round((width - w) / 2), y = Math.round((height - h) / 2);
    this.box = [x, y, w, h];
    context.imageSmoothingEnabled = false;
    this.chequered(context, x, y, w, h);
    if (this.after) context.drawImage(this.after, x, y, w, h);
    const edge = Math.round(w * share);
    if (this.before && edge > 0) {
      context.save();
      context.beginPath();
      context.rect(x, y, edge, h);
      context.clip();
      this.chequered(context, x, y, w, h);
      context.drawImage(this.before, x, y, w, h);
      context.restore();
      if (edge < w) {
        context.fillStyle = '#fff';
        context.fillRect(x + edge - 1, y, 2, h);
      }
    }
  }

  chequered(context, x, y, w, h) {
    if (!this.pattern) {
      const tile = document.createElement('canvas');
      tile.width = tile.height = 16;
      const of = tile.getContext('2d');
      of.fillStyle = '#ccc';
      of.fillRect(0, 0, 16, 16);
      of.fillStyle = '#999';
      of.fillRect(0, 0, 8, 8);
      of.fillRect(8, 8, 8, 8);
      this.pattern = tile;
    }
    context.fillStyle = context.createPattern(this.pattern, 'repeat');
    context.fillRect(x, y, w, h);
  }

  // Moves the wipe, or the part that is shown.
  drag(down) {
    this.canvas.setPointerCapture(down.pointerId);
    const ratio = window.devicePixelRatio || 1, start = [...this.center];
    const follow = (event) => {
      if (!this.zoom || event.shiftKey) {
        if (!this.box) return;
        const x = (event.clientX - this.canvas.getBoundingClientRect().left) * ratio;
        at('wipe').value = Math.min(100, Math.max(0, 100 * (x - this.box[0]) / this.box[2]));
        this.draw();
      } else if (this.facts) {
        const by = [event.clientX - down.clientX, event.clientY - down.clientY];
        this.center = start.map((c, i) => Math.min(1, Math.max(0, c - by[i] * ratio / this.zoom / this.facts.whole[i])));
        this.changed();
      }
    };
    follow(down);
    this.canvas.addEventListener('pointermove', follow);
    const end = () => this.canvas.removeEventListener('pointermove', follow);
    this.canvas.addEventListener('pointerup', end, { once: true });
    this.canvas.addEventListener('pointercancel', end, { once: true });
  }

  key(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (by && this.zoom && this.facts) {
      this.center = this.center.map((c, i) => Math.min(1, Math.max(0, c + by[i] * 64 / this.zoom / this.facts.whole[i])));
      this.changed();
    } else if (by && by[0]) {
      at('wipe').value = Number(at('wipe').value) + 2 * by[0];
      this.draw();
    } else if (event.key === '+' || event.key === '-') {
      const steps = [0, 1, 2, 4, 8];
      this.setZoom(steps[Math.min(4, Math.max(0, steps.indexOf(this.zoom) + (event.key === '+' ? 1 : -1)))]);
    } else return;
    event.preventDefault();
  }

  // From all of the image to its pixels under the pointer, and back.
  toggle(event) {
    if (!this.zoom && this.box) {
      const ratio = window.devicePixelRatio || 1, frame = this.canvas.getBoundingClientRect();
      this.center = [((event.clientX - frame.left) * ratio - this.box[0]) / this.box[2],
        ((event.clientY - frame.top) * ratio - this.box[1]) / this.box[3]].map((c) => Math.min(1, Math.max(0, c)));
    }
    this.setZoom(this.zoom ? 0 : 2);
  }

  setZoom(zoom) {
    this.zoom = zoom;
    at('zoom').value = zoom;
    this.changed();
  }
}

// Of every fourth pixel of a large preview, which is enough to see its shape.
function histogram({ bytes, facts }) {
  const step = facts.width * facts.height > 500000 ? 16 : 4;
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  for (let i = 0; i < bytes.length; i += step)
    for (let c = 0; c < 3; ++c) ++counts[c][bytes[i + c]];
  // The ends, where clipped values pile up, do not decide how high the rest is.
  const most = Math.max(1, ...counts.map((count) => Math.max(...count.subarray(1, 255))));
  at('histogram').innerHTML = counts.map((count, c) => '<path class="' + 'rgb'[c] + '" d="M0 80' +
    Array.from(count, (n, i) => 'L' + i + ' ' + (80 - Math.min(80, 80 * n / most)).toFixed(1)).join('') + 'L255 80Z"/>').join('');
}
