// The accessibility of a page, checked by hand where no audit tool is at hand: each check has a name.

/** What the tree of accessibility shows: names, and one main landmark. */
export async function auditTree(page) {
  const { nodes } = await page.send("Accessibility.getFullAXTree");
  const found = [];
  const named = new Set(["button", "link", "textbox", "searchbox", "checkbox", "combobox", "tab", "listbox", "tablist", "img", "image", "region", "group", "toolbar"]);
  let mains = 0;
  let banners = 0;
  for (const node of nodes) {
    if (node.ignored) continue;
    const role = node.role?.value;
    if (role === "main") mains += 1;
    if (role === "banner") banners += 1;
    if (named.has(role) && !(role === "group" || role === "region") && !node.name?.value?.trim()) found.push(`names: a ${role} has none`);
  }
  if (mains !== 1) found.push(`landmarks: ${mains} main`);
  if (banners !== 1) found.push(`landmarks: ${banners} banner`);
  return found;
}

/** What the document shows; runs in the page. */
export function auditDocument() {
  const found = [];
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const all = [...document.querySelectorAll("body *")];
  if (!document.documentElement.lang) found.push("language: none");
  if (!document.title.trim()) found.push("title: none");

  const ids = new Map();
  for (const element of document.querySelectorAll("[id]")) ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
  for (const [id, count] of ids) if (count > 1) found.push(`ids: ${id} ${count} times`);
  for (const name of ["aria-controls", "aria-labelledby", "aria-activedescendant", "aria-describedby"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) if (!document.getElementById(element.getAttribute(name))) found.push(`references: ${name} of ${element.className} leads nowhere`);
  }

  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    if (!isSeen(heading)) continue;
    const its = Number(heading.tagName[1]);
    if (its > level + 1) found.push(`headings: ${heading.tagName} “${heading.textContent.slice(0, 30)}” after level ${level}`);
    level = its;
  }
  if (document.querySelectorAll("h1").length !== 1) found.push("headings: not one h1");

  const parsed = (text) => {
    const numbers = text.match(/[\d.]+/g).map(Number);
    return text.startsWith("color(srgb") ? [...numbers.slice(0, 3).map((number) => number * 255), numbers[3] ?? 1] : [numbers[0], numbers[1], numbers[2], numbers[3] ?? 1];
  };
  const over = (front, back) => front.slice(0, 3).map((value, place) => value * front[3] + back[place] * (1 - front[3]));
  const luminance = (colour) => colour.slice(0, 3).map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.backgroundImage.includes("gradient")) {
        // The lightest colour of a gradient is the worst for light letters.
        const colours = style.backgroundImage.match(/rgba?\([^)]*\)/g).map(parsed);
        layers.push(colours.sort((left, right) => luminance(right) - luminance(left))[0]);
      } else layers.push(parsed(style.backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const told = new Set();
  for (const element of all) {
    const hasText = [...element.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!hasText || !isSeen(element) || element.closest("[aria-hidden=true], .hidden, .skip, option, :disabled, .is-disabled")) continue;
    const style = getComputedStyle(element);
    const back = ground(element);
    const front = over(parsed(style.color), back);
    const [high, low] = [luminance(front), luminance(back)].sort((left, right) => right - left);
    const ratio = (high + 0.05) / (low + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const key = `${element.tagName}.${element.className}`;
    if (ratio < (isLarge ? 3 : 4.5) && !told.has(key)) {
      told.add(key);
      found.push(`contrast: ${key} “${element.textContent.trim().slice(0, 20)}” has ${ratio.toFixed(2)}`);
    }
  }

  for (const element of all) {
    if (!isSeen(element)) continue;
    const style = getComputedStyle(element);
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY) && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1);
    const isReached = element.closest("[tabindex]") || element.querySelector("a, button, [tabindex]");
    if (scrolls && !isReached && !element.closest(".phone")) found.push(`keyboard: ${element.className} scrolls and cannot be reached`);
    if (element.matches("button, select, input, a[href]") && !element.closest("label, p, td, .keys, .story, .chain")) {
      const box = element.getBoundingClientRect();
      if (box.height < 23.5 && !element.matches(".skip, .back-link, .group-head a")) found.push(`targets: ${element.className || element.tagName} is ${box.height.toFixed(0)} px high`);
    }
    if (element.tabIndex > 0) found.push(`keyboard: ${element.className} changes the order`);
  }
  return found;
}

/** Goes through the page with the tabulator key: the focus is always seen, and comes round. */
export async function auditFocus(page) {
  const found = [];
  const seen = new Set();
  await page.evaluate("document.activeElement?.blur()");
  for (let turn = 0; turn < 40; turn++) {
    await page.key("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const style = getComputedStyle(element);
      return { name: `${element.tagName}.${element.className}`, isSeen: style.outlineStyle !== "none" || element.matches("main, .skip") };
    });
    if (!focus) break;
    seen.add(focus.name);
    if (!focus.isSeen) found.push(`focus: not seen on ${focus.name}`);
  }
  if (seen.size < 5) found.push(`focus: only ${seen.size} places are reached`);
  return found;
}
