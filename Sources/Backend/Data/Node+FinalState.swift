import Simulator

extension Node {
  /// The levels of the tree down to which differences are told.
  private static let levels = 4

  /// The data by its paths down to a few levels, to be compared at the end of a run.
  func finalState(below path: Path) -> [FinalState] {
    guard path.keys.count < Self.levels, hasChildren else { return [FinalState("\(path)", self)] }
    return children.flatMap { key, child in child.finalState(below: path.child(key)) }
  }
}
