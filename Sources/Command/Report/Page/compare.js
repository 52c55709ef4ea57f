// Two runs side by side: one cursor of time for both, and the first event in which they differ.

class CompareView {
  constructor(documents, difference) {
    this.runs = documents.map((doc) => new Run(doc));
    this.difference = difference;
    this.at = -1;
    const seek = (run) => ({ goTo: (event) => this.goTo(run.time[event]) });
    this.phones = this.runs.map((run) => new PhonesView(run));
    this.lanes = this.runs.map((run) => new LanesView(run, seek(run)));
    this.events = this.runs.map((run) => new EventsView(run, seek(run)));
    this.runs.forEach((_, side) => {
      this.lanes[side].marked = this.events[side].marked = difference?.[side];
      const redraw = this.lanes[side].view.onchange;
      this.lanes[side].view.onchange = () => {
        redraw();
        this.align(side);
      };
    });
    const times = this.runs.flatMap((run) => [...run.screenChanges].map((event) => run.time[event]));
    this.times = [...new Set(times)].sort((left, right) => left - right);
    this.now = make("strong", { class: "now" });
    const button = (text, label, act, name) => make("button", { type: "button", title: label, "aria-label": label, class: name, onclick: act }, text);
    const bar = make("div", { class: "transport card-bar", role: "toolbar", "aria-label": words.play },
      button("←", words.previousScreen, () => this.step(-1)), button("→", words.nextScreen, () => this.step(1)), this.now,
      make("span", { class: "spacer" }), this.difference && button(words.toDifference, words.toDifference, () => this.toDifference(), "to-failure"));
    const columns = this.runs.map((run, side) => make("section", { class: "card compare-side", "aria-label": words.sides[side] },
      make("h2", {}, make("span", { class: `pill is-${run.doc.outcome}` }, run.doc.outcome), ` ${words.sides[side]}: ${run.doc.scenario}`),
      make("p", { class: "where" }, `${words.seed} ${run.doc.seed} · ${run.doc.schedule} · ${words.build} ${run.doc.build} · ${words.digest} ${run.doc.digest}`),
      commandLine(run.doc.command, words.playAgain),
      this.phones[side].element, make("div", { class: "compare-events" }, this.events[side].element), this.lanes[side].element));
    this.element = make("div", { class: "run" }, this.summary(), bar, make("div", { class: "compare" }, columns), make("p", { class: "keys" }, words.compareKeys));
    this.onkey = (event) => this.key(event);
  }

  summary() {
    if (!this.difference) return make("p", { class: "note" }, words.noDifference);
    const lines = this.runs.map((run, side) => {
      const event = this.difference[side];
      return make("li", {}, make("b", {}, words.sides[side]), ` ${clockText(run.time[event])} · ${run.subjectOf(event)}: ${run.textOf(event)}`);
    });
    return make("section", { class: "story is-difference", "aria-label": words.firstDifference }, make("h2", {}, words.firstDifference), make("ul", {}, lines));
  }

  open() {
    document.addEventListener("keydown", this.onkey);
    for (const lanes of this.lanes) {
      lanes.resize();
      lanes.view.fit();
    }
    if (this.difference) this.toDifference();
    else this.goTo(this.times.at(-1) ?? 0);
  }

  print(isOn) {
    for (const lanes of this.lanes) lanes.print();
    for (const events of this.events) events.print(isOn);
  }

  close() { document.removeEventListener("keydown", this.onkey); }

  /** Shows each run at its own side of the first difference. */
  toDifference() {
    this.at = Math.max(...this.runs.map((run, side) => run.time[this.difference[side]]));
    this.now.textContent = clockText(this.at);
    this.runs.forEach((_, side) => this.showSide(side, this.difference[side]));
  }

  /** Shows the same stretch of time in the lanes of the other run. */
  align(side) {
    if (this.isAligning) return;
    this.isAligning = true;
    const [view, other] = [this.lanes[side].view, this.lanes[1 - side].view];
    const [from, to] = [0, view.width].map((x) => view.timeAt(x));
    // At the ends of the axis there is a margin, which has no time.
    if (view.to - view.from >= view.axis.length) other.fit();
    else other.set(other.axis.placeOf(from), other.axis.placeOf(to));
    this.isAligning = false;
  }

  showSide(side, event) {
    for (const view of [this.phones[side], this.lanes[side], this.events[side]]) view.show(event);
  }

  step(direction) {
    const place = lastAtMost(this.times, this.at);
    const next = direction > 0 ? place + 1 : this.times[place] < this.at ? place : place - 1;
    this.goTo(this.times[Math.max(0, Math.min(this.times.length - 1, next))]);
  }

  /** Shows both runs at an instant. */
  goTo(time) {
    this.at = time;
    this.now.textContent = clockText(time);
    this.runs.forEach((run, side) => this.showSide(side, Math.max(0, lastAtMost(run.time, time))));
  }

  key(event) {
    if (/^(INPUT|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this.lanes[0];
    const action = {
      ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), d: () => this.difference && this.toDifference(),
      Home: () => this.goTo(0), End: () => this.goTo(Math.max(...this.runs.map((run) => run.end))),
      "+": () => view.zoom(1 / 1.6), "=": () => view.zoom(1 / 1.6), "-": () => view.zoom(1.6), 0: () => view.fit(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
