public import Simulator

/// A rare state that runs should reach, counted so that nobody has to believe that they do.
///
/// `world.probe("the outbox was full")` counts one; a scenario that declares the probe has every sweep fail
/// that never reaches it (after the probes of FoundationDB's simulator).
public struct Probe: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The certainty with which runs must reach the state.
  public enum Rarity: Hashable, Sendable {
    /// A sweep of so many seeds of a scenario, or of more, reaches it.
    case within(seeds: Int)
    /// A sweep may miss it.
    case rare
  }

  /// The state in words, such as "an acknowledgement was lost after the commit".
  public let name: String
  /// The certainty with which a scenario that declares the probe must reach it.
  public let rarity: Rarity

  /// Names a state.
  ///
  /// - Parameter rarity: By default every sweep must reach it, however short.
  public init(_ name: String, rarity: Rarity = .within(seeds: 1)) {
    self.name = name
    self.rarity = rarity
  }

  /// Names a state that every sweep must reach where it is declared.
  public init(stringLiteral name: String) {
    self.init(name)
  }

  /// Says what makes the probe impossible, or nil where nothing does.
  var flaw: String? {
    guard case .within(let seeds) = rarity, seeds < 1 else { return nil }
    return "Probe(\"\(name)\").within(seeds:) to be given at least one seed; it was given \(seeds)"
  }

  /// The same state where a sweep may miss it.
  public var rare: Probe { Probe(name, rarity: .rare) }

  /// The same state where only sweeps of so many seeds must reach it.
  public func within(seeds: Int) -> Probe { Probe(name, rarity: .within(seeds: seeds)) }

  public static func == (left: Probe, right: Probe) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }

  public var description: String { name }
}

/// The number of times that a run reached a probe.
public struct ProbeCount: Hashable, Sendable {
  /// The probe's name.
  public let name: String
  /// The number of times; at least one.
  public internal(set) var count: UInt64

  /// Describes a count.
  package init(name: String, count: UInt64) {
    self.name = name
    self.count = count
  }
}

extension World {
  /// The counts of the probes that were reached, in the order in which they first were.
  public var probes: [ProbeCount] {
    checkReader("the probes were read")
    return record.probes
  }

  /// Counts that a rare state was reached, and writes it down.
  public func probe(_ probe: Probe) {
    guard checkDriving("a probe was reached"), !isEnding else { return }
    if let index = record.probes.firstIndex(where: { $0.name == probe.name }) {
      record.probes[index].count += 1
    } else {
      record.probes.append(ProbeCount(name: probe.name, count: 1))
    }
    journal.record(JournalNote(.scenario, probe.name), about: Self.probeSubject)
  }

  private static let probeSubject = JournalSource("probes")
}
