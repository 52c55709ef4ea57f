internal import Simulator

/// A named group of conditions that scenarios leave open: how the links vary, what the phones' clocks show.
///
/// A kind of world names those that it has in ``ScenarioWorld/knobs``, and asks for each with ``World/setting(of:)``
/// while it is furnished. A knob is off unless a run's configuration turns it on; a sweep turns some of them on in
/// each seed, and now and then one to its extremes (Groce, Zhang, Eide, Chen, Regehr: "Swarm testing", ISSTA 2012).
///
/// A team adds its own: `extension Knob { static let prices: Knob = "prices" }`.
public struct Knob: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The word by which it is known in tokens and options; saved failures refer to it.
  public let name: String

  /// Makes a knob, such as `"links"`: lower-case letters, digits and hyphens, a letter first.
  public init(stringLiteral name: String) {
    self.name = name
  }

  /// The knob of a name; nil for a text that can be no name.
  public init?(named name: some StringProtocol) {
    self.name = String(name)
    if flaw != nil { return nil }
  }

  public static func < (left: Knob, right: Knob) -> Bool { left.name < right.name }

  public var description: String { name }

  /// The stream of its draws.
  var stream: ChoiceStream { ChoiceStream("knob.\(name)") }

  /// Says what makes the name impossible, or nil where nothing does.
  var flaw: String? {
    let isWord =
      "a"..."z" ~= (name.first ?? " ")
      && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    if isWord, !["none", "all"].contains(name), !name.hasSuffix(KnobSettings.extremeSuffix) {
      return nil
    }
    return """
      Knob("\(name)") to be named by lower-case letters, digits and hyphens, a letter first, not none or all, and \
      without \(KnobSettings.extremeSuffix) at its end
      """
  }
}

extension Knob {
  /// The links of phones: latencies, bandwidths and their variation.
  public static let links: Knob = "links"
  /// The links of phones as they were measured, in place of constant ones. A scenario that pins ``links``, or bears them mildly
  /// only, cannot be played on them.
  public static let measured: Knob = "measured"
  /// The times that the backend's own work takes.
  public static let timings: Knob = "timings"
  /// Deliveries that the platform promises only at least once, made twice.
  public static let duplicates: Knob = "duplicates"
  /// The clocks on the phones' walls: skew, drift and time zone.
  public static let clocks: Knob = "clocks"
  /// The app's settings that a scenario leaves open.
  public static let policies: Knob = "policies"
  /// What other people do meanwhile, which concerns none of the scenario's.
  public static let traffic: Knob = "traffic"
}
