/// Nothing that several lanes could share behind the kernel's back, in the modules whose lanes promise that there is none
/// (`Lane.isConfined`): an exploration leaves out orders on the strength of that promise.
struct ConfinementCheck: TidyCheck {
  private static let layers: Set<String> = ["Network", "Backend", "Devices", "Chat"]
  private static let patterns: [[String]] =
    [
      ["Task", "{"], ["Task", "("], ["Task", ".", "detached"],
      ["Task", ".", "immediate"], ["Task", ".", "isCancelled"], ["async", "let"],
      ["nonisolated", "(", "unsafe", ")"], ["@", "TaskLocal"],
    ]
    + [
      "Mutex", "Atomic", "NSLock", "NSRecursiveLock", "NSCondition", "OSAllocatedUnfairLock",
      "os_unfair_lock", "pthread_mutex_t", "pthread_rwlock_t", "DispatchSemaphore",
      "AsyncStream", "AsyncThrowingStream", "withTaskGroup", "withThrowingTaskGroup",
      "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withTaskCancellationHandler",
      "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
      "withUnsafeThrowingContinuation", "deinit",
    ].map { [$0] }

  func findings(in file: SourceFile) -> [Untidiness] {
    guard Self.layers.contains(file.layer) else { return [] }
    let tokens = file.tokens
    return tokens.indices.flatMap { index in
      Self.patterns.filter { pattern in
        index + pattern.count <= tokens.count
          && tokens[index..<(index + pattern.count)].elementsEqual(pattern, by: { $0.text == $1 })
      }.map { pattern in
        Untidiness(
          path: file.path, line: tokens[index].line,
          text: """
            “\(pattern.joined(separator: " "))” may be shared between lanes, and the kernel does not see it; keep it in a \
            WorldBound or in an actor
            """)
      }
    }
  }
}
