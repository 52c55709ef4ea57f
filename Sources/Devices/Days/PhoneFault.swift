internal import Backend
internal import Harness
internal import Network
internal import Simulator

/// Something that befalls a phone in a generated day, as a step of it: it can be taken out and made shorter like any other.
public enum PhoneFault: Hashable, Codable, Sendable {
  /// Nothing passes for a while; nobody is told.
  case partition(milliseconds: Int)
  /// The phone is not heard for a while.
  case notHeard(milliseconds: Int)
  /// The phone hears nothing for a while.
  case hearsNothing(milliseconds: Int)
  /// What passes waits for a while.
  case hold(milliseconds: Int)
  /// Everything takes longer for a while.
  case slow(factor: Int, plus: Int, milliseconds: Int)
  /// The link comes and goes for a while.
  case flap(down: Int, up: Int, milliseconds: Int)
  /// The connections are reset, and new ones refused for a while.
  case reset(milliseconds: Int)
  /// The backend's next acknowledgement of a write is lost, and the connection with it.
  case lostAcknowledgement(isSilent: Bool)
  /// The app dies at its next commit.
  case killAtCommit(isDurable: Bool)
  /// There is no room on the disk for a while.
  case fullDisk(milliseconds: Int)
  /// The disk does not take the app's next commit.
  case failedCommit
  /// Each commit takes the disk so long, until the next such fault or a rest.
  case slowDisk(milliseconds: Int)
  /// The phone goes over to another network: its connections die with its address.
  case handover(profile: String)
  /// Everything connects and nothing arrives for a while.
  case captivePortal(milliseconds: Int)
  /// No name is found for a while.
  case lostNames(milliseconds: Int)
  /// The system takes the sockets of the app, which it has suspended.
  case reclaimedSockets
  /// The system ends the app, which is behind the screen, for its memory.
  case killForMemory
  /// Nothing passes any more on the connections that the phone has; nobody is told.
  case silentBreak
  /// The next push message to the phone is late.
  case latePush(milliseconds: Int)
  /// The backend is down for a while, for all phones; they are told at once or find out by themselves.
  case backendRestart(isSilent: Bool, milliseconds: Int)
  /// The backend's functions end in the midst of what they do.
  case interruptedFunctions

  /// The fault in a few words, as coverage counts it.
  var kind: String {
    switch self {
    case .partition: "partition"
    case .notHeard: "partition, not heard"
    case .hearsNothing: "partition, hears nothing"
    case .hold: "hold"
    case .slow: "slow link"
    case .flap: "flap"
    case .reset: "reset"
    case .lostAcknowledgement: "lost acknowledgement"
    case .killAtCommit: "kill at a commit"
    case .fullDisk: "full disk"
    case .failedCommit: "failed commit"
    case .slowDisk: "slow disk"
    case .handover: "handover"
    case .captivePortal: "captive portal"
    case .lostNames: "lost names"
    case .reclaimedSockets: "reclaimed sockets"
    case .killForMemory: "killed for memory"
    case .silentBreak: "silent break"
    case .latePush: "late push"
    case .backendRestart: "backend restart"
    case .interruptedFunctions: "interrupted functions"
    }
  }

  /// The line of Swift that has it happen.
  func source(on phone: String) -> String {
    func during(_ milliseconds: Int) -> String { "for: .milliseconds(\(milliseconds))" }
    switch self {
    case .partition(let time): return "\(phone).partition(\(during(time)))"
    case .notHeard(let time): return "\(phone).partition(.outgoing, \(during(time)))"
    case .hearsNothing(let time): return "\(phone).partition(.incoming, \(during(time)))"
    case .hold(let time): return "\(phone).hold(\(during(time)))"
    case .slow(let factor, let plus, let time):
      return "\(phone).slow(by: \(factor), plus: .milliseconds(\(plus)), \(during(time)))"
    case .flap(let down, let up, let time):
      return """
        \(phone).flap(down: .milliseconds(\(down)), up: .milliseconds(\(up)), \(during(time)))
        """
    case .reset(let time): return "\(phone).resetConnections(\(during(time)))"
    case .lostAcknowledgement(let isSilent):
      return "world.loseNextAcknowledgement(to: \(phone)\(isSilent ? ", then: .halfOpen" : ""))"
    case .killAtCommit(let isDurable):
      return "await \(phone).kill(atCommit: 1, .\(isDurable ? "afterCommit" : "beforeCommit"))"
    case .fullDisk(let time): return "await \(phone).fillDisk(\(during(time)))"
    case .failedCommit: return "await \(phone).failCommit()"
    case .slowDisk(let time): return "\(phone).setDiskLatency(.milliseconds(\(time)))"
    case .handover(let profile):
      return "\(phone).handOver(to: .\(DaySourceWords.profile(profile)))"
    case .captivePortal(let time): return "\(phone).joinCaptivePortal(\(during(time)))"
    case .lostNames(let time): return "\(phone).loseNames(\(during(time)))"
    case .reclaimedSockets: return "\(phone).reclaimSockets()"
    case .killForMemory: return "await \(phone).killForMemory()"
    case .silentBreak: return "world.network.breakSilently(\(phone).host)"
    case .latePush(let time): return "\(phone).delayNextPush(by: .milliseconds(\(time)))"
    case .backendRestart(let isSilent, let time):
      return "world.restartBackend(\(during(time))\(isSilent ? ", then: .halfOpen" : ""))"
    case .interruptedFunctions: return "world.interruptFunctions()"
    }
  }

