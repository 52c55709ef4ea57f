// The access links of a run: what waits in each direction at every instant, what a link lost, and what was sent again.

/** One direction of a host's link. */
class LinkDirection {
  constructor(host, isUp) {
    this.host = host;
    this.isUp = isUp;
    this.entered = [];
    this.ready = [];
    this.left = [];
    this.bytes = [];
    this.lost = [];
    this.again = [];
  }

  /** Makes the curve of the bytes that wait, from the times at which each came and left. */
  finish() {
    const changes = [];
    this.entered.forEach((instant, number) => {
      if (this.left[number] <= instant) return;
      changes.push([instant, this.bytes[number]], [this.left[number], -this.bytes[number]]);
    });
    changes.sort((one, other) => one[0] - other[0]);
    this.times = new Float64Array(changes.length);
    this.levels = new Float64Array(changes.length);
    let level = 0;
    changes.forEach(([instant, bytes], place) => {
      level += bytes;
      this.times[place] = instant;
      this.levels[place] = level;
    });
    this.peak = this.levels.reduce((most, bytes) => Math.max(most, bytes), 0);
  }

  /** The bytes that wait at an instant, the ones on the wire with them, and when the last of them leaves. */
  at(time) {
    const place = lastAtMost(this.times, time);
    const bytes = place < 0 ? 0 : this.levels[place];
    let last = time;
    for (let number = lastAtMost(this.entered, time); number >= 0 && bytes > 0; number--) {
      last = Math.max(last, this.left[number]);
      if (number < lastAtMost(this.entered, time) - 400) break;
    }
    return { bytes, rest: last - time };
  }
}

/** The links of a run by the names of their hosts. */
function readLinks(run, film) {
  const links = new Map();
  const link = (host) => {
    if (!links.has(host)) links.set(host, { host, up: new LinkDirection(host, true), down: new LinkDirection(host, false) });
    return links.get(host);
  };
  for (const phone of run.phones) link(phone.name);
  const { h, t, r, q, w, b, x } = film.passages;
  const times = summed(t);
  h.forEach((code, number) => {
    const direction = link(run.texts[code >> 1])[code & 1 ? "up" : "down"];
    if (x[number]) direction.lost.push({ time: times[number], reason: run.texts[x[number] - 1] });
    direction.entered.push(times[number]);
    direction.ready.push(times[number] + r[number]);
    direction.left.push(times[number] + r[number] + q[number] + w[number]);
    direction.bytes.push(b[number]);
  });
  run.flightSent.forEach((sent, flight) => {
    if (!(run.flightFlags[flight] & 4)) return;
    const [from, to] = run.subjectOf(sent).split("→");
    links.get(from)?.up.again.push(run.time[sent]);
    links.get(to)?.down.again.push(run.time[sent]);
  });
  for (const { up, down } of links.values()) {
    up.finish();
    down.finish();
  }
  return links;
}

/** Instants that are drawn as one, because they are closer than some pixels: the place of the first, and their number. */
function clusters(times, view, range, gap) {
  const found = [];
  for (let number = Math.max(0, lastAtMost(times, range[0])); number < times.length && times[number] <= range[1]; number++) {
    const x = view.x(times[number]);
    const last = found.at(-1);
    if (last && x - last.to < gap) {
      last.count += 1;
      last.to = x;
    } else found.push({ x, to: x, count: 1 });
  }
  return found;
}
