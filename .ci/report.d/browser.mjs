// A headless Chromium, driven over its DevTools protocol with nothing but node.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A browser that runs until it is closed. */
export class Browser {
  static async start(program) {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "rehearsal-browser-"));
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0",
      `--user-data-dir=${browser.folder}`, "about:blank"];
    browser.process = spawn(program, flags, { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((resolve, reject) => {
      let text = "";
      browser.process.stderr.on("data", (data) => {
        text += data;
        const match = /ws:\/\/\S+/.exec(text);
        if (match) resolve(match[0]);
      });
      browser.process.on("exit", () => reject(new Error(`the browser ended at once: ${text}`)));
    });
    browser.socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      browser.socket.onopen = resolve;
      browser.socket.onerror = () => reject(new Error("the browser does not answer"));
    });
    browser.waiting = new Map();
    browser.number = 0;
    browser.listeners = [];
    browser.socket.onmessage = (message) => browser.receive(JSON.parse(message.data));
    browser.socket.onclose = () => browser.giveUp();
    return browser;
  }

  receive(message) {
    if (message.id === undefined) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const { resolve, reject } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  /** Nothing that was asked is answered any more: the browser has ended. */
  giveUp() {
    for (const { reject } of this.waiting.values()) reject(new Error("the browser ended without an answer"));
    this.waiting.clear();
  }

  send(method, params = {}, sessionId = undefined) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** Opens a page in a tab of its own; what its console says is kept. */
  async open(url, { width = 1440, height = 1000, scheme = "light" } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    this.listeners.push((message) => message.sessionId === sessionId && page.note(message));
    for (const domain of ["Runtime", "Log", "Page", "Accessibility", "Network"]) await page.send(`${domain}.enable`);
    await page.resize(width, height);
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    const begin = performance.now();
    await page.send("Page.navigate", { url });
    while (!(await page.evaluate("Boolean(document.body?.dataset.ready)"))) {
      if (performance.now() - begin > 30000) throw new Error(`${url} does not become ready`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    page.openingMilliseconds = performance.now() - begin;
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    // The program may be a script around the browser, which a signal would leave behind. It may end before it has
    // answered.
    this.send("Browser.close").catch(() => {});
    if (this.process.exitCode === null && this.process.signalCode === null) await ended;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A tab with a page in it. */
class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, errors: [], requests: [] });
  }

  note({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level !== "verbose") this.errors.push(params.entry.text);
    if (method === "Runtime.consoleAPICalled" && /error|warning|assert/.test(params.type)) this.errors.push(JSON.stringify(params.args));
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  /** The value of an expression, or of the function that it is, called with arguments. */
  async evaluate(expression, ...values) {
    const call = typeof expression === "function" ? `(${expression})(...${JSON.stringify(values)})` : expression;
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression: call, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async key(key, modifiers = 0) {
    const event = { key, modifiers, ...(key.length === 1 ? { text: key } : { windowsVirtualKeyCode: { ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, Tab: 9 }[key] }) };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async resize(width, height) {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async screenshot() {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async close() { await this.browser.send("Target.closeTarget", { targetId: this.target }); }
}
