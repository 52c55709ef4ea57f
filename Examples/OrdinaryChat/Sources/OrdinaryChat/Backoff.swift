import Foundation

/// The pauses between attempts: each is about twice as long as the one before, up to half a minute, and never the same on two
/// phones, so that they don't all come back at once.
@MainActor
struct Backoff {
  private var longest = 1.0

  /// Waits before the next attempt; a task that is cancelled doesn't wait.
  mutating func pause() async {
    try? await Task.sleep(for: .seconds(longest * .random(in: 0.5...1)))
    longest = min(longest * 2, 30)
  }

  /// An attempt went through: the next pause is a short one again.
  mutating func reset() { longest = 1 }
}
