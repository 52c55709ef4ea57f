import Simulator

/// The reason why a text is no valid value of an option.
struct Misfit: Error, Hashable {
  /// The mistake and the remedy, to be read behind the option and the text.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A whole number within bounds, as an option takes it.
struct WholeNumber<Number: FixedWidthInteger> {
  /// The thing that it counts, such as "the number of jobs".
  let subject: String
  /// The numbers that are taken.
  let bounds: ClosedRange<Number>
  /// The greatest of them as it is told.
  let greatest: String

  /// Describes a number; `greatest` stands for the upper bound where that is better told in another way.
  init(_ subject: String, in bounds: ClosedRange<Number>, greatest: String? = nil) {
    self.subject = subject
    self.bounds = bounds
    self.greatest = greatest ?? "\(bounds.upperBound)"
  }

  /// Reads a number.
  func read(_ text: some StringProtocol) throws(Misfit) -> Number {
    let extent = "\(subject) is a whole number from \(bounds.lowerBound) to \(greatest)"
    guard PlainNumber.isDigits(text) else {
      throw Misfit("\(extent), in digits alone, such as \(example)")
    }
    guard let number: Number = PlainNumber.read(text), number <= bounds.upperBound else {
      throw Misfit("\(extent), and this is more")
    }
    guard number >= bounds.lowerBound else { throw Misfit("\(extent), and this is less") }
    return number
  }

  private var example: Number { min(bounds.upperBound, max(bounds.lowerBound, 7)) }
}
