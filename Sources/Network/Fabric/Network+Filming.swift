internal import Harness
import Simulator

extension Network {
  /// Tells a report what a link does with a datagram; to be called right after the datagram was launched.
  ///
  /// - Parameter isSecond: Whether it has passed its sender's link before, and this is its receiver's.
  func film(_ launch: Fabric.Launch, _ cargo: Cargo, over route: Route, isSecond: Bool) {
    guard let recorder = world.recorder else { return }
    let now = world.now.nanoseconds
    let bytes = cargo.byteCount
    let from = route.source.host
    let to = route.destination.host
    let (isUp, link) = fabric.withValue { fabric in
      // Where one of the two links is transparent, the other one is the only one.
      let isUp = !isSecond && !fabric.links[2 * from.index].isTransparent
      return (isUp, fabric.links[isUp ? 2 * from.index : 2 * to.index + 1])
    }
    let fate = launch.onLink
    guard fate != .elsewhere else { return }
    let part = fate.meetsWire ? link.stretch(of: bytes, at: now) : (0, 0, 0)
    let passage = Recording.Passage(
      isUp: isUp, instant: now, radio: fate.meetsWire ? link.radioWait : 0, queueing: part.0,
      wire: part.1, bytes: bytes)
    recorder.add(passage, of: (isUp ? from : to).name, lost: fate.reason)
  }
}

extension Fabric.Launch {
  /// What a link itself did with a datagram.
  fileprivate enum LinkFate: Equatable {
    case carried
    /// It was lost behind the wire, which it took as long as any other.
    case lostBehind(DropReason)
    /// It was lost before the wire.
    case lostBefore(DropReason)
    /// Something else than the link decided.
    case elsewhere

    var meetsWire: Bool {
      if case .lostBefore = self { return false }
      return true
    }

    var reason: String? {
      switch self {
      case .carried, .elsewhere: nil
      case .lostBehind(let reason), .lostBefore(let reason): "\(reason)"
      }
    }
  }

  fileprivate var onLink: LinkFate {
    switch self {
    case .flies, .fliesTwice: .carried
    case .undecided: .elsewhere
    case .lost(let reason):
      switch reason {
      case .noise: .lostBehind(reason)
      case .noCoverage, .queueFull, .tooLarge: .lostBefore(reason)
      case .interfaceDown, .fault, .noReceiver: .elsewhere
      }
    }
  }
}
