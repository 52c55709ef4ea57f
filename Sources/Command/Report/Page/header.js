// The header: what was run, how it ended, and the command that plays it again.

/** A button that copies a text; where the browser refuses, the text is selected. */
function copyButton(text, shown, word = words.copy) {
  const button = make("button", { type: "button", class: "copy" }, word);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const place = shown ?? button.parentElement.appendChild(make("code", {}, text));
      const range = document.createRange();
      range.selectNodeContents(place);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    button.textContent = words.copied;
    setTimeout(() => { button.textContent = word; }, 1500);
  });
  return button;
}

/** A command with a button that copies it. */
function commandLine(command, name) {
  const text = make("code", { tabindex: "0" }, command);
  return make("div", { class: "command", role: "group", "aria-label": name }, text, copyButton(command, text));
}

/** The header of a run. */
function runHeader(doc, back) {
  const fact = (name, value) => value && make("span", { class: "fact" }, make("small", {}, name), " ", make("span", {}, value));
  return [
    make("div", { class: "headline" },
      back && make("a", { class: "back-link", href: "#" }, "‹ ", words.allRuns),
      make("h1", {}, make("span", { class: `pill is-${doc.outcome}` }, doc.outcome), doc.scenario),
      make("p", { class: "title" }, doc.title)),
    make("div", { class: "facts" },
      fact(words.seed, doc.seed), fact(words.schedule, doc.schedule), fact(words.profile, doc.profile), fact(words.knobs, doc.knobs === "none" ? "" : doc.knobs),
      fact(words.build, doc.build), fact(words.digest, doc.digest), fact(words.virtualTime, clockText(doc.virtual)), fact(words.steps, doc.steps.toLocaleString("en-US"))),
    commandLine(doc.command, words.playAgain),
  ];
}

/** The header of many runs. */
function indexHeader(index) {
  const outcome = index.failed ? "failed" : index.failures.length ? words.overBudget : "passed";
  return [make("div", { class: "headline" },
    make("h1", {}, make("span", { class: `pill is-${outcome}` }, outcome), `${index.runs.toLocaleString("en-US")} ${index.runs === 1 ? words.run : words.runs}`),
    make("p", { class: "title" }, `${index.passed.toLocaleString("en-US")} ${words.passed}, ${index.failed.toLocaleString("en-US")} ${words.failed}`)),
  make("div", { class: "facts" },
    ...[[words.distinct, index.distinct || null], [words.build, index.build], [words.digest, index.digest]].filter(([, value]) => value !== null).map(([name, value]) =>
      make("span", { class: "fact" }, make("small", {}, name), " ", make("span", {}, String(value))))),
  index.command && commandLine(index.command, words.playAllAgain)];
}
