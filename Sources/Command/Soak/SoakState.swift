import Foundation
internal import Harness
import Simulator

/// The position of a soak: what was played, and what the exploration of days knows.
///
/// Its file has two lines: a head with the version of the format and a hash of the second, and JSON.
struct SoakState: Codable, Equatable {
  /// The knowledge of the exploration of one scenario's days.
  struct Explored: Codable, Equatable {
    /// A day of the corpus.
    struct Day: Codable, Equatable {
      /// The name of its file.
      let file: String
      /// The places of its features.
      let places: [Int]
      /// The features that it was the first to reach.
      let news: [String]
    }

    /// The number of seeds whose days were played.
    var seeds = 0
    /// The features that were reached, in their order.
    var features: [String] = []
    /// The days that are kept.
    var corpus: [Day] = []
    /// The number of days that were kept when they were last minimised.
    var minimised = 0
  }

  /// The build that played: a number of the program's file.
  let build: String
  /// The first seed.
  let seed: UInt64
  /// The number of runs that passed.
  var passed = 0
  /// The number of runs that failed.
  var failed = 0
  /// The fold of their digests, in the order in which they were played.
  var digest: UInt64 = 0
  /// The real time of all that was played, in nanoseconds.
  var wallTime: Int64 = 0
  /// The real time that went into each sort of turn, in nanoseconds: by ``SoakCampaign/Activity``, sweeps first.
  var shares = [Int64](repeating: 0, count: SoakCampaign.Activity.allCases.count)
  /// The number of seeds that were played of each scenario that is swept.
  var swept: [String: Int] = [:]
  /// The exploration of each scenario of generated days.
  var explored: [String: Explored] = [:]

  /// A soak that has not begun.
  init(build: String, seed: UInt64) {
    self.build = build
    self.seed = seed
  }

  /// All results, counted.
  var tally: Tally {
    get { Tally(passed: passed, failed: failed, digest: digest) }
    set {
      passed = newValue.passed
      failed = newValue.failed
      digest = newValue.digest.value
    }
  }
}

extension SoakState {
  /// The reason why the text of a state cannot be used.
  enum Flaw: Error, Equatable {
    /// It is of another version of the format.
    case version(String)
    /// It was damaged.
    case damaged
  }

  private static let head = "rehearse-soak"
  private static let version = "1"

  /// The text of its file.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Texts and whole numbers only: nothing that JSON lacks.
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return "\(Self.head) \(Self.version) \(Hexadecimal.text(StableHash.of(json)))\n\(json)\n"
  }

  /// Reads a text.
  init(parsing text: String) throws(Flaw) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ")
    guard words.count == 3, words[0] == Self.head else { throw .damaged }
    guard words[1] == Self.version else { throw .version(String(words[1])) }
    guard lines.count == 3, lines[2].isEmpty,
      words[2] == Hexadecimal.text(StableHash.of(String(lines[1]))),
      let state = try? JSONDecoder().decode(SoakState.self, from: Data(lines[1].utf8)),
      state.shares.count == SoakCampaign.Activity.allCases.count
    else { throw .damaged }
    self = state
  }
}
