public import Simulator

/// The properties of a host's access link: both directions, and the delay before a new connection.
public struct LinkProfile: Sendable, Hashable, Digestible {
  /// The name by which people choose the profile.
  public var name: String

  /// The source of the numbers, for documentation; nil for a profile of one's own.
  public var modelledOn: String?

  /// From the network to the host.
  public var down: DirectionProfile

  /// From the host to the network.
  public var up: DirectionProfile

  /// The time that it takes to look up a name before a connection can be opened. The look-up itself is neither lost nor
  /// counted against the bandwidth.
  public var lookupDelay: Duration

  /// The sleep of the radio and the gaps of its coverage; nil for a link that is always ready.
  public var radio: RadioProfile?

  /// The links of which a run draws one for each host; nil where all hosts have this very one.
  public var population: LinkPopulation?

  /// A profile of one's own; whether it is possible is checked where it is put to use.
  public init(
    _ name: String, down: DirectionProfile, up: DirectionProfile, lookupDelay: Duration = .zero,
    radio: RadioProfile? = nil, population: LinkPopulation? = nil, modelledOn: String? = nil
  ) {
    self.name = name
    self.modelledOn = modelledOn
    self.down = down
    self.up = up
    self.lookupDelay = lookupDelay
    self.radio = radio
    self.population = population
  }

  /// A profile of one's own with both directions alike.
  public init(_ name: String, bothWays: DirectionProfile, lookupDelay: Duration = .zero) {
    self.init(name, down: bothWays, up: bothWays, lookupDelay: lookupDelay)
  }

  /// Checks that the profile is one that a link can have.
  public func validate() throws(ProfileError) {
    if let flaw = down.flaw {
      throw .impossible(profile: name, part: "down", flaw: flaw)
    }
    if let flaw = up.flaw {
      throw .impossible(profile: name, part: "up", flaw: flaw)
    }
    if let flaw = radio?.flaw { throw .impossible(profile: name, part: "radio", flaw: flaw) }
    if let flaw = population?.flaw {
      throw .impossible(profile: name, part: "population", flaw: flaw)
    }
    if lookupDelay < .zero {
      throw .impossible(
        profile: name, part: "look-up", flaw: "delay \(lookupDelay) is negative")
    }
    if lookupDelay > LatencyDistribution.longest {
      throw .impossible(
        profile: name, part: "look-up", flaw: "delay \(lookupDelay.stopwatch) is above a day")
    }
  }
}

extension LinkProfile: CustomStringConvertible {
  public var description: String {
    let directions = down == up ? "\(down)" : "down \(down); up \(up)"
    let lookup = lookupDelay == .zero ? "" : "; \(lookupDelay.stopwatch) before a new connection"
    let radioText = radio.map { "; \($0)" } ?? ""
    return "\(name): \(directions)\(lookup)\(radioText)"
  }
}

/// An error in the name or the numbers of a profile.
public enum ProfileError: Error, Hashable, CustomStringConvertible {
  /// No profile has this name; `known` are those that exist.
  case unknown(name: String, known: [String])

  /// The profile is a recorded link whose files have not been given.
  case unread(name: String)

  /// The numbers of a profile contradict what a link can be.
  case impossible(profile: String, part: String, flaw: String)

  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "There is no network profile “\(name)”. Choose one of: \(known.joined(separator: ", "))."
    case .unread(let name):
      """
      The network profile “\(name)” is a recorded link whose files are not known here. Name them as they were, with \
      --trace UP,DOWN.
      """
    case .impossible(let profile, let part, let flaw):
      "The network profile “\(profile)” is impossible (\(part)): \(flaw). Correct this number."
    }
  }
}
