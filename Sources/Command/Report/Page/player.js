// The cursor of a run: one event at which everything is shown, moved by keys, buttons, clicks and time.

class Player {
  constructor(run) {
    this.run = run;
    this.at = -1;
    this.speed = 1;
    this.views = [];
    this.isPlaying = false;
  }

  /** Shows everything at an event. */
  goTo(event, isQuiet = false) {
    const next = Math.max(0, Math.min(this.run.count - 1, event));
    if (next === this.at) return;
    this.at = next;
    for (const view of this.views) view.show(next);
    if (!isQuiet) this.keepAddress();
  }

  /** The next or previous screen change. */
  stepScreen(direction) {
    const { screenChanges } = this.run;
    const place = lastAtMost(screenChanges, this.at);
    if (direction > 0) this.goTo(screenChanges[place + 1] ?? this.run.count - 1);
    else this.goTo(screenChanges[place] < this.at ? screenChanges[place] : screenChanges[place - 1] ?? 0);
  }

  stepEvent(direction) { this.goTo(this.at + direction); }

  toFailure() { this.goTo(this.run.failure >= 0 ? this.run.failure : this.run.count - 1); }

  /** The address leads to the present event from now on. */
  keepAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => history.replaceState(null, "", `#run=${this.run.number}&at=${this.at}`), 150);
  }

  /** Plays from the present event on, idle stretches as short as they are drawn. */
  togglePlay(axis) {
    this.isPlaying = !this.isPlaying;
    this.onplay?.();
    if (!this.isPlaying) return;
    if (this.at >= this.run.count - 1) this.goTo(0);
    let place = axis.placeOf(this.run.time[this.at]);
    let last = performance.now();
    const rate = Math.max(1e9, axis.length / 30) / 1000;
    const frame = (now) => {
      if (!this.isPlaying) return;
      place += (now - last) * rate * this.speed;
      last = now;
      const event = lastAtMost(this.run.time, axis.timeAt(place));
      if (event > this.at) this.goTo(event, true);
      if (this.at >= this.run.count - 1 || place >= axis.length) {
        this.isPlaying = false;
        this.onplay?.();
        this.keepAddress();
        return;
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** What a key does; true where it does something. */
  key(event, lanes) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox") return false;
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (direction) {
      if (event.shiftKey) this.stepEvent(direction);
      else this.stepScreen(direction);
      return true;
    }
    if (event.key === " " && /^(BUTTON|INPUT|SUMMARY)$/.test(event.target.tagName)) return false;
    const actions = {
      Home: () => this.goTo(0), End: () => this.goTo(this.run.count - 1), " ": () => this.togglePlay(lanes.axis),
      f: () => this.toFailure(), F: () => this.toFailure(), "+": () => lanes.view.zoom(1 / 1.6), "=": () => lanes.view.zoom(1 / 1.6),
      "-": () => lanes.view.zoom(1.6), 0: () => lanes.view.fit(),
    };
    if (!actions[event.key]) return false;
    actions[event.key]();
    return true;
  }
}

/** The buttons that move the cursor, and what is said of its place. */
class Transport {
  constructor(run, player, lanes) {
    this.run = run;
    const button = (text, label, act, name) => make("button", { type: "button", title: label, "aria-label": label, class: name, onclick: act }, text);
    this.playButton = button("▶", words.play, () => player.togglePlay(lanes.axis), "play");
    player.onplay = () => {
      this.playButton.textContent = player.isPlaying ? "❚❚" : "▶";
      this.playButton.setAttribute("aria-label", player.isPlaying ? words.pause : words.play);
    };
    const speed = make("select", { "aria-label": words.speed }, [0.25, 0.5, 1, 2, 4, 16].map((value) => make("option", { value, selected: value === 1 }, `${value}×`)));
    speed.addEventListener("change", () => { player.speed = Number(speed.value); });
    this.time = make("strong", { class: "now" });
    this.place = make("span", { class: "place" });
    this.what = make("span", { class: "happening" });
    this.element = make("div", { class: "transport", role: "toolbar", "aria-label": words.play },
      button("⇤", words.first, () => player.goTo(0)), button("←", words.previousScreen, () => player.stepScreen(-1)),
      button("‹", words.previousEvent, () => player.stepEvent(-1), "small"), this.playButton, button("›", words.nextEvent, () => player.stepEvent(1), "small"),
      button("→", words.nextScreen, () => player.stepScreen(1)), button("⇥", words.last, () => player.goTo(run.count - 1)),
      speed, this.time, this.what, this.place,
      run.failure >= 0 ? button(words.toFailure, words.toFailure + " (F)", () => player.toFailure(), "to-failure") : null);
  }

  show(event) {
    const { run } = this;
    this.time.textContent = clockText(run.time[event]);
    this.what.textContent = `${run.subjectOf(event)}: ${lineOf(run, event)}`;
    this.what.title = this.what.textContent;
    this.place.textContent = words.position(event + 1, run.count);
    clearTimeout(this.liveTimer);
    this.liveTimer = setTimeout(() => {
      document.getElementById("live").textContent = `${this.time.textContent}. ${this.what.textContent}`;
    }, 400);
  }
}
