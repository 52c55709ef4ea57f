// The lanes with their names, the ruler, the strip of the whole run, and everything that a mouse or a finger does there.

class LanesView {
  constructor(run, player) {
    this.run = run;
    this.player = player;
    // What comes round for ever, such as keep-alives, does not unfold an idle stretch.
    this.axis = new Axis(run.time.filter((_, event) => !run.isTransport(event)), run.end);
    this.view = new View(this.axis);
    this.rows = new Rows(run);
    this.drawing = new LanesDrawing(run, this.rows, this.view);
    this.view.onchange = () => this.redraw();
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.overlay = make("canvas", { class: "overlay", "aria-hidden": "true" });
    this.ruler = make("canvas", { class: "ruler", "aria-hidden": "true" });
    this.strip = new Strip(run, this);
    this.names = make("div", { class: "lane-names" }, this.nameElements());
    this.stage = make("div", { class: "lane-stage", role: "img", "aria-label": words.lanesHelp }, this.canvas, this.overlay);
    this.scroller = make("div", { class: "lane-scroll" }, this.names, this.stage);
    this.tip = make("div", { class: "tip", hidden: true });
    this.element = make("section", { class: "lanes", "aria-label": words.lanes },
      this.tools(), this.strip.element, make("div", { class: "lane-head" }, make("div", { class: "lane-corner" }), this.ruler),
      this.scroller, this.tip);
    this.listen();
  }

  tools() {
    const button = (text, label, act) => make("button", { type: "button", title: label, "aria-label": label, onclick: act }, text);
    const toggle = (text, label, key) => {
      const box = make("input", { type: "checkbox", checked: this.drawing.shows[key] });
      box.addEventListener("change", () => {
        this.drawing.shows[key] = box.checked;
        this.redraw();
      });
      return make("label", { class: "toggle", title: label }, box, text);
    };
    return make("div", { class: "lane-tools" }, make("h2", {}, words.lanes),
      toggle(words.messages, words.messagesHelp, "messages"), toggle(words.transport, words.transportHelp, "transport"),
      toggle(words.stepsToggle, words.stepsHelp, "steps"),
      ["screen", "disk", "backend", "life", "faults"].map((kind) => toggle(words.marks[kind], words.marksHelp, kind)),
      make("span", { class: "spacer" }),
      button("−", words.zoomOut, () => this.view.zoom(1.6)), button("+", words.zoomIn, () => this.view.zoom(1 / 1.6)),
      button("⤢", words.fit, () => this.view.fit()));
  }

  nameElements() {
    return this.rows.groups.map((group) => {
      const name = make("button", { type: "button", class: "lane-name", title: words.foldHelp, "aria-expanded": String(!group.isFolded) }, group.name);
      const rows = make("div", { class: "lane-rows", hidden: Boolean(group.isFolded) }, group.rows.map((row) => make("span", { style: `height:${row.height}px` }, row.label)));
      const element = make("div", { class: `lane-group is-${group.kind}`, style: `height:${group.height}px` }, name, rows);
      name.addEventListener("click", () => this.fold(group, name, rows));
      group.element = element;
      return element;
    });
  }

  /** Folds the rows of a group to its name, or shows them again. */
  fold(group, name, rows) {
    group.isFolded = !group.isFolded;
    name.setAttribute("aria-expanded", String(!group.isFolded));
    rows.hidden = group.isFolded;
    this.rows.place();
    for (const other of this.rows.groups) other.element.style.height = `${other.height}px`;
    this.stage.style.height = `${this.rows.height}px`;
    this.redraw();
  }

