import Foundation

/// An exchange of the script that goes otherwise over the loopback interface than in a world.
struct LoopbackDifference: Equatable {
  let exchange: String
  /// Why it does.
  var reason: String
  /// The notes that only one of them has.
  let real: [String]
  let simulated: [String]

  /// The difference of two lists of notes; nil where they are equal.
  static func found(
    _ exchange: String, real: [String], simulated: [String], _ reason: String
  ) -> LoopbackDifference? {
    guard real != simulated else { return nil }
    var onlyReal: [String] = []
    var onlySimulated: [String] = []
    for step in simulated.difference(from: real) {
      switch step {
      // Removals come from the end on.
      case .remove(_, let line, _): onlyReal.insert(line, at: 0)
      case .insert(_, let line, _): onlySimulated.append(line)
      }
    }
    return LoopbackDifference(
      exchange: exchange, reason: reason, real: onlyReal, simulated: onlySimulated)
  }

  /// The lines of the list, for who has looked at the difference and knows its reason.
  var entry: String {
    (["# \(exchange)", "? \(reason)"] + real.map { "- \($0)" } + simulated.map { "+ \($0)" })
      .joined(separator: "\n")
  }

  /// A list of differences beside this file: "# exchange", "? reason", "- note over the loopback interface", "+ note in a
  /// world".
  static func known(
    _ name: String = "LoopbackDifferences.txt"
  ) throws -> [LoopbackDifference] {
    let list = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let text = try String(contentsOf: list, encoding: .utf8)
    var known: [LoopbackDifference] = []
    for part in ("\n" + text).components(separatedBy: "\n# ").dropFirst() {
      let lines = part.split(separator: "\n").map(String.init)
      func marked(_ mark: String) -> [String] {
        lines.dropFirst().filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
      }
      known.append(
        LoopbackDifference(
          exchange: lines[0], reason: marked("? ").joined(separator: " "), real: marked("- "),
          simulated: marked("+ ")))
    }
    return known
  }
}
