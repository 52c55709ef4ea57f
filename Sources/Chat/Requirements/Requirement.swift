/// Something that the chat app must do, observable in a scenario.
public struct Requirement: Hashable, Sendable {
  /// What sort of statement a requirement makes.
  public enum Kind: String, Sendable, CaseIterable {
    /// It holds always.
    case safety = "S"
    /// It comes true eventually.
    case liveness = "L"
    /// It comes true within a time.
    case timed = "T"
    /// It bounds a number of operations.
    case cost = "C"
    /// It is about what a screen shows.
    case screen = "U"
    /// It keeps what held before.
    case regression = "R"
    /// It is something that the backend must refuse.
    case refusal = "X"
  }

  /// How scenarios name it, such as "OF-02".
  public let id: String
  /// What sort of statement it makes.
  public let kind: Kind
  /// What must hold, in one sentence.
  public let statement: String
  /// The area of the app that it belongs to, such as "1:1 read receipts".
  public let area: String

  /// Every requirement, by area.
  public static let all: [Requirement] = parse(rows)

  /// Reads rows; traps on a malformed one, because the rows are part of the source.
  static func parse(_ text: String) -> [Requirement] {
    var area = ""
    var requirements: [Requirement] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      precondition(words.count == 3, "the row \"\(line)\" lacks an id, a kind or a statement")
      if words[0] == "#" {
        area = words[2]
        continue
      }
      guard let kind = Kind(rawValue: words[1]) else {
        preconditionFailure("the row \"\(line)\" has the unknown kind \"\(words[1])\"")
      }
      requirements.append(
        Requirement(id: words[0], kind: kind, statement: words[2], area: area))
    }
    return requirements
  }
}
