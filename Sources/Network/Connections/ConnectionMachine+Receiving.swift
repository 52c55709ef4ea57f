internal import RehearsalCollections
import Simulator

extension ConnectionMachine {
  /// Takes a segment from the other side.
  ///
  /// - Parameter ownerRuns: Whether the process runs and reads at once. For one that is suspended the kernel acknowledges what
  ///   fits into the receive buffer, and takes no more.
  mutating func receive(_ segment: Segment, at now: Int64, ownerRuns: Bool = true) {
    if ownerRuns {
      unreadBytes = 0
    } else if case .piece(let piece, _) = segment.kind, piece.end > incoming.expected {
      if unreadBytes + piece.bytes > HostStack.receiveBuffer { return }
      unreadBytes += piece.bytes
    }
    lastHeard = now
    switch state {
    case .established, .closing:
      switch segment.kind {
      case .piece, .acknowledge:
        takeRoom(of: segment)
        receiveOnStream(segment, at: now)
      case .reset: end(.reset)
      // A repeated or overtaken segment of the handshake.
      case .synchronize: checkHandshake(segment)
      case .synchronizeAcknowledge:
        checkHandshake(segment)
        policy.demand()
      }
    case .opening(let opening):
      receive(segment, at: now, in: opening.step)
    case .closed:
      break
    }
  }

  private mutating func receive(_ segment: Segment, at now: Int64, in step: Opening.Step) {
    switch (step, segment.kind) {
    case (.synchronizing, .reset):
      end(.refused)
    case (_, .reset):
      end(.reset)
    case (.idle, .synchronize):
      checkHandshake(segment)
      accept(at: now, openBy: now + limits.connect, stamp: segment.stamp)
    case (.securing(let openBy), .synchronize):
      checkHandshake(segment)
      accept(at: now, openBy: openBy, stamp: segment.stamp)
    case (.synchronizing(_, let openBy), .synchronizeAcknowledge):
      checkHandshake(segment)
      if let echo = segment.echo { observeHandshake(now - echo) }
      echo = segment.stamp
      self.step(to: .securing(openBy: openBy))
      if isSecured {
        put(.clientHello(offers: protocols), at: now)
      } else {
        establish(at: now)
        control = .acknowledge
      }
    case (.securing, .synchronizeAcknowledge):
      // Repeated or overtaken.
      checkHandshake(segment)
      policy.demand()
    case (.securing, .piece), (.securing, .acknowledge):
      hearFirst(segment, at: now)
      receiveOnStream(segment, at: now)
    case (.idle, _), (.lookingUp, _), (.synchronizing, _):
      trap(on: segment)
    }
  }

  /// Traps where the other side's role sends no such segment of the handshake.
  private func checkHandshake(_ segment: Segment) {
    switch (role, segment.kind) {
    case (.server, .synchronize), (.client, .synchronizeAcknowledge): break
    default: trap(on: segment)
    }
  }

  private func trap(on segment: Segment) -> Never {
    preconditionFailure("a \(role) in state \(state) received \(segment.summary)")
  }

  private mutating func accept(at now: Int64, openBy: Int64, stamp: Int64) {
    step(to: .securing(openBy: openBy))
    echo = stamp
    answer(at: now)
  }

  /// Server: answers the SYN, and sets the time at which it does so again.
  mutating func answer(at now: Int64) {
    answerAgainAt = stack.expiry(synchronizationTimeout, from: now)
    synchronizations += 1
    control = .synchronizeAcknowledge
  }

  /// Server: the client's first segment tells that the SYN was answered.
  private mutating func hearFirst(_ segment: Segment, at now: Int64) {
    guard role == .server, answerAgainAt != .max else { return }
    answerAgainAt = .max
    if let echo = segment.echo { observeHandshake(now - echo) }
    if !isSecured { establish(at: now) }
  }

  private mutating func observeHandshake(_ roundTrip: Int64) {
    sender.estimate.noteMinimum(roundTrip)
    sender.estimate.observe(roundTrip, acknowledged: 0, sent: 0)
  }

  private mutating func receiveOnStream(_ segment: Segment, at now: Int64) {
    guard case .piece(let piece, let endsWrite) = segment.kind else {
      takeAcknowledgement(segment, hasData: false, at: now)
      return
    }
    takeAcknowledgement(segment, hasData: true, at: now)
    if piece.start <= lastAcknowledged { echo = segment.stamp }
    let range = piece.start..<piece.end
    let order = incoming.receive(range, item: piece.item, inner: piece.inner)
    if order == .repeated {
      duplicate = range
    } else if !segment.isBackground {
      lastByteHeard = now
    }
    policy.receive(
      order, hasGap: incoming.hasGap, endsWrite: endsWrite,
      isBackground: segment.isBackground,
      AcknowledgementPolicy.Path(
        roundTrip: sender.estimate.smoothed, timeout: sender.estimate.timeout), at: now)
    while let item = incoming.nextItem() { take(item, at: now) }
  }

  private mutating func takeAcknowledgement(_ segment: Segment, hasData: Bool, at now: Int64) {
    sender.receive(
      TransportSender.Acknowledgement(
        upTo: segment.acknowledged, beyond: segment.arrivedEarly, duplicate: segment.duplicate,
        echo: segment.echo, hasData: hasData),
      at: now)
  }

  /// Takes an item that arrived completely and in order.
  private mutating func take(_ item: StreamItem, at now: Int64) {
    switch (item, state) {
    case (.letter, .established):
      tell(.received(item))
    case (.keepAlive, .established), (.keepAlive, .closing), (.letter, .closing):
      break
    case (.clientHello, .closing), (.clientFinished, .closing):
      // The server gave up before it was open.
      break
    case (_, .closed):
      // What came before has ended it.
      break
    case (.end, .opening) where role == .client:
      end(.closedByPeer)
      control = .reset
    case (.clientHello(let offers), .opening) where role == .server:
      applicationProtocol = protocols.first { offers.contains($0) }
      put(.serverHello(applicationProtocol), at: now)
    case (.serverHello(let choice), .opening) where role == .client:
      applicationProtocol = choice
      put(.clientFinished, at: now)
      establish(at: now)
    case (.clientFinished, .opening) where role == .server:
      establish(at: now)
    case (.end, .established):
      policy.demand()
      tell(.closed(.closedByPeer))
      beginClosing(at: now, peerHasEnded: true)
    case (.end, .closing(var closing)):
      policy.demand()
      closing.peerHasEnded = true
      state = .closing(closing)
    default:
      preconditionFailure("a \(role) in state \(state) received \(item.summary) on its stream")
    }
  }

  private mutating func establish(at now: Int64) {
    guard case .opening(let opening) = state else {
      preconditionFailure("a \(role) in state \(state) was established once more")
    }
    if case .securing(let openBy) = opening.step, now >= openBy, role == .client {
      // The close was asked for long ago, and waited for TLS.
      return abort(because: .connectTimedOut)
    }
    state = .established
    news.append(.opened)
    for (payload, fate) in opening.messages { put(.message(payload), fate, at: now) }
  }
}
