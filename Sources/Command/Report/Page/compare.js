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
    const times = this.runs.flatMap((run) => [...run.screenChanges].map((event) => run.time[event]));
    this.times = [...new Set(times)].sort((left, right) => left - right);
    this.now = make("strong", { class: "now" });
    const button = (text, label, act, name) => make("button", { type: "button", title: label, "aria-label": label, class: name, onclick: act }, text);
    const bar = make("div", { class: "transport card-bar", role: "toolbar", "aria-label": words.play },
      button("←", words.previousScreen, () => this.step(-1)), button("→", words.nextScreen, () => this.step(1)), this.now,
      make("span", { class: "spacer" }), this.difference && button(words.toDifference, words.toDifference, () => this.toDifference(), "to-failure"));
    const columns = this.runs.map((run, side) => make("section", { class: "card compare-side", "aria-label": words.sides[side] },
      make("h2", {}, make("span", { class: `pill is-${run.doc.outcome}` }, run.doc.outcome), ` ${words.sides[side]}: ${run.doc.scenario}`),
      make("p", { class: "where" }, `${words.seed} ${run.doc.seed} · ${run.doc.schedule} · ${words.digest} ${run.doc.digest}`),
      this.phones[side].element, make("div", { class: "compare-events" }, this.events[side].element), this.lanes[side].element));
    this.element = make("div", { class: "run" }, this.summary(), bar, make("div", { class: "compare" }, columns));
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

  close() { document.removeEventListener("keydown", this.onkey); }

  toDifference() { this.goTo(Math.max(...this.runs.map((run, side) => run.time[this.difference[side]]))); }

  step(direction) {
    const place = lastAtMost(this.times, this.at);
    const next = direction > 0 ? place + 1 : this.times[place] < this.at ? place : place - 1;
    this.goTo(this.times[Math.max(0, Math.min(this.times.length - 1, next))]);
  }

  /** Shows both runs at an instant. */
  goTo(time) {
    this.at = time;
    this.now.textContent = clockText(time);
    this.runs.forEach((run, side) => {
      const event = Math.max(0, lastAtMost(run.time, time));
      for (const view of [this.phones[side], this.lanes[side], this.events[side]]) view.show(event);
    });
  }

  key(event) {
    if (/^(INPUT|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    this.step(direction);
  }
}
