// Records how many bytes the fields of requests and answers take, as nghttp2 compresses them on the wire (RFC 7541):
//
//   node Tests/WebProbe/header-blocks.mjs > Tests/Web/HeaderBlocks.txt
//
// A client and a server of Node, which has nghttp2 inside, speak HTTP/2 over the loopback interface; each block is taken from the
// frames HEADERS and CONTINUATION between them. Tests never need this program: they read its recording.

import http2 from "node:http2";
import net from "node:net";

/** Hands each block of fields of a direction to `see`, with the bytes of its frames (RFC 9113, 6.2 and 6.10). */
function blocks(prefaceBytes, see) {
  let bytes = Buffer.alloc(0), toSkip = prefaceBytes, block = [], frameBytes = 0;
  return (more) => {
    bytes = Buffer.concat([bytes, more]);
    if (bytes.length < toSkip) return;
    bytes = bytes.subarray(toSkip);
    toSkip = 0;
    while (bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const end = 9 + bytes.readUIntBE(0, 3);
      const [type, flags] = [bytes[3], bytes[4]];
      if (type === 1 || type === 9) {
        // Node's client sends a priority of five bytes with some.
        const priority = type === 1 && flags & 0x20 ? 5 : 0;
        block.push(bytes.subarray(9 + priority, end));
        frameBytes += end - priority;
        if (flags & 4) {
          see(Buffer.concat(block), frameBytes);
          [block, frameBytes] = [[], 0];
        }
      }
      bytes = bytes.subarray(end);
    }
  };
}

/** So many letters, which the recording only counts. */
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
const long = (count) => Array.from({ length: count }, (_, n) => letters[(n * 7) % 36]).join("");

/** A text in UTF-8, as Node wants its bytes. */
const utf8 = (text) => Buffer.from(text, "utf8").toString("latin1");

/** The fields of a request, and those of its answer. */
const script = [
  [{ ":path": "/messages" }, { ":status": 200, "content-type": "application/json", "content-length": "120" }],
  [{ ":path": "/messages" }, { ":status": 200, "content-type": "application/json", "content-length": "120" }],
  [{ ":path": "/" }, { ":status": 204 }],
  [{ ":path": "/messages?after=42&limit=50" }, { ":status": 304, etag: '"1"' }],
  [{ ":path": "/messages", ":method": "POST", "content-type": "application/json", "content-length": "33" },
    { ":status": 201, location: "/messages/17" }],
  [{ ":path": "/messages", ":method": "POST", "content-type": "application/json", "content-length": "33" },
    { ":status": 201, location: "/messages/17" }],
  [{ ":path": "/messages/17", ":method": "PUT", "content-type": "text/plain" }, { ":status": 404 }],
  [{ ":path": "/messages/17", ":method": "DELETE" }, { ":status": 500 }],
  [{ ":path": "/me", authorization: "Bearer 1" }, { ":status": 401, "www-authenticate": 'Bearer realm="script"' }],
  [{ ":path": "/me", authorization: "Bearer 1" }, { ":status": 401, "www-authenticate": 'Bearer realm="script"' }],
  [{ ":path": "/me", cookie: "a=1" }, { ":status": 200, "set-cookie": ["a=1; Path=/", "b=2; HttpOnly"] }],
  [{ ":path": "/me", cookie: "a=1" }, { ":status": 200, "set-cookie": ["a=1; Path=/", "b=2; HttpOnly"] }],
  [{ ":path": "/me", cookie: "session=0123456789abcdef0123" }, { ":status": 200, "cache-control": "no-cache" }],
  [{ ":path": "/me", cookie: "session=0123456789abcdef0123" }, { ":status": 200, "cache-control": "max-age=60" }],
  [{ ":path": "/me", "if-none-match": '"1"', accept: "*/*" }, { ":status": 200, age: "5", vary: "accept" }],
  [{ ":path": "/me", "if-none-match": '"1"', accept: "*/*" }, { ":status": 200, age: "5", vary: "accept" }],
  [{ ":path": "/me", "if-modified-since": "Mon, 21 Oct 2013 20:13:21 GMT", "accept-language": "en" },
    { ":status": 200, "last-modified": "Mon, 21 Oct 2013 20:13:21 GMT" }],
  [{ ":path": "/own", "x-one": "1", "x-two": "two, three", "x-empty": "" },
    { ":status": 429, "retry-after": "1", "x-one": "1" }],
  [{ ":path": "/own", "x-one": "1", "x-two": "two", "x-empty": "" },
    { ":status": 503, "retry-after": "1", "x-one": "2" }],
  [{ ":path": "/odd", "x-odd": "{|}~^`<>\\\"' #$%&@!?;" }, { ":status": 200, "x-odd": utf8("ÄÖÜ and äöü") }],
  [{ ":path": "/odd", "x-odd": utf8("¿é and plain words behind it") }, { ":status": 200, "x-odd": utf8("日本語") }],
  // Too large to be kept, and what drives others out.
  [{ ":path": "/large", "x-large": long(3100) }, { ":status": 200, "x-large": long(3100) }],
  [{ ":path": "/large", "x-large": long(3100) }, { ":status": 200, "x-large": long(3100) }],
  [{ ":path": "/large", "x-less": long(2900) }, { ":status": 200, "x-less": long(2900) }],
  [{ ":path": "/large", "x-less": long(2900) }, { ":status": 200, "x-less": long(2900) }],
  [{ ":path": "/large", "x-other": long(1500) }, { ":status": 200, "x-other": long(1500) }],
  [{ ":path": "/large", "x-less": long(2900), "x-one": "1" }, { ":status": 200, "x-less": long(2900) }],
  // More than a frame.
  [{ ":path": "/larger", "x-larger": long(30000) }, { ":status": 200, "x-larger": long(40000) }],
  ...Array.from({ length: 30 }, (_, n) => [
    { ":path": `/item/${n}`, "x-trace": `trace-${n}-${long(100 + n)}`, "user-agent": "Chat/1 (17.2)" },
    { ":status": 200, "content-type": "application/json", "x-trace": `answer-${n}-${long(150)}`, server: "script" },
  ]),
  [{ ":path": "/messages", "x-one": "1", "content-type": "application/json" },
    { ":status": 200, "content-type": "application/json", "x-one": "1" }],
];

