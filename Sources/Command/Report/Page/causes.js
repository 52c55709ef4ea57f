// The chain of causes of an event, back to a gesture, a fault or the beginning.

/** The links of the chain, the first cause first: the step, its lane, the wait before it, and its events. */
function chainOf(run, event) {
  const chain = [];
  let step = run.step[event];
  let isFirst = true;
  while (step > 0 && step <= run.stepTime.length && chain.length < 400) {
    const back = run.stepCause[step - 1];
    const wait = run.stepWait[step - 1];
    chain.push({
      step,
      time: run.stepTime[step - 1],
      lane: run.texts[run.stepLane[step - 1]],
      wait: wait ? run.waits[wait - 1] : null,
      events: eventsOfStep(run, step, isFirst ? event : Infinity),
    });
    if (!isFirst && isOrigin(run, chain[chain.length - 1])) break;
    isFirst = false;
    if (!back) break;
    step -= back;
  }
  return folded(run, chain.reverse());
}

/** The events of a step, up to one. */
function eventsOfStep(run, step, last) {
  const events = [];
  for (let event = run.eventOfStep(step); event >= 0 && event < run.count && run.step[event] === step; event++) {
    if (event <= last) events.push(event);
  }
  return events;
}

/** Whether nothing before it matters: a person or a fault did it. */
function isOrigin(run, link) {
  return link.lane === "scenario" || link.events.some((event) => run.kind[event] === kindOf.fault);
}

/** Links that show nothing are left out; the next one waited for what they took, `waits`: times with their reasons. */
function folded(run, chain) {
  const links = [];
  let waits = [];
  chain.forEach((link, place) => {
    const time = place ? link.time - chain[place - 1].time : 0;
    if (time > 0) waits.push({ time, reason: link.wait ? `${run.texts[link.wait[2]]} (${run.texts[link.wait[0]]})` : "" });
    if (place > 0 && place < chain.length - 1 && !link.events.length) return;
    links.push({ ...link, waits });
    waits = [];
  });
  return links;
}

/** How long a link waited for the one before it, and for what: the longest parts, equal reasons taken together. */
function waitText(waits) {
  if (!waits.length) return "";
  const whole = `${words.after} ${spanText(waits.reduce((sum, each) => sum + each.time, 0))}`;
  const parts = new Map();
  for (const { time, reason } of waits) if (reason) parts.set(reason, (parts.get(reason) ?? 0) + time);
  const longest = [...parts].sort((left, right) => right[1] - left[1]);
  if (!longest.length) return whole;
  if (longest.length === 1) return `${whole}: ${longest[0][0]}`;
  const told = longest.slice(0, 3).map(([reason, time]) => `${spanText(time)} ${reason}`);
  return `${whole}: ${told.join(", ")}${longest.length > 3 ? `, ${words.more(longest.length - 3)}` : ""}`;
}

/** The event of a link that tells most: a person's, then what can be seen, then what was sent. */
function tellingEvent(run, link) {
  const rank = { 8: 0, 3: 1, 4: 2, 6: 3, 5: 4, 7: 5, 2: 6 };
  let best = -1;
  for (const event of link.events) {
    if (best < 0 || rank[run.kind[event]] < rank[run.kind[best]]) best = event;
  }
  return best;
}
