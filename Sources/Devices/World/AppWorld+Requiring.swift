internal import Harness
internal import Simulator

// What a scenario has found out by itself, and requires to be so.

extension AppWorld {
  /// Requires something that a scenario has found out by itself.
  ///
  /// Its failure can show no value: where something is compared, ``require(_:is:_:fileID:filePath:line:)`` and its like do.
  ///
  /// - Throws: ``RequirementFailed``; the run has failed then.
  public func require(
    _ condition: Bool, _ expected: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    world.reaches(fileID, filePath, line)
    guard !condition else { return }
    throw refuse(
      expected(), values: [], at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires a value that a scenario has found out by itself to be this one; the failure shows both.
  ///
  /// ```swift
  /// try world.require(await world.readBy(hello, in: chat).count, is: 2, "the readers that the backend has stored")
  /// ```
  ///
  /// - Parameter what: The value in words.
  /// - Throws: ``RequirementFailed``; the run has failed then, with the screens of all phones.
  public func require<Value: Equatable>(
    _ value: Value, is expected: Value, _ what: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    try require(
      value == expected, what(), value, "to be \(ShownValue.text(expected))",
      but: "not \(ShownValue.text(expected))",
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires a value that a scenario has found out by itself to be another one; the failure shows it.
  ///
  /// ```swift
  /// try world.require(second, isNot: first, "the token after the restart")
  /// ```
  ///
  /// - Parameter what: The value in words.
  /// - Throws: ``RequirementFailed``; the run has failed then, with the screens of all phones.
  public func require<Value: Equatable>(
    _ value: Value, isNot excluded: Value, _ what: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    try require(
      value != excluded, what(), value, "to be another than \(ShownValue.text(excluded))",
      but: "and not another",
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires a value that a scenario has found out by itself to be in a range; the failure shows both.
  ///
  /// ```swift
  /// try world.require(sent, in: ..<1_000_000, "the bytes that were sent")
  /// ```
  ///
  /// - Parameter what: The value in words.
  /// - Throws: ``RequirementFailed``; the run has failed then, with the screens of all phones.
  public func require<Wanted: RangeExpression>(
    _ value: Wanted.Bound, in range: Wanted, _ what: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws {
    try require(
      range.contains(value), what(), value, "to be \(ShownValue.text(range: range))",
      but: "not \(ShownValue.text(range: range))",
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires a list that a scenario has found out by itself to have this item in it; the failure shows the list.
  ///
  /// ```swift
  /// try world.require(await world.members(of: group), includes: "frank", "the members at the backend")
  /// ```
  ///
  /// - Parameter what: The list in words.
  /// - Throws: ``RequirementFailed``; the run has failed then, with the screens of all phones.
  public func require<List: Sequence>(
    _ list: List, includes item: List.Element, _ what: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws where List.Element: Equatable {
    try require(
      list.contains(item), what(), list, "to include \(ShownValue.text(item))",
      but: "without \(ShownValue.text(item))",
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires a list that a scenario has found out by itself not to have this item in it; the failure shows the list.
  ///
  /// - Parameter what: The list in words.
  /// - Throws: ``RequirementFailed``; the run has failed then, with the screens of all phones.
  public func require<List: Sequence>(
    _ list: List, excludes item: List.Element, _ what: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws where List.Element: Equatable {
    try require(
      !list.contains(item), what(), list, "not to include \(ShownValue.text(item))",
      but: "with \(ShownValue.text(item))",
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires there to be a value, and returns it.
  ///
  /// ```swift
  /// let hello = try world.require(await alice.submit(), "a message")
  /// ```
  ///
  /// - Parameter what: The value in words.
  /// - Throws: ``RequirementFailed``; the run has failed then, with the screens of all phones.
  public func require<Value>(
    _ value: Value?, _ what: @autoclosure () -> String,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws -> Value {
    world.reaches(fileID, filePath, line)
    if let value { return value }
    let what = what()
    throw refuse(
      what, values: ["✗ \(what): none"],
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Requires what is wanted of a value to be so; the failure shows the value, and in what it differs.
  private func require<Value>(
    _ isMet: Bool, _ what: @autoclosure () -> String, _ value: Value,
    _ wanted: @autoclosure () -> String, but difference: @autoclosure () -> String,
    at location: CodeLocation
  ) throws {
    world.reaches(location)
    guard !isMet else { return }
    let what = what()
    throw refuse(
      "\(what) \(wanted())", values: ["✗ \(what): \(ShownValue.text(value)), \(difference())"],
      at: location)
  }

  /// Ends the run as failed, with the screens of all phones.
  private func refuse(
    _ text: String, values: [String], at location: CodeLocation
  ) -> RequirementFailed {
    world.fail(
      Failure(
        kind: "expectation", expected: text, observed: world.isTold ? stage.allScreens : [],
        location: location, values: values))
    return RequirementFailed(description: "expected \(text)")
  }
}

/// Thrown where something that a scenario requires is not so; the run has failed already.
public struct RequirementFailed: Error, CustomStringConvertible {
  /// The requirement that failed.
  public let description: String
}
