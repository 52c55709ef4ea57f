// Compares what the phones of a report show with the descriptions of the run's screens, word by word, at each change.

/** The state of each phone that changed, at each event at which one does, from the data of a run; first that of all. */
export function* states(run) {
  const { film } = run;
  const phones = film.phones.map(([name]) => ({ name: film.texts[name] }));
  let event = 0;
  const changes = [];
  film.frames.v.forEach((value, number) => {
    event += film.frames.e[number];
    changes.push({ at: Math.max(0, event), phone: film.frames.p[number], part: film.frames.c[number], value, text: film.descriptions[number] });
  });
  let changed = new Set(phones.keys());
  for (let place = 0; place < changes.length; place++) {
    const { at, phone, part, value, text } = changes[place];
    const state = phones[phone];
    changed.add(phone);
    if (part === 0) state.screen = text < 0 ? "" : film.texts[text];
    if (part === 1) state.shade = film.texts[text];
    if (part === 2) state.life = film.texts[value];
    if (changes[place + 1]?.at === at) continue;
    yield { event: at, phones: [...changed].map((number) => ({ number, ...phones[number] })) };
    changed = new Set();
  }
}

/** The words of a description that a drawing has to show. */
function wordsOf(description, above, shown) {
  const lines = description.split("\n");
  const isThread = lines[0].startsWith("‹ ");
  let bubbles = 0;
  const kept = lines.filter((line) => {
    if (/^\(badge \d+\)$/.test(line) || /^ {2}\((none|no messages|↓ .*)\)$/.test(line)) return false;
    if (!isThread || !/^ {2}(?!> )[^:]+?: /.test(line)) return true;
    bubbles += 1;
    return bubbles > above && bubbles <= above + shown;
  });
  return kept.flatMap((line) => {
    let text = line;
    if (isThread) text = text.replace(/^ {2}(?!> )[^:]+?: /, "  ").replace(/(✓+|!|🕓) (blue|red|grey)\b/, "$1").replace(/^ {2}> /, "");
    else text = text.replace(/ {2}\[(\d+) unread\]/, " $1").replace(/ {2}\[archived\]/, "").replace(/^( {2}.*?): /, "$1 ");
    text = text.replace(/^[!?] /, "").replace(/^\[ (.*) \]/, "$1").replace(/^( {4})\((\S+)\) /, "$1").replace(/^ {2}[●○] /, "");
    const plain = (word) => word.replace(/^[(‹]+|[)]+$/g, "").replace(/^(photos|\/\S*)\//, "").toLowerCase();
    return text.split(/\s+/).map(plain).filter(Boolean);
  });
}

/** What is wrong with a drawn phone; nothing where it shows what is described. */
export function differences(expected, drawn) {
  const isOn = expected.life === "foreground";
  if (drawn.isApp !== isOn) return [`${expected.name} is ${expected.life ?? "not launched"}, and the phone shows ${drawn.isApp ? "the app" : "no app"}`];
  const text = drawn.text.toLowerCase();
  const found = [];
  if (!isOn) {
    const notifications = [...(expected.shade ?? "").matchAll(/^#\d+ "(.*?)": "(.*?)"$/gm)];
    for (const [, title, body] of notifications) {
      for (const word of [title, body]) if (!text.includes(word.toLowerCase())) found.push(`${expected.name}: the notification “${word}” is missing`);
    }
    return found;
  }
  const wanted = wordsOf(expected.screen ?? "", drawn.above, drawn.bubbles);
  for (const word of wanted) if (!text.includes(word)) found.push(`${expected.name}: “${word}” is not drawn`);
  // And nothing else is drawn, but what every phone has, and controls, which a description leaves out.
  const known = wanted.join(" ") + " message no messages conversations sent delivered read … ";
  for (const word of drawn.words) {
    const plain = word.toLowerCase().replace(/^[(‹]+|[)]+$/g, "");
    if (plain && !known.includes(plain)) found.push(`${expected.name}: “${word}” is drawn and not described`);
  }
  return found;
}

/** Moves the cursor from change to change with the key for it, and reads the phones that changed; runs in the page. */
export function walk(stops, isFirst) {
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const read = (phone) => {
    const glass = phone.querySelector(".glass");
    const app = glass.querySelector(".d-screen");
    const notices = [...glass.querySelectorAll(".d-notice")].map((notice) => /^↑ (\d+)/.exec(notice.textContent)?.[1]).filter(Boolean);
    const leaves = [];
    const controls = [];
    const walker = document.createTreeWalker(app ?? glass, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const above = walker.currentNode.parentElement;
      if (above.closest("[aria-hidden], .author, .hint, .photo-name")) continue;
      (above.closest(".d-button") ? controls : leaves).push(walker.currentNode.textContent);
    }
    const thread = glass.querySelector(".d-thread");
    return {
      isApp: Boolean(app), text: [...leaves, ...controls].join(" "), above: Number(notices[0] ?? 0),
      bubbles: thread ? thread.querySelectorAll(".d-bubble, .d-notice:not(:first-child), .d-notice:first-child").length - notices.length : 0,
      words: leaves.filter((leaf) => !/^[↑↓] \d/.test(leaf)).join(" ").split(/\s+/).filter((word) => !/^[↑↓🖼]$|^above$|^below$/u.test(word)),
    };
  };
  const player = globalThis.rehearsalReport.view.player;
  if (isFirst) press("Home");
  const seen = [];
  const visited = [];
  const phones = [...document.querySelectorAll(".phone")];
  for (const [event, ...numbers] of stops) {
    if (player.at < event) press("ArrowRight");
    visited.push(player.at);
    seen.push(numbers.map((number) => read(phones[number])));
  }
  return { visited, seen };
}
