// The change of the backend's data that an event hangs on, where no message leads from one to the other: a listen that is
// refused after a reconnection, or a screen that shows what is over, has its reason in a write long before.

/** What an event is about: ids of things, and the users whose phones it concerns. */
function subjectsOf(run, event) {
  const { story } = run.doc;
  const isFailure = event === run.failure && story;
  const told = isFailure ? [story.summary, ...story.facts].join(" ") : run.textOf(event);
  const raw = run.texts[run.text[event]];
  const ids = [...run.names].filter(([id, name]) => told.includes(name) || raw.includes(id)).map(([id]) => id);
  const owner = run.subjectOf(event);
  const concerned = (phone) => (isFailure ? told.includes(phone.name) : owner.split("→").includes(phone.name));
  return { ids, users: run.phones.filter(concerned).map((phone) => phone.user) };
}

/** Whether an event says that something is not allowed, or no more. */
function isRefusal(run, event) { return /\b(refused|revoked|permission denied)\b/.test(run.texts[run.text[event]]); }

/** The last commit before an event that changed most of what the event is about; -1 where there is none. */
function relatedChange(run, event) {
  const { ids, users } = subjectsOf(run, event);
  if (!ids.length) return -1;
  let [best, most] = [-1, 0];
  for (let write = lastAtMost(run.writeEvent, event - 1); write >= 0; write--) {
    const commit = run.writeEvent[write];
    if (run.kind[commit] !== kindOf.backend) continue;
    const path = run.texts[run.writePlace[write]];
    const named = ids.filter((id) => path.includes(id)).length;
    if (!named) continue;
    const keys = path.split("/");
    // What is taken away from a person is a reason sooner than what is given.
    const score = named + 2 * users.filter((user) => keys.includes(user)).length + (run.writeValue[write] ? 0 : 1);
    if (score > most) [best, most] = [commit, score];
  }
  return best;
}

/** The event that put a commit's write into its phone's outbox, where it waited for a connection or outlived the app; -1 where none did. */
function originOf(run, commit) {
  const user = / by ([^#\s]+)#\d+/.exec(run.texts[run.text[commit]])?.[1];
  const phones = run.phones.filter((phone) => phone.user === user).map((phone) => phone.name);
  const paths = writesOf(run, commit).map(({ path }) => path).join(" ");
  const ids = [...run.names.keys()].filter((id) => paths.includes(id));
  if (!phones.length || !ids.length) return -1;
  let [best, most] = [-1, 0];
  for (let write = lastAtMost(run.writeEvent, commit); write >= 0; write--) {
    const event = run.writeEvent[write];
    if (!run.writeValue[write] || !run.texts[run.writePlace[write]].startsWith("outbox/") || !phones.includes(run.subjectOf(event))) continue;
    const row = run.texts[run.writeValue[write] - 1];
    const named = ids.filter((id) => row.includes(id)).length;
    if (named > most) [best, most] = [event, named];
  }
  return best;
}

/** The times in a fact of a story from when on a value was what it was: the text around them and the times alternate where a text is split. */
const sinceText = /(?<= (?:since|from) )([\d:.]+(?: [nµm]?s\b)?)/;

/** The phones that a failed expectation names, by their names. */
function phonesInFailure(run) { return run.phones.map((phone) => phone.name).filter((name) => run.doc.story?.summary.includes(name)); }

/** The last change of a screen, among the phones that the failure names, within a millisecond of a time; -1 where there is none. */
function seenChange(run, time) {
  const names = phonesInFailure(run);
  for (let event = run.failure - 1; event >= 0; event--) {
    if (run.kind[event] === kindOf.screen && names.includes(run.subjectOf(event)) && Math.abs(time - run.time[event]) < 1e6) return event;
  }
  return -1;
}

/** The last change of what a failed expectation is about: on the screen or among the notifications of the phone that it names; -1 where it names none, or nothing has changed. */
function lastSeenChange(run) {
  // Values tell since when they are what they are.
  const times = (run.doc.story?.facts ?? []).flatMap((fact) => fact.split(sinceText).filter((_, place) => place % 2).map(nanosecondsOf));
  const since = Math.max(...times.map((time) => seenChange(run, time)));
  if (since >= 0) return since;
  const names = phonesInFailure(run);
  for (let event = run.failure - 1; event >= 0; event--) {
    if (run.kind[event] === kindOf.screen && names.includes(run.subjectOf(event))) return event;
  }
  return -1;
}
