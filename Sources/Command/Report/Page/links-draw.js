// The lanes of a link: its profile and the phase of its connections, and for each direction what waits, is lost, is sent again.

const linkDrawing = {
  /** The bands of the profile in force. */
  drawProfile(phone) {
    const row = phone.rows.link;
    if (!this.visible(row)) return;
    const { run, view, context, colour } = this;
    const { events, values } = phone.frames.link;
    values.forEach((value, place) => {
      const from = Math.max(0, view.x(run.time[events[place]]));
      const to = place + 1 < events.length ? view.x(run.time[events[place + 1]]) : view.x(run.end);
      if (to < 0 || from > view.width) return;
      context.fillStyle = colour.line;
      if (place) context.fillRect(from, row.y + 1, 1, row.height - 2);
      this.label(run.texts[value], from + 6, { y: row.y - 2, height: row.height }, to, colour.faint);
    });
    const ups = phone.frames.interface;
    for (let place = 0; place < ups.events.length; place++) {
      if (ups.values[place] !== 0) continue;
      const from = view.x(run.time[ups.events[place]]);
      const to = place + 1 < ups.events.length ? view.x(run.time[ups.events[place + 1]]) : view.x(run.end);
      this.hatch(from, row.y + 2, to - from, row.height - 4, colour.bad);
    }
  },

  /** The bytes that wait in a direction, as tall as the most that ever waited on this link. */
  drawQueue(row) {
    if (!this.visible(row)) return;
    const { view, context, colour } = this;
    const { direction } = row;
    const { times, levels } = direction;
    const [top, room] = [row.y + 2, row.height - 4];
    const whole = Math.max(row.peak, 6000);
    context.fillStyle = colour.accent;
    context.globalAlpha = 0.55;
    let place = Math.max(0, lastAtMost(times, view.timeAt(0)));
    let level = levels[place - 1] ?? 0;
    for (let x = 0; x < view.width && place <= times.length; x++) {
      const end = view.timeAt(x + 1);
      let most = level;
      while (place < times.length && times[place] < end) {
        level = levels[place];
        most = Math.max(most, level);
        place += 1;
      }
      if (most <= 0) continue;
      const tall = Math.max(2, (most / whole) * room);
      context.fillRect(x, top + room - tall, 1, tall);
    }
    context.globalAlpha = 1;
    this.drawRadio(row);
    context.font = `9px ${this.family}`;
    for (const { x, count } of clusters(direction.again, view, this.range, 16)) {
      context.fillStyle = colour.warn;
      context.fillText(count > 1 ? `↻${count}` : "↻", x - 3, row.y + 6);
    }
    for (const { x, count } of clusters(direction.lost.map((loss) => loss.time), view, this.range, 12)) {
      context.strokeStyle = context.fillStyle = colour.bad;
      this.cross(x, row.y + row.height - 6);
      context.lineWidth = 1;
      if (count > 1) context.fillText(String(count), x + 6, row.y + row.height - 5);
    }
    context.font = this.font;
  },

  /** A line where datagrams wait for the radio. */
  drawRadio(row) {
    const { view, context, colour } = this;
    const { entered, ready } = row.direction;
    context.fillStyle = colour.warn;
    let end = -1;
    for (let number = Math.max(0, lastAtMost(entered, this.range[0]) - 50); number < entered.length && entered[number] <= this.range[1]; number++) {
      if (ready[number] <= entered[number] || ready[number] <= end) continue;
      const from = view.x(Math.max(end, entered[number]));
      context.fillRect(from, row.y + 1, Math.max(1, view.x(ready[number]) - from), 2);
      end = ready[number];
    }
  },

  /** What a link's lane says at a point, for the tip. */
  linkTip(row, time) {
    const { run } = this;
    if (row.kind === "link") {
      const event = Math.max(0, lastAtMost(run.time, time));
      const place = lastAtMost(row.phone.frames.link.events, event);
      const what = place < 0 ? "" : row.phone.frames.link.described[place];
      const phases = run.spans.filter((span) => span.kind === "connection" && span.owner === row.phone.name && span.from <= time && span.to >= time);
      const network = run.part(row.phone, "interface", event) === 0 ? words.noNetwork : "";
      return [network, what, ...phases.map((span) => span.text)].filter(Boolean).join(" · ");
    }
    const { bytes, rest } = row.direction.at(time);
    const near = this.view.timeAt(this.view.x(time) + 5) - time;
    const lost = row.direction.lost.find((loss) => Math.abs(loss.time - time) <= near);
    const again = row.direction.again.filter((instant) => Math.abs(instant - time) <= near).length;
    return [bytes ? words.waiting(bytes.toLocaleString("en-US"), spanText(rest)) : words.nothingWaits, lost?.reason,
      again ? words.sentAgain(again) : ""].filter(Boolean).join(" · ");
  },
};
