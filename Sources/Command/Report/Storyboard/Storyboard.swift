internal import Harness
import Simulator

/// The moments of a run that matter, as phones in a row with captions, in SVG 1.1.
///
/// A moment is what a person saw on the phone right after their gesture, or when an expectation came true or failed. It needs
/// no font, script or style from elsewhere, and its bytes depend on the run alone.
struct Storyboard {
  /// A moment: what a phone showed at an event.
  private struct Moment {
    let event: Int
    let phone: Int
    let caption: String
    let weight: Int
    let isFailure: Bool
  }

  private let run: RunDocument
  private let recording: Recording
  private let phones: RecordedPhones

  /// The number of phones in a row, unless it is said.
  static let usual = 6
  private static let gap = 22.0
  private static let margin = 24.0
  private static let captionTop = 78.0

  /// - Parameter recording: All that happened in the run.
  init(_ run: RunDocument, _ recording: Recording) {
    self.run = run
    self.recording = recording
    phones = RecordedPhones(recording: recording)
  }

  /// The whole file.
  ///
  /// - Parameters:
  ///   - most: The largest number of moments.
  ///   - instants: The instants to draw, every phone at each, in place of the moments that are chosen; nil for these.
  func text(most: Int, at instants: [Int64]? = nil) -> String {
    let moments = instants.map(self.moments(at:)) ?? chosen(most)
    let width =
      2 * Self.margin + Double(moments.count) * (PhoneDrawing.width + Self.gap) - Self.gap
    let height = Self.captionTop + 58 + PhoneDrawing.height + Self.margin
    var body = SVG.box(
      x: 0, y: 0, width: max(width, 520), height: height, radius: 16, fill: "#f3f4f7")
    let title = run.run.plan.scenario.title
    body += SVG.text(
      SVG.cut(title, to: max(width, 520) - 48, size: 17), x: Self.margin, y: 36, size: 17,
      fill: "#171a21", weight: "650")
    let result = run.run.result
    let facts =
      "\(result.scenario) \(result.outcome.rawValue), seed \(result.configuration.seed), schedule "
      + "\(result.configuration.schedule)"
    body += SVG.text(facts, x: Self.margin, y: 56, size: 12, fill: "#5d6573")
    for (number, moment) in moments.enumerated() {
      let x = Self.margin + Double(number) * (PhoneDrawing.width + Self.gap)
      body += "<g transform=\"translate(\(SVG.number(x)) \(SVG.number(Self.captionTop)))\">\n"
      body += frame(moment)
      body += "</g>\n"
    }
    let (w, h) = (SVG.number(max(width, 520)), SVG.number(height))
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(w)" height="\(h)" viewBox="0 0 \(w) \(h)" \
      font-family="-apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif" role="img">
      <title>\(SVG.escaped("\(title): \(facts)"))</title>
      \(body)</svg>

      """
  }

  // MARK: - Moments

  private func chosen(_ most: Int) -> [Moment] {
    var moments: [Moment] = []
    for event in recording.events.indices where recording.events[event].kind == .scenario {
      guard let phone = phone(recording.events[event].subject) else { continue }
      let text = recording.names.applied(to: recording.texts[recording.events[event].text])
      let shown = settled(after: event, on: phone)
      moments.append(
        Moment(event: shown, phone: phone, caption: text, weight: 1, isFailure: false))
    }
    for span in recording.spans where span.kind == .expectation && span.finish >= 0 {
      guard let phone = phone(span.owner) else { continue }
      let isFailure = span.end == .failed
      let text = recording.names.applied(to: recording.texts[span.text])
      let time = Duration.nanoseconds(span.to - span.from).stopwatch
      moments.append(
        Moment(
          event: span.finish, phone: phone,
          caption: isFailure ? "expected: \(text)" : "\(text), after \(time)",
          weight: isFailure ? 9 : 2, isFailure: isFailure))
    }
    moments.sort { ($0.event, $0.weight) < ($1.event, $1.weight) }
    // One of a phone that looks the same is enough: the later, which says more.
    var told: [Moment] = []
    for moment in moments {
      if let last = told.lastIndex(where: { $0.phone == moment.phone }),
        screen(told[last]) == screen(moment)
      {
        told.remove(at: last)
      }
      told.append(moment)
    }
    let ranked = told.indices.sorted { (told[$1].weight, $1) < (told[$0].weight, $0) }
    return ranked.prefix(most).sorted().map { told[$0] }
  }

  private func moments(at instants: [Int64]) -> [Moment] {
    instants.flatMap { instant in
      let event = recording.events.lastIndex { $0.instant <= instant } ?? 0
      return recording.phones.indices.map { phone in
        Moment(event: event, phone: phone, caption: "", weight: 0, isFailure: false)
      }
    }
  }

  private func phone(_ name: Int) -> Int? { recording.phones.firstIndex { $0.name == name } }

  /// The last event at the instant of another one that changes what a phone shows.
  private func settled(after event: Int, on phone: Int) -> Int {
    let instant = recording.events[event].instant
    let change = recording.frames.last {
      $0.phone == phone && $0.part == .screen && $0.event >= event
        && recording.events[$0.event].instant == instant
    }
    return change?.event ?? event
  }

  private func screen(_ moment: Moment) -> Int? {
    phones.screen(of: moment.phone, at: moment.event)
  }

  // MARK: - Drawing

  private func frame(_ moment: Moment) -> String {
    let instant = Instant(nanoseconds: recording.events[moment.event].instant)
    let name = recording.texts[recording.phones[moment.phone].name]
    let colour = moment.isFailure ? "#c3262b" : "#171a21"
    var body = SVG.text(name, x: 6, y: 12, size: 13, fill: "#171a21", weight: "650")
    body += SVG.text(
      "\(instant)", x: PhoneDrawing.width - 6, y: 12, size: 11, fill: "#5d6573", anchor: "end")
    let lines = SVG.lines(of: moment.caption, in: PhoneDrawing.width - 12, size: 11)
    for (number, line) in lines.prefix(2).enumerated() {
      let text = number == 1 && lines.count > 2 ? line + " …" : line
      body += SVG.text(text, x: 6, y: 29 + Double(number) * 14, size: 11, fill: colour)
    }
    let phone = PhoneDrawing(
      recording: recording, screen: screen(moment),
      clock: phones.clock(of: moment.phone, at: moment.event),
      network: phones.network(of: moment.phone, at: moment.event),
      absence: .init(life: phones.life(of: moment.phone, at: moment.event)),
      shade: phones.shade(of: moment.phone, at: moment.event))
    return body + "<g transform=\"translate(0 52)\">\n\(phone.text)</g>\n"
  }
}
