import Backend

/// A value in a file of cases, with its place for messages.
struct ConformanceValue {
  let json: JSON
  let place: String

  init(_ json: JSON, at place: String = "$") {
    self.json = json
    self.place = place
  }

  private func expected(_ what: String) -> ConformanceShapeError {
    ConformanceShapeError(place: place, expected: what)
  }

  /// A member; a missing one reads as null.
  subscript(name: String) -> ConformanceValue {
    ConformanceValue(json[name] ?? .null, at: "\(place).\(name)")
  }

  /// The value, or nil where it is null or missing.
  var ifPresent: ConformanceValue? { json.isNull ? nil : self }

  func string() throws(ConformanceShapeError) -> String {
    guard let value = json.string else { throw expected("a string") }
    return value
  }

  func bool() throws(ConformanceShapeError) -> Bool {
    guard let value = json.bool else { throw expected("true or false") }
    return value
  }

  func integer() throws(ConformanceShapeError) -> Int {
    guard let value = json.number.flatMap({ Int(exactly: $0) }) else {
      throw expected("a whole number")
    }
    return value
  }

  func array() throws(ConformanceShapeError) -> [ConformanceValue] {
    guard let elements = json.array else { throw expected("an array") }
    return elements.enumerated().map { ConformanceValue($1, at: "\(place)[\($0)]") }
  }

  func members() throws(ConformanceShapeError) -> [(name: String, value: ConformanceValue)] {
    guard let members = json.object else { throw expected("an object") }
    return members.map { ($0.name, ConformanceValue($0.value, at: "\(place).\($0.name)")) }
  }

  func scalar() throws(ConformanceShapeError) -> Scalar {
    switch json {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .null, .array, .object: throw expected("a value without children")
    }
  }

  /// Data for the database.
  func node() throws(ConformanceShapeError) -> Node {
    do throws(DataError) { return try Node(json) } catch {
      throw expected("data that the database takes (\(error))")
    }
  }

  /// A location.
  func path() throws(ConformanceShapeError) -> Path {
    let text = try string()
    do throws(DataError) { return try Path(parsing: text) } catch {
      throw expected("a location (\(error))")
    }
  }

  /// The value with `old` replaced by `new` in all strings and names.
  func replacing(_ old: String, with new: String) -> ConformanceValue {
    ConformanceValue(Self.replace(old, with: new, in: json), at: place)
  }

  private static func replace(_ old: String, with new: String, in json: JSON) -> JSON {
    switch json {
    case .string(let text):
      .string(text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
    case .array(let elements): .array(elements.map { replace(old, with: new, in: $0) })
    case .object(let members):
      .object(
        members.map {
          let name = $0.name.split(separator: old, omittingEmptySubsequences: false)
          return .init(name.joined(separator: new), replace(old, with: new, in: $0.value))
        })
    case .null, .bool, .number: json
    }
  }
}

/// A file that doesn't have the shape of its suite.
public struct ConformanceShapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The place where it departs from the shape, as a path of names and indices.
  public let place: String
  /// The value that should stand there.
  public let expected: String

  /// The place and what should stand there.
  public var description: String { "at \(place): \(expected) should stand here" }
}
