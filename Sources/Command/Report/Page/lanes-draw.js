// The lanes as a picture: everything that is seen of the run at the present zoom, and nothing else.

class LanesDrawing {
  constructor(run, rows, view) {
    this.run = run;
    this.rows = rows;
    this.view = view;
    this.shows = { messages: true, transport: false, steps: true, screen: true, disk: true, backend: true, life: true, faults: true };
  }

  /** The colours of the page as it is now, light or dark. */
  readColours(element) {
    const style = getComputedStyle(element);
    const names = ["text", "faint", "line", "surface", "band", "accent", "good", "bad", "warn", "screen", "disk", "life", "fore", "back", "susp", "gone"];
    this.colour = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.family = style.fontFamily;
    this.font = `11px ${this.family}`;
  }

  draw(context, top, height) {
    const { view, rows } = this;
    this.context = context;
    wipe(context, view.width, height);
    context.save();
    context.translate(0, -top);
    context.font = this.font;
    context.textBaseline = "middle";
    this.range = [this.view.timeAt(-20), this.view.timeAt(view.width + 20)];
    this.visible = (row) => row && !row.isHidden && row.y + row.height >= top && row.y <= top + height;
    this.drawGround(top, height);
    this.drawFolds(top, height);
    for (const phone of this.run.phones) {
      this.drawLife(phone);
      this.drawProfile(phone);
    }
    for (const span of this.run.spans) this.drawSpan(span);
    for (const { up, down } of rows.links.values()) {
      this.drawQueue(up);
      this.drawQueue(down);
    }
    this.drawPaths(rows.latency);
    if (this.shows.steps) this.drawSteps();
    if (this.shows.messages) this.drawFlights();
    this.drawEvents();
    this.drawLines(rows.steps);
    context.restore();
  }

  drawGround(top, height) {
    const { context, colour, view } = this;
    for (const group of this.rows.groups) {
      if (group.y > top + height || group.y + group.height < top) continue;
      context.fillStyle = colour.line;
      context.fillRect(0, group.y + group.height - 1, view.width, 1);
      for (const row of group.isFolded ? [] : group.rows) {
        context.fillStyle = colour.band;
        context.fillRect(0, row.y + 1, view.width, row.height - 2);
      }
    }
  }

  drawFolds(top, height) {
    const { context, colour, view } = this;
    const { axis } = view;
    const first = Math.max(1, lastAtMost(axis.places, view.from));
    let last = -100;
    for (const point of axis.folds) {
      if (point < first || axis.places[point - 1] > view.to) continue;
      const from = view.pixel(axis.places[point - 1]);
      const to = view.pixel(axis.places[point]);
      if (to - from < 3 || from < last) continue;
      context.fillStyle = colour.surface;
      context.globalAlpha = 0.75;
      context.fillRect(from + 1, top, to - from - 2, height);
      context.globalAlpha = 1;
      context.strokeStyle = colour.line;
      context.setLineDash([3, 4]);
      for (const x of [from + 0.5, to - 0.5]) {
        context.beginPath();
        context.moveTo(x, top);
        context.lineTo(x, top + height);
        context.stroke();
      }
      context.setLineDash([]);
      last = to;
    }
  }

  drawLife(phone) {
    const row = phone.rows.life;
    if (!this.visible(row)) return;
    const { run, view, context, colour } = this;
    const { events, values } = phone.frames.life;
    const launches = run.launches(phone, run.count).all;
    const colours = { foreground: colour.fore, inactive: colour.back, background: colour.back, suspended: colour.susp, terminated: colour.gone };
    for (let place = 0; place < events.length; place++) {
      const from = view.x(run.time[events[place]]);
      const to = place + 1 < events.length ? view.x(run.time[events[place + 1]]) : view.x(run.end);
      if (to < 0 || from > view.width) continue;
      const word = run.texts[values[place]];
      context.fillStyle = colours[word] ?? colour.gone;
      context.fillRect(from, row.y + 3, Math.max(1, to - from), row.height - 6);
      // The first launch is the beginning; each later one is marked.
      const launch = launches.indexOf(events[place]);
      if (launch > 0 && from >= 0) {
        context.fillStyle = colour.text;
        context.fillRect(from, row.y + 1, 2, row.height - 2);
      }
      const told = launch > 0 ? `${words.launchMark(launch + 1)} · ${words[word] ?? word}` : words[word] ?? word;
      if (to - from > 60) this.label(told, Math.max(from, 0) + 6, row, to, colour.text);
    }
  }

