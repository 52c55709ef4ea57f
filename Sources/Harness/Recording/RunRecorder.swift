package import Simulator

/// Takes what a report shows of a run while it is played: the journal's entries, and beside them what no entry holds.
///
/// It feeds nothing back into the run, so that digests are the same with and without. Touched only by the thread that drives
/// the world.
package final class RunRecorder {
  /// A span that is not over, by what it is about.
  package enum SpanKey: Hashable {
    case expectation(Int)
    case fault(UInt64)
    case connection(String, at: String)
  }

  private var tables = RecordingTables()
  private var recording = Recording()
  private var stepCount = 0
  private var isOver = false
  private var open: [SpanKey: Int] = [:]
  private var phoneNumbers: [String: Int] = [:]
  private var flights: [FlightKey: FlightState] = [:]
  private var expectations = 0

  /// The identity of a datagram: two with the same content on the same way are the same, sent again.
  private struct FlightKey: Hashable {
    let way: UInt64
    let bits: UInt64
  }

  private struct FlightState {
    /// The flights that have not ended, the oldest first.
    var underWay: [Int] = []
    /// The flight that arrived or was lost last.
    var last: Int?
    var hasArrived = false
  }

  /// The number of steps up to which each is taken; the run's events are taken all the same.
  private let mostSteps: Int

  /// - Parameter mostSteps: The number of steps up to which each is taken: some hundred bytes with its cause.
  package init(mostSteps: Int = Runner.mostStepsKept) { self.mostSteps = mostSteps }

  /// The number of the last event.
  private var lastEvent: Int { recording.events.count - 1 }

  // MARK: - The journal

  /// Takes an entry of the journal.
  package func add(_ entry: Journal.Entry) {
    guard !isOver else { return }
    guard entry.kind != .step else {
      stepCount += 1
      guard stepCount <= mostSteps else { return }
      recording.steps.append(
        Recording.Step(
          instant: entry.instant.nanoseconds, lane: tables.text(entry.subject), cause: 0, wait: -1))
      return
    }
    recording.events.append(
      Recording.Event(
        instant: entry.instant.nanoseconds, kind: entry.kind, subject: tables.text(entry.subject),
        text: tables.text(entry.text), step: stepCount))
  }

  /// Takes what the journal's last entry carried, in values; nothing where it is empty.
  package func tell(_ detail: String) {
    guard !isOver, !detail.isEmpty, lastEvent >= 0 else { return }
    recording.details.append(Recording.Detail(event: lastEvent, text: tables.text(detail)))
  }

  /// The bytes up to which the value of a write is kept whole.
  package static let mostBytes = 12_000

  /// Takes a write that the journal's last entry tells.
  ///
  /// - Parameters:
  ///   - place: The table and the key of a row on a disk, or a path of the backend's tree; empty for all rows.
  ///   - value: The row in words, or the data as JSON; nil where it is removed.
  package func write(_ place: String, _ value: String?) {
    guard !isOver, lastEvent >= 0 else { return }
    recording.writes.append(
      Recording.Write(
        event: lastEvent, place: tables.text(place), value: value.map { tables.text($0) } ?? -1))
  }

  // MARK: - Phones

  /// Takes a phone that was set up, with its link and what that can do.
  package func addPhone(
    _ name: String, of user: String, on link: String, _ description: String = ""
  ) {
    guard !isOver, phoneNumbers[name] == nil else { return }
    phoneNumbers[name] = recording.phones.count
    recording.phones.append(
      Recording.Phone(name: tables.text(name), user: tables.text(user)))
    change(.link, of: name, to: link, description)
    change(.interface, of: name, to: 1)
  }

  /// Takes a screen that was drawn; nil where the app is gone.
  package func show(_ screen: Any?, in part: Recording.Frame.Part, of phone: String) {
    guard !isOver, phoneNumbers[phone] != nil else { return }
    let node = screen.map { tables.node(ScreenDrawing(of: $0)) } ?? -1
    change(part, of: phone, to: node, screen.map { tables.text("\($0)") } ?? -1)
  }

  /// Takes a word for a part of a phone that changed, and more words about it where there are some.
  package func change(
    _ part: Recording.Frame.Part, of phone: String, to text: String, _ description: String = ""
  ) {
    guard !isOver, phoneNumbers[phone] != nil else { return }
    let more = description.isEmpty ? -1 : tables.text(description)
    change(part, of: phone, to: tables.text(text), more)
  }

  /// Takes a number for a part of a phone that changed.
  package func change(
    _ part: Recording.Frame.Part, of phone: String, to value: Int, _ description: Int = -1
  ) {
    guard !isOver, let number = phoneNumbers[phone] else { return }
    recording.frames.append(
      Recording.Frame(
        event: lastEvent, phone: number, part: part, value: value, description: description))
  }

  /// Takes the line of the scenario that runs. A call that this package makes by itself, as of a day, is none.
  package func reach(_ location: CodeLocation) {
    guard !isOver, !Self.isOwn(location) else { return }
    let place = tables.place(location)
    guard recording.lines.last?.place != place else { return }
    recording.lines.append(Recording.Line(event: lastEvent + 1, place: place))
  }

  /// Whether a place is in a module of this package that knows no app.
  static func isOwn(_ location: CodeLocation) -> Bool {
    let module = location.fileID.prefix { $0 != "/" }
    return ["Harness", "Network", "Backend", "Devices"].contains { $0 == module }
  }

  // MARK: - Datagrams

  /// Takes the sending of a datagram, which the journal's last entry tells.
  package func sent(_ bits: UInt64, on way: JournalSource) {
    guard !isOver else { return }
    let key = FlightKey(way: way.identifier, bits: bits)
    var state = flights[key] ?? FlightState()
    let isAgain = state.last != nil || !state.underWay.isEmpty
    state.underWay.append(recording.flights.count)
    recording.flights.append(
      Recording.Flight(
        sent: lastEvent, ended: -1, end: .underWay, isAgain: isAgain, isTwice: false))
    flights[key] = state
  }

  /// Takes the segment that the datagram sent last carries.
  package func add(_ packet: Recording.Packet, from source: String, to destination: String) {
    guard !isOver else { return }
    var packet = packet
    packet.flight = recording.flights.count - 1
    packet.from = tables.text(source)
    packet.to = tables.text(destination)
    recording.packets.append(packet)
  }

  /// Takes the way of a datagram over a host's link, which makes it wait or loses it.
  package func add(_ passage: Recording.Passage, of host: String, lost reason: String?) {
    let isDelayed = passage.radio > 0 || passage.queueing > 0 || passage.wire > 0
    guard !isOver, isDelayed || reason != nil else { return }
    var passage = passage
    passage.host = tables.text(host)
    passage.reason = reason.map { tables.text($0) } ?? -1
    recording.passages.append(passage)
  }

  /// Takes the arrival or the loss of a datagram, which the journal's last entry tells.
  package func ended(_ bits: UInt64, on way: JournalSource, _ end: Recording.Flight.End) {
    let key = FlightKey(way: way.identifier, bits: bits)
    guard !isOver, var state = flights[key] else { return }
    if state.underWay.isEmpty {
      // A copy that the network made of it.
      guard let last = state.last else { return }
      var copy = recording.flights[last]
      (copy.ended, copy.end, copy.isTwice) = (lastEvent, end, true)
      recording.flights.append(copy)
      return
    }
    let flight = state.underWay.removeFirst()
    recording.flights[flight].ended = lastEvent
    recording.flights[flight].end = end
    recording.flights[flight].isTwice = state.hasArrived && end == .arrived
    state.hasArrived = state.hasArrived || end == .arrived
    state.last = flight
    flights[key] = state
  }

  // MARK: - Spans

  /// Takes the beginning of something that lasts; what lasted before it under the same key is over.
  package func begin(
    _ key: SpanKey, _ kind: Recording.Span.Kind, of owner: String, _ text: String, at now: Instant,
    from: Instant? = nil, limit: Duration? = nil, location: CodeLocation? = nil
  ) {
    finish(key, at: now)
    guard !isOver else { return }
    open[key] = recording.spans.count
    recording.spans.append(
      Recording.Span(
        kind: kind, owner: tables.text(owner), text: tables.text(text),
        from: (from ?? now).nanoseconds, begin: lastEvent, finish: -1, to: now.nanoseconds,
        end: .open, limit: limit?.nanoseconds ?? -1,
        place: location.map { tables.place($0) } ?? -1))
  }

  /// Takes the end of something that lasted; nothing where it did not begin.
  package func finish(_ key: SpanKey, at now: Instant, failed: Bool = false) {
    guard !isOver, let number = open.removeValue(forKey: key) else { return }
    recording.spans[number].finish = lastEvent
    recording.spans[number].to = now.nanoseconds
    recording.spans[number].end = failed ? .failed : .over
  }

  /// Takes the beginning of an expectation and returns its key.
  package func beginExpectation(
    of owner: String, _ text: String, at now: Instant, from: Instant, limit: Duration,
    location: CodeLocation
  ) -> SpanKey {
    expectations += 1
    let key = SpanKey.expectation(expectations)
    begin(
      key, .expectation, of: owner, text, at: now, from: from, limit: limit, location: location)
    return key
  }

  // MARK: - The end

  /// The run is over: nothing of its taking down is taken. Its outcome is the last event.
  ///
  /// - Parameter broken: The place of the expectation that ended it; nil where none did.
  func stop(at now: Instant, _ outcome: String, broken: CodeLocation?) {
    guard !isOver else { return }
    isOver = true
    recording.events.append(
      Recording.Event(
        instant: now.nanoseconds, kind: .scenario, subject: tables.text("outcome"),
        text: tables.text(outcome), step: stepCount))
    let place = broken.map { tables.place($0) }
    for number in recording.spans.indices where recording.spans[number].end == .open {
      recording.spans[number].to = now.nanoseconds
      guard recording.spans[number].place == place, place != nil else { continue }
      recording.spans[number].end = .failed
      recording.spans[number].finish = lastEvent
    }
  }

  /// The finished recording.
  func finished(_ trace: CausalTrace?, paths: [CriticalPath], names: StoryNames) -> Recording {
    for number in recording.steps.indices {
      guard let cause = trace?[UInt64(number) + 1]?.cause else { continue }
      recording.steps[number].cause = Int(cause.step)
      if let timer = cause.timer, let wait = trace?.timers[timer].wait {
        recording.steps[number].wait = tables.wait(wait)
      }
    }
    recording.texts = tables.texts
    recording.places = tables.places
    recording.nodes = tables.nodes
    recording.waits = tables.waits
    recording.paths = paths
    recording.names = names
    return recording
  }
}

extension World {
  /// Takes what a report shows; nil unless the run is recorded for one.
  package var recorder: RunRecorder? { journal.isRecording ? record.recorder : nil }

  /// Tells a report, and a journal that is kept, which line of the scenario runs: every verb does, with the place of its call.
  package func reaches(_ fileID: String, _ filePath: String, _ line: Int) {
    reaches(CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Tells a report which line of the scenario runs.
  ///
  /// Verbs that run on a phone's own lane take their place as `StaticString`. A `String` is made by a call, and between two
  /// such verbs that call would have the scenario step back to its own lane: a step more, and another digest.
  package func reaches(_ fileID: StaticString, _ filePath: StaticString, _ line: Int) {
    guard isDriving, journal.isRecording else { return }
    reaches(CodeLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line))
  }

  /// Tells a report which line of the scenario runs. A line of another run, which the verb refuses, is none.
  package func reaches(_ location: CodeLocation) {
    guard isDriving, journal.isRecording else { return }
    if !RunRecorder.isOwn(location) { (record.place, scenarioLine) = (location, location) }
    record.recorder?.reach(location)
  }
}
