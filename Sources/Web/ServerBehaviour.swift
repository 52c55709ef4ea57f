internal import Simulator

/// How a server treats requests before its service sees them, for servers that are slow or fail.
public enum ServerBehaviour: Hashable, Sendable, CustomStringConvertible {
  /// The service answers.
  case normal
  /// The service sees a request so much later, also where the client has given up meanwhile.
  case slow(Duration)
  /// A request is answered with this status, from 400 to 599, and the service never sees it: the answer of a gateway, or of a server
  /// under too much load.
  case failing(status: Int = 503)
  /// A request is never answered. The connection stays open, and the service never sees the request.
  case hanging

  /// The behaviour in words, such as "keeps requests waiting for 2 s".
  public var description: String {
    switch self {
    case .normal: "answers"
    case .slow(let duration): "keeps requests waiting for \(duration.stopwatch)"
    case .failing(let status): "fails requests with \(status)"
    case .hanging: "never answers"
    }
  }
}

/// The behaviour of each instance of a server: what a scenario has set, and what a fault from the seed has put over it.
struct ServerBehaviours {
  /// A behaviour, and the share of requests that it befalls.
  struct Setting: Hashable {
    var behaviour: ServerBehaviour
    var share: Double

    static let normal = Setting(behaviour: .normal, share: 1)
  }

  private var asked: [Setting]
  private var struck: [Setting?]
  private var draws: UInt64 = 0

  init(instances: Int) {
    asked = Array(repeating: .normal, count: instances)
    struck = Array(repeating: nil, count: instances)
  }

  /// The behaviour of an instance.
  subscript(instance: Int) -> Setting { struck[instance] ?? asked[instance] }

  /// Sets what a scenario asks for.
  mutating func set(_ setting: Setting, of instances: Range<Int>) {
    for instance in instances { asked[instance] = setting }
  }

  /// Puts a fault over it; false where one of the instances has another one already.
  mutating func strike(_ setting: Setting, of instances: Range<Int>) -> Bool {
    guard instances.allSatisfy({ struck[$0] == nil }) else { return false }
    for instance in instances { struck[instance] = setting }
    return true
  }

  /// Takes the fault away.
  mutating func heal(_ instances: Range<Int>) {
    for instance in instances { struck[instance] = nil }
  }

  /// The number of the next draw whether a request is befallen.
  mutating func nextDraw() -> UInt64 {
    defer { draws += 1 }
    return draws
  }
}
