internal import Simulator

/// A generated day: which phones there are, and what their people do on them, step by step.
///
/// A day is data. It can be kept in a file, changed, and played again. What is done in a step is a text that only the
/// world of the day reads, so that days of every app are kept, mixed and shrunk alike.
public struct Day: Hashable, Sendable {
  /// A phone that is there from the beginning.
  public struct Phone: Hashable, Sendable {
    /// The name, without spaces.
    public var name: String
    /// The id of the user who is signed in.
    public var user: String
    /// The name of the network profile, as a person types it.
    public var profile: String
    /// The offset of its clock from the true time.
    public var skew: Duration

    /// Describes a phone.
    public init(name: String, user: String, profile: String, skew: Duration = .zero) {
      self.name = name
      self.user = user
      self.profile = profile
      self.skew = skew
    }
  }

  /// One step.
  public struct Step: Hashable, Sendable {
    /// The time to wait before it.
    public var wait: Duration
    /// The name of the phone on which it is done.
    public var phone: String
    /// The name under which later steps speak of what it makes; nil where it makes nothing.
    public var makes: String?
    /// The deed, as a text that the day's world reads; without line breaks.
    public var deed: String

    /// Describes a step.
    public init(wait: Duration, phone: String, makes: String? = nil, deed: String) {
      self.wait = wait
      self.phone = phone
      self.makes = makes
      self.deed = deed
    }
  }

  /// The phones at the beginning, in the order of their setting up.
  public var phones: [Phone]
  /// The names of settings of the app that the day is played with.
  public var settings: [String]
  /// The steps in their order.
  public var steps: [Step]
  /// The number of further steps that the seed draws behind these.
  public var more = 0

  /// Describes a day.
  public init(phones: [Phone] = [], settings: [String] = [], steps: [Step] = []) {
    self.phones = phones
    self.settings = settings
    self.steps = steps
  }
}

extension Day: CustomStringConvertible {
  /// The text that ``init(parsing:)`` reads: a line for each phone, setting and step.
  ///
  /// Times are in microseconds.
  public var description: String {
    var lines = phones.map {
      "phone \($0.name) \($0.user) \($0.profile) \($0.skew.microseconds)"
    }
    lines += settings.map { "setting \($0)" }
    lines += steps.map {
      "step \($0.wait.microseconds) \($0.phone) \($0.makes ?? "-") \($0.deed)"
    }
    if more > 0 { lines.append("more \(more)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Reads a text; empty lines and those that begin with `#` are for people.
  ///
  /// - Throws: ``DayError`` naming the line that is wrong.
  public init(parsing text: String) throws(DayError) {
    self.init()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 4).map(String.init)
      let error = DayError(line: index + 1, text: String(line.prefix(80)))
      switch (words[0], words.count) {
      case ("phone", 5):
        guard let skew = Int64(words[4]) else { throw error }
        phones.append(
          Phone(
            name: words[1], user: words[2], profile: words[3], skew: .microseconds(skew)))
      case ("setting", 2): settings.append(words[1])
      case ("more", 2):
        guard let count = Int(words[1]), (0...10_000).contains(count) else { throw error }
        more = count
      case ("step", 5):
        guard let wait = Int64(words[1]), wait >= 0 else { throw error }
        steps.append(
          Step(
            wait: .microseconds(wait), phone: words[2], makes: words[3] == "-" ? nil : words[3],
            deed: words[4]))
      default: throw error
      }
    }
  }
}

/// A line that is none of a day.
public struct DayError: Error, Hashable, CustomStringConvertible {
  /// The number of the line, from 1 on.
  public let line: Int
  /// The line.
  public let text: String

  public var description: String {
    """
    line \(line), "\(text)", is none of a day: phone NAME USER PROFILE SKEW, setting NAME, more COUNT, or step WAIT PHONE \
    NAME|- DEED, with times in microseconds
    """
  }
}

extension Duration {
  /// The whole microseconds.
  fileprivate var microseconds: Int64 { nanoseconds / 1_000 }
}
