internal import Simulator

/// The knobs that are on in a run, and how far.
public struct KnobSettings: Hashable, Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
  /// How far a knob is turned.
  public enum Level: UInt8, Hashable, Sendable, CaseIterable {
    /// Within bounds that a person would not notice.
    case mild
    /// As far as the platform allows.
    case extreme
  }

  /// The knobs that are on, each once, by name.
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    let knob: Knob
    var level: Level
  }

  /// Every knob is off.
  public init() {}

  /// Knobs that are on, mildly.
  public init(arrayLiteral knobs: Knob...) {
    for knob in knobs { self[knob] = .mild }
  }

  /// How far a knob is turned; nil where it is off.
  public subscript(knob: Knob) -> Level? {
    get { entries.first { $0.knob == knob }?.level }
    set {
      entries.removeAll { $0.knob == knob }
      guard let newValue else { return }
      let place = entries.firstIndex { knob < $0.knob } ?? entries.endIndex
      entries.insert(Entry(knob: knob, level: newValue), at: place)
    }
  }

  /// The knobs that are on, by name.
  public var knobs: [Knob] { entries.map(\.knob) }

  /// Whether every knob is off.
  public var isEmpty: Bool { entries.isEmpty }

  /// The same without some knobs.
  public func without(_ knobs: [Knob]) -> KnobSettings {
    var copy = self
    copy.entries.removeAll { knobs.contains($0.knob) }
    return copy
  }

  /// The same with no others than some knobs.
  public func only(_ knobs: [Knob]) -> KnobSettings {
    var copy = self
    copy.entries.removeAll { !knobs.contains($0.knob) }
    return copy
  }

  /// The same with some knobs turned mildly at the most.
  public func mildly(_ knobs: [Knob]) -> KnobSettings {
    var copy = self
    for index in copy.entries.indices where knobs.contains(copy.entries[index].knob) {
      copy.entries[index].level = .mild
    }
    return copy
  }

  static let extremeSuffix = "-extreme"

  /// The knobs in words, as a token has them: `clocks+links-extreme`; empty where none is on.
  public var description: String {
    entries.map { $0.knob.name + ($0.level == .extreme ? Self.extremeSuffix : "") }
      .joined(separator: "+")
  }

  /// Reads what ``description`` wrote, in any order.
  ///
  /// - Throws: ``KnobError`` with the word that is wrong.
  public init(parsing text: some StringProtocol) throws(KnobError) {
    for word in text.split(separator: "+", omittingEmptySubsequences: false) {
      let isExtreme = word.hasSuffix(Self.extremeSuffix)
      guard let knob = Knob(named: isExtreme ? word.dropLast(Self.extremeSuffix.count) : word)
      else { throw .malformed(String(word)) }
      guard self[knob] == nil else { throw .repeated(knob.name) }
      self[knob] = isExtreme ? .extreme : .mild
    }
  }
}

/// An error in a list of knobs.
public enum KnobError: Error, Hashable, CustomStringConvertible {
  /// A word that can be no knob's name.
  case malformed(String)
  /// A knob is there twice.
  case repeated(String)
  /// No scenario has such a knob; with those that there are.
  case unknown(String, known: [String])

  public var description: String {
    switch self {
    case .malformed(let word):
      """
      "\(word)" names no knob; knobs are written as in clocks+links, one at its extremes as in \
      links\(KnobSettings.extremeSuffix)
      """
    case .repeated(let name): "the knob \(name) is there twice; keep one of the two"
    case .unknown(let name, let known):
      "there is no knob \(name); "
        + (known.isEmpty
          ? "no scenario here has any" : "there are \(known.joined(separator: ", "))")
    }
  }
}
