internal import Harness

/// What is done in a step of a day.
enum DayDeed<Gesture: DayGesture>: Hashable, Codable, Sendable {
  /// A gesture of the app.
  case app(Gesture)
  /// A gesture of any phone.
  case phone(PhoneGesture)
  /// A fault.
  case fault(PhoneFault)
  /// Everybody comes back, everything comes to rest, and all must agree.
  case rest

  /// Reads the deed of a step.
  ///
  /// - Throws: `DecodingError` for a text that is none.
  init(of step: Day.Step) throws {
    self = try DeedDecoder.value(of: Self.self, in: step.deed)
  }

  /// The text that stands in a day.
  var text: String {
    // What does not encode is told where it is read back.
    (try? DeedEncoder.text(of: self)) ?? "{}"
  }

  /// The deed in a few words, as coverage counts it.
  var kind: String {
    switch self {
    case .app(let gesture): gesture.kind
    case .phone(let gesture): gesture.kind
    case .fault(let fault): "fault: \(fault.kind)"
    case .rest: "rest"
    }
  }
}
