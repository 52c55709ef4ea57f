public import Simulator

extension Network {
  /// Puts a rule in force that decides the fate of each message from one group of hosts to another.
  ///
  /// - Parameters:
  ///   - rule: Asked about each message that is sent while it is in force; see ``PacketRule``.
  ///   - group: The senders; at least one.
  ///   - other: The receivers; at least one.
  ///   - direction: Whether messages back are the rule's business as well.
  /// - Returns: A handle whose ``FaultHandle/end()`` lifts the rule.
  @discardableResult
  public func install(
    _ rule: some PacketRule, from group: [NetworkHost], to other: [NetworkHost],
    direction: FaultDirection = .oneWay, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let arrow = direction == .bothWays ? "↔" : "→"
    let description = "\(rule.name), \(Self.names(group)) \(arrow) \(Self.names(other))"
    let installed = InstalledRule(
      rule, on: pairs(group, other, direction), named: description, installedAt: location,
      in: world)
    return impose(
      description, .rule(installed), on: both(group, other), at: instant, for: duration, location)
  }

  /// Shows each message from one group of hosts to another as its sender hands it over, before any rule decides.
  ///
  /// Watching changes nothing: no journal entry, no timer, no step, the same digest. So `look` must not change anything
  /// of its world but end the run.
  ///
  /// - Returns: An observation whose ``WireObservation/end()`` stops it; it lasts as long as the world otherwise.
  @discardableResult
  public func observe(
    from group: [NetworkHost], to other: [NetworkHost], direction: FaultDirection = .oneWay,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    _ look: @escaping @Sendable (WireMessage) -> Void
  ) -> WireObservation {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard takes(both(group, other), "observe(from:to:)", at: location) else {
      return WireObservation(number: 0, network: self)
    }
    let pairs = pairs(group, other, direction)
    let number = fabric.withValue { $0.addObserver(of: pairs, look) }
    return WireObservation(number: number, network: self)
  }

  /// True where somebody looks at messages or decides about them.
  var isWatched: Bool { fabric.withValue(parts: []) { $0.isWatched } }

  /// Shows a message to those who observe its way, and asks the rules of its way for its fate.
  func verdict(
    on payload: any Payload, inReplyTo request: (any Payload)?, from source: NetworkHost,
    to destination: NetworkHost, over connection: ConnectionIdentifier?
  ) -> PacketVerdict {
    let (from, to) = (source.index, destination.index)
    let message = WireMessage(
      payload: payload, request: request, source: source, destination: destination,
      connection: connection, sentAt: world.now)
    for observer in fabric.withValue(parts: [], { $0.observers })
    where observer.pairs.contains(from: from, to: to) {
      world.callsForeignCode()
      observer.look(message)
    }
    for (identifier, rule) in fabric.withValue(parts: [], { $0.faults.rules(from: from, to: to) }) {
      // An observer or a rule before it may have lifted this one.
      guard fabric.withValue(parts: [], { $0.faults.isActive(identifier) }) else { continue }
      let (verdict, isFinished) = rule.verdict(for: message)
      if verdict != .pass {
        let name = fabric.withValue { $0.faults.description(of: identifier) }
        world.journal.record(
          RuleEvent(
            payload: payload, text: "\(name): \(payload.summary) \(verdict.story)",
            fate: "\(name): \(verdict.story)"),
          about: subject)
      }
      if isFinished { end(identifier) }
      if verdict != .pass { return verdict }
    }
    return .pass
  }
}

/// An observation of the messages between two groups of hosts, as
/// ``Network/observe(from:to:direction:fileID:filePath:line:_:)`` begins it.
public final class WireObservation: Sendable {
  private let number: UInt64
  private let network: Network

  init(number: UInt64, network: Network) {
    self.number = number
    self.network = network
  }

  /// Stops the observation; does nothing where it has ended.
  public func end() {
    network.fabric.withValue { fabric in fabric.observers.removeAll { $0.number == number } }
  }
}

/// A rule has decided that a message does not just pass.
private struct RuleEvent: JournalEvent {
  let payload: any Payload
  let text: String
  /// The text without the message's summary, in which ids stand.
  let fate: String

  var kind: Journal.Kind { .fault }
  var shape: UInt64? { StableHash.of(fate) }

  func digest(into hash: inout StableHash) {
    payload.digest(into: &hash)
    hash.mix(text)
  }
}
