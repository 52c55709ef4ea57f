internal import Backend
internal import Harness
internal import Network
internal import Simulator

/// The events on a phone at which faults can strike. Answers to it, and what web sessions do, are counted there.
struct PhoneStrikePlaces: Sendable {
  /// Commits to the disk.
  let commit: StrikeCounter
  /// Messages that the clients of the database and of file storage hand to their connections.
  let sent: StrikeCounter
  /// Messages that these clients receive.
  let received: StrikeCounter
  /// Steps of the app's main actor, its tasks, queues and web sessions.
  let step: StrikeCounter

  init(of phone: String, _ nemesis: Nemesis) {
    commit = nemesis.counter(of: .commit, at: phone)
    sent = nemesis.counter(of: .sent, at: phone)
    received = nemesis.counter(of: .received, at: phone)
    step = nemesis.counter(of: .step, at: phone)
  }
}

extension Phone {
  /// The faults that can strike at the phone's events.
  nonisolated var strikes: [StrikeOffer] {
    [
      death(.kill), death(.killBefore), loss(.loseAcknowledgement, then: .reset),
      loss(.loseAcknowledgementSilently, then: .halfOpen),
      StrikeOffer(.breakConnection) { [weak self] _ in
        guard let self else { return nil }
        network.reset(host)
        return FaultEnd {}
      },
      StrikeOffer(.breakSilently) { [weak self] _ in
        guard let self else { return nil }
        network.breakSilently(host)
        return FaultEnd(aftermath: network.noticingMax) { [self] in
          network.resetUnopened(of: host)
        }
      },
      StrikeOffer(.suspend) { [weak self] _ in self?.beginSuspension() },
    ]
  }

  private nonisolated func death(_ kind: StrikeKind) -> StrikeOffer {
    StrikeOffer(kind) { [weak self] _ in
      guard let self, isInHand else { return nil }
      crashAtOnce()
      return FaultEnd { [self] in post { $0.relaunchAndRestore() } }
    }
  }

  private nonisolated func loss(_ kind: StrikeKind, then ending: ConnectionBreak) -> StrikeOffer {
    StrikeOffer(kind) { [weak self] _ in
      guard let self else { return nil }
      let world = world
      let rule = NextMessageRule(.breakConnection(ending)) { message in
        guard message.payload.isAnswer else { return false }
        if let answer = message.payload as? StorageServerMessage {
          if answer.answer.acknowledgesChange { world.probe(.acknowledgementLost) }
        } else if case .response(_, .ok)? = message.payload as? ServerMessage,
          (message.request as? ClientMessage)?.request.isWrite ?? false
        {
          world.probe(.acknowledgementLost)
        }
        return true
      }
      let handle = network.install(rule, from: network.listeningHosts, to: [host])
      let isSilent = ending == .halfOpen
      return FaultEnd(aftermath: isSilent ? network.noticingMax : .zero) {
        handle.end()
      }
    }
  }

  // MARK: - The app is suspended under its person's hands

  /// Sends the app to the background, where it is suspended as soon as it has been told; nil where it is not in hand.
  ///
  /// iOS suspends an app some time after it has returned from `applicationDidEnterBackground(_:)`; ``BackgroundTimes/plain`` is the
  /// longest that it may take.
  /// - Parameter meanwhile: Does something to the suspended app.
  nonisolated func beginSuspension(
    _ meanwhile: @escaping @Sendable (isolated Phone) -> Void = { _ in }
  ) -> FaultEnd? {
    guard isInHand else { return nil }
    held.withValue { held in
      held.isGone = true
      held.isSuspended = true
    }
    post { $0.leaveForFault(meanwhile) }
    return FaultEnd { [self] in post { $0.comeBack() } }
  }

  /// The app leaves the screen in the step in which it is told of it, as `applicationState` changes on the main thread.
  private func leaveForFault(_ meanwhile: @escaping @Sendable (isolated Phone) -> Void) {
    tellRunningApp { [weak self] app in
      // Where the app was busy for so long, the person is back before it heard that they had left.
      guard let self, held.withValue({ $0.isSuspended }) else { return }
      guard (try? transition(on: .enterBackground)) != nil else {
        // The person has put it away themselves in the meantime.
        held.withValue { $0.isSuspended = false }
        return resumeGestures()
      }
      display.lookAway()
      app.lifeChanged(to: .background)
      post { phone in
        guard phone.lifeState == .background else { return }
        try? phone.suspend()
        meanwhile(phone)
      }
    }
  }

  /// The person takes the phone up again.
  private func comeBack() {
    guard held.withValue({ $0.isSuspended }) else { return }
    held.withValue { $0.isSuspended = false }
    if lifeState == .terminated { return relaunchAndRestore() }
    try? comeForward()
    guard let app = runningApp else { return resumeGestures() }
    resumeGestures(in: app)
  }
}
