internal import Backend
internal import Harness
public import Network
public import Simulator

// What can befall one phone, a line each. Every fault begins at once or `at` an instant, lasts until its
// handle is ended or `for` a duration, and is written into the journal. Faults between any groups of
// hosts are verbs of ``Network``.

extension Phone {
  /// Has every commit to the phone's disk take a while, in which the app's main thread waits; zero for a disk that takes no
  /// time.
  public nonisolated func setDiskLatency(
    _ latency: Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(latency, "\(name).setDiskLatency(_:)", at: location) else { return }
    guard latency > .zero else { return disk.slow(nil) }
    disk.slow { [weak self] in self?.stallApp(for: latency) }
  }

  /// Leaves no room on the phone's disk: every commit fails with ``DiskFailure/full`` until
  /// ``freeDisk(fileID:filePath:line:)``, or for a while.
  ///
  /// What is on the disk stays, and can be read.
  public func fillDisk(
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    if let duration {
      guard world.takes(duration, "\(name).fillDisk(for:)", at: location) else { return }
    }
    diskRoom.cancel()
    disk.setFull(true)
    guard let duration else { return }
    diskRoom = schedule(after: duration) { $0.freeDisk() }
  }

  /// Makes room on the phone's disk again.
  public func freeDisk(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    diskRoom.cancel()
    guard disk.isFull else { return }
    disk.setFull(false)
  }

  /// Leaves so many bytes free on the phone's disk, as when photos and other apps fill it. A commit with a file that does not
  /// fit fails as a whole with ``DiskFailure/full``; rows without a file take no room.
  ///
  /// - Parameter bytes: Zero or more.
  public func setFreeSpace(
    _ bytes: Int, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(bytes, in: 0...(.max), "\(name).setFreeSpace(_:)", at: location) else {
      return
    }
    disk.setFree(bytes)
  }

  /// Lets the app's `number`-th disk commit from now fail, counted from 1, with ``DiskFailure/writeFailed``; those behind
  /// it succeed.
  public func failCommit(
    _ number: Int = 1, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(number, in: Disk.crashes, "\(name).failCommit(_:)", at: location) else {
      return
    }
    disk.failCommit(number)
  }

  /// Moves the phone to another access link: its address changes, its connections die, new ones are made.
  public nonisolated func handOver(
    to profile: LinkProfile, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    try? network.handOver(host, to: profile, fileID: fileID, filePath: filePath, line: line)
    noteReconnection()
  }

