import Foundation
import Simulator
import Synchronization
internal import SystemSupport

/// Whether the user asked to stop, with Ctrl-C or a signal of the system.
enum Interrupts {
  /// The signals that ask for it: those by which terminals, users and batch systems end a process.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU,
  ]

  /// The signal that came first; 0 before. Global, because a signal handler can capture nothing.
  private static let asked = Atomic<Int32>(0)
  private static let isListening = Atomic<Bool>(false)

  /// Begins to listen; the same signal once more then ends the process at once.
  ///
  /// A handler, unlike an ignored signal, is not inherited by the processes that this one starts. Who ignores SIGHUP, as
  /// `nohup` does, wants the command to outlive its terminal.
  static func listen() {
    guard !isListening.exchange(true, ordering: .relaxed) else { return }
    for number in signals where number != SIGHUP || !SignalMask.isIgnored(number) {
      SignalMask.unblock(number)
      signal(number) { number in
        _ = Interrupts.asked.compareExchange(expected: 0, desired: number, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
    // A file that grows beyond `ulimit -f` is then an error of the write, as a full disk is.
    signal(SIGXFSZ) { _ in }
  }

  /// Whether it was asked for.
  static var isAsked: Bool { asked.load(ordering: .relaxed) != 0 }

  /// The exit status of a command that was asked to stop: 128 and the number of the signal, as shells have it.
  static var status: Int32 { 128 + asked.load(ordering: .relaxed) }
}
