// The beginning: reads the index, and shows the runs, or the run that the address names.

const report = { documents: new Map() };

/** What the address asks for: a run and an event. */
function addressed() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (parts.has(name) && /^\d+$/.test(parts.get(name)) ? Number(parts.get(name)) : undefined);
  return { run: number("run"), at: number("at") };
}

async function openRun(number, at) {
  if (report.view?.run?.number === number && at !== undefined) return report.view.player.goTo(at);
  if (!report.documents.has(number)) report.documents.set(number, await readBlock(`run-${number}`));
  const doc = report.documents.get(number);
  const view = new RunView(doc, number);
  show(runHeader(doc, report.index.rows.length > 1), view.element, `${doc.scenario} ${doc.outcome}`);
  report.view = view;
  view.open(at);
}

async function openComparison() {
  const documents = await Promise.all([0, 1].map((number) => readBlock(`run-${number}`)));
  const view = new CompareView(documents, report.index.comparison.difference);
  show(indexHeader(report.index), view.element, words.comparison);
  report.view = view;
  view.open();
}

function openIndex() {
  show(indexHeader(report.index), new IndexView(report.index).element, words.allRuns);
  report.view = null;
}

function show(head, element, title) {
  report.view?.close?.();
  document.title = `${title} · ${words.product}`;
  document.getElementById("head").replaceChildren(...head.filter(Boolean));
  document.getElementById("main").replaceChildren(element);
  scrollTo(0, 0);
}

async function route() {
  const { run, at } = addressed();
  const recorded = report.index.rows.filter((row) => row.film !== null);
  if (report.index.comparison) await openComparison();
  else if (run !== undefined && document.getElementById(`run-${run}`)) await openRun(run, at);
  else if (recorded.length === 1 && report.index.rows.length === 1) await openRun(0, at);
  else openIndex();
  document.body.dataset.ready = "true";
}

async function begin() {
  try {
    report.index = await readBlock("index");
    await route();
    addEventListener("hashchange", route);
    for (const [name, isOn] of [["beforeprint", true], ["afterprint", false]]) {
      addEventListener(name, () => {
        document.body.classList.toggle("is-printing", isOn);
        report.view?.print?.(isOn);
      });
    }
  } catch (error) {
    document.getElementById("main").replaceChildren(make("p", { class: "note" }, String(error)));
    throw error;
  }
}

globalThis.rehearsalReport = report;
begin();
