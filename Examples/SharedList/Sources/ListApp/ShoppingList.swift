import Rehearsal

/// One field of an item, as somebody set it. Fields are merged one by one.
public struct Edit: Hashable, Sendable, Digestible {
  public enum Field: String, Sendable { case name, ticked, removed }

  public let item: Key
  public let field: Field
  public let value: Scalar
  /// Milliseconds since 1970, later than every edit of the field that the phone knew.
  public let at: Double

  /// The path of the edit below `/items`, and the data at it.
  public var place: Path { [item, Key(field.rawValue)] }
  public var node: Node { ["value": Node(value), "at": Node(.number(at))] }
}

/// The list as a phone has it: what it has heard from the backend, and its person's edits that are not answered yet.
struct ShoppingList {
  /// The backend's data below `/items`, as far as the phone knows them.
  var heard = Node.empty
  /// The newest edit of each field that the backend has not answered, in the order in which they were made.
  private(set) var pending: [Edit] = []
  /// How often somebody has gone shopping; nil until the person looks.
  var trips: Int?

  /// Takes an edit in the place of an earlier one of the same field.
  mutating func keep(_ edit: Edit) {
    pending = pending.filter { $0.place != edit.place } + [edit]
  }

  /// Forgets an edit; returns false where a newer one has its place.
  mutating func forget(_ edit: Edit) -> Bool {
    defer { pending.removeAll { $0 == edit } }
    return pending.contains(edit)
  }

  /// An edit that is newer than all that the phone knows of the field, even where its clock is behind.
  func edit(_ item: Key, _ field: Edit.Field, to value: Scalar, at time: Int64) -> Edit {
    let last = newest(field, of: item)?.at ?? 0
    return Edit(item: item, field: field, value: value, at: max(Double(time), last + 1))
  }

  /// The newest edit of a field: the one that the rules will let stand.
  private func newest(_ field: Edit.Field, of item: Key) -> Edit? {
    let mine = pending.first { $0.item == item && $0.field == field }
    let node = heard[child: item][child: Key(field.rawValue)]
    guard let value = node[child: "value"].scalar,
      case .number(let time)? = node[child: "at"].scalar, time > mine?.at ?? 0
    else { return mine }
    return Edit(item: item, field: field, value: value, at: time)
  }

  var screen: ListScreen {
    let items = Set(heard.children.map(\.key) + pending.map(\.item)).sorted()
    return ListScreen(
      lines: items.compactMap { item in
        guard newest(.removed, of: item) == nil,
          case .string(let name)? = newest(.name, of: item)?.value
        else { return nil }
        return ListScreen.Line(
          item: item, name: name, isTicked: newest(.ticked, of: item)?.value == true,
          isPending: pending.contains { $0.item == item })
      }, trips: trips)
  }
}

/// The list on the screen. A line is pending while the backend has to answer an edit of it.
public struct ListScreen: Equatable, Sendable, Digestible, CustomStringConvertible {
  public struct Line: Hashable, Sendable {
    public let item: Key
    public let name: String
    public let isTicked: Bool
    public let isPending: Bool
  }

  public let lines: [Line]
  /// The number of trips to the shop; nil until the person looks.
  public let trips: Int?
  public subscript(name: String) -> Line? { lines.first { $0.name == name } }

  public var description: String {
    let items = lines.map { "\($0.isTicked ? "☑" : "☐") \($0.name)\($0.isPending ? " …" : "")" }
    return (items + (trips.map { ["trips: \($0)"] } ?? [])).joined(separator: "\n")
  }
}

extension ScreenElement where Screen == ListScreen, Content == ListScreen.Line {
  /// The line of an item, by its name.
  public static func line(_ name: String) -> Self { Self("line", id: name) { $0[name] } }
}
