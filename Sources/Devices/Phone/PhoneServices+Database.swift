public import Backend
public import Simulator

// The database, heard and answered on the app's own actor. The client has a lane of its own, as the platform's has a
// queue; these calls post to it, and what it answers comes back as a step of the app.

extension PhoneServices {
  /// Listens to a query; `app` hears of each event in a step of its own, first of what is known already.
  ///
  /// The app is not kept alive by its listeners, and hears nothing once its process has died.
  ///
  /// ```swift
  /// services.listen(to: QuerySpec("/items"), on: self) { app, news in app.learn(news) }
  /// ```
  ///
  /// - Parameter kinds: The events that it wants; the whole value at each change by default.
  @discardableResult
  public func listen<App: LaneActor>(
    to query: QuerySpec, for kinds: EventKinds = .value, on app: App,
    _ handler: @escaping @Sendable (isolated App, RaisedEvent.Content) -> Void
  ) -> ListenerRegistration {
    let id = WorldBound<ListenerID?>(nil, in: lane.world)
    let process = process
    process.noteAttempt("listen to the database")
    database.post { database in
      let listener = database.listen(to: query, for: kinds) { [weak app] content in
        app?.post { app in
          if process.isAlive { handler(app, content) }
        }
      }
      id.withValue { $0 = listener }
    }
    return ListenerRegistration(query: query, database: database, id: id)
  }

  /// Replaces a location's value; `app` hears of the answer in a step of its own.
  ///
  /// The client keeps the write in its queue until the server answers, which takes a network. A process that dies before
  /// hears no answer, and the queue dies with it.
  public func set<App: LaneActor>(
    _ path: Path, to node: Node, on app: App,
    _ answered: @escaping @Sendable (isolated App, WriteOutcome) -> Void = { _, _ in }
  ) {
    let process = process
    process.noteAttempt("write to the database")
    database.post { database in
      database.set(path, to: node) { [weak app] outcome in
        app?.post { app in
          if process.isAlive { answered(app, outcome) }
        }
      }
    }
  }

  /// Replaces several paths below a location, all or none; `app` hears of the answer as with ``set(_:to:on:_:)``.
  ///
  /// - Parameter changes: Paths relative to the location, none of them within another.
  public func update<App: LaneActor>(
    _ path: Path = .root, _ changes: [PathChange], on app: App,
    _ answered: @escaping @Sendable (isolated App, WriteOutcome) -> Void = { _, _ in }
  ) {
    let process = process
    process.noteAttempt("write to the database")
    database.post { database in
      database.update(path, changes) { [weak app] outcome in
        app?.post { app in
          if process.isAlive { answered(app, outcome) }
        }
      }
    }
  }

  /// Runs a transaction on a location; `app` hears how it came out in a step of its own.
  ///
  /// It is kept in memory: a process that dies before the server has answered hears nothing, and it is gone.
  ///
  /// - Parameter update: Makes the new value from the one that is known; called on the client's lane, and once more where the
  ///   server has another one.
  public func transaction<App: LaneActor>(
    _ path: Path, on app: App, update: @escaping TransactionUpdate,
    _ ended: @escaping @Sendable (isolated App, TransactionOutcome) -> Void = { _, _ in }
  ) {
    let process = process
    database.post { database in
      database.transaction(path, update: update) { [weak app] outcome in
        app?.post { app in
          if process.isAlive { ended(app, outcome) }
        }
      }
    }
  }

  /// A new key, unique in the world, that sorts after those made earlier by the phone's clock.
  ///
  /// As ``SyncClient/pushID()``, at once and on any lane of the process: an app knows the key before it writes.
  public func newKey() -> Key {
    keys.withValue { $0.next(at: process.wallMilliseconds, on: lane) }
  }
}

/// A listener of an app, to end it by.
public struct ListenerRegistration: Sendable {
  /// The query that is listened to.
  public let query: QuerySpec
  private let database: SyncClient
  private let id: WorldBound<ListenerID?>

  init(query: QuerySpec, database: SyncClient, id: WorldBound<ListenerID?>) {
    self.query = query
    self.database = database
    self.id = id
  }

  /// Ends it. Events that are on their way to the app still arrive.
  public func cancel() {
    let (query, id) = (query, id)
    database.post { database in
      let listener = id.withValue { id in
        defer { id = nil }
        return id
      }
      if let listener { database.unlisten(listener, from: query) }
    }
  }
}

/// The keys that one launch of an app makes.
struct AppKeys {
  private var generator = PushIDGenerator()
  private var ordinal: UInt64 = 0

  private static let stream = ChoiceStream("app.key")

  mutating func next(at milliseconds: Int64, on lane: Lane) -> Key {
    ordinal += 1
    let choices = lane.world.choices
    let entity = lane.identifier
    let high = choices.draw(Self.stream, entity: entity, ordinal: 2 * ordinal)
    let low = choices.draw(Self.stream, entity: entity, ordinal: 2 * ordinal + 1)
    return generator.next(at: milliseconds, random: UInt128(high) << 64 | UInt128(low))
  }
}
