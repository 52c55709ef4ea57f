import Simulator

/// Shards of one sweep in their order, and what is wrong with them as a whole.
struct ShardMerge {
  /// The files that count, by rising place of their runs.
  let files: [ShardFile]
  /// The complaints about runs that are missing and runs that were given twice, in sentences.
  let complaints: [String]
  /// Whether every run is there, and no two files contradict each other.
  let isWhole: Bool

  /// Puts files in order.
  ///
  /// - Throws: ``UsageError`` for files of different sweeps.
  init(_ given: [ShardFile]) throws(UsageError) {
    let model = given[0].extent
    for file in given.dropFirst() where !file.extent.isSameSweep(as: model) {
      throw .unreadable(
        path: file.path,
        reason:
          "it is not of the same sweep as \(given[0].path) (scenarios, seeds, schedule, faults, knobs, build)"
      )
    }
    var files: [ShardFile] = []
    var complaints: [String] = []
    var isWhole = true
    var reached = 0
    let ordered = given.sorted {
      ($0.extent.first, -$0.extent.end, $0.path) < ($1.extent.first, -$1.extent.end, $1.path)
    }
    for file in ordered {
      let extent = file.extent
      if let last = files.last, extent.first < reached {
        let isSame =
          last.extent.first == extent.first && last.extent.end == extent.end
          && last.seal.lines == file.seal.lines
        complaints.append(
          isSame
            ? "\(file.path) holds the same runs as \(last.path), shard \(extent.shard); counted once"
            : "\(file.path) holds runs that \(last.path) holds too, but not the same; left out")
        if !isSame { isWhole = false }
        continue
      }
      if extent.first > reached {
        complaints.append(Self.gap(reached..<extent.first, of: model, among: given))
        isWhole = false
      }
      files.append(file)
      reached = extent.end
    }
    if reached < model.total {
      complaints.append(Self.gap(reached..<model.total, of: model, among: given))
      isWhole = false
    }
    self.files = files
    self.complaints = complaints
    self.isWhole = isWhole
  }

  private static func gap(
    _ places: Range<Int>, of model: SweepExtent, among given: [ShardFile]
  ) -> String {
    let text = "\(places.count) of \(model.total) runs are missing"
    guard let count = Shard(model.shard)?.count else { return text }
    let shards = (1...count).compactMap { Shard("\($0)/\(count)") }
      .filter { $0.part(of: model.total).overlaps(places) }
    let names = shards.prefix(5).map { shard in
      let file = given.first { $0.extent.shard == shard.description }
      return "\(shard)" + (file?.extent.stopped.map { " (stopped: \($0))" } ?? "")
    }
    return text + ": shard " + names.joined(separator: ", ") + (shards.count > 5 ? ", …" : "")
  }

  /// Everything together, as if it had been one sweep.
  var ending: SweepEnding {
    let model = files[0].extent
    var tally = SweepTally(model.scenarios)
    var total = Tally()
    var seal = ResultSeal()
    var wallTime = Duration.zero
    for file in files {
      tally.add(file.tally)
      total.add(file.total)
      seal.add(file.seal)
      wallTime += file.wallTime
    }
    return SweepEnding(
      tally: tally,
      extent: SweepExtent(
        scenarios: model.scenarios, seeds: model.seeds, schedule: model.schedule,
        faults: model.faults, knobs: model.knobs,
        build: model.build, shard: "\(Shard.whole)", first: model.first,
        end: model.first + total.runs, total: model.total,
        stopped: isWhole ? nil : complaints.joined(separator: "; ")),
      total: total, wallTime: wallTime, seal: seal)
  }
}
