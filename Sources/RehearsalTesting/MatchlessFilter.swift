import Foundation
import Harness
import Simulator
import SystemSupport
public import Testing

/// Makes a test run fail whose `--filter` matches no test.
///
/// `swift test --filter NAME` ends with 0 where no test is called so: Swift Testing ends with EX_UNAVAILABLE, and SwiftPM
/// takes that for success with a warning. Traits are made when tests are looked for, before the filter; this one changes
/// that exit status to 1. It can do so where the C library tells the exit status to exit handlers, as glibc does, and
/// does so where no test of the package is an XCTest, which the same filter may have matched.
public struct MatchlessFilterTrait: SuiteTrait {}

extension Trait where Self == MatchlessFilterTrait {
  /// Makes a test run fail whose `--filter` matches no test.
  ///
  /// - Parameters:
  ///   - names: The names of the scenarios, of which the nearest are suggested.
  ///   - hasXCTests: Whether the package has tests of XCTest.
  public static func failsWithoutMatch(among names: [String], hasXCTests: Bool) -> Self {
    let filters = MatchlessFilter.filters(in: CommandLine.arguments)
    if !filters.isEmpty, !hasXCTests {
      CurrentProcess.replaceExitStatus(
        CurrentProcess.noTestsFoundStatus, with: 1,
        message: MatchlessFilter.message(filters: filters, names: names))
    }
    return MatchlessFilterTrait()
  }
}

/// The message about a filter that matches no test.
enum MatchlessFilter {
  /// The values of `--filter` among the arguments of a test process.
  static func filters(in arguments: [String]) -> [String] {
    arguments.indices.compactMap { index in
      if arguments[index] == "--filter", index + 1 < arguments.count { return arguments[index + 1] }
      let prefix = "--filter="
      return arguments[index].hasPrefix(prefix)
        ? String(arguments[index].dropFirst(prefix.count)) : nil
    }
  }

  /// The message, with names that may have been meant.
  static func message(filters: [String], names: [String]) -> String {
    let asked = filters.map { "--filter \($0)" }.joined(separator: " ")
    let near = filters.flatMap { filter in
      names.map { ($0, EditDistance.between($0.lowercased(), filter.lowercased())) }
        .filter { $0.1 <= max(2, filter.count / 3) }
        .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
    }
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"
    return "error: no test matches \(asked)\(hint) `swift test list` shows what there is\n"
  }
}
