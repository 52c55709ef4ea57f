public import Harness
internal import Network
internal import Simulator

extension WebServer {
  /// Makes the server slow, fail or hang from now on, as a service does on which another one depends.
  ///
  /// ```swift
  /// images.setBehaviour(.slow(.seconds(2)))
  /// mail.setBehaviour(.failing(status: 503), share: 0.3)
  /// images.setBehaviour(.normal)
  /// ```
  ///
  /// It holds for requests that come from now on, through restarts, until it is set anew. A request that hangs goes on hanging until
  /// its client gives up or the server ends. An open WebSocket is left alone; a request for one is treated as any other.
  ///
  /// - Parameters:
  ///   - share: The share of requests that it befalls, from 0 to 1; the seed draws which.
  ///   - instance: The instance that behaves so, counted from 0; nil for all.
  public func setBehaviour(
    _ behaviour: ServerBehaviour, share: Double = 1, instance: Int? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard isPossible(behaviour, share, instance, at: location) else { return }
    world.reaches(location)
    let instances = instance.map { $0..<($0 + 1) } ?? 0..<instanceCount
    let setting = ServerBehaviours.Setting(behaviour: behaviour, share: share)
    note(setting, of: instances)
    behaviours.withValue { $0.set(setting, of: instances) }
  }

  private func isPossible(
    _ behaviour: ServerBehaviour, _ share: Double, _ instance: Int?, at location: CodeLocation
  ) -> Bool {
    let verb = "\(host.name).setBehaviour"
    guard world.takes(share, in: 0...1, "\(verb)(share:)", at: location),
      world.takes(instance ?? 0, in: 0...(instanceCount - 1), "\(verb)(instance:)", at: location)
    else { return false }
    switch behaviour {
    case .normal, .hanging: return true
    case .slow(let duration): return world.takes(duration, "\(verb)(.slow)", at: location)
    case .failing(let status):
      return world.takes(status, in: 400...599, "\(verb)(.failing(status:))", at: location)
    }
  }

  private func note(_ setting: ServerBehaviours.Setting, of instances: Range<Int>) {
    let who =
      instances.count == instanceCount
      ? "the server" : "instance \(instances.lowerBound) of the server"
    let share = setting.share < 1 ? ", a share of \(setting.share)" : ""
    world.journal.record(
      JournalNote(.fault, "\(who) \(setting.behaviour)\(share)"), about: host.subject)
  }

  /// The service as the next request to an instance finds it; asked once a request.
  func found(_ service: any WebService, at instance: Int) -> any WebService {
    let setting = behaviours.withValue { $0[instance] }
    guard setting.behaviour != .normal else { return service }
    let isBefallen = world.choices.happens(
      setting.share, Self.befalling, entity: host.subject.identifier,
      ordinal: behaviours.withValue { $0.nextDraw() })
    guard isBefallen else { return service }
    return BehavedService(
      service: service, behaviour: setting.behaviour, server: host.subject, world: world)
  }

  private static let befalling = ChoiceStream("web.behaviour")

  // MARK: - Faults from the seed

  /// Lets faults from the seed end its instances, between gestures and at their events, and make them slow, fail or hang, in runs
  /// that have them.
  func registerWithNemesis() {
    world.nemesis?.register(
      FaultTarget(
        host.name, offers: [restart, slowness, failure, hanging],
        strikes: [
          StrikeOffer(.endServer, isAnywhere: true) { [self] in end($0) },
          StrikeOffer(.endServerBefore) { [self] in end($0) },
        ]))
  }

  /// The instances that a fault befalls: half of the faults with several befall one alone.
  private func instances(of strike: FaultStrike) -> Range<Int> {
    let draw = Int(strike.unit(0) * Double(2 * instanceCount))
    return instanceCount > 1 && draw < instanceCount ? draw..<(draw + 1) : 0..<instanceCount
  }

  private var restart: FaultOffer {
    FaultOffer(.serverRestart, weight: 2) { [self] in end($0) }
  }

  /// Ends the instance at whose event the fault strikes, or else what the seed chooses, until the fault ends.
  private func end(_ strike: FaultStrike) -> FaultEnd? {
    let instances = runningInstance.map { $0..<($0 + 1) } ?? instances(of: strike)
    guard instances.contains(where: isRunning(instance:)) else { return nil }
    for instance in instances { crash(instance: instance) }
    return FaultEnd { [self] in
      for instance in instances { try? boot(instance: instance) }
    }
  }

  private var slowness: FaultOffer {
    FaultOffer(.slowServer) { [self] strike in
      let delay = Duration.milliseconds(100 + Int(strike.unit(3) * 20_000))
      return begin(.slow(delay), strike, aftermath: delay)
    }
  }

  private var failure: FaultOffer {
    FaultOffer(.failingServer) { [self] strike in
      let statuses = [500, 502, 503, 504]
      return begin(.failing(status: statuses[Int(strike.unit(3) * 4)]), strike)
    }
  }

  private var hanging: FaultOffer {
    FaultOffer(.hangingServer) { [self] strike in
      // A client notices by its time-out, which is a minute in `URLSessionConfiguration`.
      begin(.hanging, strike, aftermath: .seconds(60))
    }
  }

  /// Begins a fault that befalls all requests or a share of them.
  private func begin(
    _ behaviour: ServerBehaviour, _ strike: FaultStrike, aftermath: Duration = .zero
  ) -> FaultEnd? {
    let instances = instances(of: strike)
    let share = strike.unit(1) < 0.5 ? 1 : strike.unit(2)
    let setting = ServerBehaviours.Setting(behaviour: behaviour, share: share)
    guard behaviours.withValue({ $0.strike(setting, of: instances) }) else { return nil }
    note(setting, of: instances)
    return FaultEnd(aftermath: aftermath) { [self] in
      behaviours.withValue { $0.heal(instances) }
    }
  }
}

extension FaultKind {
  /// A server ends in the midst of what it does, be it between a commit and its answer, and starts again; what it has committed stays.
  public static let serverRestart: FaultKind = "server restart"
  /// A server keeps requests waiting, for up to 20 s.
  public static let slowServer: FaultKind = "slow server"
  /// A server fails requests with a status of 500, 502, 503 or 504.
  public static let failingServer: FaultKind = "failing server"
  /// A server does not answer requests.
  public static let hangingServer: FaultKind = "hanging server"
}