  drawSpan(span) {
    if (span.to < this.range[0] || span.from > this.range[1]) return;
    const { view, context, colour, rows } = this;
    const from = view.x(span.from);
    const to = Math.max(from + 2, view.x(span.to));
    if (span.kind === "connection") {
      const row = rows.links.get(span.owner)?.link;
      if (!this.visible(row)) return;
      const phase = span.text.split(": ").pop();
      context.fillStyle = phase === "open" ? colour.good : phase === "half-open" ? colour.bad : colour.warn;
      context.fillRect(from, row.y + row.height - 5, to - from, 3);
      return;
    }
    const row = span.kind === "fault" ? rows.faults : rows.expectations;
    if (!this.visible(row)) return;
    const height = row.height / row.lines;
    const line = { y: row.y + height * (span.line ?? 0), height };
    const tint = span.kind === "fault" ? colour.warn : span.end === "failed" ? colour.bad : span.end === "over" ? colour.good : colour.accent;
    context.fillStyle = tint;
    context.globalAlpha = 0.22;
    if (span.limit >= 0) {
      const limit = view.x(span.from + span.limit);
      context.fillRect(from, line.y + height - 4, Math.max(0, limit - from), 2);
    }
    context.fillRect(from, line.y + 2, to - from, height - 4);
    context.globalAlpha = 1;
    context.fillRect(from, line.y + 2, 2, height - 4);
    if (span.end === "failed") context.fillRect(to - 2, line.y + 1, 3, height - 2);
    if (to - from > 50) this.label(span.text, Math.max(from, 0) + 6, line, to, colour.text);
  }

  /** The critical path of each measure: its parts in their colours, and its limit as a thin line. */
  drawPaths(row) {
    if (!this.visible(row)) return;
    const { view, context, colour } = this;
    const height = row.height / row.lines;
    for (const { measure, path, from, to, line } of row.paths) {
      if (to < this.range[0] || from > this.range[1]) continue;
      const place = { y: row.y + height * line, height };
      if (measure.limit !== null) {
        context.fillStyle = measure.ns > measure.limit ? colour.bad : colour.good;
        const x = view.x(from);
        context.fillRect(x, place.y + height - 3, Math.max(1, view.x(from + measure.limit) - x), 2);
      }
      for (const hop of path.hops) {
        const [x, end] = [view.x(hop.t), view.x(hop.t + hop.ns)];
        if (end < 0 || x > view.width) continue;
        context.fillStyle = `hsl(${hueOf(hop.kind)} 55% 52%)`;
        context.fillRect(x, place.y + 2, Math.max(1, end - x - 0.5), height - 6);
        if (end - x > 70) this.label(`${hop.kind} ${spanText(hop.ns)}`, Math.max(x, 0) + 4, { y: place.y - 1, height }, end, "#fff");
      }
    }
  }

  drawSteps() {
    const { run, view, context, colour } = this;
    const first = Math.max(0, lastAtMost(run.stepTime, this.range[0]));
    const last = lastAtMost(run.stepTime, this.range[1]);
    const drawn = new Map();
    context.fillStyle = colour.faint;
    context.globalAlpha = 0.55;
    for (let step = first; step <= last; step++) {
      const row = this.rows.byLane.get(run.texts[run.stepLane[step]]);
      if (!row || row === this.rows.steps || !this.visible(row)) continue;
      const x = Math.round(view.x(run.stepTime[step]));
      if (drawn.get(row) === x) continue;
      drawn.set(row, x);
      context.fillRect(x, row.y + row.height / 2 - 3, 1, 6);
    }
    context.globalAlpha = 1;
  }

  drawFlights() {
    const { run, view, rows } = this;
    const drawn = new Map();
    for (let flight = 0; flight < run.flightSent.length; flight++) {
      const sent = run.flightSent[flight];
      if (run.time[sent] > this.range[1]) break;
      const end = run.flightEnd[flight];
      const arrival = end < 0 ? run.end : run.time[end];
      if (arrival < this.range[0]) continue;
      const isTransport = run.isTransport(sent);
      const flags = run.flightFlags[flight];
      if (isTransport && !this.shows.transport && (flags & 3) !== 2) continue;
      // Tries that are lost as well are folded into the first cross.
      if (!this.shows.transport && flags & 4 && (flags & 3) === 2) continue;
      const way = run.subjectOf(sent);
      const [source, target] = rows.ends(way);
      if (!source || !target) continue;
      const x0 = view.x(run.time[sent]);
      const x1 = view.x(arrival);
      const key = `${Math.round(x0)} ${Math.round(x1)} ${flags & 3}`;
      if (drawn.get(way) === key) continue;
      drawn.set(way, key);
      this.arrow(x0, Rows.anchor(source), x1, Rows.anchor(target), flags, isTransport);
    }
  }

