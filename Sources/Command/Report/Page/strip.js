// The ruler above the lanes, and the strip that shows the whole run with the part that is seen.

/** Draws times above the lanes, and how long the folds are. */
function drawRuler(context, view, drawing) {
  const { colour } = drawing;
  wipe(context, view.width, 22);
  context.font = drawing.font;
  context.textBaseline = "middle";
  context.fillStyle = colour.faint;
  let last = -100;
  const { axis } = view;
  for (const point of axis.folds) {
    const from = view.pixel(axis.places[point - 1]);
    const to = view.pixel(axis.places[point]);
    if (to < 0 || from > view.width || to - from < 34 || from < last) continue;
    const text = `⋯ ${spanText(axis.times[point] - axis.times[point - 1])}`;
    const width = context.measureText(text).width;
    if (width > to - from + 20) continue;
    context.fillText(text, Math.max(0, (from + to - width) / 2), 11);
    last = Math.max(to, (from + to + width) / 2) + 6;
  }
  context.fillStyle = colour.text;
  const stepPixels = 110;
  let free = 0;
  for (let pixel = 0; pixel < view.width; pixel += stepPixels / 4) {
    const time = view.timeAt(pixel);
    if (pixel < free || isInFold(view, pixel, stepPixels)) continue;
    const text = clockText(time);
    if (pixel + context.measureText(text).width + 4 > view.width) break;
    context.fillRect(Math.round(pixel), 16, 1, 6);
    context.fillText(text, pixel + 3, 11);
    free = pixel + Math.max(stepPixels, context.measureText(text).width + 20);
  }
}

/** Whether a text at a pixel would stand in a fold. */
function isInFold(view, pixel, width) {
  const { axis } = view;
  const [from, to] = [pixel, pixel + width * 0.6].map((x) => view.from + (x / view.width) * (view.to - view.from));
  let low = lastAtMost(axis.folds, lastAtMost(axis.places, from));
  for (let place = Math.max(0, low); place < axis.folds.length; place++) {
    const point = axis.folds[place];
    if (axis.places[point - 1] > to) return false;
    const width = ((axis.places[point] - axis.places[point - 1]) / (view.to - view.from)) * view.width;
    if (axis.places[point] > from && width >= 34) return true;
  }
  return false;
}

class Strip {
  constructor(run, lanes) {
    this.run = run;
    this.lanes = lanes;
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.window = make("div", { class: "strip-window" });
    this.cursor = make("div", { class: "strip-cursor" });
    this.element = make("div", { class: "strip" }, this.canvas, this.window, this.cursor);
    let isDown = false;
    const move = (event) => {
      const { view, axis } = lanes;
      const place = (event.offsetX / this.width) * axis.length;
      const half = (view.to - view.from) / 2;
      view.set(place - half, place + half);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      isDown = true;
      this.canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    this.canvas.addEventListener("pointermove", (event) => isDown && move(event));
    this.canvas.addEventListener("pointerup", () => { isDown = false; });
  }

  resize() {
    const { run, lanes } = this;
    const scale = devicePixelRatio || 1;
    this.width = this.element.clientWidth;
    const height = 26;
    this.canvas.width = this.width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${height}px`;
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    wipe(context, this.width, height);
    const { colour } = lanes.drawing;
    const counts = new Float64Array(Math.ceil(this.width) + 1);
    for (let event = 0; event < run.count; event++) counts[Math.floor((lanes.axis.placeOf(run.time[event]) / lanes.axis.length) * this.width)]++;
    const most = counts.reduce((left, right) => Math.max(left, right), 1);
    context.fillStyle = colour.faint;
    counts.forEach((count, x) => {
      if (!count) return;
      const tall = 3 + (height - 6) * (Math.log1p(count) / Math.log1p(most));
      context.fillRect(x, height - tall, 1, tall);
    });
    context.fillStyle = colour.screen;
    for (const event of run.screenChanges) context.fillRect((lanes.axis.placeOf(run.time[event]) / lanes.axis.length) * this.width - 0.5, height - 3, 2, 3);
    if (run.failure >= 0) {
      context.fillStyle = colour.bad;
      context.fillRect(Math.min(this.width - 3, (lanes.axis.placeOf(run.time[run.failure]) / lanes.axis.length) * this.width - 1), 0, 3, height);
    }
  }

  showWindow() {
    const { view, axis } = this.lanes;
    const share = (place) => Math.max(0, Math.min(1, place / axis.length)) * 100;
    this.window.style.left = `${share(view.from)}%`;
    this.window.style.width = `${share(view.to) - share(view.from)}%`;
  }

  showCursor(event) {
    this.cursor.style.left = `${(this.lanes.axis.placeOf(this.run.time[event]) / this.lanes.axis.length) * 100}%`;
  }
}
