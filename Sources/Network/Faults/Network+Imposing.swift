internal import Harness
import Simulator

extension Network {
  /// The faults that are active, in the order in which they began.
  package var activeFaults: [ActiveFault] {
    fabric.withValue { fabric in
      fabric.faults.entries.map {
        ActiveFault(name: $0.description, since: Instant(nanoseconds: $0.since))
      }
    }
  }

  /// Plans a fault: at once or at an instant, until its handle ends it or for a duration.
  ///
  /// Every control of the network comes through here, so all can be timed alike.
  ///
  /// - Parameters:
  ///   - hosts: The hosts that it befalls; at least one, all of this network.
  ///   - location: The place of the call, for one that is misused.
  ///   - begin: Called when the fault begins, for what it does once; it may keep timers with the handle.
  /// - Returns: A handle that has ended already where the arguments cannot be; the run has failed then.
  func impose(
    _ description: String, _ effect: FaultEffect, on hosts: [NetworkHost], at instant: Instant?,
    for duration: Duration?, _ location: CodeLocation,
    begin: @escaping @Sendable (FaultHandle) -> Void = { _ in }
  ) -> FaultHandle {
    world.reaches(location)
    guard takes(hosts, description, at: location),
      duration.map({ world.takes($0, "\(description), for:", at: location) }) ?? true,
      instant.map({ world.takes(planned: $0, "\(description), at:", at: location) }) ?? true
    else { return noFault(description) }
    let identifier = fabric.withValue { $0.faults.nextIdentifier() }
    let handle = FaultHandle(description, identifier: identifier, network: self)
    let start: @Sendable () -> Void = { [self] in
      self.begin(handle, effect, for: duration)
      if let duration { world.nemesis?.grantRest(until: world.now.advanced(by: duration)) }
      begin(handle)
    }
    if let instant, instant > world.now {
      handle.keep(lane.schedule(at: instant, start))
    } else {
      start()
    }
    return handle
  }

  /// Requires hosts, all of this network.
  func takes(
    _ hosts: [NetworkHost], _ verb: @autoclosure () -> String, at location: CodeLocation
  ) -> Bool {
    world.takes(
      !hosts.isEmpty, verb(), given: "none", takes: "at least one host on each side", at: location)
      && hosts.allSatisfy { owns($0, verb(), at: location) }
  }

  /// The handle of a fault that cannot be: it has ended and does nothing.
  func noFault(_ description: String) -> FaultHandle {
    let handle = FaultHandle(
      description, identifier: FaultIdentifier(ordinal: 0), network: self)
    handle.settle()
    return handle
  }

  private func begin(_ handle: FaultHandle, _ effect: FaultEffect, for duration: Duration?) {
    world.journal.record(JournalNote(.fault, "began: \(handle.description)"), about: subject)
    world.recorder?.begin(
      .fault(UInt64(handle.identifier.ordinal)), .fault, of: subject.name, handle.description,
      at: world.now)
    changeFaults { faults, now in
      faults.begin(
        FaultTable.Entry(
          identifier: handle.identifier, description: handle.description, effect: effect,
          since: now, handle: handle))
    }
    if let duration {
      handle.keep(lane.schedule(after: duration) { handle.end() })
    }
  }

  /// Ends a fault; nothing happens where it is not active.
  func end(_ identifier: FaultIdentifier) {
    var ended: FaultTable.Entry?
    changeFaults { faults, _ in ended = faults.end(identifier) }
    guard let ended else { return }
    ended.handle?.settle()
    world.journal.record(JournalNote(.fault, "ended: \(ended.description)"), about: subject)
    world.recorder?.finish(.fault(UInt64(identifier.ordinal)), at: world.now)
  }

  /// Changes what an active fault does.
  func change(_ handle: FaultHandle, to effect: FaultEffect, _ story: String) {
    guard handle.isActive else { return }
    world.journal.record(JournalNote(.fault, "\(handle.description): \(story)"), about: subject)
    changeFaults { faults, _ in faults.change(handle.identifier, to: effect) }
  }

  private func changeFaults(_ body: (inout FaultTable, Int64) -> Void) {
    let now = world.now.nanoseconds
    let consequences = fabric.withValue { fabric in
      body(&fabric.faults, now)
      return fabric.applyFaults(at: now)
    }
    schedule(released: consequences.released)
    for (host, isUp) in consequences.interfaces { interfaceChanged(of: host, isUp: isUp) }
  }

  static func names(_ hosts: [NetworkHost]) -> String {
    hosts.map(\.name).joined(separator: ", ")
  }
}
