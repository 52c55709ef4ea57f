// The rows of the lanes: their names, their places, and the row of each subject and lane.

const rowHeight = { steps: 22, expectations: 18, fault: 20, life: 18, screen: 16, app: 16, client: 16, disk: 16, link: 20, up: 20, down: 20, latency: 16, host: 22 };

class Rows {
  constructor(run) {
    this.run = run;
    this.rows = [];
    this.groups = [];
    this.bySubject = new Map();
    this.byLane = new Map();
    this.links = new Map();
    this.phones = new Map(run.phones.map((phone) => [phone.name, phone]));
    this.addScenario();
    this.addFaults();
    for (const phone of run.phones) {
      this.addPhone(phone);
      this.addLink(phone.name, phone);
    }
    for (const name of run.links.keys()) if (!this.links.has(name)) this.addLink(name);
    this.addHosts();
    this.place();
  }

  /** Puts the groups below each other; of one that is folded only the name is left. */
  place() {
    let y = 0;
    for (const group of this.groups) {
      group.y = y;
      y += 4;
      for (const row of group.rows) {
        row.y = y;
        row.isHidden = Boolean(group.isFolded);
        if (!group.isFolded) y += row.height;
      }
      if (group.isFolded) y += 18;
      y += 4;
      group.height = y - group.y;
    }
    this.height = y;
  }

  group(name, kind) {
    const group = { name, kind, rows: [] };
    this.groups.push(group);
    return group;
  }

  row(group, kind, label, lines = 1) {
    const row = { kind, label, group, height: rowHeight[kind] * lines, lines };
    group.rows.push(row);
    this.rows.push(row);
    return row;
  }

  addScenario() {
    const group = this.group(words.scenario, "scenario");
    this.steps = this.row(group, "steps", words.gestures);
    const spans = this.run.spans.filter((span) => span.kind === "expectation");
    const lines = stacked(spans, 5);
    this.expectations = spans.length ? this.row(group, "expectations", words.expectations, lines) : null;
    this.byLane.set("scenario", this.steps);
    const measured = this.run.doc.measures.map((measure, number) => ({ measure, path: this.run.paths[number] })).filter(({ path }) => path?.hops.length);
    const paths = measured.map(({ measure, path }) => ({ measure, path, from: path.start, to: path.start + path.ns }));
    if (!paths.length) return;
    this.latency = this.row(group, "latency", words.latencyLane, stacked(paths, 3));
    this.latency.paths = paths;
  }

  addFaults() {
    const spans = this.run.spans.filter((span) => span.kind === "fault");
    const has = spans.length || this.run.kind.some((kind) => kind === kindOf.fault);
    if (!has) return;
    const lines = stacked(spans, 4);
    this.faults = this.row(this.group(words.faultLane, "faults"), "fault", "", lines);
    for (const name of ["network", "nemesis"]) this.bySubject.set(name, this.faults);
    this.byLane.set("network", this.faults);
  }

  addPhone(phone) {
    const group = this.group(phone.name, "phone");
    const rows = {};
    for (const kind of ["life", "screen", "app", "client", "disk"]) rows[kind] = this.row(group, kind, words[kind]);
    phone.rows = rows;
    this.bySubject.set(phone.name, rows.app);
    const lanes = { main: "app", sync: "client", storage: "client", push: "client" };
    const isOwn = new RegExp(`^${phone.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(#\\d+)?(/(.*))?$`);
    for (const lane of new Set(this.run.stepLane)) {
      const match = isOwn.exec(this.run.texts[lane]);
      if (match) this.byLane.set(this.run.texts[lane], rows[lanes[match[3]] ?? "app"]);
    }
  }

  /** The lanes of a host's access link: of a phone's with the profile in force, folded where there are many phones. */
  addLink(name, phone) {
    const link = this.run.links.get(name);
    const group = this.group(words.linkOf(name), "link");
    group.isFolded = this.run.phones.length > 3;
    const rows = {};
    if (phone) rows.link = this.row(group, "link", words.link);
    for (const kind of ["up", "down"]) {
      rows[kind] = this.row(group, kind, words[kind]);
      rows[kind].direction = link[kind];
      rows[kind].peak = Math.max(link.up.peak, link.down.peak);
    }
    this.links.set(name, rows);
    if (!phone) return;
    rows.link.phone = phone;
    Object.assign(phone.rows, rows);
  }

  addHosts() {
    const known = new Set(["probes", "scenario", "outcome", ...this.bySubject.keys()]);
    const names = [];
    for (const subject of new Set(this.run.subject)) {
      const name = this.run.texts[subject];
      if (known.has(name) || name.startsWith("scenario/") || this.byLane.has(name)) continue;
      for (const end of name.includes("→") ? name.split("→") : [name]) {
        if (!known.has(end) && !names.includes(end)) names.push(end);
      }
    }
    for (const lane of new Set(this.run.stepLane)) {
      const name = this.run.texts[lane];
      if (!this.byLane.has(name) && !name.startsWith("scenario") && !names.includes(name)) names.push(name);
    }
    if (!names.length) return;
    const group = this.group(words.network, "hosts");
    for (const name of names) {
      const row = this.row(group, "host", name);
      this.bySubject.set(name, row);
      this.byLane.set(name, row);
    }
  }

  /** The row on which an event is drawn; undefined for one that is not. */
  rowOf(event) {
    const { run } = this;
    const subject = run.subjectOf(event);
    const phone = this.phoneNamed(subject);
    switch (run.kind[event]) {
      case kindOf.scenario: return ["probes", "outcome"].includes(subject) ? undefined : this.steps;
      case kindOf.fault: return this.faults;
      case kindOf.disk: return phone?.rows.disk ?? this.bySubject.get(subject);
      case kindOf.life: return phone?.rows.life ?? this.bySubject.get(subject);
      case kindOf.screen: return phone?.rows.screen ?? this.bySubject.get(subject);
      case kindOf.message: {
        const [from, to] = this.ends(subject);
        return run.isArrival(event) ? to : from;
      }
      default: return this.bySubject.get(subject);
    }
  }

  phoneNamed(name) { return this.phones.get(name); }

  /** The rows between which the messages of a way go; undefined for a host that has none. */
  ends(way) {
    this.endsOf ??= new Map();
    if (!this.endsOf.has(way)) {
      const [from, to] = way.split("→");
      const row = (name, kind) => this.links.get(name)?.[kind] ?? this.bySubject.get(name);
      const isFromPhone = this.phones.has(from);
      // A server's end is its row; of its link only what waits there is drawn.
      const source = isFromPhone ? row(from, "up") : this.bySubject.get(from) ?? row(from, "up");
      const target = this.phones.has(to) ? row(to, "down") : this.bySubject.get(to) ?? row(to, "down");
      this.endsOf.set(way, [source, to === undefined ? source : target]);
    }
    return this.endsOf.get(way);
  }

  /** The place of a row in the drawing: that of its group's name where it is folded. */
  static anchor(row) { return row.isHidden ? { y: row.group.y + 4, height: 18 } : row; }
}

/** Gives spans lines so that none covers another, at most so many; returns the number of lines. */
function stacked(spans, most) {
  const ends = [];
  for (const span of spans) {
    let line = ends.findIndex((end) => end <= span.from);
    if (line < 0) line = ends.length < most ? ends.length : spans.indexOf(span) % most;
    ends[line] = Math.max(ends[line] ?? 0, span.to);
    span.line = line;
  }
  return Math.max(1, ends.length);
}
