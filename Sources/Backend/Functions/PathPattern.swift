/// Locations of one shape, such as `chats/{chat}/messages/{message}`.
///
/// `{name}` takes one key; `{name=**}`, which can only stand last, takes all that follow, one at least.
/// Source: Firebase documentation, "Realtime Database triggers" and, for `**`, "Cloud Storage
/// Security Rules".
package struct PathPattern: Hashable, Sendable {
  /// One level of a pattern.
  enum Segment: Hashable, Sendable {
    case key(Key)
    case wildcard(String)
    case rest(String)
  }

  /// The texts that the wildcards of a pattern stand for, by name.
  package typealias Captures = [String: String]

  let segments: [Segment]
  /// The pattern as it was written.
  package let text: String

  /// A pattern.
  ///
  /// - Throws: `PathPatternError` where braces, names or keys are wrong.
  package init(parsing text: String) throws(PathPatternError) {
    var segments: [Segment] = []
    var names: [String] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/")) {
      guard segments.last.map(Self.takesOne) ?? true else {
        throw PathPatternError(pattern: text, problem: "something follows {…=**}: put it last")
      }
      let segment = try Self.segment(String(Substring(part)), of: text)
      switch segment {
      case .wildcard(let name), .rest(let name):
        if names.contains(name) {
          throw PathPatternError(
            pattern: text, problem: "two wildcards are named \(name): name them apart")
        }
        names.append(name)
      case .key: break
      }
      segments.append(segment)
    }
    self.segments = segments
    self.text = text
  }

  private static func takesOne(_ segment: Segment) -> Bool {
    if case .rest = segment { false } else { true }
  }

  private static func segment(
    _ part: String, of text: String
  ) throws(PathPatternError) -> Segment {
    // By bytes: each world parses the patterns of its functions, and characters take ten times as long.
    let bytes = part.utf8
    guard bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "}")) else {
      do throws(DataError) {
        return .key(try Key(validating: part, at: text))
      } catch {
        throw PathPatternError(pattern: text, problem: error.description)
      }
    }
    guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else {
      throw PathPatternError(
        pattern: text, problem: "\(part) is a wildcard in part: let it take a whole level")
    }
    var name = bytes.dropFirst().dropLast()
    let isRest = name.suffix(3).elementsEqual("=**".utf8)
    if isRest { name = name.dropLast(3) }
    guard isName(name) else {
      throw PathPatternError(
        pattern: text, problem: "\(part) has no name: write letters, digits and _ in the braces")
    }
    return isRest ? .rest(String(Substring(name))) : .wildcard(String(Substring(name)))
  }

  private static func isName(_ name: Substring.UTF8View) -> Bool {
    var isPlain = true
    for byte in name {
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "_"): break
      case 0x80...: isPlain = false
      default: return false
      }
    }
    if isPlain { return !name.isEmpty }
    return Substring(name).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Levels of the locations; at least, where the last wildcard takes several.
  package var depth: Int { segments.count }

  /// Returns the texts that the wildcards stand for at a location; nil where the location has another shape.
  package func captures(at path: Path) -> Captures? {
    guard path.depth >= segments.count else { return nil }
    var result: Captures = [:]
    var keys = path.keys
    for segment in segments {
      guard let key = keys.first else { return nil }
      switch segment {
      case .key(let expected): guard key == expected else { return nil }
      case .wildcard(let name): result[name] = key.text
      case .rest(let name):
        result[name] = keys.map(\.text).joined(separator: "/")
        return result
      }
      keys = keys.dropFirst()
    }
    return keys.isEmpty ? result : nil
  }

  /// Whether a key can stand at a level, counted from 0.
  func takes(_ key: Key, at level: Int) -> Bool {
    if case .key(let expected) = segments[level] { return key == expected }
    return true
  }
}

extension PathPattern: CustomStringConvertible {
  /// The pattern as it was written.
  package var description: String { text }
}

/// An error in a path pattern.
public struct PathPatternError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text.
  public let pattern: String
  /// The problem and the remedy.
  public let problem: String

  /// The text and the problem.
  public var description: String { "path pattern \"\(pattern)\": \(problem)" }
}
