// The page of one run: what broke, the phones, the lanes, and beside them events, source and causes.

class RunView {
  constructor(doc, number) {
    this.doc = doc;
    this.element = make("div", { class: "run" });
    if (doc.film) this.run = new Run(doc);
    if (doc.story) this.element.append(this.story(doc.story));
    if (!doc.film) {
      this.element.append(make("p", { class: "note" }, words.noFilm));
      return;
    }
    this.run.number = number;
    this.player = new Player(this.run);
    this.lanes = new LanesView(this.run, this.player);
    const phones = new PhonesView(this.run);
    const transport = new Transport(this.run, this.player, this.lanes);
    const events = new EventsView(this.run, this.player);
    const source = new SourceView(this.run, this.player);
    const cause = new CauseView(this.run, this.player);
    const latency = new LatencyView(this.run, this.player);
    const data = new DataView(this.run);
    this.player.views = [phones, transport, this.lanes, events, source, cause, data];
    const panels = [[words.events, events], [source.title, source], [words.cause, cause]];
    if (doc.measures.length) panels.push([words.latency, latency]);
    const tabs = new Tabs(panels, () => {
      cause.show(this.player.at);
      source.reveal();
    });
    this.element.append(
      make("div", { class: "top" }, make("div", { class: "stage" }, transport.element, phones.element), make("aside", { class: "side" }, tabs.element)),
      this.lanes.element, make("p", { class: "keys" }, words.keys), data.element);
    this.onprint = (isOn) => {
      this.lanes.print();
      events.print(isOn);
    };
    this.onkey = (event) => {
      if (this.player.key(event, this.lanes)) event.preventDefault();
    };
  }

  /** Shows the run at an event, or where it opens: at the failure. */
  open(at) {
    if (!this.run) return;
    document.addEventListener("keydown", this.onkey);
    const { run, lanes } = this;
    lanes.resize();
    const start = at ?? (run.failure >= 0 ? run.failure : run.screenChanges.at(-1) ?? 0);
    lanes.view.fit();
    if (run.count > 5000) lanes.view.approach(run.time[start]);
    this.player.goTo(start, at === undefined);
  }

  print(isOn) { this.onprint?.(isOn); }

  /** The last event at an instant is shown. */
  seek(time) {
    if (this.run) this.player.goTo(lastAtMost(this.run.time, time));
  }

  /** Moves the cursor to an event of the story. */
  seekEvent(told) {
    if (!this.run) return;
    const { event } = this.find(told);
    if (event >= 0) this.player.goTo(event);
    else this.seek(told.t);
  }

  /** The event of the run that is one of the story: of those at its time, the one of its subject and text, else of its subject. */
  find({ t, subject, text }) {
    const { run } = this;
    let found = -1;
    for (let event = run ? lastAtMost(run.time, t) : -1; event >= 0 && run.time[event] === t; event--) {
      if (run.subjectOf(event) !== subject) continue;
      if (run.textOf(event) === text) return { event, isExact: true };
      found = event;
    }
    return { event: found, isExact: false };
  }

  /** An event of the story in words, with its values. */
  toldOf(told) {
    const { event, isExact } = this.find(told);
    return (isExact ? lineOf(this.run, event) : told.text) + (told.repeats ? ` (${words.repeats(told.repeats)})` : "");
  }

  /** The text of a value, in which the time since when it stands leads to the change that brought it. */
  linked(text) {
    return text.split(sinceText).map((part, place) => {
      const event = place % 2 && this.run ? seenChange(this.run, nanosecondsOf(part)) : -1;
      const go = () => this.player.goTo(event);
      return event < 0 ? part : make("button", { type: "button", class: "link", title: lineOf(this.run, event), onclick: go }, part);
    });
  }

