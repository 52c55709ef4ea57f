import Foundation
import Simulator

/// The last events of a run that ends its process, recorded while it is played once more with its journal told entry by
/// entry.
struct Witness {
  private var entries = LastEntries()
  /// The instant of the last entry.
  private(set) var instant = Instant.zero

  /// Takes an entry.
  mutating func see(_ line: JournalLine) {
    instant = Instant(nanoseconds: line.nanoseconds)
    guard line.kind != .step else { return }
    entries.add(line.text, at: instant, about: JournalSource(line.subject))
  }

  /// The last events of each subject, subjects by the order of their first event.
  var timelines: [Journal.Timeline] { entries.timelines }
}

/// The last words of a process: what it printed, and the functions that it was in.
struct LastWords {
  /// The lines that are told.
  let lines: [String]
  /// The place in the scenario's file, or else the innermost place in any source file.
  let location: CodeLocation?

  /// Functions that call whatever a scenario does.
  private static let drivers = [
    "World.run(", "World.drive(", "UnownedJob.runSynchronously", "in Scenario.init<",
    "static Runner.", "Lane.spawn(",
  ]
  /// What a backtrace begins with, the second where an optimized build trapped by itself.
  private static let headings = ["*** Program crashed", failureHeading]
  private static let failureHeading = "*** Swift runtime failure: "
  private static let mostPrinted = 20
  private static let mostFrames = 16

  /// Reads what a process has left on its standard error.
  ///
  /// - Parameter home: The place where the scenario is declared: a frame in its file is told first.
  init(_ text: String, home: CodeLocation) {
    let all = text.split(whereSeparator: \.isNewline).map(String.init)
    let crash =
      all.firstIndex { line in Self.headings.contains { line.hasPrefix($0) } } ?? all.endIndex
    // What the runtime's own reporter of crashes says of itself, such as that a thread could not be stopped in time.
    let printed = all[..<crash].filter {
      !$0.hasPrefix("*** Signal ") && !$0.hasPrefix("swift-runtime: ")
    }
    // Below the step of the scenario there is only the simulator, which drives it.
    let frames = all[crash...].compactMap(Self.frame).prefix { frame in
      !Self.drivers.contains { frame.text.contains($0) }
    }
    let places = frames.compactMap(\.location)
    location =
      places.first { "/\(home.filePath)".hasSuffix("/\($0.filePath)") } ?? places.first
    lines =
      Array(printed.suffix(Self.mostPrinted)) + Self.failure(all[crash...].first)
      + Self.folded(frames.map(\.text))
  }

  /// The kind of a trap as an optimized build tells it, which prints no message.
  private static func failure(_ heading: String?) -> [String] {
    guard let heading, heading.hasPrefix(failureHeading) else { return [] }
    return [heading.drop { $0 == "*" || $0 == " " }.split(separator: " ***").joined()]
  }

  /// The functions with those that call themselves told once.
  private static func folded(_ frames: [String]) -> [String] {
    var folded: [(text: String, count: Int)] = []
    for frame in frames {
      if folded.last?.text == frame {
        folded[folded.count - 1].count += 1
      } else {
        folded.append((frame, 1))
      }
    }
    let told = folded.prefix(mostFrames).map { $0.count > 1 ? "\($0.text), and again" : $0.text }
    return told + (folded.count > mostFrames ? ["… and \(folded.count - mostFrames) more"] : [])
  }

  /// Reads a line such as `2 [inlined] 0x1f go() + 63 in rehearse at /a/b.swift:2:34` of Swift's backtraces.
  ///
  /// An instruction that the compiler assigned to no line has only its file, and one that was inlined into another module a path
  /// from the package's folder.
  private static func frame(_ line: String) -> (text: String, location: CodeLocation?)? {
    guard let at = line.range(of: " at ", options: .backwards), !line.contains("[system]") else {
      return nil
    }
    let place = line[at.upperBound...].split(separator: ":")
    guard let path = place.first.map(String.init), path.hasSuffix(".swift") else { return nil }
    let words = line[..<at.lowerBound].split(separator: " ").drop {
      Int($0) != nil || $0.hasPrefix("0x") || $0.hasPrefix("[")
    }
    var name = words.joined(separator: " ")
    if let module = name.range(of: " in ", options: .backwards) {
      name = String(name[..<module.lowerBound])
    }
    if let offset = name.range(of: " + ", options: .backwards) {
      name = String(name[..<offset.lowerBound])
    }
    let names = path.split(separator: "/").suffix(2).joined(separator: "/")
    guard let number = place.dropFirst().first.flatMap({ Int($0) }), number > 0 else {
      return ("\(name) at \(names)", nil)
    }
    return (
      "\(name) at \(names):\(number)",
      CodeLocation(fileID: names, filePath: path, line: number)
    )
  }
}