  /// Has it happen.
  ///
  /// - Returns: The reason why it cannot at present; nil where it does.
  func strike<Stage: AppWorld>(_ phone: Phone<Stage.App>, in stage: Stage) async -> String? {
    switch self {
    case .partition(let time): phone.partition(for: .milliseconds(time))
    case .notHeard(let time): phone.partition(.outgoing, for: .milliseconds(time))
    case .hearsNothing(let time): phone.partition(.incoming, for: .milliseconds(time))
    case .hold(let time): phone.hold(for: .milliseconds(time))
    case .slow(let factor, let plus, let time):
      phone.slow(by: Double(factor), plus: .milliseconds(plus), for: .milliseconds(time))
    case .flap(let down, let up, let time):
      phone.flap(down: .milliseconds(down), up: .milliseconds(up), for: .milliseconds(time))
    case .reset(let time): phone.resetConnections(for: .milliseconds(time))
    case .lostAcknowledgement(let isSilent):
      stage.loseNextAcknowledgement(to: phone, then: isSilent ? .halfOpen : .reset)
    case .killAtCommit(let isDurable):
      guard phone.lifeState == .foreground else { return "the app is not in the foreground" }
      guard !phone.disk.hasCrash else { return "it is to die already" }
      await phone.kill(atCommit: 1, isDurable ? .afterCommit : .beforeCommit)
    case .fullDisk(let time): await phone.fillDisk(for: .milliseconds(time))
    case .failedCommit: await phone.failCommit()
    case .slowDisk(let time): phone.setDiskLatency(.milliseconds(time))
    case .handover(let name):
      guard let profile = try? LinkProfile.named(name) else { return "no profile has this name" }
      phone.handOver(to: profile)
    case .captivePortal(let time): phone.joinCaptivePortal(for: .milliseconds(time))
    case .lostNames(let time): phone.loseNames(for: .milliseconds(time))
    case .reclaimedSockets:
      guard phone.lifeState == .suspended else { return "the app is not suspended" }
      phone.reclaimSockets()
    case .killForMemory:
      guard [.background, .suspended].contains(phone.lifeState) else {
        return "the app is not behind the screen"
      }
      await phone.killForMemory()
    case .silentBreak: stage.network.breakSilently(phone.host)
    case .latePush(let time): phone.delayNextPush(by: .milliseconds(time))
    case .backendRestart(let isSilent, let time):
      stage.restartBackend(for: .milliseconds(time), then: isSilent ? .halfOpen : .reset)
    case .interruptedFunctions: stage.interruptFunctions()
    }
    return nil
  }

  /// A fault by the draws of a step, on an app in some state.
  static func drawn(_ draws: inout DayDraws, for state: LifeState) -> PhoneFault {
    let time = Int(
      draws.duration(from: .milliseconds(20), to: .seconds(60)).milliseconds)
    switch draws.number(in: 0...(state == .suspended ? 22 : 20)) {
    case 0: return .partition(milliseconds: time)
    case 1: return .notHeard(milliseconds: time)
    case 2: return .hearsNothing(milliseconds: time)
    case 3: return .hold(milliseconds: time)
    case 4:
      return .slow(
        factor: draws.number(in: 1...9), plus: draws.number(in: 0...1_000), milliseconds: time)
    case 5:
      return .flap(
        down: draws.number(in: 20...2_000), up: draws.number(in: 20...2_000), milliseconds: time)
    case 6: return .reset(milliseconds: time)
    case 7: return .lostAcknowledgement(isSilent: draws.chance(0.5))
    case 8, 9: return .killAtCommit(isDurable: draws.chance(0.5))
    case 10: return .fullDisk(milliseconds: time)
    case 11: return .failedCommit
    case 12: return .slowDisk(milliseconds: draws.number(in: 1...3_000))
    case 13: return .handover(profile: draws.pick(DayCast.profiles) { $0.weight }?.name ?? "lte")
    case 14: return .captivePortal(milliseconds: time)
    case 15: return .lostNames(milliseconds: time)
    case 17: return .silentBreak
    case 18: return .latePush(milliseconds: time)
    case 19: return .backendRestart(isSilent: draws.chance(0.5), milliseconds: time)
    case 20: return .interruptedFunctions
    case 21: return .reclaimedSockets
    default:
      return [.background, .suspended].contains(state) ? .killForMemory : .failedCommit
    }
  }
}
