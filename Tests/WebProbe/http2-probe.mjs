// Records what a real client and a real server of HTTP/2 note of each exchange of Tests/WebScript, over the loopback interface:
//
//   swift build --product web-probe
//   node Tests/WebProbe/http2-probe.mjs .build/debug/web-probe > Tests/Web/LoopbackRecordingHTTP2.txt
//
// The server is Node's (nghttp2), over TLS. The client is the library's URLSession (libcurl, nghttp2), which web-probe drives; for
// what that can't, it is Node's, without TLS. What only HTTP/2 has goes over a link of 50 ms each way. It needs Linux, `curl` for its
// version, `openssl` for a certificate, and `unshare`, by which web-probe alone trusts it. The answers are those of
// Tests/WebScript/ScriptService.swift. Tests never need this program: they read its recording.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http2 from "node:http2";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const webProbe = process.argv[2];
if (!webProbe) {
  console.error("usage: node http2-probe.mjs PATH-OF-WEB-PROBE");
  process.exit(64);
}

// MARK: - Notes: those that are alike and come one behind the other are counted.

const notes = [];
function note(line) {
  notes.push(line);
}

function printNotes() {
  let last, count = 0;
  const flush = () => {
    if (count > 0) console.log(count > 1 ? `${last} (${count} times)` : last);
  };
  for (const line of notes.splice(0)) {
    if (line !== last) {
      flush();
      [last, count] = [line, 0];
    }
    count += 1;
  }
  flush();
}

// MARK: - The server

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const hex = "0123456789abcdef";

/** What the server answers: ScriptRequest.reply. */
function reply(method, target, headers, body) {
  const [first = "", second] = target.split("?")[0].split("/").slice(1);
  const number = Number(second) || 0;
  const whole = (status, fields, text = "", more = {}) => ({ status, fields, text, ...more });
  const parts = (parts, more = {}) =>
    ({ status: 200, fields: { "content-type": "text/plain" }, parts, pause: 300, ...more });
  const cookies = () => headers.cookie?.split(";").map((c) => c.trim()).sort().join("; ");
  switch (first) {
    case "hello": return whole(200, { "content-type": "text/plain" }, "hello");
    case "echo": case "seen": return whole(200, { "x-method": method }, body);
    case "count": return whole(200, {}, `${body.length}`);
    case "status": return status(number);
    case "twice": return whole(200, { "x-twice": ["one", "two"] });
    case "empty-header": return whole(200, { "x-empty": "" });
    case "to-seen": return whole(number, { location: "/seen" }, "moved");
    case "relative": return whole(302, { location: "seen?a=b" });
    case "nowhere": return whole(302, {}, "nowhere");
    case "hop": return whole(302, { location: number === 0 ? "/seen" : `/hop/${number - 1}` });
    case "long-way": return whole(302, { location: "/seen" }, "x".repeat(20000));
    case "set-cookie": return whole(200, { "set-cookie": ["a=1; Path=/who"] });
    case "set-two": return whole(200, { "set-cookie": ["b=2; Path=/; HttpOnly", "c=3; Path=/deep"] });
    case "set-and-go": return whole(302, { "set-cookie": ["d=4; Path=/who"], location: "/who" });
    case "unset-cookie": return whole(200, { "set-cookie": ["b=; Path=/; Max-Age=0"] });
    case "who": case "deep": case "other": return whole(200, {}, cookies() ?? "no cookie");
    case "chunks": return parts(["one,", "two,", "three"]);
    case "no-chunk": return parts([]);
    case "told": return parts(["one,", "two,", "three"], { length: 13 });
    case "large": return whole(200, {}, hex.repeat(65536));
    case "closing": return whole(200, {}, "bye", { goesAway: true });
    case "slow": return whole(200, {}, "slow", { delay: 600 });
    case "cut-told": return parts(["one,", "two,"], { length: 13, isCut: true });
    case "cut-chunks": return parts(["one,", "two,"], { isCut: true });
    case "hang-up": return { hangsUp: true };
    case "silent": return whole(200, {}, "late", { delay: 3000 });
    case "silent-within": return parts(["one,", "late"], { pause: 3000 });
    case "patient": return parts(["one,", "two,", "three"], { pause: 700 });
    case "minute": return whole(200, { "cache-control": "max-age=60" }, "minute", { isDated: true });
    case "no-store": return whole(200, { "cache-control": "no-store" }, "secret", { isDated: true });
    case "tagged": {
      const fields = { "cache-control": "no-cache", etag: '"1"' };
      const isKnown = headers["if-none-match"] === '"1"';
      return whole(isKnown ? 304 : 200, fields, isKnown ? "" : "tagged", { isDated: true });
    }
    case "large-fields":
      return whole(200, { "x-large": hex.repeat(800), "x-heard": `${(headers["x-large"] ?? "").length}` });
    case "endless": return whole(200, {}, hex.repeat(16384));
    default: return whole(200, {});
  }
}

