// Opens reports in a headless Chromium and checks what they show.
// usage: node --experimental-websocket check.mjs BROWSER FOLDER [SCREENSHOTS]; FOLDER holds NAME.html with NAME.json beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { auditDocument, auditFocus, auditTree } from "./audit.mjs";
import { Browser } from "./browser.mjs";
import { differences, states, walk } from "./screens.mjs";

const [, , program, folder, shots] = process.argv;
const limits = { openMilliseconds: 5000, stepMilliseconds: 50, usualBytes: 500_000, largeBytes: 8_000_000, largeEvents: 20_000, crowdEvents: 100_000, walkedChanges: 400 };
let failures = 0;

function tell(name, found) {
  for (const text of found.slice(0, 8)) console.log(`  ✗ ${name}: ${text}`);
  if (found.length > 8) console.log(`  ✗ ${name}: and ${found.length - 8} more`);
  failures += found.length;
}

/** The time that a step of the cursor takes, with the picture that follows it, in milliseconds. */
async function stepTimes() {
  const player = globalThis.rehearsalReport.view.player;
  const times = [];
  for (let turn = 0; turn < 24; turn++) {
    const begin = performance.now();
    player.stepScreen(-1);
    times.push(performance.now() - begin);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  return times.sort((left, right) => left - right);
}

/** What is wrong with the lanes of the links: each phone has one, what came has left in the end, and a tip tells the peak. */
function linkFlaws() {
  const { run, lanes } = globalThis.rehearsalReport.view;
  const found = run.phones.filter((phone) => !lanes.rows.links.get(phone.name)?.link).map((phone) => `${phone.name} has no lane for its link`);
  for (const [name, rows] of lanes.rows.links) {
    for (const row of [rows.up, rows.down]) {
      const { times, levels, peak } = row.direction;
      if (!times.length) continue;
      const most = levels.indexOf(peak);
      const tip = lanes.drawing.linkTip(row, times[most]);
      if (!tip.startsWith(peak.toLocaleString("en-US"))) found.push(`${name}: the tip at ${peak} bytes says “${tip}”`);
      if (levels.at(-1) !== 0 || levels.some((level) => level < 0)) found.push(`${name}: ${levels.at(-1)} bytes never leave`);
    }
  }
  return found;
}

/** What is wrong with the values: the data at the end is that of all writes, an event's full text can be read, and a wheel scrolls. */
async function valueFlaws() {
  const { run, player, lanes } = globalThis.rehearsalReport.view;
  const found = [];
  player.goTo(run.count - 1);
  const panel = document.querySelector("details.data");
  panel.open = true;
  await new Promise((done) => setTimeout(done, 50));
  const stored = new Map(run.phones.map((phone) => [phone.name, new Set()]));
  run.writeEvent.forEach((event, write) => {
    const rows = stored.get(run.subjectOf(event));
    const place = run.texts[run.writePlace[write]];
    if (run.kind[event] !== 5 || !rows) return;
    if (place === "") rows.clear();
    else if (run.writeValue[write]) rows.add(place);
    else rows.delete(place);
  });
  const columns = [...panel.querySelectorAll("section")];
  for (const [name, rows] of stored) {
    const column = columns.find((each) => each.getAttribute("aria-label") === `${name}'s disk`);
    const told = [...column.querySelectorAll("summary small")].reduce((sum, each) => sum + Number(each.textContent.replaceAll(",", "")), 0);
    if (told !== rows.size) found.push(`${name}'s disk shows ${told} rows of ${rows.size}`);
  }
  if (run.kind.includes(6) && columns.length <= run.phones.length) found.push("the backend's data is not shown");
  const commit = run.writeEvent.findLast((event) => run.kind[event] === 6);
  if (commit !== undefined) {
    player.goTo(commit);
    const text = document.querySelector(".details").textContent;
    if (!text.includes(run.textOf(commit)) || !/ = \S/.test(text)) found.push(`the details of event ${commit} say “${text}”`);
    if (!document.querySelector('.event[aria-selected="true"] .what')?.textContent.includes(" = ")) found.push(`the line of event ${commit} tells no value`);
  }
  panel.open = false;
  const width = lanes.view.to - lanes.view.from;
  const turn = (ctrlKey) => lanes.stage.dispatchEvent(new WheelEvent("wheel", { deltaY: -200, ctrlKey, cancelable: true, bubbles: true }));
  if (!turn(false) || lanes.view.to - lanes.view.from !== width) found.push("a plain wheel zooms the lanes");
  lanes.view.fit();
  const whole = lanes.view.to - lanes.view.from;
  if (turn(true) || lanes.view.to - lanes.view.from >= whole) found.push("a wheel with Ctrl does not zoom the lanes");
  return found;
}

/** What is wrong with the values of the red box: the time since when one stands leads to the change of a screen that brought it. */
function sinceFlaws() {
  const { run, player } = globalThis.rehearsalReport.view;
  const lines = [...document.querySelectorAll(".story .values li")].filter((line) => / since [\d:.]+/.test(line.textContent));
  return lines.flatMap((line) => {
    const button = line.querySelector("button");
    if (!button) return [`the time of “${line.textContent}” leads nowhere`];
    button.click();
    return run.kind[player.at] === 4 ? [] : [`“${button.textContent}” leads to event ${player.at}, which is no change of a screen`];
  });
}

/** Measures until a time keeps its limit, five times at the most, and gives the least: a busy machine makes times longer only. */
async function least(first, limit, measure) {
  let best = first;
  for (let turn = 0; turn < 4 && best > limit; turn++) {
    await new Promise((done) => setTimeout(done, 500));
    best = Math.min(best, await measure());
  }
  return best;
}

async function checkRun(browser, path) {
  const name = basename(path, ".html");
  const data = JSON.parse(readFileSync(path.replace(/html$/, "json"), "utf8"));
  const run = data.runs[0];
  const bytes = readFileSync(path).length;
  const page = await browser.open(`file://${resolve(path)}#run=0`);
  const isLarge = run.film.events.t.length > limits.largeEvents;
  const found = [];
  if (bytes > (isLarge ? limits.largeBytes : limits.usualBytes)) found.push(`the page has ${bytes} bytes`);
  const opening = await least(page.openingMilliseconds, limits.openMilliseconds, async () => {
    const again = await browser.open(`file://${resolve(path)}#run=0`);
    await again.close();
    return again.openingMilliseconds;
  });
  if (opening > limits.openMilliseconds) found.push(`it opens in ${Math.round(opening)} ms`);
  const opened = await page.evaluate("rehearsalReport.view.player.at");
  if (run.outcome !== "passed" && opened !== run.film.events.t.length - 1) found.push(`it opens at event ${opened} and not at the failure`);

  if (name === "chatter" && run.film.events.t.length < limits.crowdEvents) found.push(`it has ${run.film.events.t.length} events only`);

  // Of large runs the beginning is walked: each change takes the same way.
  const all = [...states(run)].slice(0, limits.walkedChanges);
  let words = 0;
  for (let start = 0; start < all.length; start += 200) {
    const part = all.slice(start, start + 200);
    const stops = part.map((state) => [state.event, ...state.phones.map((phone) => phone.number)]);
    const { visited, seen } = await page.evaluate(walk, stops, start === 0);
    part.forEach((state, place) => {
      if (visited[place] !== state.event) found.push(`→ leads to event ${visited[place]} instead of ${state.event}`);
      state.phones.forEach((phone, number) => {
        words += seen[place][number].words.length;
        found.push(...differences(phone, seen[place][number]).map((text) => `at event ${state.event}, ${text}`));
      });
    });
  }
  const middle = (times) => times[Math.floor(times.length / 2)];
  const times = await page.evaluate(stepTimes);
  const median = await least(middle(times), limits.stepMilliseconds, async () => middle(await page.evaluate(stepTimes)));
  if (median > limits.stepMilliseconds) found.push(`a step of the cursor takes ${median.toFixed(1)} ms`);
  const address = await page.evaluate(async () => {
    globalThis.rehearsalReport.view.player.goTo(3);
    await new Promise((done) => setTimeout(done, 300));
    return location.hash;
  });
  if (address !== "#run=0&at=3") found.push(`the address is ${address} at event 3`);
  found.push(...(await page.evaluate(linkFlaws)), ...(await page.evaluate(valueFlaws)), ...(await page.evaluate(sinceFlaws)));
  found.push(...(await auditTree(page)), ...(await page.evaluate(auditDocument)), ...(await auditFocus(page)));
  const outside = page.requests.filter((url) => !/^(file|data|blob):/.test(url));
  if (outside.length) found.push(`it asks for ${outside[0]}`);
  found.push(...page.errors.map((text) => `console: ${text}`));
  tell(name, found);
  console.log(`${found.length ? "✗" : "✓"} ${name}: ${all.length} screen changes, ${words} words compared, ${bytes} bytes, opens in `
    + `${Math.round(opening)} ms, steps ${median.toFixed(1)} ms (worst ${times.at(-1).toFixed(1)} ms)`);
  await page.close();
}

/** Dark, narrow, and the list of runs: contrast and widths there too. */
async function checkLooks(browser, path) {
  const looks = [["dark", 1440, "dark"], ["narrow", 360, "light"], ["narrow-dark", 360, "dark"]];
  for (const [look, width, scheme] of looks) {
    const page = await browser.open(`file://${resolve(path)}#run=0`, { width, height: 900, scheme });
    const found = (await page.evaluate(auditDocument)).filter((text) => !text.startsWith("keyboard"));
    const excess = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    if (excess > 0) found.push(`it is ${excess} px too wide for ${width} px`);
    for (const tab of [1, 2, 3]) {
      await page.evaluate((number) => document.getElementById(`tab-${number}`)?.click(), tab);
      found.push(...(await page.evaluate(auditDocument)).filter((text) => text.startsWith("contrast")));
    }
    found.push(...page.errors.map((text) => `console: ${text}`));
    tell(`${basename(path)} ${look}`, found);
    console.log(`${found.length ? "✗" : "✓"} ${basename(path)} ${look}`);
    await page.close();
  }
}

async function takeShots(browser, path, name, options, act = "") {
  const page = await browser.open(`file://${resolve(path)}`, options);
  if (act) await page.evaluate(act);
  await new Promise((done) => setTimeout(done, 400));
  writeFileSync(join(shots, `${name}.png`), await page.screenshot());
  await page.close();
}

const browser = await Browser.start(program);
try {
  const pages = readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
  const runs = pages.filter((name) => existsSync(join(folder, name.replace(/html$/, "json"))));
  for (const name of runs) await checkRun(browser, join(folder, name));
  for (const name of pages.filter((name) => !runs.includes(name) || name === runs[0])) await checkLooks(browser, join(folder, name));
  if (shots) {
    mkdirSync(shots, { recursive: true });
    for (const name of pages) await takeShots(browser, join(folder, name), basename(name, ".html"), { width: 1440, height: 1150 });
  }
} finally {
  await browser.close();
}
console.log(failures ? `${failures} findings` : "all reports show what happened");
process.exit(failures ? 1 : 0);
