import Foundation
import Simulator
import Synchronization

/// Whether the user asked to stop, with Ctrl-C or a signal of the system.
enum Interrupts {
  /// Global, because a signal handler can capture nothing.
  private static let asked = Atomic<Bool>(false)
  private static let isListening = Atomic<Bool>(false)

  /// Begins to listen; a second Ctrl-C then ends the process at once.
  ///
  /// A handler, unlike an ignored signal, is not inherited by the processes that this one starts.
  static func listen() {
    guard !isListening.exchange(true, ordering: .relaxed) else { return }
    for number in [SIGINT, SIGTERM] {
      SignalMask.unblock(number)
      signal(number) { number in
        Interrupts.asked.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  /// Whether it was asked for.
  static var isAsked: Bool { asked.load(ordering: .relaxed) }
}