function status(number) {
  const fields = {
    201: { location: "/made/1" }, 300: { location: "/seen" },
    401: { "www-authenticate": 'Bearer realm="script"' },
    429: { "retry-after": "1" }, 503: { "retry-after": "1" },
  }[number] ?? {};
  return { status: number, fields, text: number === 204 || number === 304 ? "" : `status ${number}` };
}

/** What the server notes of a request: ScriptRequest.note. */
function noteRequest(headers, body, isNew) {
  const words = [
    `server: ${headers[":method"]} ${headers[":path"]}`, isNew ? "new connection" : "kept connection",
  ];
  for (const name of [
    "content-type", "content-length", "transfer-encoding", "cookie", "authorization", "if-none-match",
    "x-one", "x-two",
  ]) {
    if (headers[name] === undefined) continue;
    const value = headers[name];
    const sorted = name === "cookie" ? value.split(";").map((c) => c.trim()).sort().join("; ") : value;
    words.push(`${name}: ${sorted}`);
  }
  if (body.length > 0) words.push(body.length > 40 ? `${body.length} bytes` : body);
  note(words.join("; "));
  if (headers["x-one"] === undefined) return;
  const names = Object.keys(headers).filter((name) => !name.startsWith(":"));
  note("server: names " + [...names, "host"].sort().join(", "));
}

/** RFC 9113, 7. */
const errors = [
  "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
  "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL",
];

