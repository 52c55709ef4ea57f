internal import Devices
internal import Simulator

extension ChatApp {
  /// The interval at which changes are tried again that the disk did not take; ours.
  static let keepInterval = Duration.seconds(5)

  /// Makes changes durable, behind those that the disk has not taken so far.
  ///
  /// While it takes none, the person is told so and sees nothing new, and the backend hears nothing: what either knows
  /// must survive the end of the process (I-17).
  ///
  /// - Returns: Whether all of them are on the disk.
  func keep(_ changes: DiskTransaction) -> Bool {
    var due = changes
    if keepTimer != nil {
      due = unkept
      due.append(changes)
    }
    do throws(CommitError) {
      try process.commit(due)
    } catch {
      guard case .disk(let failure) = error else { return false }
      unkept = due
      tell(failure)
      return false
    }
    guard let timer = keepTimer.take() else { return true }
    timer.cancel()
    unkept = DiskTransaction()
    shownAppearances = nil
    return true
  }

  /// Tells the person over the last screen that the disk takes nothing, and tries again later.
  private func tell(_ failure: DiskFailure) {
    var screen = shown ?? restoredScreen()
    screen.alert = configuration.policies.text[failure == .full ? .diskFull : .notKept]
    if screen != shown {
      let before = shown
      shown = screen
      services.show(screen, screen.changes(since: before))
      announceChanges(since: before)
    }
    keepTimer?.cancel()
    keepTimer = process.schedule(after: Self.keepInterval, on: lane, background: true) {
      [weak self] in
      self?.post { $0.flush() }
    }
  }

  /// The screen of what is on the disk, for an app that could not keep anything since its launch.
  private func restoredScreen() -> Screen {
    var model = ChatModel(
      user: user, policies: configuration.policies,
      restoring: (try? process.storedImage()) ?? DiskImage())
    model.navigation.traits = self.model.navigation.traits
    return model.projection(clock: process.clock).screen()
  }
}