  listen() {
    const { stage, view } = this;
    new ResizeObserver(() => this.resize()).observe(this.scroller);
    this.scroller.addEventListener("scroll", () => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize());
    stage.addEventListener("wheel", (event) => {
      // A plain wheel scrolls the lanes and the page. A pinch comes as a wheel with Ctrl.
      const isZoom = event.ctrlKey || event.metaKey;
      const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!isZoom && !isPan) return;
      event.preventDefault();
      if (isZoom) view.zoom(Math.exp(event.deltaY * 0.002), event.offsetX);
      else view.pan(event.deltaX || event.deltaY);
    }, { passive: false });
    let drag = null;
    stage.addEventListener("pointerdown", (event) => {
      drag = { x: event.clientX, y: event.clientY, moved: false };
      stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => {
      if (!drag) return this.hover(event);
      const dx = drag.x - event.clientX;
      if (!drag.moved && Math.abs(dx) + Math.abs(drag.y - event.clientY) < 4) return;
      drag.moved = true;
      view.pan(dx);
      this.scroller.scrollTop += drag.y - event.clientY;
      Object.assign(drag, { x: event.clientX, y: event.clientY });
    });
    stage.addEventListener("pointerup", (event) => {
      if (drag && !drag.moved) this.pick(event);
      drag = null;
    });
    stage.addEventListener("pointerleave", () => { this.tip.hidden = true; });
  }

  resize() {
    const names = this.names.offsetWidth;
    this.view.width = Math.max(100, this.scroller.clientWidth - names);
    this.height = this.scroller.clientHeight;
    this.drawing.readColours(this.element);
    const scale = devicePixelRatio || 1;
    for (const [canvas, height] of [[this.canvas, this.height], [this.overlay, this.height], [this.ruler, 22]]) {
      canvas.width = this.view.width * scale;
      canvas.height = height * scale;
      canvas.style.width = `${this.view.width}px`;
      canvas.style.height = `${height}px`;
      canvas.getContext("2d").setTransform(scale, 0, 0, scale, 0, 0);
    }
    this.stage.style.height = `${this.rows.height}px`;
    this.stage.style.setProperty("--stage-height", `${this.height}px`);
    this.strip.resize();
    this.redraw();
  }

  redraw() {
    if (this.isDue || !this.height) return;
    this.isDue = true;
    requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.isDue = false;
    this.drawing.draw(this.canvas.getContext("2d"), this.scroller.scrollTop, this.height);
    drawRuler(this.ruler.getContext("2d"), this.view, this.drawing);
    this.strip.showWindow();
    this.drawCursor();
  }

  /** Takes the size that is there now, and draws at once: a printer does not wait. */
  print() {
    this.resize();
    this.paint();
  }

  /** Moves the cursor to an event, and to where it is seen. */
  show(event) {
    this.event = event;
    this.chain = null;
    this.view.reveal(this.run.time[event]);
    this.strip.showCursor(event);
    this.drawCursor();
  }

