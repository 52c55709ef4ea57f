import Rehearsal

/// What a person can do with the list, as data: generated days are made of it.
public enum ListGesture: DayGesture {
  case add(String)
  case rename(String, to: String)
  case tick(String)
  case remove(String)

  public var kind: String {
    switch self {
    case .add: "add"
    case .rename: "rename"
    case .tick: "tick"
    case .remove: "remove"
    }
  }

  public func source(on phone: String, makes name: String?) -> String {
    switch self {
    case .add(let item): "await \(phone).add(\"\(item)\")"
    case .rename(let item, let other): "await \(phone).rename(\"\(item)\", to: \"\(other)\")"
    case .tick(let item): "await \(phone).tick(\"\(item)\")"
    case .remove(let item): "await \(phone).remove(\"\(item)\")"
    }
  }
}

extension ListWorld: DayWorld {
  public func offers(
    on phone: Phone<ListApp>, _ draws: inout DayDraws
  ) async -> [DayOffer<ListGesture>] {
    let new = "item \(draws.number(in: 1...999))"
    guard let line = draws.pick(phone.display.screen?.lines ?? []) else {
      return [DayOffer(.add(new))]
    }
    return [
      DayOffer(.add(new), weight: 3), DayOffer(.rename(line.name, to: new), weight: 4),
      DayOffer(.tick(line.name), weight: 2), DayOffer(.remove(line.name)),
    ]
  }

  public func perform(
    _ gesture: ListGesture, on phone: Phone<ListApp>, makes name: String?
  ) async throws -> String? {
    do {
      switch gesture {
      case .add(let item): try await phone.attempt("add", item) { $0.add(item) }
      case .rename(let item, let other): try await set(.name, of: item, to: .string(other), phone)
      case .tick(let item): try await set(.ticked, of: item, to: true, phone)
      case .remove(let item): try await set(.removed, of: item, to: true, phone)
      }
    } catch let error as GestureRefused {
      return error.reason
    }
    return nil
  }

  private func set(
    _ field: Edit.Field, of name: String, to value: Scalar, _ phone: Phone<ListApp>
  ) async throws {
    try await phone.attempt(
      "set \(field)", name,
      missing: { $0.list.screen[name] == nil ? "no \(name) on its list" : nil },
      { app in if let line = app.list.screen[name] { app.set(field, of: line.item, to: value) } })
  }

  /// At rest every phone shows the items of the backend that nobody has removed, and nothing waits.
  public func differences(among phones: [Phone<ListApp>]) async -> [DayDifference] {
    let items = await backend.read("/items")
    let wanted = items.children.filter { $0.node["removed"].isEmpty }.map { item, fields in
      "\(item) \(fields["name"]["value"]) \(!fields["ticked"].isEmpty)"
    }
    return phones.compactMap { phone in
      let lines = phone.display.screen?.lines ?? []
      let shown = lines.map { "\($0.item) \(Node(.string($0.name))) \($0.isTicked)" }
      if shown == wanted, !lines.contains(where: \.isPending) { return nil }
      return DayDifference(
        "the list on every phone to be the backend's", "\(phone.name) shows \(shown)",
        "it must show \(wanted)")
    }
  }
}
