internal import Simulator

/// The headers of a message, in the order in which they were set; names count the same in upper and lower case (RFC 9110, 5.1).
public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var fields: [Field] = []

  private struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// Headers with names that differ.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a header; nil where it is not there. Setting it to nil takes it away.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      let place = fields.firstIndex { $0.name.lowercased() == name.lowercased() }
      switch (place, newValue) {
      case (let place?, let value?): fields[place] = Field(name: fields[place].name, value: value)
      case (let place?, nil): fields.remove(at: place)
      case (nil, let value?): fields.append(Field(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a header beside those of its name, as `Set-Cookie` may come several times.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The values of all headers of a name.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// All names and values.
  public var all: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

  var byteCount: Int { fields.reduce(2) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } }

  func digest(into hash: inout StableHash) {
    for field in fields {
      hash.mix(field.name)
      hash.mix(field.value)
    }
  }
}
