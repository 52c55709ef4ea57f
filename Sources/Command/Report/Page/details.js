// The event at the cursor in full: nothing of it is cut off or hidden in a tip.

class DetailsView {
  constructor(run) {
    this.run = run;
    this.element = make("div", { class: "details", role: "region", tabindex: "0", "aria-label": words.details });
  }

  show(event) {
    const { run } = this;
    const detail = detailOf(run, event);
    this.element.replaceChildren(
      make("p", { class: `details-head k${run.kind[event]}` }, make("span", { class: "dot", "aria-hidden": "true" }), make("b", {}, run.subjectOf(event)),
        make("span", { class: "details-time" }, `${clockText(run.time[event])} · ${words.kinds[run.kind[event]] ?? ""} · ${words.position(event + 1, run.count)}`)),
      make("p", { class: "details-text" }, run.textOf(event)),
      detail ? make("ul", { class: "details-values" }, detail.split("; ").map((line) => make("li", {}, line))) : "",
      this.writes(event));
    this.element.scrollTop = 0;
  }

  writes(event) {
    const writes = writesOf(this.run, event);
    if (!writes.length) return "";
    const most = 60;
    const items = writes.slice(0, most).map(({ sign, place, value }) => make("li", {},
      make("span", { class: `sign ${words.signClasses[sign]}` }, words.signs[sign]), " ", make("code", {}, place), value === null ? "" : make("span", {}, ` = ${value}`)));
    if (writes.length > most) items.push(make("li", {}, words.more(writes.length - most)));
    return make("ul", { class: "details-values" }, items);
  }
}
