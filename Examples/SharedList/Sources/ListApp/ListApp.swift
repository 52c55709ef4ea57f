import Rehearsal

/// A shopping list that several people share, also while they have no network.
public actor ListApp: PhoneApp {
  public nonisolated let lane: Lane
  private let services: PhoneServices<ListScreen>
  private(set) var list = ShoppingList()
  /// The changes that are not on the disk.
  private var unkept = DiskTransaction()
  static let heard = DiskTable<Node>("heard")
  static let pending = DiskTable<Edit>("pending")

  public init(services: PhoneServices<ListScreen>, configuration: Void) {
    lane = services.lane
    self.services = services
  }

  public func start() {
    guard let disk = try? services.process.storedImage() else { return }
    list.heard = disk.row("items", in: Self.heard) ?? .empty
    for (_, edit) in disk.rows(in: Self.pending) { list.keep(edit) }
    services.show(list.screen)
    services.listen(to: QuerySpec("/items"), on: self) { $0.hear($1) }
    // The database forgets its queue when the app dies.
    for edit in list.pending { send(edit) }
  }

  func add(_ name: String) { set(.name, of: services.newKey(), to: .string(name)) }

  /// Sets a field: first on the disk, then on the screen, then at the backend.
  func set(_ field: Edit.Field, of item: Key, to value: Scalar) {
    let edit = list.edit(item, field, to: value, at: services.process.wallMilliseconds)
    list.keep(edit)
    commit { $0.put(edit, at: "\(edit.place)", in: Self.pending) }
    send(edit)
  }

  private func send(_ edit: Edit) {
    services.set(Path("/items").appending(edit.place), to: edit.node, on: self) { app, _ in
      // Taken, or refused because a newer edit is there already: either way it is answered.
      guard app.list.forget(edit) else { return }
      app.commit { $0.delete("\(edit.place)", in: Self.pending) }
    }
  }

  private func hear(_ news: RaisedEvent.Content) {
    guard case .data(let event) = news else { return }
    list.heard = event.node
    commit { $0.put(event.node, at: "items", in: Self.heard) }
  }

  /// Follows how often somebody has gone shopping.
  func openTrips() {
    services.listen(to: QuerySpec("/trips"), on: self) { app, news in
      guard case .data(let event) = news else { return }
      app.list.trips = Self.count(event.node)
      app.services.show(app.list.screen)
    }
  }

  /// Counts a trip, by a transaction: others may count at the same time.
  func countTrip() {
    services.transaction("/trips", on: self) { Node(.number(Double(Self.count($0) + 1))) }
  }

  /// Counts the trips anew.
  func resetTrips() { services.set("/trips", to: 0, on: self) }

  private static func count(_ node: Node) -> Int {
    if case .number(let count)? = node.scalar { Int(count) } else { 0 }
  }

  /// Makes changes of the disk durable, then shows the list. What a full disk does not take is tried again.
  private func commit(_ change: (inout DiskTransaction) -> Void = { _ in }) {
    change(&unkept)
    guard (try? services.process.commit(unkept)) != nil else {
      services.process.schedule(after: .seconds(5), on: lane, background: true) { [weak self] in
        self?.post { $0.commit() }
      }
      return
    }
    unkept = DiskTransaction()
    services.show(list.screen)
  }
}
