internal import Harness
import Simulator

/// A recording in the JSON of Chrome's trace events, which Perfetto and `chrome://tracing` read.
///
/// Hosts are processes and lanes are threads; steps are slices, messages are flows between slices, expectations, faults and
/// connections are asynchronous slices, screens are instants and badges are counters. Source: "Trace Event Format", Google.
struct ChromeTrace {
  private let recording: Recording
  private var lines: [String] = []
  private var hosts: [String: Int] = [:]
  private var threads: [String: (process: Int, thread: Int)] = [:]
  private var slices: [Slice] = []

  /// A step or an end of a message, which takes no time.
  private struct Slice {
    let name: String
    let instant: Int64
    let place: (process: Int, thread: Int)
    let category: String
  }

  /// The longest slice of what takes no time, in nanoseconds: viewers draw none without a length.
  private static let most: Int64 = 1000

  init(_ recording: Recording) {
    self.recording = recording
  }

  /// The JSON document.
  var text: String {
    var trace = self
    trace.addSteps()
    trace.addEvents()
    trace.addFlights()
    trace.addSpans()
    trace.addBadges()
    trace.addQueues()
    trace.writeSlices()
    return
      "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(trace.lines.joined(separator: ",\n"))\n]}\n"
  }

  private func text(_ number: Int) -> String {
    recording.names.applied(to: recording.texts[number])
  }

  /// Microseconds with three digits behind the point, as nanoseconds are.
  private static func time(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    let digits = String(rest)
    return "\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
  }

  private mutating func add(
    _ phase: String, _ name: String, at time: Int64, on place: (process: Int, thread: Int),
    _ category: String, _ rest: String = ""
  ) {
    lines.append(
      "{\"ph\":\"\(phase)\",\"name\":\(JSONValue.string(name).text),\"cat\":\"\(category)\","
        + "\"pid\":\(place.process),\"tid\":\(place.thread),\"ts\":\(Self.time(time))\(rest)}")
  }

  /// The thread of a lane, such as "Alice/main" of the process "Alice".
  private mutating func thread(_ lane: String) -> (process: Int, thread: Int) {
    if let known = threads[lane] { return known }
    let host = String(lane.prefix { $0 != "/" && $0 != "#" })
    if hosts[host] == nil {
      hosts[host] = hosts.count + 1
      describe("process_name", host, (hosts.count, 0))
    }
    let place = (process: hosts[host] ?? 0, thread: threads.count + 1)
    threads[lane] = place
    describe("thread_name", lane, place)
    return place
  }

  private mutating func describe(_ what: String, _ name: String, _ place: (Int, Int)) {
    lines.append(
      "{\"ph\":\"M\",\"name\":\"\(what)\",\"pid\":\(place.0),\"tid\":\(place.1),"
        + "\"args\":{\"name\":\(JSONValue.string(name).text)}}")
  }

  private mutating func addSteps() {
    for (number, step) in recording.steps.enumerated() {
      slices.append(
        Slice(
          name: "step \(number + 1)", instant: step.instant,
          place: thread(recording.texts[step.lane]), category: "step"))
    }
  }

  private mutating func addEvents() {
    for event in recording.events where event.kind != .message {
      add(
        "i", text(event.text), at: event.instant, on: thread(recording.texts[event.subject]),
        "\(event.kind)", ",\"s\":\"t\"")
    }
  }

  /// Slices at both ends of each message, with a flow between them.
  private mutating func addFlights() {
    for (number, flight) in recording.flights.enumerated() {
      let sent = recording.events[flight.sent]
      let ends = recording.texts[sent.subject].split(separator: "→").map(String.init)
      guard ends.count == 2 else { continue }
      let name = text(sent.text) + (flight.end == .lost ? ", lost" : "")
      let source = thread("\(ends[0])/link")
      slices.append(
        Slice(name: name, instant: sent.instant, place: source, category: "message"))
      guard flight.end == .arrived else { continue }
      let target = thread("\(ends[1])/link")
      let arrived = recording.events[flight.ended]
      slices.append(
        Slice(
          name: text(arrived.text), instant: arrived.instant, place: target, category: "message"))
      add("s", "message", at: sent.instant, on: source, "message", ",\"id\":\(number)")
      add(
        "f", "message", at: arrived.instant, on: target, "message", ",\"id\":\(number),\"bp\":\"e\""
      )
    }
  }

  /// Writes the slices, none of which reaches into the next of its thread: viewers nest slices that overlap, and refuse those
  /// that do so in part.
  private mutating func writeSlices() {
    let order = slices.indices.sorted { (slices[$0].instant, $0) < (slices[$1].instant, $1) }
    var next: [Int: Int64] = [:]
    var lengths = [Int64](repeating: Self.most, count: slices.count)
    var last: [Int: Int64] = [:]
    for number in order.reversed() {
      let (instant, thread) = (slices[number].instant, slices[number].place.thread)
      if let known = last[thread], known > instant { next[thread] = known }
      last[thread] = instant
      if let next = next[thread] { lengths[number] = min(Self.most, next - instant) }
    }
    for number in order {
      let slice = slices[number]
      add(
        "X", slice.name, at: slice.instant, on: slice.place, slice.category,
        ",\"dur\":\(Self.time(lengths[number]))")
    }
  }

  private mutating func addSpans() {
    for (number, span) in recording.spans.enumerated() {
      let place = thread(recording.texts[span.owner])
      let name = text(span.text) + (span.end == .failed ? ", failed" : "")
      add("b", name, at: span.from, on: place, "\(span.kind)", ",\"id\":\(number)")
      add("e", name, at: max(span.from, span.to), on: place, "\(span.kind)", ",\"id\":\(number)")
    }
  }

  private mutating func addBadges() {
    for frame in recording.frames where frame.part == .shade && frame.value >= 0 {
      let phone = recording.texts[recording.phones[frame.phone].name]
      let badge = Int(recording.texts[recording.nodes[frame.value].texts[2]]) ?? 0
      let instant = frame.event < 0 ? 0 : recording.events[frame.event].instant
      add("C", "badge", at: instant, on: thread(phone), "screen", ",\"args\":{\"badge\":\(badge)}")
    }
  }
  /// The bytes that wait at each host's link, in each direction.
  private mutating func addQueues() {
    var changes: [(instant: Int64, host: Int, isUp: Bool, bytes: Int)] = []
    for passage in recording.passages {
      let left = passage.instant + passage.radio + passage.queueing + passage.wire
      guard left > passage.instant else { continue }
      changes.append((passage.instant, passage.host, passage.isUp, passage.bytes))
      changes.append((left, passage.host, passage.isUp, -passage.bytes))
    }
    let order = changes.indices.sorted { (changes[$0].instant, $0) < (changes[$1].instant, $1) }
    var waiting: [Int: Int] = [:]
    for change in order.map({ changes[$0] }) {
      let direction = 2 * change.host + (change.isUp ? 1 : 0)
      waiting[direction, default: 0] += change.bytes
      add(
        "C", change.isUp ? "waits to be sent" : "waits to be received", at: change.instant,
        on: thread("\(recording.texts[change.host])/link"), "link",
        ",\"args\":{\"bytes\":\(waiting[direction] ?? 0)}")
    }
  }
}
