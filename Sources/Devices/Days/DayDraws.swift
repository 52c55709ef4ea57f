internal import Simulator

/// The draws of the seed for one step of a day.
///
/// Each step has draws of its own, so that one more in a step shifts none of another.
public struct DayDraws: Sendable {
  private let choices: Choices
  private let step: UInt64
  private var ordinal: UInt64 = 0

  private static let stream = ChoiceStream("day")

  init(_ choices: Choices, step: Int) {
    self.choices = choices
    self.step = UInt64(step)
  }

  /// A uniform number in [0, 1).
  public mutating func unit() -> Double {
    ordinal += 1
    return choices.unit(Self.stream, entity: step, ordinal: ordinal)
  }

  /// A uniform number in `range`.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(unit() * Double(range.count))
  }

  /// Whether something happens that has this probability.
  public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// One of the elements; nil where there are none.
  public mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    guard !elements.isEmpty else { return nil }
    let place = number(in: 0...elements.count - 1)
    return elements[elements.index(elements.startIndex, offsetBy: place)]
  }

  /// One of the elements by their weights; nil where there are none.
  public mutating func pick<Element>(
    _ elements: [Element], weight: (Element) -> Int
  ) -> Element? {
    let total = elements.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return nil }
    var place = number(in: 0...total - 1)
    for element in elements {
      place -= weight(element)
      if place < 0 { return element }
    }
    return nil
  }

  /// A size around a border at which things tend to break: mostly small, now and then 9 to 12, seldom 99 to 101, very
  /// seldom 499 to 501, since those cost.
  ///
  /// - Parameter least: The smallest size, at most 3: 0 where nothing at all is a size as well.
  public mutating func size(from least: Int = 1) -> Int {
    switch unit() {
    case ..<0.85: number(in: min(least, 3)...3)
    case ..<0.97: number(in: 9...12)
    case ..<0.995: number(in: 99...101)
    default: number(in: 499...501)
    }
  }

  /// A duration in which each magnitude between two is as likely as any other, in whole milliseconds.
  public mutating func duration(from low: Duration, to high: Duration) -> Duration {
    var octaves: [Double] = [max(1, Double(low.milliseconds))]
    let last = Double(high.milliseconds)
    while let top = octaves.last, top * 2 < last { octaves.append(top * 2) }
    octaves.append(max(last, octaves[0]))
    let place = unit() * Double(octaves.count - 1)
    let index = min(Int(place), octaves.count - 2)
    let share = place - Double(index)
    return .milliseconds(Int(octaves[index] + share * (octaves[index + 1] - octaves[index])))
  }
}
