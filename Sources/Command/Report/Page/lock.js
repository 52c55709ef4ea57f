// What a phone shows where the app is not on its screen: the lock screen with its notifications, and the app's icon with its
// badge, which tells whether the app runs behind it, stands still, or does not run.

/** The lock screen of a phone: lit while the app is in memory, dark while it is not running. */
function lockScreen({ life, wall, since, notifications, badge }) {
  const state = { background: "runs", suspended: "stands" }[life] ?? "gone";
  const note = { runs: words.runsBehind, stands: words.standsStill, gone: life ? words.notRunning : words.neverLaunched }[state];
  return make("div", { class: `lock is-${state}` },
    make("div", { class: "lock-mark", "aria-hidden": "true" }, padlock()),
    make("div", { class: "lock-day" }, dayText(wall)),
    make("div", { class: "lock-clock" }, wallText(wall)),
    make("div", { class: "lock-list" }, notifications),
    make("div", { class: "lock-foot" },
      make("div", { class: "icon" },
        make("span", { class: "icon-tile", "aria-hidden": "true" }, speechBubble()),
        badge && make("span", { class: "icon-badge", "aria-label": words.badge(badge) }, badge),
        state === "runs" ? null : make("span", { class: "icon-state", "aria-hidden": "true" }, state === "stands" ? "❚❚" : "✕")),
      make("div", { class: "lock-note" }, make("b", {}, note), life && since ? make("span", {}, words.sinceTime(since)) : null)));
}

/** A drawing of lines and areas, in the colour of the text around it. */
function glyph(box, path) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("fill", "currentColor");
  const shape = document.createElementNS(namespace, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

function padlock() { return glyph("0 0 12 14", "M2 6V4a4 4 0 0 1 8 0v2h1a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zm2 0h4V4a2 2 0 0 0-4 0z"); }

function speechBubble() { return glyph("0 0 26 24", "M13 1C6 1 1 5.3 1 10.8c0 3.3 1.9 6.1 4.8 7.9L4.6 23l5.1-2.6c1 .2 2.1.3 3.3.3 7 0 12-4.4 12-9.9S20 1 13 1z"); }
