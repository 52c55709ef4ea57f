public import Backend

/// A kind of file with recorded cases.
public protocol ConformanceSuite: Sendable {
  /// The name that the command line knows the suite by.
  static var name: String { get }

  /// The cases that a file of this kind holds.
  ///
  /// - Throws: `ConformanceShapeError` where the file has another shape.
  static func cases(in file: JSON) throws(ConformanceShapeError) -> [ConformanceCase]
}

/// One recorded case.
public struct ConformanceCase: Sendable {
  /// The name of the case in a report.
  public let name: String
  private let difference: @Sendable () -> String?

  /// A case that says what differs from its record, or nil.
  public init(_ name: String, difference: @escaping @Sendable () -> String?) {
    self.name = name
    self.difference = difference
  }

  /// Runs the case; returns its difference from the record, nil where there is none.
  public func run() -> String? { difference() }
}

/// The results of the cases of one or more files.
public struct ConformanceReport: Sendable {
  /// Cases that behaved as recorded.
  public private(set) var passed = 0
  /// One line for each case that didn't.
  public private(set) var failures: [String] = []

  /// Nothing has run yet.
  public init() {}

  /// Runs `cases` and notes what comes of them.
  public mutating func run(_ cases: [ConformanceCase]) {
    for testCase in cases {
      if let difference = testCase.run() {
        failures.append("FAIL \(testCase.name): \(difference)")
      } else {
        passed += 1
      }
    }
  }

  /// The last line of a report.
  public var summary: String { "\(passed) passed, \(failures.count) failed" }
}
