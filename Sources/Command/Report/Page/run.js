// A recorded run: its events in columns, and the state of everything at an event.

const kindOf = { message: 2, fault: 3, screen: 4, disk: 5, backend: 6, life: 7, scenario: 8 };
const parts = ["screen", "shade", "life", "interface", "link", "clock", "drift"];
const transportText = /\b(SYN|FIN|RST|TLS|reset)\b|ACK \d+$|keep-alive|part of a message|handshake/;

class Run {
  constructor(doc) {
    this.doc = doc;
    const film = doc.film;
    this.texts = film.texts;
    this.names = new Map(film.names);
    this.time = summed(film.events.t);
    this.kind = Uint8Array.from(film.events.k);
    this.subject = Int32Array.from(film.events.s);
    this.text = textNumbers(film.events.x);
    this.step = summed(film.events.n, Int32Array);
    this.count = this.time.length;
    this.end = Math.max(doc.virtual, this.count ? this.time[this.count - 1] : 0);
    this.readSteps(film.steps);
    this.waits = film.waits;
    this.nodes = film.nodes;
    this.readPhones(film);
    this.readFlights(film.flights);
    this.links = readLinks(this, film);
    this.spans = film.spans.map((row, number) => this.span(row, number));
    this.lines = film.lines;
    this.lineEvents = film.lines.map((line) => line[0]);
    this.paths = film.paths;
    readValues(this, film);
    this.failure = doc.outcome === "passed" ? -1 : this.count - 1;
  }

  readSteps(steps) {
    this.stepTime = summed(steps.t);
    this.stepLane = steps.l;
    this.stepCause = steps.c;
    this.stepWait = steps.w;
  }

  readPhones(film) {
    this.phones = film.phones.map(([name, user]) => {
      const phone = { name: this.texts[name], user: this.texts[user], frames: {} };
      for (const part of parts) phone.frames[part] = { events: [], values: [] };
      phone.frames.link.described = [];
      return phone;
    });
    const events = summed(film.frames.e, Int32Array);
    const changes = new Set();
    const described = new Map(film.links);
    this.frameEvents = events;
    film.frames.v.forEach((value, number) => {
      const frames = this.phones[film.frames.p[number]].frames[parts[film.frames.c[number]]];
      const event = Math.max(0, events[number]);
      frames.events.push(event);
      frames.values.push(value);
      frames.described?.push(described.has(number) ? this.texts[described.get(number)] : this.texts[value]);
      changes.add(event);
    });
    this.screenChanges = Int32Array.from([...changes].sort((left, right) => left - right));
  }

  readFlights(flights) {
    this.flightSent = summed(flights.s, Int32Array);
    this.flightEnd = Int32Array.from(flights.e, (steps, number) => (steps ? this.flightSent[number] + steps : -1));
    this.flightFlags = Uint8Array.from(flights.r);
    this.flightOfEvent = new Map();
    this.flightSent.forEach((event, number) => this.flightOfEvent.set(event, number));
    this.flightEnd.forEach((event, number) => event >= 0 && this.flightOfEvent.set(event, number));
  }

  span(row, number) {
    const [kind, owner, text, from, begin, finish, to, end, limit, place] = row;
    return {
      number, kind: ["expectation", "fault", "connection"][kind], owner: this.texts[owner],
      text: this.told(text), from, begin, finish, to, end: ["open", "over", "failed"][end], limit, place,
    };
  }

  /** A text of the table with names in place of ids. */
  told(number) { return this.named(this.texts[number]); }

  /** A text with names in place of ids. */
  named(text) {
    if (!this.names.size || text.length < 8) return text;
    return text.replace(/[-\w]{8,}/g, (word) => this.names.get(word) ?? word);
  }

  /** The number of times that an app was launched up to an event, and the event of the last launch. */
  launches(phone, event) {
    this.launchesOf ??= new Map();
    if (!this.launchesOf.has(phone)) {
      const number = this.texts.indexOf(phone.name);
      const found = [];
      for (let each = 0; each < this.count; each++) {
        if (this.kind[each] === kindOf.life && this.subject[each] === number && /^launch/.test(this.texts[this.text[each]])) found.push(each);
      }
      this.launchesOf.set(phone, found);
    }
    const found = this.launchesOf.get(phone);
    const count = lastAtMost(found, event) + 1;
    return { count, last: found[count - 1], all: found };
  }

  subjectOf(event) { return this.texts[this.subject[event]]; }
  textOf(event) { return this.told(this.text[event]); }

  /** The value of a part of a phone at an event; undefined where it has none yet. */
  part(phone, part, event) {
    const frames = phone.frames[part];
    const place = lastAtMost(frames.events, event);
    return place < 0 ? undefined : frames.values[place];
  }

  /** The event at which a part of a phone came to be as it is at an event; -1 where it never did. */
  since(phone, part, event) {
    const frames = phone.frames[part];
    const place = lastAtMost(frames.events, event);
    return place < 0 ? -1 : frames.events[place];
  }

  /** The milliseconds since 1970 that a phone's clock shows at an event. */
  wall(phone, event) {
    const now = this.time[event] / 1e6;
    const drift = (this.part(phone, "drift", event) ?? 0) / 1e9;
    return this.doc.epoch + now + now * drift + (this.part(phone, "clock", event) ?? 0);
  }

  /** The place in the source that ran at an event; null before there was one. */
  placeAt(event) {
    const line = lastAtMost(this.lineEvents, event);
    return line < 0 ? null : this.doc.places[this.lines[line][1]];
  }

  /** The scenario's line that runs once a step is over, with its number, or "steps" where that is not known. */
  lineAfter(step) {
    const place = this.placeAt(lastAtMost(this.step, step) + 1);
    const source = place && this.doc.sources.find((each) => each.file === place[0] && each.lines[place[1] - each.first] !== undefined);
    return source ? words.lineText(place[1], source.lines[place[1] - source.first].trim()) : words.steps;
  }

  /** Whether a message's event is its arrival. */
  isArrival(event) {
    const flight = this.flightOfEvent.get(event);
    return flight !== undefined && this.flightEnd[flight] === event && (this.flightFlags[flight] & 3) === 1;
  }

  /** Whether an event is an acknowledgement, a handshake or the like. Each text is looked at once. */
  isTransport(event) {
    if (this.kind[event] !== kindOf.message) return false;
    this.transport ??= new Int8Array(this.texts.length).fill(-1);
    const text = this.text[event];
    if (this.transport[text] < 0) this.transport[text] = transportText.test(this.texts[text]) ? 1 : 0;
    return this.transport[text] === 1;
  }

  /** The first event of a step, by its number; -1 where it has none. */
  eventOfStep(step) {
    const place = lastAtMost(this.step, step);
    if (place < 0 || this.step[place] !== step) return -1;
    let first = place;
    while (first > 0 && this.step[first - 1] === step) first--;
    return first;
  }
}
