import Backend

/// The rules of file storage in the recordings.
///
/// Only what they need of the language is read: `match` blocks, and `allow` with the conditions `true`, `false` and whether somebody
/// is signed in. Anything else is told, and fails the case.
enum RecordedStorageRules {
  /// The rules that a rules file holds.
  static func rules(_ text: String) throws -> StorageRules {
    var blocks: [String] = []
    var rules: [StorageRules.Rule] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first else { continue }
      switch first {
      case "service", "match": blocks.append(first == "match" && words.count > 1 ? words[1] : "")
      case "}": _ = blocks.popLast()
      case "allow": rules.append(try rule(String(line), at: blocks.joined()))
      default: break
      }
    }
    return StorageRules(rules)
  }

  private static func rule(_ line: String, at place: String) throws -> StorageRules.Rule {
    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
    let condition = parts.count > 1 ? parts[1].filter { $0 != " " } : "iftrue;"
    let allowed: @Sendable (StorageRequest) -> Bool
    switch condition {
    case "iftrue;": allowed = { _ in true }
    case "iffalse;": allowed = { _ in false }
    case "ifrequest.auth!=null;": allowed = { $0.uid != nil }
    default: throw RejectedCall(problem: "the storage rule \(condition) isn't modelled")
    }
    var operations: Set<StorageRequest.Operation> = []
    for name in parts[0].split(whereSeparator: { $0 == " " || $0 == "," }).dropFirst() {
      switch name {
      case "read": operations.formUnion([.get, .list])
      case "write": operations.formUnion([.create, .update, .delete])
      case "get": operations.insert(.get)
      case "list": operations.insert(.list)
      case "create": operations.insert(.create)
      case "update": operations.insert(.update)
      case "delete": operations.insert(.delete)
      default: throw RejectedCall(problem: "the storage method \(name) isn't modelled")
      }
    }
    let prefix = "/b/{bucket}/o"
    let pattern = place.hasPrefix(prefix) ? String(place.dropFirst(prefix.count)) : place
    return try StorageRules.Rule(pattern, operations) { request, _ in allowed(request) }
  }
}
