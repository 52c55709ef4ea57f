internal import RehearsalCollections

/// The choice of few kept days that together reach what all of them do: each time the one that reaches most of what is
/// missing, of several the shortest, of these the one that was kept first.
///
/// What a day adds only shrinks as others are chosen. So one that still adds as much as it was ranked by is the best, and the
/// others need not be reckoned again (Minoux: Accelerated greedy algorithms for maximizing submodular set functions, 1978).
enum CorpusCover {
  private struct Candidate: Comparable {
    let gain: Int
    let steps: Int
    let place: Int

    static func < (left: Candidate, right: Candidate) -> Bool {
      (right.gain, left.steps, left.place) < (left.gain, right.steps, right.place)
    }
  }

  /// Chooses.
  ///
  /// - Parameters:
  ///   - days: What each day reaches, and the number of its steps.
  ///   - count: The number of things that can be reached, which are numbered from 0.
  /// - Returns: The places of the chosen days, in the order of choosing.
  static func places(of days: [(reached: Set<Int>, steps: Int)], among count: Int) -> [Int] {
    var isMissing = Array(repeating: true, count: count)
    var ranked = Heap<Candidate>()
    for (place, day) in days.enumerated() {
      ranked.push(Candidate(gain: day.reached.count, steps: day.steps, place: place))
    }
    var chosen: [Int] = []
    while let best = ranked.pop() {
      let day = days[best.place]
      let gain = day.reached.count { isMissing[$0] }
      if gain == best.gain, gain > 0 {
        chosen.append(best.place)
        // order: each is marked.
        for thing in day.reached { isMissing[thing] = false }
      } else if gain > 0 {
        ranked.push(Candidate(gain: gain, steps: best.steps, place: best.place))
      }
    }
    return chosen
  }
}
