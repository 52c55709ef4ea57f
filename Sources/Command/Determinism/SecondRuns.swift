internal import Harness

/// The runs of a plan that are played a second time to be compared.
///
/// Whether a world hosts ordinary code is known when its run is over. Such runs are asked for then, block by block and each block
/// backwards, so that every run follows another one than before.
struct SecondRuns {
  private let comparison: RunEngine.Comparison?
  private let start: Int
  /// The first run of which nothing is known yet.
  private var place: Int
  /// Those that were chosen and are not asked for yet.
  private var waiting: [Int] = []
  private var chosen: Set<Int> = []
  /// The scenarios of which a run was chosen.
  private var scenarios: Set<String> = []

  /// The number of runs whose order is turned around.
  static let block = 32

  init(_ runs: Range<Int>, _ comparison: RunEngine.Comparison?) {
    self.comparison = comparison
    start = runs.lowerBound
    place = runs.lowerBound
  }

  /// Looks at the runs that have come to their end, and returns those that are to be asked for now.
  ///
  /// - Parameter first: The queue of the runs as they are played first.
  mutating func choose(from first: RunQueue) -> [Int] {
    guard case .ordinaryCode(let once) = comparison else { return [] }
    var due: [Int] = []
    while let run = first[place] {
      if isWanted(run.result, once: once) {
        chosen.insert(place)
        waiting.append(place)
      }
      place += 1
      if (place - start).isMultiple(of: Self.block) { flush(into: &due) }
    }
    if first.isOver(at: place) { flush(into: &due) }
    return due
  }

  private mutating func isWanted(_ result: RunResult, once: Bool) -> Bool {
    guard result.hostsOrdinaryCode else { return false }
    return !once || scenarios.insert(result.scenario).inserted
  }

  private mutating func flush(into due: inout [Int]) {
    due += waiting.reversed()
    waiting = []
  }

  /// Whether a run that is over is compared with a second one.
  func includes(_ ordinal: Int) -> Bool {
    switch comparison {
    case nil: false
    case .ordinaryCode: chosen.contains(ordinal)
    case .otherProcess, .separateStatics: true
    }
  }
}
