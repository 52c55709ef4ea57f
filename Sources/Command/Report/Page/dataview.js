// What stands on each phone's disk and in the backend's tree at the cursor. Folded; nothing is worked out until it is opened.

class DataView {
  static most = 200;

  constructor(run) {
    this.run = run;
    this.state = new DataState(run);
    this.opened = new Set();
    this.closed = new Set();
    this.search = make("input", { type: "search", placeholder: words.searchData, "aria-label": words.searchData });
    this.search.addEventListener("input", () => this.draw());
    this.list = make("div", { class: "data-columns" });
    this.element = make("details", { class: "card data" }, make("summary", {}, words.data), make("p", { class: "hint-line flush" }, words.dataHelp), this.search, this.list);
    this.element.addEventListener("toggle", () => this.draw());
  }

  show(event) {
    this.event = event;
    this.draw();
  }

  draw() {
    if (!this.element.open || this.event === undefined) return;
    const { run, state } = this;
    state.moveTo(this.event);
    this.fresh = new Set(writesOf(run, this.event).map(({ place }) => `${run.subject[this.event]} ${place}`));
    this.wanted = this.search.value.trim().toLowerCase();
    const phones = run.phones.map((phone) => {
      const owner = run.texts.indexOf(phone.name);
      const rows = [...(state.disks.get(owner) ?? [])].map(([place, value]) => this.row(place, run.texts[value]));
      return this.column(owner, words.diskOf(phone.name), rows);
    });
    const trees = [...state.trees].map(([owner, tree]) => this.column(owner, words.dataOf(run.texts[owner]), leaves(tree).map(([path, value]) => this.row(path, value))));
    this.list.replaceChildren(...phones, ...trees);
  }

  row(place, value) {
    const slash = place.indexOf("/");
    const named = (text) => this.run.named(text);
    return { table: slash < 0 ? place : place.slice(0, slash), key: slash < 0 ? "" : named(place.slice(slash + 1)), place: named(place), value: named(value) };
  }

  /** The rows of a disk or the leaves of a tree, by their tables: an outbox first, as what waits in it is under way. */
  column(owner, title, rows) {
    const tables = new Map();
    for (const row of rows) {
      if (this.wanted && !`${row.place} ${row.value}`.toLowerCase().includes(this.wanted)) continue;
      if (!tables.has(row.table)) tables.set(row.table, []);
      tables.get(row.table).push(row);
    }
    const names = [...tables.keys()].sort((left, right) => (right === "outbox") - (left === "outbox") || (left < right ? -1 : 1));
    const parts = names.map((name) => this.table(`${owner} ${name}`, owner, name, tables.get(name)));
    return make("section", { "aria-label": title }, make("h3", {}, title), parts.length ? parts : make("p", { class: "nothing flush" }, this.wanted ? words.nothingLikeIt : words.nothingStored));
  }

  table(key, owner, name, rows) {
    const isFresh = (row) => [...this.fresh].some((place) => place === `${owner} ${row.place}` || place === `${owner} /${row.place}` || `${owner} /${row.place}`.startsWith(`${place}/`));
    const isOpen = !this.closed.has(key) && (this.opened.has(key) || name === "outbox" || Boolean(this.wanted) || rows.some(isFresh));
    const element = make("details", { open: isOpen }, make("summary", {}, name, " ", make("small", {}, rows.length.toLocaleString("en-US"))));
    const fill = () => {
      if (element.childElementCount > 1) return;
      const items = rows.slice(0, DataView.most).map((row) => make("li", { class: isFresh(row) ? "is-fresh" : "" }, make("code", {}, row.key || row.place), ` ${row.value}`));
      if (rows.length > DataView.most) items.push(make("li", {}, words.more(rows.length - DataView.most)));
      element.append(make("ul", {}, items));
    };
    if (isOpen) fill();
    element.querySelector("summary").addEventListener("click", () => {
      const [to, from] = element.open ? [this.closed, this.opened] : [this.opened, this.closed];
      to.add(key);
      from.delete(key);
      fill();
    });
    return element;
  }
}

/** The leaves of a tree: each path without its first slash, with its value as JSON. */
function leaves(tree, path = "") {
  if (tree === undefined) return [];
  if (tree instanceof CutText) return [[path, tree.text]];
  if (!isBranch(tree)) return [[path, JSON.stringify(tree)]];
  return Object.keys(tree).sort().flatMap((key) => leaves(tree[key], path ? `${path}/${key}` : key));
}
