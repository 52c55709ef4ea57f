// The list of events: only the lines that are seen are in the page.

class EventsView {
  static count = 0;

  constructor(run, player) {
    EventsView.count += 1;
    this.id = `events-${EventsView.count}`;
    this.run = run;
    this.player = player;
    this.height = 24;
    this.kinds = new Set([3, 4, 5, 6, 7, 8, 2]);
    this.showsTransport = false;
    this.search = make("input", { type: "search", placeholder: words.search, "aria-label": words.search });
    this.search.addEventListener("input", () => this.filter());
    this.kindBoxes = Object.entries(words.kinds).map(([kind, word]) => this.box(word, true, (isOn) => {
      if (isOn) this.kinds.add(Number(kind));
      else this.kinds.delete(Number(kind));
    }, `k${kind}`));
    const transport = this.box(words.transport, false, (isOn) => { this.showsTransport = isOn; }, "k2");
    this.canvas = make("div", { class: "event-canvas" });
    this.list = make("div", { class: "event-list", role: "listbox", tabindex: "0", "aria-label": words.events }, this.canvas);
    this.list.addEventListener("scroll", () => this.draw());
    this.list.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.list);
    this.details = new DetailsView(run);
    this.element = make("div", { class: "events" },
      make("div", { class: "event-tools" }, this.search, make("div", { class: "kinds" }, this.kindBoxes, transport)), this.list, this.details.element);
    this.filter();
  }

  box(word, isOn, act, className) {
    const input = make("input", { type: "checkbox", checked: isOn });
    input.addEventListener("change", () => {
      act(input.checked);
      this.filter();
    });
    return make("label", { class: `toggle ${className}` }, input, word);
  }

  /** Finds the events that are listed. */
  filter() {
    const { run } = this;
    const words = this.search.value.trim().toLowerCase();
    const listed = [];
    for (let event = 0; event < run.count; event++) {
      if (!this.kinds.has(run.kind[event])) continue;
      if (!this.showsTransport && run.isTransport(event)) continue;
      if (words && !this.searchText(event).includes(words)) continue;
      listed.push(event);
    }
    this.listed = Int32Array.from(listed);
    this.canvas.style.height = `${Math.max(1, listed.length) * this.height}px`;
    this.drawn = "";
    this.draw();
    if (this.event !== undefined) this.show(this.event);
  }

  /** The text in which words are looked for. Each is made once. */
  searchText(event) {
    const { run } = this;
    this.searchTexts ??= [];
    this.searchTexts[event] ??= `${run.subjectOf(event)} ${run.textOf(event)} ${lineOf(run, event)}`.toLowerCase();
    return this.searchTexts[event];
  }

  /** Marks an event and scrolls to it. */
  show(event) {
    this.event = event;
    this.details.show(event);
    this.place = lastAtMost(this.listed, event);
    const y = Math.max(0, this.place) * this.height;
    const { scrollTop, clientHeight } = this.list;
    if (y < scrollTop + this.height || y > scrollTop + clientHeight - 2 * this.height) this.list.scrollTop = y - clientHeight / 2;
    this.drawn = "";
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.list.scrollTop / this.height) - 4);
    const last = Math.min(this.listed.length, first + Math.ceil(this.list.clientHeight / this.height) + 8);
    const key = `${first} ${last} ${this.place} ${this.event}`;
    if (key === this.drawn) return;
    this.drawn = key;
    if (!this.listed.length) {
      this.canvas.replaceChildren(make("p", { class: "nothing" }, words.noEvents));
      return;
    }
    const lines = [];
    for (let place = first; place < last; place++) lines.push(this.line(place));
    this.canvas.replaceChildren(...lines);
    if (this.place >= first && this.place < last) this.list.setAttribute("aria-activedescendant", `${this.id}-${this.listed[this.place]}`);
  }

  line(place) {
    const { run } = this;
    const event = this.listed[place];
    const isFailure = event === run.failure;
    const isMarked = event === this.marked;
    // Where the present event is not listed, the cursor stands behind the last one before it.
    const isBefore = place === this.place && event !== this.event;
    return make("div", {
      class: `event k${run.kind[event]}${isFailure ? " is-failure" : ""}${isMarked ? " is-marked" : ""}${isBefore ? " is-before" : ""}`, id: `${this.id}-${event}`, role: "option",
      "aria-selected": String(place === this.place && !isBefore), "aria-posinset": place + 1, "aria-setsize": this.listed.length,
      style: `top:${place * this.height}px`, title: lineOf(run, event), onclick: () => this.player.goTo(event),
    }, make("time", {}, clockText(run.time[event])), make("span", { class: "dot", "aria-hidden": "true" }),
    make("b", {}, run.subjectOf(event)), make("span", { class: "what" }, lineOf(run, event)));
  }

  /** Puts the lines around the present one on paper, where nothing scrolls; or shows the list again. */
  print(isOn) {
    this.drawn = "";
    if (!isOn) return this.show(this.event);
    const first = Math.max(0, Math.min(this.place - 24, this.listed.length - 30));
    const lines = [];
    for (let place = first; place < Math.min(this.listed.length, first + 30); place++) lines.push(this.line(place));
    this.canvas.replaceChildren(...lines);
  }

  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (!steps || !this.listed.length) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(this.listed.length - 1, this.place + steps));
    this.player.goTo(this.listed[place]);
  }
}
