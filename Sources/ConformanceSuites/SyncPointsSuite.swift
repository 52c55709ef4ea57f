public import Backend

/// A client's sync engine, step by step with the events it must raise: `sync-points.json`.
///
/// Every case runs twice: at the root, and with every path below `foo/bar/baz`.
public enum SyncPointsSuite: ConformanceSuite {
  public static let name = "sync-points"

  public static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase] {
    var cases: [ConformanceCase] = []
    for test in try ConformanceValue(file).array() {
      let name = try test["name"].string()
      for prefix: Path in [.root, "foo/bar/baz"] {
        var steps: [SyncPointsStep] = []
        for step in try test["steps"].array() {
          steps.append(try SyncPointsStep(step, prefix: prefix))
        }
        let title = prefix.isRoot ? name : "\(name) (at \(prefix))"
        cases.append(
          ConformanceCase(title) { [steps] in
            var run = SyncPointsRun()
            return run.difference(steps)
          })
      }
    }
    return cases
  }
}
