// The header: what was run, how it ended, and the command that plays it again.

/** The header of a run. */
function runHeader(doc, back) {
  const fact = (name, value) => value && make("span", { class: "fact" }, make("small", {}, name), " ", make("span", {}, value));
  const copy = make("button", { type: "button", class: "copy" }, words.copy);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(doc.command);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(command);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    copy.textContent = words.copied;
    setTimeout(() => { copy.textContent = words.copy; }, 1500);
  });
  const command = make("code", { tabindex: "0" }, doc.command);
  return [
    make("div", { class: "headline" },
      back && make("a", { class: "back-link", href: "#" }, "‹ ", words.allRuns),
      make("h1", {}, make("span", { class: `pill is-${doc.outcome}` }, doc.outcome), doc.scenario),
      make("p", { class: "title" }, doc.title)),
    make("div", { class: "facts" },
      fact(words.seed, doc.seed), fact(words.schedule, doc.schedule), fact(words.profile, doc.profile), fact(words.knobs, doc.knobs === "none" ? "" : doc.knobs),
      fact(words.build, doc.build), fact(words.digest, doc.digest), fact(words.virtualTime, clockText(doc.virtual)), fact(words.steps, doc.steps.toLocaleString("en-US"))),
    make("div", { class: "command", role: "group", "aria-label": words.playAgain }, command, copy),
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
      make("span", { class: "fact" }, make("small", {}, name), " ", make("span", {}, String(value)))))];
}