  /** Draws the cursor, the chain of causes and the event on top of the lanes. */
  drawCursor() {
    if (this.event === undefined || !this.height) return;
    const context = this.overlay.getContext("2d");
    const { view, rows, run, drawing } = this;
    const { colour } = drawing;
    const top = this.scroller.scrollTop;
    wipe(context, view.width, this.height);
    const x = Math.round(view.x(run.time[this.event])) + 0.5;
    context.strokeStyle = colour.bad;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, this.height);
    context.stroke();
    if (this.marked !== undefined) this.drawMarked(context);
    this.chain ??= chainOf(run, this.event);
    const points = this.chain.map((link) => {
      const told = tellingEvent(run, link);
      const row = (told >= 0 && rows.rowOf(told)) || rows.byLane.get(link.lane);
      if (!row) return null;
      const { y, height } = Rows.anchor(row);
      return [view.x(link.time), y + height / 2 - top];
    }).filter(Boolean);
    context.strokeStyle = context.fillStyle = colour.text;
    context.lineWidth = 2;
    context.globalAlpha = 0.8;
    context.beginPath();
    points.forEach(([px, py], place) => (place ? context.lineTo(px, py) : context.moveTo(px, py)));
    context.stroke();
    context.globalAlpha = 1;
    for (const [px, py] of points) {
      context.beginPath();
      context.arc(px, py, 3, 0, 7);
      context.fill();
    }
    context.lineWidth = 1;
  }

  /** A line where this run and another one differ first. */
  drawMarked(context) {
    const { view, run, drawing } = this;
    const x = Math.round(view.x(run.time[this.marked])) + 0.5;
    context.strokeStyle = context.fillStyle = drawing.colour.warn;
    context.lineWidth = 2;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, this.height);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 1;
    context.font = drawing.font;
    const width = context.measureText(words.firstDifference).width;
    context.fillText(words.firstDifference, x + width + 12 > view.width ? x - width - 6 : x + 6, this.height - 8);
  }

  /** The event next to a point of the stage. */
  eventAt(offsetX, offsetY) {
    const { run, view, rows } = this;
    const first = Math.max(0, lastAtMost(run.time, view.timeAt(offsetX - 8)));
    const last = lastAtMost(run.time, view.timeAt(offsetX + 8));
    const row = rows.rows.find((row) => !row.isHidden && offsetY >= row.y && offsetY < row.y + row.height);
    let best = -1;
    let least = Infinity;
    for (let event = first; event <= last; event++) {
      const distance = Math.abs(view.x(run.time[event]) - offsetX) + (row && rows.rowOf(event) !== row ? 30 : 0) + (run.isTransport(event) ? 10 : 0);
      if (distance <= least) [best, least] = [event, distance];
    }
    return best >= 0 ? best : Math.max(0, lastAtMost(run.time, view.timeAt(offsetX)));
  }

  pick(pointer) { this.player.goTo(this.eventAt(pointer.offsetX, pointer.offsetY)); }

  /** What a lane of a link or of a latency says at a point; empty where another lane is. */
  rowTip({ offsetX, offsetY }) {
    const { view, rows } = this;
    const row = rows.rows.find((row) => !row.isHidden && offsetY >= row.y && offsetY < row.y + row.height);
    const time = view.timeAt(offsetX);
    if (row?.direction || row?.kind === "link") return this.drawing.linkTip(row, time);
    if (row?.kind !== "latency") return "";
    const line = Math.floor((offsetY - row.y) / (row.height / row.lines));
    const found = row.paths.find((path) => path.line === line && path.from <= time && path.to >= time);
    const hop = found?.path.hops.find((hop) => hop.t <= time && hop.t + hop.ns >= time);
    return hop ? `${found.measure.name}: ${hop.kind}, ${hop.place}, ${words.nanoseconds(hop.ns)}` : "";
  }

  hover(pointer) {
    const { run, view, rows } = this;
    const span = run.spans.find((span) => {
      const row = span.kind === "fault" ? rows.faults : span.kind === "expectation" ? rows.expectations : null;
      if (!row || row.isHidden) return false;
      const height = row.height / row.lines;
      const y = row.y + height * (span.line ?? 0);
      return pointer.offsetY >= y && pointer.offsetY < y + height && view.x(span.from) <= pointer.offsetX && view.x(span.to) >= pointer.offsetX;
    });
    const event = this.eventAt(pointer.offsetX, pointer.offsetY);
    const isNear = Math.abs(view.x(run.time[event]) - pointer.offsetX) < 9;
    const more = this.rowTip(pointer);
    this.tip.hidden = !span && !isNear && !more;
    if (this.tip.hidden) return;
    const text = more ? more : span ? `${span.text} · ${spanText(span.to - span.from)}${span.limit >= 0 ? ` (${words.limit} ${spanText(span.limit)})` : ""}`
      : `${clockText(run.time[event])} · ${run.subjectOf(event)}: ${lineOf(run, event)}`;
    this.tip.textContent = text;
    const box = this.element.getBoundingClientRect();
    this.tip.style.left = `${Math.min(pointer.clientX - box.left + 12, box.width - 340)}px`;
    this.tip.style.top = `${pointer.clientY - box.top + 16}px`;
  }
}
