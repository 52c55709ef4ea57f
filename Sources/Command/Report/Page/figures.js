// The drawings of many runs: how a latency is distributed, and how fast new orders of events were found.

/** An element of a drawing. */
function shape(tag, properties, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The scale of an axis of times: as lengths, or as their logarithms where they span more than fifty times. */
function latencyScale(row, width) {
  const low = row.sample[0];
  const high = Math.max(row.sample.at(-1), row.limit ?? 0) * 1.02 || 1;
  const least = Math.max(1, low);
  if (high / least > 50) return (value) => (Math.log(Math.max(least, value) / least) / Math.log(high / least)) * width;
  return (value) => ((value - low * 0.9) / (high - low * 0.9)) * width;
}

/** The distribution of a latency: a histogram, the cumulative share of the runs, the limit, and the quantiles. */
function latencyFigure(row) {
  const [left, top, width, height] = [38, 16, 420, 130];
  const scale = latencyScale(row, width);
  const x = (value) => left + Math.max(0, Math.min(width, scale(value)));
  const y = (share) => top + height * (1 - share);
  const count = 48;
  const bins = new Array(count).fill(0);
  for (const value of row.sample) bins[Math.max(0, Math.min(count - 1, Math.floor((scale(value) / width) * count)))]++;
  const most = Math.max(...bins);
  const names = ["p50", "p90", "p99", "p99.9", "max"];
  const told = names.map((name, place) => `${name} ${spanText(row.quantiles[place])}`);
  const svg = shape("svg", { viewBox: `0 0 ${left + width + 6} ${top + height + 20}`, role: "img", "aria-label": `${row.name}: ${told.join(", ")}` });
  for (const share of [0, 0.5, 1]) {
    svg.append(shape("line", { x1: left, x2: left + width, y1: y(share), y2: y(share), class: "grid" }),
      shape("text", { x: left - 5, y: y(share) + 3.5, class: "tick", "text-anchor": "end" }, `${share * 100} %`));
  }
  bins.forEach((value, bin) => {
    const tall = (value / most) * height;
    const isOver = row.limit && (bin + 0.5) * (width / count) > scale(row.limit);
    if (value) svg.append(shape("rect", { x: left + (bin * width) / count + 0.5, y: top + height - tall, width: width / count - 1, height: tall, class: isOver ? "over" : "bin" }));
  });
  const points = row.sample.map((value, place) => `${x(value).toFixed(1)},${y((place + 1) / row.sample.length).toFixed(1)}`);
  svg.append(shape("polyline", { points: [`${x(row.sample[0]).toFixed(1)},${y(0)}`, ...points].join(" "), class: "cumulative" }));
  for (const [place, share] of [[0, 0.5], [2, 0.99], [3, 0.999]]) svg.append(shape("circle", { cx: x(row.quantiles[place]), cy: y(share), r: 3, class: "quantile" }));
  if (row.limit) svg.append(shape("line", { x1: x(row.limit), x2: x(row.limit), y1: top - 6, y2: top + height, class: "limit" }));
  const ends = [[row.sample[0], "start"], [Math.max(row.sample.at(-1), row.limit ?? 0), "end"]];
  for (const [value, anchor] of ends[0][0] === ends[1][0] ? ends.slice(0, 1) : ends) svg.append(shape("text", { x: x(value), y: top + height + 14, class: "tick", "text-anchor": anchor }, spanText(value)));
  return make("figure", {}, make("figcaption", {}, make("strong", {}, row.name),
    row.limit ? make("span", { class: row.over ? "bad" : "good" }, words.overLimit(row.over.toLocaleString("en-US"), row.count.toLocaleString("en-US"))) : null,
    row.limit ? make("small", {}, words.limitAt(spanText(row.limit))) : null), svg,
  make("p", { class: "quantiles" }, told.map((word) => make("span", {}, word)),
    make("span", { class: "key" }, make("i", { class: "key-bar" }), words.histogram), make("span", { class: "key" }, make("i", { class: "key-line" }), words.cumulative)));
}

/** The number of different orders over the number of runs; the thin line is what all-new runs would give. */
function coverageFigure({ curve, stride }, runs, distinct) {
  const [left, top, width, height] = [40, 8, 420, 118];
  const most = Math.max(1, distinct);
  const x = (count) => left + (count / runs) * width;
  const y = (count) => top + height * (1 - Math.min(1, count / most));
  const svg = shape("svg", { viewBox: `0 0 ${left + width + 6} ${top + height + 20}`, role: "img", "aria-label": `${words.coverageCurve}: ${most}` });
  for (const count of [0, most]) {
    svg.append(shape("line", { x1: left, x2: left + width, y1: y(count), y2: y(count), class: "grid" }),
      shape("text", { x: left - 5, y: y(count) + 3.5, class: "tick", "text-anchor": "end" }, count.toLocaleString("en-US")));
  }
  svg.append(shape("line", { x1: x(0), y1: y(0), x2: x(Math.min(runs, most)), y2: y(most), class: "grid" }));
  const points = curve.map((count, place) => `${x(Math.min(runs, (place + 1) * stride)).toFixed(1)},${y(count).toFixed(1)}`);
  svg.append(shape("polyline", { points: [`${left},${y(0)}`, ...points, `${x(runs)},${y(most)}`].join(" "), class: "curve" }),
    shape("text", { x: left + width, y: top + height + 14, class: "tick", "text-anchor": "end" }, `${runs.toLocaleString("en-US")} ${words.runsPlayed}`));
  return make("figure", {}, svg);
}
