/// A row of a disk as a line for a person: its properties by name, those that are nil or empty left out.
///
/// Sets and dictionaries are sorted, so that the same row has the same text in every process.
enum RowText {
  /// The longest text in characters; what is longer is cut.
  private static let longest = 600

  /// The text of a row.
  static func text(of row: Any) -> String {
    let text = properties(of: Mirror(reflecting: row)) ?? value(row)
    if text.isEmpty { return "present" }
    return text.count > longest ? text.prefix(longest) + "…" : text
  }

  /// The properties of a structure or an object by name; nil for any other value.
  private static func properties(of mirror: Mirror) -> String? {
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class,
      !mirror.children.isEmpty
    else { return nil }
    return mirror.children.compactMap { label, child in
      let text = value(child)
      if text.isEmpty || text == "[]" || text == "[:]" { return nil }
      return label.map { "\($0): \(text)" } ?? text
    }.joined(separator: ", ")
  }

  private static func value(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { Self.value($0.value) } ?? ""
    case .collection:
      // A cast would take any empty array for one of bytes.
      if type(of: value) == [UInt8].self, !mirror.children.isEmpty {
        return "\(mirror.children.count) bytes"
      }
      return "[\(mirror.children.map { Self.value($0.value) }.joined(separator: ", "))]"
    case .set:
      return "[\(mirror.children.map { Self.value($0.value) }.sorted().joined(separator: ", "))]"
    case .dictionary:
      let pairs = mirror.children.map { pair in
        Mirror(reflecting: pair.value).children.map { Self.value($0.value) }
          .joined(separator: ": ")
      }
      return "[\(pairs.isEmpty ? ":" : pairs.sorted().joined(separator: ", "))]"
    default: break
    }
    if let text = value as? String { return text.isEmpty ? "" : "“\(text)”" }
    if let told = value as? any CustomStringConvertible { return told.description }
    if mirror.displayStyle == .enum, let payload = mirror.children.first {
      let inner = properties(of: Mirror(reflecting: payload.value)) ?? Self.value(payload.value)
      return "\(payload.label ?? "")(\(inner))"
    }
    if let properties = properties(of: mirror) { return "(\(properties))" }
    return "\(value)"
  }
}
