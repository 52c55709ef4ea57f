/// The words of an expectation by which a write is recognised as the one that it waits for.
///
/// "the status of the bubble to be read" is about a write below `/receipts`, and "to be delivered" about one below
/// `/deliveries`: their paths begin like a word, or like another name of it.
struct ExpectedWords {
  /// The beginnings of words, in the order of the expectation.
  private let stems: [String]

  /// Other names of a word, as paths have them.
  private static let others = ["read": ["receipt", "seen"], "sent": ["messag"]]
  /// The number of letters by which words are the same: `delivered` and `deliveries`.
  private static let length = 6
  /// The fewest letters of a word that says something.
  private static let least = 4

  /// Keeps the words of a text but for those of some names, such as people's, which stand in most paths.
  init(_ text: String, without names: [String]) {
    let leftOut = names.flatMap(Self.words)
    stems = Self.words(text).filter { $0.count >= Self.least && !leftOut.contains($0) }
      .flatMap { [String($0.prefix(Self.length))] + Self.others[$0, default: []] }
  }

  /// The number of the parts of a write's paths that begin like a word.
  func count(in write: String) -> Int {
    Self.words(write).count { part in stems.contains(where: part.hasPrefix) }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
