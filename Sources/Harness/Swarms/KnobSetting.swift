public import Simulator

/// A knob that is on in a run: how far, and the draws of its values.
///
/// Draws are keyed by the knob, a text and a number, so that one more of them shifts no other.
public struct KnobSetting: Sendable {
  /// How far the knob is turned.
  public let level: KnobSettings.Level
  private let stream: ChoiceStream
  private let choices: Choices

  init(_ knob: Knob, _ level: KnobSettings.Level, _ choices: Choices) {
    self.level = level
    stream = knob.stream
    self.choices = choices
  }

  /// Whether the knob is at its extremes.
  public var isExtreme: Bool { level == .extreme }

  /// A uniform number in [0, 1).
  ///
  /// - Parameters:
  ///   - subject: What is decided, such as "Alice.up.latency".
  ///   - number: Tells draws about one subject apart.
  public func unit(_ subject: String, _ number: Int = 0) -> Double {
    choices.unit(
      stream, entity: StableHash.of(subject), ordinal: UInt64(truncatingIfNeeded: number))
  }

  /// Whether something happens that has a probability.
  public func happens(_ probability: Double, _ subject: String, _ number: Int = 0) -> Bool {
    unit(subject, number) < probability
  }

  /// A number within bounds, all equally likely.
  public func number(
    in range: ClosedRange<Double>, _ subject: String, _ number: Int = 0
  ) -> Double {
    range.lowerBound + unit(subject, number) * (range.upperBound - range.lowerBound)
  }

  /// A whole number within bounds, all equally likely.
  public func number(in range: ClosedRange<Int>, _ subject: String, _ number: Int = 0) -> Int {
    range.lowerBound + Int(unit(subject, number) * Double(range.count))
  }

  /// A duration within bounds, all equally likely.
  public func duration(
    in range: ClosedRange<Duration>, _ subject: String, _ number: Int = 0
  ) -> Duration {
    let least = range.lowerBound.nanoseconds
    let width = Double(range.upperBound.nanoseconds - least)
    return .nanoseconds(least + Int64(unit(subject, number) * width))
  }

  /// One of some values, all equally likely.
  ///
  /// Traps where there is none.
  public func element<Element>(
    of elements: [Element], _ subject: String, _ number: Int = 0
  ) -> Element {
    elements[self.number(in: 0...(elements.count - 1), subject, number)]
  }
}

extension World {
  /// Gives every expectation with a limit above zero so much more time, because a knob at its extremes makes things
  /// slower than the scenario says: what has to come true stays, how soon does not.
  ///
  /// Said twice, the longer time counts.
  public func extendLimits(by time: Duration) {
    guard isFurnishable("the limits of expectations were extended") else { return }
    record.slack = max(record.slack, time)
  }

  /// The time by which limits of expectations are extended.
  public var slack: Duration {
    checkReader("the extension of limits was read")
    return record.slack
  }

  /// The setting of a knob in this run; nil where it is off.
  ///
  /// Asked while the world is furnished; a knob that nobody asks for changes nothing.
  public func setting(of knob: Knob) -> KnobSetting? {
    guard isFurnishable("the knob \(knob) was asked for") else { return nil }
    guard let level = record.knobs[knob] else { return nil }
    record.askedKnobs[knob] = level
    return KnobSetting(knob, level, choices)
  }
}
