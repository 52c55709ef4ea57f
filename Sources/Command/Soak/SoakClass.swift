internal import Harness
import Simulator

/// All failures of a soak in which the same statement broke, with the plainest run among them.
///
/// Its file is a text for people: lines of `name: value`, an empty line, and the story. The soak goes on from it.
struct SoakClass: Equatable, Sendable {
  /// The statement; see ``BrokenStatement``.
  let statement: String
  /// The first run that failed so.
  let first: ReplayToken
  /// The number of runs of the soak before it.
  let runsBefore: Int
  /// The plainest run that is known.
  var plainest: ReplayToken
  /// The number of steps of the plainest run.
  var events: UInt64
  /// Whether plainer runs were looked for.
  var isShrunk = false
  /// Whether its plainest run passes in the present build.
  var passes = false
  /// The kinds of failures that belong to it, in the order in which they were first seen.
  var kinds: [FailureKind] = []
  /// The number of runs that failed so, by scenario.
  var counts: [String: Int] = [:]
  /// The story of the plainest run, as it is told.
  var story = ""

  /// The number of runs that failed so.
  var runs: Int { counts.values.reduce(0, +) }
  /// The scenarios in which it was seen, those with the most runs first.
  var scenarios: [String] {
    // order: sorted.
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The kind of its failures in a word or two, as its statement begins, such as "expectation" or "crashed".
  var kind: String {
    let outcome = Outcome.allCases.map(\.rawValue).first { statement.hasPrefix($0 + " ") }
    return outcome ?? String(statement.prefix { $0 != ":" })
  }

  /// Whether its runs could not come to their end, instead of finding something wrong.
  var isError: Bool {
    let stopped = Outcome.allCases.filter { $0 != .failed && $0 != .passed }.map(\.rawValue)
    return (stopped + ["error", Misuse.kind]).contains(kind)
  }

  static let suffix = ".failure"

  /// The name of its file: some words of the statement, and a number that tells statements apart.
  var fileName: String {
    let words = statement.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    var name = ""
    for word in words where name.count + word.count < 48 { name += word + "-" }
    return name + Hexadecimal.text(StableHash.of(statement)).prefix(8) + Self.suffix
  }

  /// Counts runs that failed so.
  mutating func add(_ counts: [String: Int]) { self.counts.merge(counts, uniquingKeysWith: +) }
}

extension SoakClass: CustomStringConvertible {
  /// The text of its file.
  var description: String {
    // order: sorted.
    let counts = counts.sorted { $0.key < $1.key }.map { "in: \($0.value) \($0.key)" }
    let lines =
      [
        """
        # A class of failures: all runs in which this statement broke, and the plainest of them. `soak` keeps this file and
        # goes on from it. Take the file away to have the class told anew.
        """,
        "class: \(statement)", "first: \(first)", "before: \(runsBefore)", "plainest: \(plainest)",
        "events: \(events)", "shrunk: \(isShrunk ? "yes" : "no")",
        "passes: \(passes ? "yes" : "no")",
      ] + counts + kinds.map { "kind: \($0.description.visibleLine)" }
    return lines.joined(separator: "\n") + "\n\n" + story
  }

  /// Reads a text.
  ///
  /// - Throws: ``Misfit`` with what is wrong, and where.
  init(parsing text: String) throws(Misfit) {
    var values: [String: String] = [:]
    var (counts, kinds): ([String: Int], [FailureKind]) = ([:], [])
    var rest = text[...]
    var number = 0
    while let end = rest.firstIndex(where: \.isNewline) {
      let line = rest[..<end]
      rest = rest[rest.index(after: end)...]
      number += 1
      if line.isEmpty { break }
      if line.hasPrefix("#") { continue }
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw Misfit("line \(number) is not NAME: VALUE") }
      switch parts[0] {
      case "kind": kinds.append(FailureKind(parts[1]))
      case "in":
        let words = parts[1].split(separator: " ", maxSplits: 1)
        guard words.count == 2, let count: Int = PlainNumber.read(words[0]) else {
          throw Misfit("line \(number) is not in: COUNT SCENARIO")
        }
        counts[String(words[1])] = count
      default: values[parts[0]] = parts[1]
      }
    }
    func value(_ name: String) throws(Misfit) -> String {
      guard let value = values[name] else { throw Misfit("there is no line \(name):") }
      return value
    }
    func token(_ name: String) throws(Misfit) -> ReplayToken {
      let text = try value(name)
      do {
        return try TokenSource.token(text)
      } catch {
        throw Misfit("\(name): \(error)")
      }
    }
    func count<Number: FixedWidthInteger>(_ name: String) throws(Misfit) -> Number {
      guard let number: Number = PlainNumber.read(try value(name)) else {
        throw Misfit("\(name): is no whole number")
      }
      return number
    }
    statement = try value("class")
    first = try token("first")
    plainest = try token("plainest")
    runsBefore = try count("before")
    events = try count("events")
    isShrunk = try value("shrunk") == "yes"
    passes = try value("passes") == "yes"
    self.counts = counts
    self.kinds = kinds
    story = String(rest)
    guard text.last?.isNewline ?? false else { throw Misfit("its last line is cut off") }
  }
}
