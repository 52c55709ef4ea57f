// A phone as it looks at an event: the frame, the status bar, and the app, the lock screen or the home screen.

class PhoneView {
  constructor(run, phone, drawings) {
    this.run = run;
    this.phone = phone;
    this.drawings = drawings;
    this.shown = "";
    this.clock = make("span", { class: "clock" });
    this.signal = make("span", { class: "signal" });
    this.glass = make("div", { class: "glass" });
    this.state = make("span", { class: "state" });
    this.network = make("span", { class: "net" });
    this.launch = make("span", { class: "launch" });
    this.element = make("section", { class: "phone", "aria-label": words.phoneOf(phone.name) },
      make("div", { class: "phone-name" }, make("strong", {}, phone.name), make("span", { class: "phone-state" }, this.state, this.network), this.launch),
      make("div", { class: "device" },
        make("div", { class: "status" }, this.clock, make("span", { class: "island", "aria-hidden": "true" }), this.signal),
        this.glass, make("div", { class: "home-bar", "aria-hidden": "true" })));
  }

  /** Draws the phone as it is at an event; what has not changed stays as it is. */
  show(event) {
    const { run, phone } = this;
    const life = run.part(phone, "life", event);
    const lifeWord = life === undefined ? "" : run.texts[life];
    const screen = run.part(phone, "screen", event);
    const shade = run.part(phone, "shade", event);
    const isUp = run.part(phone, "interface", event) === 1;
    const link = run.part(phone, "link", event);
    const wall = run.wall(phone, event);
    const isBanner = this.hasBanner(event, lifeWord);
    this.clock.textContent = wallText(wall);
    const linkWord = link === undefined ? "" : run.texts[link];
    this.signal.textContent = isUp ? linkWord : "✈";
    this.signal.title = isUp ? linkWord : words.noNetwork;
    const launches = run.launches(phone, event);
    this.launch.textContent = launches.count > 1 ? words.launchOf(launches.count, clockText(run.time[launches.last])) : "";
    const key = [lifeWord, screen, shade, isUp, isBanner, lifeWord === "foreground" ? "" : wallText(wall)].join();
    if (key === this.shown) return;
    this.shown = key;
    this.element.dataset.life = lifeWord || "none";
    this.state.textContent = words[lifeWord] ?? words.notLaunched;
    this.network.textContent = isUp ? "" : words.noNetwork;
    const since = run.since(phone, "life", event);
    this.glass.replaceChildren(...this.contents(lifeWord, screen, shade, wall, isBanner, since < 0 ? "" : clockText(run.time[since])));
    const thread = this.glass.querySelector(".d-thread");
    if (thread) thread.scrollTop = thread.scrollHeight;
  }

  contents(life, screen, shade, wall, isBanner, since) {
    const shadeNode = shade === undefined || shade < 0 ? null : this.drawings.node(shade);
    if (isInFront(life)) {
      const app = screen === undefined || screen < 0 ? make("div", { class: "d-screen" }) : this.drawings.element(screen);
      const banner = isBanner && shadeNode?.parts.length ? this.drawings.element(shadeNode.parts.at(-1)) : null;
      if (banner) banner.classList.add("banner");
      return banner ? [app, banner] : [app];
    }
    const notifications = shadeNode ? [...shadeNode.parts].reverse().map((part) => this.drawings.element(part)) : [];
    return [lockScreen({ life, wall, since, notifications, badge: shadeNode?.end })];
  }

  /** Whether a notification came within the last five seconds. */
  hasBanner(event, life) {
    const { run, phone } = this;
    const since = run.since(phone, "shade", event);
    if (!isInFront(life) || since < 0 || run.time[event] - run.time[since] > 5e9) return false;
    const before = run.part(phone, "shade", since - 1);
    const now = run.part(phone, "shade", since);
    if (before === undefined || before < 0 || now < 0) return false;
    return Number(this.drawings.node(now).detail) > Number(this.drawings.node(before).detail);
  }
}

/** Whether the app is in front of all others, covered by the system or not. */
function isInFront(life) { return life === "foreground" || life === "inactive"; }

/** The row of all phones. */
class PhonesView {
  constructor(run) {
    const drawings = new Drawings(run);
    this.views = run.phones.map((phone) => new PhoneView(run, phone, drawings));
    this.element = make("div", { class: "phones", role: "group", "aria-label": words.phones, tabindex: "0" },
      this.views.map((view) => view.element));
    if (this.views.length > 3) this.element.classList.add("is-many");
  }

  show(event) { for (const view of this.views) view.show(event); }
}