  /// Puts the phone behind a captive portal, as in the Wi-Fi of a hotel: everything connects, nothing arrives until the person
  /// has signed in, which is the end of the fault.
  @discardableResult
  public nonisolated func joinCaptivePortal(
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.captivePortal(
      host, at: instant, for: duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Keeps the phone from looking names up; those that it looked up within the last five minutes still serve.
  @discardableResult
  public nonisolated func loseNames(
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.loseNames(
      of: host, at: instant, for: duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Lets the system take the sockets of the suspended app, as when the phone is locked: the backend is told at once, the app
  /// once it runs again. Does nothing to an app that is not suspended.
  ///
  /// Source: Apple, Technical Note TN2277, "Networking and Multitasking".
  public nonisolated func reclaimSockets(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    guard lifeState == .suspended else { return }
    world.journal.record(JournalNote(.fault, "sockets reclaimed"), about: host.subject)
    network.reclaimSockets(of: host)
  }

  /// Lets the system end the app for its memory: nobody is told, and no code of it runs. Does nothing to an app in the
  /// foreground or one that is not running.
  ///
  /// Source: Apple, "Managing your app's life cycle": a suspended app can be purged at any time.
  public func killForMemory(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    guard lifeState == .suspended || lifeState == .background else { return }
    world.journal.record(JournalNote(.fault, "ended for its memory"), about: host.subject)
    try? die("was ended by the system for its memory")
  }

  /// Lets the app die right before or right after its `number`-th disk commit from now, counted from 1.
  public func kill(
    atCommit number: Int, _ point: Disk.CrashPoint, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.takes(number, in: Disk.crashes, "\(name).kill(atCommit:)", at: location) else {
      return
    }
    disk.crash(atCommit: number, point) { [weak self] in
      self?.endProcess("was killed at a commit of its disk")
    }
  }

  /// Cuts the phone off from the backend without either side being told.
  ///
  /// - Parameter direction: From the phone's point of view.
  @discardableResult
  public nonisolated func partition(
    _ direction: PhoneDirection = .bothWays, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> FaultHandle {
    switch direction {
    case .bothWays:
      network.partition(
        [host], from: [server], at: instant, for: duration, fileID: fileID, filePath: filePath,
        line: line)
    case .outgoing:
      network.partition(
        [host], from: [server], direction: .oneWay, at: instant, for: duration, fileID: fileID,
        filePath: filePath, line: line)
    case .incoming:
      network.partition(
        [server], from: [host], direction: .oneWay, at: instant, for: duration, fileID: fileID,
        filePath: filePath, line: line)
    }
  }

  /// Keeps what passes between phone and backend where it is, until it is released at the end.
  @discardableResult
  public nonisolated func hold(
    _ direction: PhoneDirection = .bothWays, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> FaultHandle {
    switch direction {
    case .bothWays:
      network.hold(
        from: [host], to: [server], direction: .bothWays, at: instant, for: duration,
        fileID: fileID, filePath: filePath, line: line)
    case .outgoing:
      network.hold(
        from: [host], to: [server], at: instant, for: duration, fileID: fileID, filePath: filePath,
        line: line)
    case .incoming:
      network.hold(
        from: [server], to: [host], at: instant, for: duration, fileID: fileID, filePath: filePath,
        line: line)
    }
  }

  /// Multiplies the latency of the phone's link and adds to it.
  @discardableResult
  public nonisolated func slow(
    by factor: Double = 1, plus extra: Duration = .zero, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> FaultHandle {
    network.slow(
      host, by: factor, plus: extra, at: instant, for: duration, fileID: fileID, filePath: filePath,
      line: line)
  }

  /// Lets the phone's interface go down and come up again, over and over.
  @discardableResult
  public nonisolated func flap(
    down: Duration, up: Duration, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.flap(
      host, down: down, up: up, at: instant, for: duration, fileID: fileID, filePath: filePath,
      line: line)
  }

  /// Resets the phone's connections, and refuses new ones for as long as it lasts.
  @discardableResult
  public nonisolated func resetConnections(
    at instant: Instant? = nil, for duration: Duration? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.reset(
      host, at: instant, for: duration, fileID: fileID, filePath: filePath, line: line)
  }

  /// Puts a rule in force for the messages between phone and backend; see ``PacketRule``.
  ///
  /// - Parameter direction: From the phone's point of view.
  @discardableResult
  public nonisolated func install(
    _ rule: some PacketRule, _ direction: PhoneDirection = .bothWays, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) -> FaultHandle {
    let isIncoming = direction == .incoming
    return network.install(
      rule, from: [isIncoming ? server : host], to: [isIncoming ? host : server],
      direction: direction == .bothWays ? .bothWays : .oneWay, at: instant, for: duration,
      fileID: fileID, filePath: filePath, line: line)
  }

  /// Loses the next message to the phone that matches, with everything after it on its connection.
  @discardableResult
  public nonisolated func loseNextMessage(
    then ending: ConnectionBreak = .reset, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, where matches: @escaping @Sendable (any Payload) -> Bool
  ) -> FaultHandle {
    network.loseNext(
      from: server, to: host, then: ending, at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line, where: matches)
  }

  /// Delays the next message from the phone that matches, and everything behind it.
  @discardableResult
  public nonisolated func delayNextMessage(
    by delay: Duration, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    where matches: @escaping @Sendable (any Payload) -> Bool = { _ in true }
  ) -> FaultHandle {
    network.delayNext(
      from: host, to: server, by: delay, at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line, where: matches)
  }

  /// Delays the next push message to the phone, and everything behind it on the connection to the push service.
  @discardableResult
  public nonisolated func delayNextPush(
    by delay: Duration, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    network.delayNext(
      from: server, to: host, by: delay, at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line
    ) { $0 is PushServerMessage }
  }
}

/// The directions between a phone and the backend in which a fault acts, from the phone's point of view.
public enum PhoneDirection: Hashable, Sendable {
  /// Both ways.
  case bothWays
  /// From the phone.
  case outgoing
  /// To the phone.
  case incoming
}
