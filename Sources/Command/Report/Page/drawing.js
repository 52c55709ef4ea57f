// Drawings of screens as elements: each node of the run's table becomes an element once, and is copied from then on.

const traits = { own: 1, faded: 2, selected: 4, disabled: 8, alarming: 16, highlighted: 32, dark: 64 };

class Drawings {
  constructor(run) {
    this.run = run;
    this.made = new Map();
  }

  /** A fresh element for a node. */
  element(number) {
    let element = this.made.get(number);
    if (!element) {
      element = this.draw(number);
      if (this.made.size > 4000) this.made.clear();
      this.made.set(number, element);
    }
    return element.cloneNode(true);
  }

  node(number) {
    const [role, flags, text, detail, end, marks, ...rest] = this.run.nodes[number];
    const back = rest.filter(Number.isInteger);
    const [fill, border, size] = rest.find(Array.isArray) ?? [];
    const texts = this.run.texts;
    return {
      role, flags, text: texts[text], detail: texts[detail], end: texts[end], marks: texts[marks],
      parts: back.map((steps) => number - steps), fill: texts[fill] || null, border: texts[border] || null,
      size: texts[size]?.split("×").map(Number),
    };
  }

  draw(number) {
    const node = this.node(number);
    const names = Object.keys(traits).filter((name) => node.flags & traits[name]);
    const draw = this[`draw_${node.role}`] ?? this.draw_text;
    const element = draw.call(this, node);
    element.classList.add(`d-${node.role}`, ...names.map((name) => `is-${name}`));
    return element;
  }

  children(node) { return node.parts.map((part) => this.element(part)); }

  /** The parts, those buttons that follow one another side by side. */
  childrenWithButtons(node) {
    const found = [];
    let row = null;
    for (const part of node.parts) {
      if (this.node(part).role !== "button") row = null;
      else if (!row) found.push(row = make("div", { class: "button-row" }));
      (row ?? { append: (element) => found.push(element) }).append(this.element(part));
    }
    return found;
  }

  /** The first image among the parts, small, and the other parts. */
  thumbnail(node) {
    const [first] = node.parts.map((part) => this.node(part)).filter((part) => part.role === "image");
    const style = first?.border && `box-shadow: 0 0 0 1.5px ${first.border}`;
    return {
      image: first && make("span", { class: "thumbnail", "aria-hidden": "true", style }, "🖼"),
      others: node.parts.filter((part) => this.node(part).role !== "image").map((part) => this.element(part)),
    };
  }

  draw_screen(node) { return make("div", { style: node.fill && `--p-ground:${node.fill}` }, this.childrenWithButtons(node)); }

  draw_bar(node) {
    return make("div", {},
      node.marks && make("span", { class: "back", "aria-hidden": "true" }, node.marks),
      this.thumbnail(node).image,
      make("div", { class: "bar-titles" },
        make("strong", {}, node.text), node.detail && make("small", {}, node.detail)));
  }

  draw_list(node) {
    if (!node.parts.length) return make("div", { class: "is-empty" }, words.emptyList);
    return make("div", {}, this.children(node));
  }

  draw_row(node) {
    const isCount = /^\d+$/.test(node.end);
    const mark = node.flags & traits.selected ? "●" : node.marks;
    const { image, others } = this.thumbnail(node);
    return make("div", {},
      image ?? make("span", { class: "avatar", "aria-hidden": "true", style: `--hue:${hueOf(node.text)}` }, initials(node.text)),
      make("div", { class: "row-texts" },
        make("span", { class: "row-title" }, node.text), node.detail && make("span", { class: "row-detail" }, node.detail)),
      mark && make("span", { class: "row-mark" }, mark),
      node.end && make("span", { class: isCount ? "count" : "row-end" }, node.end),
      others);
  }

  draw_section(node) { return make("div", {}, node.text); }

  draw_thread(node) {
    if (!node.parts.length) return make("div", { class: "is-empty" }, words.emptyThread);
    return make("div", {}, this.children(node));
  }

  draw_bubble(node) {
    const labels = node.parts.map((part) => this.node(part));
    const images = labels.filter((part) => part.role === "image");
    const others = node.parts.filter((part) => this.node(part).role !== "image");
    return make("div", {},
      node.detail && make("span", { class: "author", style: `--hue:${hueOf(node.detail)}` }, node.detail),
      make("div", { class: "balloon", style: node.fill && `background:${node.fill}` },
        images.map((image) => this.draw_image(image)),
        make("span", { class: "said" }, node.text),
        make("span", { class: "stamp" }, node.end, node.marks && make("span", { class: "marks" }, node.marks))),
      others.length ? make("div", { class: "labels" }, others.map((part) => this.element(part))) : null);
  }

  draw_notice(node) {
    return make("div", {}, node.marks && `${node.marks} `, node.text, node.end && make("small", {}, ` ${node.end}`));
  }

  draw_typing(node) {
    return make("div", {}, make("span", { class: "dots", "aria-hidden": "true" }, "•••"), node.text);
  }

  draw_field(node) {
    return make("div", {},
      node.detail && make("b", { class: "plus", "aria-hidden": "true" }, node.detail),
      make("span", { class: node.text ? "written" : "hint" }, node.text || node.end || words.composerHint),
      node.marks && make("span", { class: "send", "aria-hidden": "true" }, node.marks));
  }

  draw_button(node) { return make("span", {}, node.text); }

  draw_sheet(node) {
    return make("div", {},
      make("div", { class: "sheet-bar" }, make("strong", {}, node.text), node.end && make("span", { class: "done" }, node.end)),
      make("div", { class: "sheet-body" }, this.children(node)));
  }

  /** Two controls stand side by side, more below one another, as the platform has it. */
  draw_alert(node) {
    const controls = `alert-buttons${node.parts.length > 2 ? " is-stacked" : ""}`;
    return make("div", {},
      make("div", { class: "alert-box" }, make("p", {}, node.text),
        node.parts.length ? make("div", { class: controls }, this.children(node)) : null));
  }

  draw_shade(node) { return make("div", {}, this.children(node)); }

  draw_notification(node) {
    return make("div", {}, make("strong", {}, node.text), make("span", {}, node.detail));
  }

  draw_image(node) {
    const border = node.border && `box-shadow: 0 0 0 1.5px ${node.border};`;
    const [width, height] = node.size ?? [];
    // In points of a screen that is 393 wide.
    const size = node.size && `width: calc(var(--p-width) * ${width / 393}); aspect-ratio: ${width} / ${height};`;
    const style = [border, size].filter(Boolean).join(" ") || null;
    return make("span", { class: node.size ? "photo is-sized" : "photo", style },
      make("span", { class: "photo-name" }, "🖼 ", node.text.split("/").pop()), node.end && make("b", { class: "photo-share" }, node.end));
  }

  draw_text(node) { return make("div", {}, node.text); }
}

/** The letters of an avatar. */
function initials(name) {
  const letters = name.split(/[\s,]+/).filter(Boolean).map((word) => [...word][0]);
  return letters.slice(0, 2).join("").toUpperCase();
}
