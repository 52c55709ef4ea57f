// Times, names and small pieces of the page.

/** A time since the beginning of the run, from nanoseconds. */
function clockText(ns) {
  const sign = ns < 0 ? "−" : "";
  const value = Math.abs(ns);
  if (value < 1e9) return value === 0 ? "0" : sign + spanText(value);
  const seconds = value / 1e9;
  // Cut and not rounded, as stories do.
  if (seconds < 60) return `${sign}${(Math.floor(value / 1e6) / 1000).toFixed(3)} s`;
  const pad = (number, width) => String(number).padStart(width, "0");
  const whole = Math.floor(seconds);
  const rest = pad(Math.floor((value % 1e9) / 1e6), 3);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const tail = `${pad(minutes, hours ? 2 : 1)}:${pad(whole % 60, 2)}.${rest}`;
  return sign + (hours ? `${hours}:${tail}` : tail);
}

/** The nanoseconds of a time as stories write it: `940.961 ms`, `1.02 s`, `2:01.097`; NaN for other words. */
function nanosecondsOf(text) {
  const [figure, unit] = text.split(" ");
  if (unit) return Number(figure) * ({ ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }[unit] ?? NaN);
  return figure.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1e9;
}

/** A length of time in the unit that suits it, with three digits. */
function spanText(ns) {
  if (ns === 0) return "0";
  const units = [[1, "ns"], [1e3, "µs"], [1e6, "ms"], [1e9, "s"], [60e9, "min"], [3600e9, "h"], [86400e9, "days"]];
  let unit = units[0];
  for (const next of units) if (ns >= next[0]) unit = next;
  const value = ns / unit[0];
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${unit[1]}`;
}

/** The time of day that a phone's clock shows, as `9:41`. */
function wallText(milliseconds) {
  const minutes = Math.floor(milliseconds / 60000);
  const day = ((minutes % 1440) + 1440) % 1440;
  return `${Math.floor(day / 60)}:${String(day % 60).padStart(2, "0")}`;
}

/** The day that a phone's clock shows, as `Monday, 23 November`. */
function dayText(milliseconds) {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" };
  return new Date(milliseconds).toLocaleDateString("en-GB", options);
}

/** An element with properties and children; texts become text nodes, and nothing is ever read as HTML. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  return element;
}

/** Empties a drawing. On its way to paper it is empty: there the call would wipe out what lies below the drawing, too. */
function wipe(context, width, height) {
  if (!document.body.classList.contains("is-printing")) context.clearRect(0, 0, width, height);
}

/** The last place in an ascending array that holds no more than a value; -1 where none does. */
function lastAtMost(array, value, count = array.length) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A hue of its own for a name, the same in every report. */
function hueOf(name) {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)) % 360;
  return hash;
}
