// The values of a run: what messages carried, and what was written to disks and to the backend's tree, up to an event.

/** Data that the recording holds cut, since it is too long: it is shown as it stands. */
class CutText {
  constructor(text) { this.text = text; }
}

/** The disks and the trees as they are after some writes. It moves forward, or begins again. */
class DataState {
  constructor(run) {
    this.run = run;
    this.reset();
  }

  reset() {
    this.count = 0;
    this.disks = new Map();
    this.trees = new Map();
  }

  /** Applies all writes up to an event. */
  moveTo(event) {
    const end = lastAtMost(this.run.writeEvent, event) + 1;
    if (end < this.count) this.reset();
    while (this.count < end) this.apply();
  }

  /** Applies the next write and returns its sign: `+` for what is new, `~` for what takes the place of something, `−` for what goes. */
  apply() {
    const { run } = this;
    const write = this.count++;
    const event = run.writeEvent[write];
    const owner = run.subject[event];
    const place = run.texts[run.writePlace[write]];
    const value = run.writeValue[write];
    if (run.kind[event] === kindOf.backend) return this.applyToTree(owner, place, value);
    if (!this.disks.has(owner)) this.disks.set(owner, new Map());
    const rows = this.disks.get(owner);
    if (place === "") {
      rows.clear();
      return "−";
    }
    const was = rows.has(place);
    if (value) rows.set(place, value - 1);
    else rows.delete(place);
    return value ? (was ? "~" : "+") : "−";
  }

  applyToTree(owner, path, value) {
    const keys = path.split("/").filter(Boolean);
    const data = value ? parsedData(this.run.texts[value - 1]) : undefined;
    const holders = [];
    let place = this.trees.get(owner);
    for (const key of keys) {
      holders.push(place);
      place = isBranch(place) ? place[key] : undefined;
    }
    const sign = data === undefined ? "−" : place === undefined ? "+" : "~";
    // To remove what is not there changes nothing, above all not a leaf on the way.
    if (data === undefined && place === undefined) return sign;
    let node = data;
    for (let level = keys.length - 1; level >= 0; level--) {
      let holder = holders[level];
      if (!isBranch(holder)) holder = node === undefined ? undefined : {};
      if (holder === undefined) continue;
      if (node === undefined) delete holder[keys[level]];
      else holder[keys[level]] = node;
      node = node !== undefined || hasChildren(holder) ? holder : undefined;
    }
    this.trees.set(owner, node);
    return sign;
  }
}

function isBranch(data) { return typeof data === "object" && data !== null && !(data instanceof CutText); }

function hasChildren(data) {
  for (const _ in data) return true;
  return false;
}

function parsedData(text) {
  try {
    return JSON.parse(text);
  } catch {
    return new CutText(text);
  }
}

/** Reads the values of a recording into its run. */
function readValues(run, { details, writes }) {
  const texts = textNumbers(details.x);
  run.detailOfEvent = new Map();
  summed(details.e, Int32Array).forEach((event, place) => run.detailOfEvent.set(event, texts[place]));
  run.writeEvent = summed(writes.e, Int32Array);
  run.writePlace = textNumbers(writes.p);
  run.writeValue = textNumbers(writes.v);
  run.writeSigns = [];
  run.signing = new DataState(run);
}

/** The writes of an event: each with its sign, its place, and its value as text, null where it goes. */
function writesOf(run, event) {
  const last = lastAtMost(run.writeEvent, event);
  let first = last;
  while (first >= 0 && run.writeEvent[first] === event) first--;
  const found = [];
  for (let write = first + 1; write <= last; write++) {
    while (run.writeSigns.length <= write) run.writeSigns.push(run.signing.apply());
    const value = run.writeValue[write];
    const isData = run.kind[event] === kindOf.backend;
    found.push({
      sign: run.writeSigns[write], path: run.texts[run.writePlace[write]], place: run.told(run.writePlace[write]) || words.everything,
      value: value ? run.told(value - 1) : isData ? "null" : null, isData,
    });
  }
  return found;
}

/** What a message carried, or what a function was told and has read; empty for an event that its text tells whole. */
function detailOf(run, event) {
  const flight = run.flightOfEvent.get(event);
  const number = run.detailOfEvent.get(flight === undefined ? event : run.flightSent[flight]);
  return number === undefined ? "" : run.told(number);
}

/** An event in one line with its values; what belongs to the transport alone is left out. */
function lineOf(run, event) {
  const text = run.textOf(event);
  const detail = detailOf(run, event);
  if (detail) return `${text.replace(/ c\d+ @\d+ /, " ").replace(/ \([\d,]+ bytes\)$/, "")} · ${detail}`;
  const writes = writesOf(run, event);
  if (!writes.length) return text;
  const values = writes.map(writeLine).join(" · ");
  // Disk commits name their rows in their texts, and the backend's their paths: the values say them again.
  const disk = /^(disk commit \d+: )/.exec(text);
  if (disk) return disk[1] + values;
  const backend = /^(backend commit \d+: [\w-]+) of .* by (\S.*)$/.exec(text);
  return backend ? `${backend[1]} by ${backend[2]}: ${values}` : `${text} · ${values}`;
}

function writeLine({ sign, place, value, isData }) {
  if (isData) return `${sign === "~" ? "" : sign}${place} = ${value}`;
  return value === null ? `${sign}${place}` : `${sign}${place} (${value})`;
}