const taken = { request: [], response: [] };
const fields = { request: [], response: [] };
const server = http2.createServer();
server.on("stream", (stream, headers, flags, raw) => {
  const [, answer] = script[fields.request.length];
  fields.request.push(raw);
  const count = Number(answer["content-length"] ?? 0);
  stream.respond(answer, { sendDate: false, endStream: count === 0 });
  if (count > 0) stream.end(Buffer.alloc(count));
});
const between = net.createServer((near) => {
  const there = net.connect({ port: server.address().port, host: "127.0.0.1" });
  const see = (kind) => (block, frameBytes) => taken[kind].push([block, frameBytes]);
  near.on("data", blocks(24, see("request")));
  there.on("data", blocks(0, see("response")));
  near.pipe(there);
  there.pipe(near);
});
for (const each of [server, between]) await new Promise((resolve) => each.listen(0, "127.0.0.1", resolve));
const session = http2.connect(`http://127.0.0.1:${between.address().port}`, { maxSendHeaderBlockLength: 1 << 20 });
for (const [wanted] of script) {
  const stream = session.request({ ":authority": "api.example.com", ":scheme": "https", ...wanted }, { endStream: false });
  stream.end(Buffer.alloc(Number(wanted["content-length"] ?? 0)));
  await new Promise((resolve, reject) => {
    stream.on("response", (headers, flags, raw) => fields.response.push(raw)).on("error", reject);
    stream.on("close", resolve).resume();
  });
}

console.log(`\
; The fields of requests and answers over one connection, and how many bytes they take as nghttp2 compresses them: "# kind",
; "name: value", "= bytes of the block, bytes of its frames", "~ the block", where it has not more than 300.
; node Tests/WebProbe/header-blocks.mjs, with Node ${process.versions.node} (nghttp2 ${process.versions.nghttp2})`);
for (let index = 0; index < script.length; index += 1) {
  for (const kind of ["request", "response"]) {
    const [block, frameBytes] = taken[kind][index];
    console.log(`# ${kind}`);
    const raw = fields[kind][index];
    for (let place = 0; place < raw.length; place += 2) {
      const value = Buffer.from(raw[place + 1], "latin1").toString("utf8");
      const isLong = value.length > 1000 && value === long(value.length);
      console.log(`${raw[place]}: ${isLong ? `<${value.length} letters>` : value}`);
    }
    console.log(`= ${block.length}, ${frameBytes}`);
    if (block.length <= 300) console.log(`~ ${block.toString("hex")}`);
  }
}
process.exit(0);
