package import Simulator

/// The way of the last change of a thing, such as a message, from phone to phone: how far it has come.
package struct Trail: Hashable, Sendable {
  /// The end of the way so far.
  package enum End: Hashable, Sendable {
    /// A phone sent a change that has not arrived at the backend.
    case sent(by: String, at: Instant)
    /// The backend refused a change; with its words.
    case refused(at: Instant, String)
    /// The backend made a change, and has told the one who looks nothing of it.
    case untold(at: Instant, String)
    /// The backend's message is on its way to the one who looks.
    case underWay(at: Instant)
    /// The one who looks knows the last change that the backend made; with the backend's words.
    case known(at: Instant, String)
  }

  /// The id of the thing.
  package let id: String
  /// The phone that looks at it.
  package let observer: String
  package let end: End

  /// Describes a trail.
  package init(id: String, observer: String, end: End) {
    self.id = id
    self.observer = observer
    self.end = end
  }

  /// Follows a thing through the entries of a journal; nil where they don't tell of it, or not for sure.
  package init?(of id: String, for observer: String, in entries: [Journal.Entry]) {
    guard let backend = entries.first(where: { $0.kind == .backend })?.subject else { return nil }
    var paths: Set<String> = []
    var change: Journal.Entry?
    var refusal: Journal.Entry?
    for entry in entries where entry.kind == .backend && entry.text.contains(id) {
      if entry.text.hasPrefix("backend commit ") {
        paths.formUnion(Self.paths(in: entry.text).filter { $0.contains(id) })
        change = entry
      } else if entry.text.hasPrefix("refused ") {
        refusal = entry
      }
    }
    let touches = { (text: String) in
      Self.paths(in: text).contains { path in
        path.contains(id) || path == "/" || paths.contains { $0.hasPrefix(path + "/") }
      }
    }
    self.id = id
    self.observer = observer
    // A change on its way to the backend.
    var sent: (owner: String, instant: Instant)?
    for entry in entries where entry.kind == .message && entry.subject.hasSuffix("→" + backend) {
      guard Self.writes.contains(where: entry.text.contains), touches(entry.text) else { continue }
      let owner = String(entry.subject.dropLast(1 + backend.count))
      if entry.text.hasPrefix("arrived ") {
        if sent?.owner == owner { sent = nil }
      } else if entry.text.hasPrefix("sent ") {
        sent = sent ?? (owner, entry.instant)
      }
    }
    if let sent, sent.instant > change?.instant ?? .zero {
      end = .sent(by: sent.owner, at: sent.instant)
      return
    }
    if let refusal, refusal.instant >= change?.instant ?? .zero {
      end = .refused(at: refusal.instant, refusal.text)
      return
    }
    guard let change else { return nil }
    let way = entries.filter {
      $0.kind == .message && $0.subject == backend + "→" + observer
        && $0.instant >= change.instant
    }
    // The answer to a read names no path.
    if way.contains(where: { $0.text.contains(" answer #") }) { return nil }
    let changed = Self.paths(in: change.text).filter { $0.contains(id) }
    let told = way.filter { entry in
      entry.text.contains("push /")
        && Self.paths(in: entry.text).contains { path in
          path == "/"
            || changed.contains {
              $0 == path || $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/")
            }
        }
    }
    let isOwn = entries.contains {
      $0.kind == .message && $0.subject == observer + "→" + backend && $0.instant == change.instant
        && $0.text.hasPrefix("arrived ") && touches($0.text)
    }
    if isOwn || told.contains(where: { $0.text.hasPrefix("arrived ") }) {
      end = .known(at: change.instant, change.text)
    } else if let first = told.first {
      end = .underWay(at: first.instant)
    } else {
      end = .untold(at: change.instant, change.text)
    }
  }

  private static let writes = [" put /", " put-if /", " merge /"]

  /// The paths that a line of the journal names; those in brackets are below the one before them.
  static func paths(in text: String) -> [String] {
    var paths: [String] = []
    var base: String?
    var isInside = false
    for word in text.split(separator: " ") {
      var word = word
      if word.hasPrefix("["), base != nil {
        // Many paths are told by their number: any below the base.
        isInside = true
        word = word.dropFirst()
        if word.hasPrefix("/"), paths.last == base { paths.removeLast() }
      }
      let isLast = isInside && word.contains("]")
      let path = word.prefix { !",]".contains($0) }
      if path.hasPrefix("/") {
        if isInside, let base {
          paths.append((base == "/" ? "" : base) + path)
        } else {
          base = String(path)
          paths.append(String(path))
        }
      }
      if isLast {
        isInside = false
        base = nil
      }
    }
    return paths
  }
}

extension StoryEvent {
  /// The last message of the backend that brought data to a phone; nil where there is none.
  package init?(lastNewsTo observer: String, in entries: [Journal.Entry]) {
    let entry = entries.last {
      $0.kind == .message && $0.subject.hasSuffix("→" + observer)
        && $0.text.hasPrefix("arrived ") && $0.text.contains("push /")
    }
    guard let entry, let start = entry.text.firstRange(of: "push /")?.lowerBound else { return nil }
    self.init(
      instant: entry.instant, subject: observer, text: String(entry.text[start...]), weight: 0)
  }
}
