internal import Harness
import Simulator

/// A recording as the page reads it: JSON, a column for each property, numbers as differences from those before.
///
/// Neighbours in a column are alike, which compresses well; and JSON is read by every browser as fast as it can be.
struct RecordingDocument {
  let recording: Recording
  /// Whether the descriptions of screens are part of it, for a script that compares; the page draws without them.
  var describesScreens = false

  /// The JSON object.
  var text: String {
    var members = [
      member("texts", JSONValue.strings(recording.texts).text),
      member(
        "names", JSONValue.array(recording.names.pairs.map { .strings([$0.id, $0.name]) }).text),
      member("phones", rows(recording.phones) { [$0.name, $0.user] }),
      member("nodes", nodes),
      member("events", events),
      member("steps", steps),
      member("waits", rows(recording.waits) { [$0.place, $0.text, $0.kind] }),
      member("frames", frames),
      member("flights", flights),
      member("passages", passages),
      member("links", links),
      member(
        "spans",
        rows(recording.spans) {
          [
            Int($0.kind.rawValue), $0.owner, $0.text, Int($0.from), $0.begin, $0.finish, Int($0.to),
            Int($0.end.rawValue), Int($0.limit), $0.place,
          ]
        }),
      member("lines", rows(recording.lines) { [$0.event, $0.place] }),
      member("details", details),
      member("writes", writes),
      member("paths", JSONValue.array(recording.paths.map(Self.path)).text),
    ]
    if describesScreens {
      members.append(member("descriptions", column(recording.frames.map(\.description))))
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func member(_ name: String, _ text: String) -> String { "\"\(name)\":\(text)" }

  private func column(_ numbers: some Sequence<Int>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }

  private func columns(_ columns: KeyValuePairs<String, [Int]>) -> String {
    "{\(columns.map { member($0.key, column($0.value)) }.joined(separator: ","))}"
  }

  private func rows<Row>(_ rows: [Row], _ numbers: (Row) -> [Int]) -> String {
    "[\(rows.map { column(numbers($0)) }.joined(separator: ","))]"
  }

  private func differences(_ numbers: [Int]) -> [Int] {
    var last = 0
    return numbers.map { number in
      defer { last = number }
      return number - last
    }
  }

  /// A row for each node: its role, its traits, four texts, its parts as steps back in the table, and where it has colours or
  /// a size a list of their texts.
  private var nodes: String {
    let rows = recording.nodes.enumerated().map { number, node in
      let numbers = [node.traits] + node.texts.prefix(4) + node.parts.map { number - $0 }
      let colours = node.texts.count > 4 ? ",\(column(node.texts.dropFirst(4)))" : ""
      return
        "[\"\(node.role.rawValue)\",\(numbers.map(String.init).joined(separator: ","))\(colours)]"
    }
    return "[\(rows.joined(separator: ","))]"
  }

  private var events: String {
    let events = recording.events
    return columns([
      "t": differences(events.map { Int($0.instant) }), "k": events.map { Int($0.kind.rawValue) },
      "s": events.map(\.subject), "x": fresh(events.map(\.text)),
      "n": differences(events.map(\.step)),
    ])
  }

  /// The values of messages: the event of each, and its text.
  private var details: String {
    let details = recording.details
    return columns(["e": differences(details.map(\.event)), "x": fresh(details.map(\.text))])
  }

  /// The writes: the event of each, the text of its place, and the text of its value from 1 on, 0 for a removal.
  private var writes: String {
    let writes = recording.writes
    return columns([
      "e": differences(writes.map(\.event)), "p": fresh(writes.map(\.place)),
      "v": fresh(writes.map { $0.value + 1 }),
    ])
  }

  /// The numbers of texts. Most are new ones, in the order of the table: how far each lies beyond those so far.
  private func fresh(_ texts: [Int]) -> [Int] {
    var next = 0
    return texts.map { text in
      defer { next = max(next, text + 1) }
      return text >= next ? text - next : -1 - text
    }
  }

  private var steps: String {
    let steps = recording.steps
    return columns([
      "t": differences(steps.map { Int($0.instant) }), "l": steps.map(\.lane),
      "c": steps.enumerated().map { $1.cause == 0 ? 0 : $0 + 1 - $1.cause },
      "w": steps.map { $0.wait + 1 },
    ])
  }

  private var frames: String {
    let frames = recording.frames
    return columns([
      "e": differences(frames.map(\.event)), "p": frames.map(\.phone),
      "c": frames.map { Int($0.part.rawValue) }, "v": frames.map(\.value),
    ])
  }

  private var flights: String {
    let flights = recording.flights
    return columns([
      "s": differences(flights.map(\.sent)),
      "e": flights.map { $0.ended < 0 ? 0 : $0.ended - $0.sent },
      "r": flights.map {
        Int($0.end.rawValue) | ($0.isAgain ? 4 : 0) | ($0.isTwice ? 8 : 0)
      },
    ])
  }

  /// What each link does with datagrams; host and direction are one number.
  private var passages: String {
    let passages = recording.passages
    return columns([
      "h": passages.map { 2 * $0.host + ($0.isUp ? 1 : 0) },
      "t": differences(passages.map { Int($0.instant) }), "r": passages.map { Int($0.radio) },
      "q": passages.map { Int($0.queueing) }, "w": passages.map { Int($0.wire) },
      "b": passages.map(\.bytes), "x": passages.map { $0.reason + 1 },
    ])
  }

  /// What the links can do: the number of a frame and that of its description.
  private var links: String {
    let described = recording.frames.indices.filter {
      recording.frames[$0].part == .link && recording.frames[$0].description >= 0
    }
    return rows(described) { [$0, recording.frames[$0].description] }
  }

  private static func path(_ path: CriticalPath) -> JSONValue {
    .members([
      "start": .integer(path.start.nanoseconds), "ns": .integer(path.nanoseconds),
      "hops": .array(
        path.hops.map { hop in
          .members([
            "t": .integer(hop.start.nanoseconds), "ns": .integer(hop.nanoseconds),
            "kind": .string(hop.kind.name), "fixed": .boolean(hop.kind.isFixed),
            "place": .string(hop.place), "text": .string(hop.text),
          ])
        }),
    ])
  }
}
