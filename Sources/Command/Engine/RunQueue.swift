import Simulator

/// The runs of a plan that are left, and those that are finished and wait for others before them.
struct RunQueue: Sendable {
  /// The order in which runs are begun.
  enum Order: Sendable {
    /// As they stand in the plan.
    case plan
    /// Each block of so many backwards: every run follows another one than in the plan.
    case backwards(block: Int)
    /// Those that somebody asks for, in the order of the asking, and no others; see ``RunQueue/ask(for:)``.
    case asked
  }

  private let runs: Range<Int>
  private let order: Order
  /// The distance by which runs may be ahead of the last delivered one; it bounds the results that are kept.
  private let window: Int
  /// The number of runs that were handed out, those that were put back not counted.
  private var begun = 0
  private var again: [Int] = []
  private var finished: [Int: FinishedRun] = [:]
  /// The place of the next run to be delivered.
  private(set) var delivered: Int
  private(set) var isStopping = false

  /// So far ahead, that a slow run does not keep others waiting for long.
  static let standardWindow = 4096

  init(_ runs: Range<Int>, window: Int = Self.standardWindow, order: Order = .plan) {
    self.runs = runs
    self.order = order
    self.window = window
    delivered = runs.lowerBound
    if case .asked = order { begun = runs.count }
  }

  /// The place of the next run to be played; nil while there is none, or while deliveries must catch up.
  mutating func next() -> Int? {
    if let ordinal = again.first {
      again.removeFirst()
      return ordinal
    }
    guard !isExhausted, runs.lowerBound + begun < delivered + window else { return nil }
    defer { begun += 1 }
    return place(begun)
  }

  /// The place in the plan of the run that is begun as number `index`.
  private func place(_ index: Int) -> Int {
    guard case .backwards(let block) = order else { return runs.lowerBound + index }
    let start = index / block * block
    let end = min(start + block, runs.count)
    return runs.lowerBound + start + (end - 1 - index)
  }

  /// Whether every run was handed out at least once, or no further one will be.
  var isExhausted: Bool { again.isEmpty && (isStopping || begun == runs.count) }

  /// Adds runs to be played, behind those that were asked for before.
  mutating func ask(for ordinals: [Int]) { again += ordinals }

  /// Whether the runs before a place are all that were begun, and no other will be.
  func isOver(at place: Int) -> Bool { isExhausted && place == runs.lowerBound + begun }

  /// Takes runs back whose worker has ended before it came to them. They are the next ones.
  mutating func putBack(_ ordinals: [Int]) {
    again = ordinals.filter { !isFinished($0) && !again.contains($0) } + again
  }

  /// Whether a run is finished, delivered or not.
  func isFinished(_ ordinal: Int) -> Bool {
    ordinal < delivered || finished[ordinal] != nil
  }

  /// Takes a result; of a run that was played twice the first one counts.
  mutating func finish(_ run: FinishedRun) {
    guard !isFinished(run.plan.ordinal) else { return }
    finished[run.plan.ordinal] = run
  }

  /// The finished run that is next in order; nil where it is not finished yet.
  var head: FinishedRun? { finished[delivered] }

  /// The finished run of a place, until it is delivered; nil where it is not finished yet.
  subscript(ordinal: Int) -> FinishedRun? { finished[ordinal] }

  /// Goes on to the run behind the head.
  mutating func advance() {
    finished[delivered] = nil
    delivered += 1
  }

  /// Hands out no further runs.
  mutating func stop() { isStopping = true }

  /// Whether every run that was handed out was also delivered, and no further one will be.
  var isDone: Bool {
    guard again.isEmpty else { return false }
    return delivered == runs.lowerBound + begun && isExhausted
  }
}
