extension History {
  /// A history that fails and has no step, nor run of steps, that could be left out.
  ///
  /// Delta debugging: leaves out ever smaller parts while the rest still fails.
  func shrunk() -> History {
    var smallest = self
    var chunk = max(smallest.steps.count / 2, 1)
    while true {
      var removedAny = false
      var start = 0
      while start < smallest.steps.count {
        var candidate = smallest
        candidate.steps.removeSubrange(start..<min(start + chunk, smallest.steps.count))
        if HistoryRun.failure(of: candidate) != nil {
          smallest = candidate
          removedAny = true
        } else {
          start += chunk
        }
      }
      if chunk == 1, !removedAny { return smallest }
      if !removedAny { chunk = max(chunk / 2, 1) }
    }
  }
}