async function answer(stream, headers, isNew, connection) {
  let body = "";
  stream.setEncoding("utf8");
  // A stream that ends before its end: RST_STREAM of the client.
  let isReset = false, isOurs = false;
  stream.on("error", () => {});
  stream.on("close", () => {
    const code = stream.rstCode;
    if (isOurs || code === 0 || stream.session?.destroyed) return;
    note(`server: RST_STREAM ${errors[code] ?? code}`);
    isReset = true;
  });
  for await (const piece of stream) body += piece;
  noteRequest(headers, body, isNew);
  const method = headers[":method"];
  const made = reply(method, headers[":path"], headers, body);
  if (made.delay) await pause(made.delay);
  if (stream.destroyed || isReset) return;
  if (made.hangsUp) {
    isOurs = true;
    return connection.resetAndDestroy();
  }
  if (made.goesAway) stream.session.close();
  const hasNoBody = made.status === 204 || made.status === 304;
  const fields = { ":status": made.status, ...made.fields };
  const options = { sendDate: made.isDated === true };
  if (made.parts === undefined) {
    if (!hasNoBody) fields["content-length"] = `${Buffer.byteLength(made.text)}`;
    const isEmpty = hasNoBody || made.text === "" || method === "HEAD";
    stream.respond(fields, { ...options, endStream: isEmpty });
    if (!isEmpty) stream.end(made.text);
    return;
  }
  if (made.length !== undefined) fields["content-length"] = `${made.length}`;
  // With trailers to come, the end of what is written does not end the stream.
  stream.respond(fields, { ...options, endStream: method === "HEAD", waitForTrailers: made.isCut });
  if (method === "HEAD") return;
  for (const [index, part] of made.parts.entries()) {
    if (index > 0) await pause(made.pause);
    if (stream.destroyed || isReset) return;
    await new Promise((resolve) => stream.write(part, resolve));
  }
  isOurs = true;
  if (made.isCut) stream.on("wantTrailers", () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
  stream.end();
}

// MARK: - Frames on the wire

/** Hands each frame of a direction to `see`: its type, stream and payload (RFC 9113, 4.1). */
function frames(see) {
  let bytes = Buffer.alloc(0);
  return (more) => {
    bytes = Buffer.concat([bytes, more]);
    while (bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const end = 9 + bytes.readUIntBE(0, 3);
      see({ type: bytes[3], stream: bytes.readUInt32BE(5), payload: bytes.subarray(9, end) });
      bytes = bytes.subarray(end);
    }
  };
}

// MARK: - The client of Node, for what the library on Linux can't

async function read(stream) {
  let text = "";
  for await (const piece of stream) text += piece;
  return text;
}

/** Opens a stream; returns it once the head of its answer has come. */
async function begin(session, path, signal) {
  const stream = session.request({ ":path": path }, { signal });
  stream.setEncoding("utf8");
  const [headers] = await once(stream, "response");
  return { stream, headers };
}

/** How much of a body is under way that nobody reads, that another request goes on meanwhile, and that the rest comes then. */
async function leaveUnread(session, path, other) {
  const unread = await begin(session, path);
  await pause(1000);
  const sent = () => bodies.get(unread.stream.id) ?? [];
  note(`wire: frames of ${sent().join(", ")} bytes, and no more`);
  note(`client: ${(await read((await begin(session, other)).stream)).length} bytes of ${other}`);
  await pause(1000);
  note(`wire: ${sent().length} frames still`);
  note(`client: ${(await read(unread.stream)).length} bytes of ${path}`);
}

/** A request, which is given up by a signal where it is to be cancelled. */
async function ask(session, path, cancelledAfter) {
  const signal = cancelledAfter === undefined ? undefined : AbortSignal.timeout(cancelledAfter);
  try {
    const { stream, headers } = await begin(session, path, signal);
    const fields = Object.keys(headers).filter((name) => !name.startsWith(":")).sort();
    const words = [`client: ${headers[":status"]} ${path}`, ...fields.map((name) => `${name}: ${headers[name]}`)];
    note([...words, await read(stream)].join("; "));
  } catch (error) {
    note(`client: ${error.name === "AbortError" || signal?.aborted ? "URLError -999" : error.code}`);
  }
}

/** Plays an exchange by the lines of its requests. */
async function playHere(session, lines) {
  const unread = lines[0].match(/^unread GET (\S+)/)?.[1];
  if (unread) return leaveUnread(session, unread, lines[1].match(/GET (\S+)/)[1]);
  const all = [];
  for (const line of lines) {
    const [, path, , cancelledAfter, behind] =
      line.match(/^GET ([^; ]+)(; cancelled after (\d+) ms)?; behind (\d+) ms$/);
    await pause(Number(behind));
    all.push(ask(session, path, cancelledAfter && Number(cancelledAfter)));
  }
  await Promise.all(all);
  await pause(100);
}

// MARK: - Both ends together

const folder = mkdtempSync(join(tmpdir(), "http2-probe-"));
const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
execFileSync("openssl", [
  "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
  "-keyout", keyFile, "-out", certificateFile, "-subj", "/CN=localhost",
  "-addext", "subjectAltName=IP:127.0.0.1",
], { stdio: "ignore" });
const [key, cert] = [readFileSync(keyFile), readFileSync(certificateFile)];

const server = http2.createSecureServer({ key, cert, settings: { maxConcurrentStreams: 100 } });
const connections = new Map();
server.on("connection", (socket) => connections.set(socket.remotePort, socket));
const plain = http2.createServer({ settings: { maxConcurrentStreams: 100 } });
for (const each of [server, plain]) each.on("session", (session) => {
  const connection = connections.get(session.socket.remotePort);
  let isNew = true;
  session.on("error", () => {});
  session.on("stream", (stream, headers) => {
    answer(stream, headers, isNew, connection).catch(() => {});
    isNew = false;
  });
});
server.on("sessionError", () => {});

/** Hands on what comes after 50 ms, in both directions, and shows what comes from the server. */
const link = (server, see = () => {}) => net.createServer({ allowHalfOpen: true }, (near) => {
  const there = net.connect({ port: server.address().port, host: "127.0.0.1", allowHalfOpen: true });
  there.on("data", see);
  for (const [from, to] of [[near, there], [there, near]]) {
    from.on("data", (bytes) => setTimeout(() => to.write(bytes), 50));
    from.on("end", () => setTimeout(() => to.end(), 50));
    from.on("error", () => to.destroy());
  }
});
const far = link(server);
/** The bytes of each frame of a body, by streams. */
const bodies = new Map();
const watched = link(plain, frames(({ type, stream, payload }) => {
  if (type === 0) bodies.set(stream, [...(bodies.get(stream) ?? []), payload.length]);
}));

const listening = (server) => new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
await listening(server);
await listening(plain);
await listening(far);
await listening(watched);
const closed = net.createServer();
await listening(closed);
const closedPort = closed.address().port;
closed.close();

const ports = [server.address().port, far.address().port, closedPort];
const bundle = "/etc/ssl/certs/ca-certificates.crt";
const client = spawn("unshare", [
  "--map-root-user", "--mount", "sh", "-c",
  `mount --bind "$1" ${bundle} && shift && exec "$@"`, "sh", certificateFile, webProbe, "http2",
  ...ports.map(String),
], { stdio: ["pipe", "pipe", "inherit"] });

const version = (program) => execFileSync(program, ["--version"], { encoding: "utf8", stdio: "pipe" });
const swift = version("swift").match(/Swift version (\S+)/)?.[1];
const [, curl, library] = version("curl").match(/libcurl\/(\S+).*nghttp2\/(\S+)/s) ?? [];
const { node, nghttp2 } = process.versions;
console.log(`\
; What a real client and a real server of HTTP/2 note of each exchange of Tests/WebScript, over the loopback interface.
; Recorded on ${new Date().toISOString().slice(0, 10)} with the server of Node ${node} (nghttp2 ${nghttp2}) and the URLSession of
; Swift ${swift} on Linux, over the libcurl ${curl} (nghttp2 ${library}) of the system. "> " is a request of the script:
; swift build --product web-probe && node Tests/WebProbe/http2-probe.mjs .build/debug/web-probe`);

let lines = [], session;
for await (const line of createInterface({ input: client.stdout })) {
  if (line === "@") {
    session ??= http2.connect(`http://127.0.0.1:${watched.address().port}`);
    await playHere(session, lines);
    client.stdin.write("\n");
  } else if (line.startsWith("# ")) {
    printNotes();
    console.log(line);
    lines = [];
  } else if (line.startsWith("> ")) {
    console.log(line);
    lines.push(line.slice(2));
  } else {
    note(line);
  }
}
printNotes();
rmSync(folder, { recursive: true });
process.exit(0);