  arrow(x0, source, x1, target, flags, isTransport) {
    const { context, colour } = this;
    const isDown = source.y < target.y;
    const y0 = isDown ? source.y + source.height - 3 : source.y + 3;
    const end = isDown ? target.y + 3 : target.y + target.height - 3;
    const state = flags & 3;
    const isLost = state === 2;
    // A lost one ends half way.
    const [x, y] = isLost ? [(x0 + x1) / 2 + 6, y0 + (end - y0) * 0.45] : state === 0 ? [x0 + 8, y0 + (end - y0) * 0.4] : [x1, end];
    context.strokeStyle = isLost ? colour.bad : flags & 4 ? colour.warn : isTransport ? colour.faint : colour.accent;
    context.fillStyle = context.strokeStyle;
    context.globalAlpha = isLost ? 0.95 : isTransport ? 0.3 : 0.6;
    context.lineWidth = isLost ? 1.5 : 1;
    context.setLineDash(flags & 8 ? [2, 2] : []);
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x, y);
    context.stroke();
    context.setLineDash([]);
    if (isLost) this.cross(x, y);
    else if (!isTransport) this.head(x0, y0, x, y);
    context.globalAlpha = 1;
    context.lineWidth = 1;
  }

  cross(x, y) {
    const { context } = this;
    context.lineWidth = 2;
    context.beginPath();
    for (const [dx, dy] of [[-4, -4], [-4, 4]]) {
      context.moveTo(x + dx, y + dy);
      context.lineTo(x - dx, y - dy);
    }
    context.stroke();
  }

  head(x0, y0, x, y) {
    const { context } = this;
    const angle = Math.atan2(y - y0, x - x0);
    context.beginPath();
    context.moveTo(x, y);
    for (const turn of [2.7, -2.7]) context.lineTo(x + 5 * Math.cos(angle + turn), y + 5 * Math.sin(angle + turn));
    context.fill();
  }

  drawEvents() {
    const { run, view, rows, context, colour } = this;
    const colours = { 3: colour.warn, 4: colour.screen, 5: colour.disk, 6: colour.accent, 7: colour.life };
    const shown = { 3: "faults", 4: "screen", 5: "disk", 6: "backend", 7: "life" };
    const first = Math.max(0, lastAtMost(run.time, this.range[0]));
    const last = lastAtMost(run.time, this.range[1]);
    const drawn = new Map();
    for (let event = first; event <= last; event++) {
      const kind = run.kind[event];
      if (kind === kindOf.message || kind === kindOf.scenario || !this.shows[shown[kind] ?? "steps"]) continue;
      const row = rows.rowOf(event);
      if (!this.visible(row)) continue;
      const x = Math.round(view.x(run.time[event])) + 0.5;
      const key = x * 10 + kind;
      if (drawn.get(row) === key) continue;
      drawn.set(row, key);
      const isRefusal = kind === kindOf.backend && /refused|denied|permission/.test(run.texts[run.text[event]]);
      context.fillStyle = isRefusal ? colour.bad : colours[kind];
      this.mark(kind, x, row);
    }
  }

  mark(kind, x, row) {
    const { context } = this;
    const middle = row.y + row.height / 2;
    context.beginPath();
    if (kind === kindOf.screen) context.roundRect(x - 2, row.y + 2, 4, row.height - 4, 1);
    else if (kind === kindOf.disk) context.rect(x - 3, middle - 3, 6, 6);
    else if (kind === kindOf.backend) context.arc(x, middle, 3.5, 0, 7);
    else {
      context.moveTo(x, middle - 5);
      context.lineTo(x + 5, middle);
      context.lineTo(x, middle + 5);
      context.lineTo(x - 5, middle);
    }
    context.fill();
  }

  /** The gestures of the scenario, with as many words as there is room for. */
  drawLines(row) {
    if (!this.visible(row)) return;
    const { run, view, context, colour } = this;
    const first = Math.max(0, lastAtMost(run.time, this.range[0]));
    const last = lastAtMost(run.time, this.range[1]);
    const marks = [];
    for (let event = first; event <= last; event++) {
      if (run.kind[event] === kindOf.scenario && this.rows.rowOf(event) === row) marks.push(event);
    }
    marks.forEach((event, place) => {
      const x = view.x(run.time[event]);
      const next = place + 1 < marks.length ? view.x(run.time[marks[place + 1]]) : view.width + 200;
      context.fillStyle = colour.text;
      context.beginPath();
      context.moveTo(x - 4, row.y + 3);
      context.lineTo(x + 4, row.y + 3);
      context.lineTo(x, row.y + 10);
      context.fill();
      if (next - x > 30) this.label(`${run.subjectOf(event)}: ${run.textOf(event)}`, x + 7, row, next - 2, colour.text);
    });
  }

  label(text, x, row, end, colour) {
    const { context } = this;
    const room = Math.min(end, this.view.width) - x - 4;
    if (room < 24) return;
    const most = Math.floor(room / 5.6);
    context.fillStyle = colour;
    context.fillText(text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text, x, row.y + row.height / 2 + 0.5);
  }

  hatch(x, y, width, height, colour) {
    if (x + width < 0 || x > this.view.width) return;
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, Math.max(2, width), height);
    context.clip();
    context.strokeStyle = colour;
    context.globalAlpha = 0.5;
    const from = Math.max(x, 0) - height;
    for (let place = from - (from % 6); place < Math.min(x + width, this.view.width); place += 6) {
      context.beginPath();
      context.moveTo(place, y + height);
      context.lineTo(place + height, y);
      context.stroke();
    }
    context.restore();
  }
}

Object.assign(LanesDrawing.prototype, linkDrawing);
