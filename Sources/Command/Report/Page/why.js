// Why something happened: the chain of its causes; and where the time of a measured latency went.

class CauseView {
  constructor(run, player) {
    this.run = run;
    this.player = player;
    this.element = make("div", { class: "why", tabindex: "0", role: "region", "aria-label": words.cause });
  }

  show(event) {
    this.event = event;
    if (this.element.isConnected && !this.element.closest("[hidden]")) this.draw();
  }

  draw() {
    const { run, event } = this;
    const chain = chainOf(run, event);
    const parts = [make("p", { class: "hint-line" }, chain.length > 1 ? words.causeOf : words.noCause), this.list(chain, event)];
    // The refusal nearest to the event, or the failure itself, has a reason that no message leads to.
    const events = chain.flatMap((link) => link.events);
    // The timer of an expectation that fails says nothing: the last change of what it looks at says more.
    const seen = event === run.failure ? lastSeenChange(run) : -1;
    if (seen >= 0 && !events.includes(seen)) {
      const more = chainOf(run, seen);
      parts.push(make("p", { class: "hint-line" }, words.lastSeen(run.subjectOf(seen))), this.list(more, seen));
      events.push(...more.flatMap((link) => link.events));
    }
    const asked = event === run.failure ? event : events.findLast((each) => isRefusal(run, each));
    const related = asked === undefined ? -1 : relatedChange(run, asked);
    if (related >= 0 && !events.includes(related)) {
      const more = chainOf(run, related);
      parts.push(make("p", { class: "hint-line" }, words.relatedTo(`${run.subjectOf(asked)}: ${run.textOf(asked)}`)), this.list(more, related));
      events.push(...more.flatMap((link) => link.events));
    }
    // The gesture behind a write that waited in an outbox is no cause of the connection that took it along.
    const commit = related >= 0 ? related : events.findLast((each) => run.kind[each] === kindOf.backend && writesOf(run, each).length);
    const origin = commit === undefined ? -1 : originOf(run, commit);
    if (origin >= 0 && !events.some((each) => run.step[each] === run.step[origin])) {
      parts.push(make("p", { class: "hint-line" }, words.waitedInOutbox(run.subjectOf(origin), spanText(run.time[commit] - run.time[origin]))), this.list(chainOf(run, origin), origin));
    }
    this.element.replaceChildren(...parts);
  }

  /** A chain of causes as a list, which ends with an event. */
  list(chain, event) {
    const { run } = this;
    const items = chain.map((link, place) => {
      const told = place === chain.length - 1 ? event : tellingEvent(run, link);
      const reason = waitText(link.waits);
      const text = told >= 0 ? lineOf(run, told) : link.lane === "scenario" ? run.lineAfter(link.step) : words.steps;
      return make("li", { class: told >= 0 ? `k${run.kind[told]}` : "" },
        reason && make("span", { class: "waited" }, reason),
        make("button", { type: "button", onclick: () => told >= 0 && this.player.goTo(told), disabled: told < 0 },
          make("time", {}, clockText(link.time)), make("b", {}, told >= 0 ? run.subjectOf(told) : link.lane), make("span", {}, text)));
    });
    return make("ol", { class: "chain" }, items);
  }
}

class LatencyView {
  constructor(run, player) {
    this.run = run;
    this.player = player;
    this.element = make("div", { class: "latency", tabindex: "0", role: "region", "aria-label": words.latency });
    const { measures } = run.doc;
    if (!measures.length) this.element.append(make("p", { class: "nothing" }, words.noMeasures));
    measures.forEach((measure, number) => {
      const path = run.paths[number];
      const isOver = measure.limit !== null && measure.ns > measure.limit;
      this.element.append(make("h3", {}, measure.name, " ", make("span", { class: isOver ? "bad" : "good" }, spanText(measure.ns)),
        measure.limit === null ? null : make("small", {}, ` ${words.limit} ${spanText(measure.limit)}`)));
      if (path) this.element.append(this.bar(path, measure), this.table(path));
    });
  }

  bar(path, measure) {
    const whole = Math.max(measure.ns, measure.limit ?? 0);
    const pieces = path.hops.map((hop) => make("span", {
      style: `width:${(hop.ns / whole) * 100}%;--hue:${hueOf(hop.kind)}`, title: `${hop.kind}, ${hop.place}: ${spanText(hop.ns)}`,
    }));
    return make("div", { class: "path-bar", role: "img", "aria-label": `${measure.name} ${spanText(measure.ns)}` }, pieces);
  }

  /** The parts with their nanoseconds, and each part's share; a click leads to where it begins. */
  table(path) {
    const rows = path.hops.map((hop) => make("tr", {},
      make("td", {}, make("button", { type: "button", onclick: () => this.player.goTo(lastAtMost(this.run.time, hop.t)) },
        make("span", { class: "swatch", style: `--hue:${hueOf(hop.kind)}` }), hop.kind, hop.fixed ? make("small", { title: words.fixed }, " ⚓") : null)),
      make("td", {}, hop.place), make("td", { class: "figure" }, words.nanoseconds(hop.ns)),
      make("td", { class: "figure share-text" }, path.ns ? `${((hop.ns / path.ns) * 100).toFixed(1)} %` : "")));
    const head = [words.part, words.placeOf, words.time, words.share].map((word, place) => make("th", { scope: "col", class: place > 1 ? "figure" : "" }, word));
    return make("table", { class: "path" }, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows));
  }
}
