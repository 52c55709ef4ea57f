// The page of many runs: failures by what broke, latencies, probes, faults, and the list of runs.

class IndexView {
  constructor(index) {
    this.index = index;
    this.element = make("div", { class: "index" }, this.failures(), this.latencies(), this.coverage(), this.tallies(), this.list());
  }

  failures() {
    const { failures, rows } = this.index;
    if (!failures.length) return null;
    const most = failures[0].count;
    return make("section", { class: "card" }, make("h2", {}, words.failures), make("ol", { class: "groups" }, failures.map((group) => {
      const alike = rows.filter((row) => row.failure === group.kind && row.film !== null);
      const plainest = alike.reduce((best, row) => (!best || row.steps < best.steps ? row : best), null);
      return make("li", {},
        make("div", { class: "group-bar", style: `width:${(group.count / most) * 100}%` }),
        make("div", { class: "group-head" }, make("strong", {}, group.count), make("span", {}, group.summary && make("b", {}, group.summary), plainest?.fact && make("q", {}, plainest.fact), make("small", {}, group.kind)),
          plainest && make("a", { href: `#run=${plainest.film}` }, words.plainest)));
    })));
  }

  latencies() {
    const { latencies } = this.index;
    if (!latencies.length) return null;
    return make("section", { class: "card" }, make("h2", {}, words.latencies), make("div", { class: "measures" }, latencies.map((row) => latencyFigure(row))));
  }

  /** How many orders of events the runs came to, by schedule, and how fast new ones were found. */
  coverage() {
    const { coverage, runs, distinct } = this.index;
    if (runs < 2 || !coverage.schedules.length) return null;
    const table = make("table", { class: "tally" },
      make("thead", {}, make("tr", {}, [words.schedule, words.runs, words.distinct].map((word, place) => make("th", { scope: "col", class: place ? "figure" : "" }, word)), make("td", {}))),
      make("tbody", {}, coverage.schedules.map(([schedule, count, different]) => make("tr", {}, make("td", {}, schedule),
        make("td", { class: "figure" }, count.toLocaleString("en-US")), make("td", { class: "figure" }, different.toLocaleString("en-US")),
        make("td", { class: "share" }, make("span", { style: `width:${(different / count) * 100}%` }))))));
    return make("section", { class: "card" }, make("h2", {}, words.coverage),
      make("p", { class: "hint-line flush" }, words.coverageOf(distinct.toLocaleString("en-US"), runs.toLocaleString("en-US"))),
      make("div", { class: "pair" }, coverage.curve.length > 2 ? coverageFigure(coverage, runs, distinct) : null, table));
  }

  tallies() {
    const { probes, faults, runs } = this.index;
    const table = (title, entries, whole) => entries.length ? make("section", { class: "card" }, make("h2", {}, title),
      make("table", { class: "tally" }, make("tbody", {}, entries.map(([name, count]) => make("tr", {}, make("td", {}, name),
        make("td", { class: "figure" }, count.toLocaleString("en-US")), make("td", { class: "share" }, make("span", { style: `width:${Math.min(100, (count / whole) * 100)}%` }))))))) : null;
    const mostFaults = faults.length ? faults[0][1] : 1;
    const tables = [table(words.probes, probes, runs), table(words.faultsStruck, faults, mostFaults)].filter(Boolean);
    return tables.length ? make("div", { class: "pair" }, tables) : null;
  }

  list() {
    const { rows } = this.index;
    const head = [words.outcome, words.scenario, words.seed, words.schedule, words.virtualTime, words.steps, words.worst, ""];
    return make("section", { class: "card" }, make("h2", {}, words.runList), make("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": words.runList },
      make("table", { class: "runs" }, make("thead", {}, make("tr", {}, head.map((word) => make("th", { scope: "col" }, word || make("span", { class: "hidden" }, words.open))))),
        make("tbody", {}, rows.map((row) => make("tr", {},
          make("td", {}, make("span", { class: `pill is-${row.outcome}` }, row.outcome)),
          make("td", {}, row.film === null ? row.scenario : make("a", { href: `#run=${row.film}` }, row.scenario), make("small", {}, row.title)),
          make("td", { class: "figure" }, row.seed), make("td", {}, row.schedule), make("td", { class: "figure" }, clockText(row.virtual)),
          make("td", { class: "figure" }, row.steps.toLocaleString("en-US")),
          make("td", { class: "figure" }, row.latency ? spanText(row.latency[1]) : ""),
          make("td", {}, row.film === null ? copyButton(row.replay, null, words.copyReplay) : make("a", { class: "open", href: `#run=${row.film}` }, words.open))))))));
  }
}