  /** The statement that did not hold, as it stands in the source. */
  quote(place) {
    const source = place && this.doc.sources.find((source) => source.file === place[0]);
    if (!source) return null;
    const start = place[1] - source.first;
    const lines = [];
    let depth = 0;
    for (const line of source.lines.slice(start, start + 8)) {
      lines.push(line);
      for (const character of line) depth += "([{".includes(character) ? 1 : ")]}".includes(character) ? -1 : 0;
      if (depth <= 0) break;
    }
    const margin = Math.min(...lines.filter((line) => line.trim()).map((line) => line.search(/\S/)));
    return make("div", { class: "code quote" }, lines.map((line, number) =>
      make("div", { class: "code-line" }, make("span", { class: "number" }, place[1] + number), colouredCode(line.slice(margin)))));
  }

  close() { document.removeEventListener("keydown", this.onkey); }

  story(story) {
    const list = (title, lines) => (lines.length ? [make("h3", {}, title), make("ul", {}, lines.map((line) => make("li", {}, line)))] : []);
    const where = story.place ? `${story.place[0]}:${story.place[1]}` : "";
    const facts = story.facts.flatMap((fact) => fact.split("\n"));
    const values = [...facts.map((fact) => `✗ ${fact}`), ...story.values].map((value) => make("li", { class: value.startsWith("✓") ? "held" : value.startsWith("✗") ? "broke" : "" }, this.linked(value)));
    const led = heaviest(story.events, 9).map((event) => make("li", {}, make("button", { type: "button", onclick: () => this.seekEvent(event) },
      make("time", {}, clockText(event.t)), make("b", {}, event.subject), make("span", {}, this.toldOf(event)))));
    const rest = [...story.underWay.flatMap((part) => list(part.title, part.lines)), ...list(words.faults, story.faults), ...list(words.crash, story.crash)];
    return make("section", { class: "story", "aria-label": words.whatBroke },
      make("h2", {}, make("span", { class: "cross", "aria-hidden": "true" }, "✗"), this.doc.outcome === "failed" ? `${words.expected} ` : "", story.summary),
      where && make("p", { class: "where" }, where, story.kind ? ` · ${story.kind}` : "", story.abandoned ? "" : ` · ${clockText(story.instant)}`),
      make("div", { class: "story-columns" },
        make("div", {}, this.quote(story.place), values.length ? make("ul", { class: "values" }, values) : null, list(words.why, story.reasons)),
        led.length ? make("div", {}, make("h3", {}, words.ledTo), make("ol", { class: "led" }, led)) : null),
      rest.length ? make("details", {}, make("summary", {}, words.underWay), rest) : null,
      story.sharedStatics && make("p", { class: "note" }, story.sharedStatics),
      story.nondeterminism && make("p", { class: "note" }, story.nondeterminism), this.doc.differs && make("p", { class: "note" }, words.differs));
  }
}

/** The events of a story that weigh most, the later ones of the same weight first, in their order. */
function heaviest(events, most) {
  const ranked = [...events.keys()].sort((left, right) => events[right].weight - events[left].weight || right - left);
  return ranked.slice(0, most).sort((left, right) => left - right).map((place) => events[place]);
}

/** Panels of which one is seen. */
class Tabs {
  constructor(panels, onchange) {
    this.buttons = panels.map(([title], place) => make("button", {
      type: "button", role: "tab", id: `tab-${place}`, "aria-controls": `panel-${place}`, onclick: () => this.pick(place),
    }, title));
    this.panels = panels.map(([, view], place) => make("div", { role: "tabpanel", id: `panel-${place}`, "aria-labelledby": `tab-${place}`, class: "panel" }, view.element));
    this.onchange = onchange;
    const bar = make("div", { class: "tabs", role: "tablist", "aria-label": words.panels }, this.buttons);
    bar.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      this.pick((this.at + step + panels.length) % panels.length);
      this.buttons[this.at].focus();
    });
    this.element = make("div", { class: "tabbed" }, bar, this.panels);
    this.pick(0);
  }

  pick(place) {
    this.at = place;
    this.buttons.forEach((button, number) => {
      button.setAttribute("aria-selected", String(number === place));
      button.tabIndex = number === place ? 0 : -1;
      this.panels[number].hidden = number !== place;
    });
    this.onchange();
  }
}
