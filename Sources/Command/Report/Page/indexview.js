// The page of many runs: failures by what broke, latencies, probes, faults, and the list of runs.

class IndexView {
  constructor(index) {
    this.index = index;
    this.element = make("div", { class: "index" }, this.failures(), this.latencies(), this.tallies(), this.list());
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
        make("div", { class: "group-head" }, make("strong", {}, group.count), make("span", {}, group.summary && make("b", {}, group.summary), make("small", {}, group.kind)),
          plainest && make("a", { href: `#run=${plainest.film}` }, words.plainest)));
    })));
  }

  latencies() {
    const { latencies } = this.index;
    if (!latencies.length) return null;
    return make("section", { class: "card" }, make("h2", {}, words.latencies), make("div", { class: "measures" }, latencies.map((row) => latencyFigure(row))));
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
          make("td", {}, row.film === null ? make("small", { class: "quiet" }, words.notRecorded) : make("a", { class: "open", href: `#run=${row.film}` }, words.open))))))));
  }
}

/** The distribution of a latency: a histogram, the cumulative line, the limit, and quantiles in words. */
function latencyFigure(row) {
  const [width, height] = [420, 120];
  const low = row.sample[0];
  const high = Math.max(row.sample.at(-1), row.limit ?? 0) * 1.02 || 1;
  const isWide = high / Math.max(1, low) > 50;
  const scale = (value) => isWide ? Math.log(Math.max(1, value) / Math.max(1, low)) / Math.log(high / Math.max(1, low)) : (value - low * 0.9) / (high - low * 0.9);
  const bins = new Array(48).fill(0);
  for (const value of row.sample) bins[Math.max(0, Math.min(47, Math.floor(scale(value) * 48)))]++;
  const most = Math.max(...bins);
  const namespace = "http://www.w3.org/2000/svg";
  const shape = (tag, properties) => {
    const element = document.createElementNS(namespace, tag);
    for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
    return element;
  };
  const words99 = ["p50", "p90", "p99", "p99.9", "max"].map((name, place) => `${name} ${spanText(row.quantiles[place])}`);
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${row.name}: ${words99.join(", ")}` });
  bins.forEach((count, bin) => svg.append(shape("rect", { x: (bin * width) / 48 + 0.5, y: height - (count / most) * (height - 14), width: width / 48 - 1, height: (count / most) * (height - 14), class: row.limit && scale(row.limit) * 48 <= bin ? "over" : "bin" })));
  const points = row.sample.map((value, place) => `${(scale(value) * width).toFixed(1)},${(height - ((place + 1) / row.sample.length) * (height - 14)).toFixed(1)}`);
  svg.append(shape("polyline", { points: points.join(" "), class: "cumulative" }));
  if (row.limit) svg.append(shape("line", { x1: scale(row.limit) * width, x2: scale(row.limit) * width, y1: 0, y2: height, class: "limit" }));
  return make("figure", {}, make("figcaption", {}, make("strong", {}, row.name),
    row.limit ? make("span", { class: row.over ? "bad" : "good" }, words.overLimit(row.over.toLocaleString("en-US"), row.count.toLocaleString("en-US"))) : null,
    row.limit ? make("small", {}, `${words.limit} ${spanText(row.limit)}`) : null), svg, make("p", { class: "quantiles" }, words99.map((word) => make("span", {}, word))));
}
