// The source of the scenario, with the line that runs.

class SourceView {
  constructor(run, player) {
    this.run = run;
    this.doc = run.doc;
    this.lines = new Map();
    const ran = new Map();
    run.lines.forEach(([event, place]) => {
      const key = run.doc.places[place].join(":");
      if (!ran.has(key)) ran.set(key, Math.min(event, run.count - 1));
    });
    const broken = run.doc.story?.place?.join(":");
    const isDay = !run.lines.length && !this.doc.story?.place;
    this.title = isDay ? words.gesturesTab : words.source;
    this.element = make("div", { class: "source", tabindex: "0", role: "region", "aria-label": words.source });
    if (isDay) return this.addGestures(player);
    if (!this.doc.sources.length) this.element.append(make("p", { class: "nothing" }, words.noSource));
    for (const source of this.doc.sources) {
      this.element.append(make("h3", {}, source.file));
      const code = make("div", { class: "code" });
      source.lines.forEach((text, number) => {
        const line = source.first + number;
        const key = `${source.file}:${line}`;
        const event = ran.get(key);
        const element = make("div", { class: `code-line${key === broken ? " is-broken" : ""}${event === undefined ? "" : " has-run"}` },
          make("span", { class: "number" }, line), colouredCode(text));
        if (event !== undefined) element.addEventListener("click", () => player.goTo(event));
        this.lines.set(key, element);
        code.append(element);
      });
      this.element.append(code);
    }
  }

  /** The gestures of a generated day, which has no source: a line each. */
  addGestures(player) {
    const { run } = this;
    this.gestures = [];
    const code = make("div", { class: "code" });
    for (let event = 0; event < run.count; event++) {
      if (run.kind[event] !== kindOf.scenario || ["probes", "outcome"].includes(run.subjectOf(event))) continue;
      this.gestures.push(event);
      const line = make("div", { class: "code-line has-run", onclick: () => player.goTo(event) },
        make("span", { class: "number is-time" }, clockText(run.time[event])), make("code", {}, `${run.subjectOf(event)}: ${run.textOf(event)}`));
      this.lines.set(event, line);
      code.append(line);
    }
    this.element.append(make("p", { class: "hint-line" }, words.gesturesHelp), code);
  }

  /** The line that runs at an event. */
  lineAt(event) {
    if (this.gestures) return this.lines.get(this.gestures[lastAtMost(this.gestures, event)]);
    const broken = event === this.run.failure && this.doc.story?.place;
    const place = broken || this.run.placeAt(event);
    return place && this.lines.get(place.join(":"));
  }

  show(event) {
    const element = this.lineAt(event);
    if (element === this.current) return;
    this.current?.classList.remove("is-current");
    this.current?.removeAttribute("aria-current");
    this.current = element;
    if (!element) return;
    element.classList.add("is-current");
    element.setAttribute("aria-current", "step");
    this.reveal();
  }

  /** Scrolls to the line that runs. */
  reveal() {
    const element = this.current;
    if (!element || !this.element.clientHeight) return;
    const box = this.element;
    const y = element.offsetTop - box.offsetTop;
    if (y < box.scrollTop + 20 || y > box.scrollTop + box.clientHeight - 50) box.scrollTop = y - box.clientHeight / 2;
  }
}

/** A line of Swift with its words, texts and comments marked. */
function colouredCode(text) {
  const pattern = /(\/\/.*$)|("(?:[^"\\]|\\.)*")|\b(let|var|try|await|func|static|import|extension|in|if|for|return|guard|else|async|throws|true|false|nil|while|switch|case|self)\b|(\.\w+)|(\b\d[\d_]*\b)/g;
  const kinds = ["comment", "string", "word", "member", "number-text"];
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push(text.slice(end, match.index));
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    pieces.push(make("span", { class: `c-${kinds[kind]}` }, match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return make("code", {}, pieces);
}
