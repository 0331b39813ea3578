// Drives a headless Chromium by the DevTools protocol over a pipe.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe",
];
/** Chromium ends a little after its window closes, and may hold its profile's files until then. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 200 };
const PATIENCE_MS = 30_000;

export class Browser {
  #process;
  #folder = mkdtempSync(join(tmpdir(), "page-chromium-"));
  #answers = new Map();
  #listeners = [];
  #next = 1;
  #rest = "";

  static async start() {
    const browser = new Browser();
    browser.#process = spawn("chromium", [...FLAGS, `--user-data-dir=${browser.#folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    browser.#process.stdio[4].setEncoding("utf8").on("data", (text) => browser.#read(text));
    return browser;
  }

  /** Opens a tab. Events of the protocol go to `listen`. */
  async tab() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new Tab(this, sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network", "DOM"]) {
      await tab.send(`${domain}.enable`);
    }
    return tab;
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
    });
  }

  #read(text) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop();
    for (const message of messages.map((each) => JSON.parse(each))) {
      const waiting = this.#answers.get(message.id);
      this.#answers.delete(message.id);
      if (message.error) {
        waiting?.reject(message.error);
      } else if (waiting) {
        waiting.resolve(message.result);
      } else {
        this.#listeners.forEach((listener) => listener(message));
      }
    }
  }

  async close() {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, "exit");
      void this.send("Browser.close");
      await ended;
    }
    rmSync(this.#folder, REMOVAL);
  }
}

export class Tab {
  #browser;
  #session;

  constructor(browser, session) {
    this.#browser = browser;
    this.#session = session;
  }

  send(method, params) {
    return this.#browser.send(method, params, this.#session);
  }

  /** Calls a listener with each event of this tab. */
  on(method, listener) {
    this.#browser.listen((event) => {
      if (event.sessionId === this.#session && event.method === method) {
        listener(event.params);
      }
    });
  }

  async open(url) {
    await this.send("Page.navigate", { url });
    await this.until(() => document.readyState === "complete");
  }

  /** Runs a function in the page, and returns its result, awaited. */
  async run(fn, ...parameters) {
    const expression = `(${fn})(...${JSON.stringify(parameters)})`;
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  /** Waits until a function of the page returns something, and returns that. */
  async until(fn, ...parameters) {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      const value = await this.run(fn, ...parameters).catch(() => undefined);
      if (value) {
        return value;
      }
      await sleep(30);
    }
    throw new Error(`Not true after ${PATIENCE_MS / 1000} s: ${fn}`);
  }

  /** Sets the window's size, and returns once the page has been drawn in it. */
  async size(width, height, isDark = false, isPhone = false) {
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: isPhone ? 2 : 1, mobile: isPhone });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }] });
    await this.send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
    // Observers of sizes are called at the end of a frame.
    await this.run(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
  }

  /** Returns a PNG of the page. */
  async screenshot(isWhole = false) {
    await this.run(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: isWhole });
    return Buffer.from(data, "base64");
  }

  async key(key, modifiers = 0) {
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    const code = { Enter: 13, Escape: 27, Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 }[key];
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, modifiers, windowsVirtualKeyCode: code });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, modifiers, windowsVirtualKeyCode: code });
  }

  async type(text) {
    await this.send("Input.insertText", { text });
  }

  async click(selector, count = 1) {
    const { x, y } = await this.#centre(selector);
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    for (let clicks = 1; clicks <= count; clicks++) {
      for (const type of ["mousePressed", "mouseReleased"]) {
        await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: clicks });
      }
    }
  }

  async wheel(selector, deltaY, modifiers) {
    const { x, y } = await this.#centre(selector);
    await this.send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY, modifiers });
  }

  /** Moves two fingers on an element from one distance to another, in pixels. */
  async pinch(selector, from, to) {
    const { x, y } = await this.#centre(selector);
    const points = (distance) => [-1, 1].map((side, id) => ({ x: x + (side * distance) / 2, y, id }));
    await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(from) });
    for (let step = 1; step <= 5; step++) {
      await this.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(from + ((to - from) * step) / 5) });
    }
    await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Drops files of this machine on an element. */
  async drop(selector, files) {
    const { x, y } = await this.#centre(selector);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await this.send("Input.dispatchDragEvent", { type, x, y, data });
    }
  }

  /** Chooses a file for an input. */
  async choose(selector, files) {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.send("DOM.setFileInputFiles", { nodeId, files });
  }

  async #centre(selector) {
    return this.run((wanted) => {
      const element = document.querySelector(wanted);
      element.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }, selector);
  }
}
