public import Backend
internal import Simulator

extension SyncClient {
  /// The time for which a read waits for a connection, before it is answered from the cache.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`kPersistentConnectionGetConnectTimeout`).
  public static var readLimit: Duration { .seconds(3) }

  /// Reads what a query shows, once.
  ///
  /// Where listeners or own writes say all of it, that is the answer, at once. Otherwise the server is asked, behind the writes that
  /// wait; without a connection the cache on disk answers after ``readLimit``. What the server tells, listeners at and below the
  /// location hear as well. Sources: firebase-ios-sdk, `FRepo` (`getData:withCompletionBlock:`) and `FPersistentConnection`
  /// (`getDataAtPath:withParams:withCallback:`).
  public func get(_ query: QuerySpec, completion: @escaping ReadCompletion) {
    let isAllowed = allows("get") { () throws(DataError) in try CallCheck.reference(query.path) }
    guard isAllowed else { return }
    tellEngineTime()
    if let node = engine.complete(query) {
      completion(.success(node))
      return
    }
    perform(engine.track(query, isActive: true))
    guard process.isAlive else { return }
    let number = reads.add(OutstandingReads.Read(query: query, completion: completion))
    if session.isReady {
      sendReads()
    } else if !session.isConnected {
      process.schedule(after: Self.readLimit, on: lane) { [weak self] in
        self?.runIsolated(number) { $0.giveUpRead($1) }
      }
    }
  }

  private func giveUpRead(_ number: Int) {
    guard let read = reads.giveUp(number) else { return }
    fail(read, .offline)
  }

  /// Answers a read from the cache, or not at all.
  ///
  /// What the cache knows is taken as it is, be it a part only, or more than the query wants; but not that there is nothing.
  /// A query that is not answered stays active for this launch, so that the cache keeps it. Source: firebase-ios-sdk, `FRepo`
  /// (`getData:withCompletionBlock:`) and `FSyncTree` (`persistenceServerCache:`).
  private func fail(_ read: OutstandingReads.Read, _ failure: ReadFailure) {
    let known = engine.disk?.knownData(of: read.query).node ?? .empty
    if known.isEmpty {
      read.completion(.failure(failure))
      return
    }
    perform(engine.track(read.query, isActive: false))
    guard process.isAlive else { return }
    read.completion(.success(known))
  }

  func sendReads() {
    for (number, query) in reads.takeWaiting() {
      execute(session.request(.get(query), about: .read(number)))
    }
  }

  func readAnswered(_ number: Int, _ answer: ClientSession.ReadAnswer) {
    guard let read = reads.answered(number) else { return }
    switch answer {
    case .refused(let status): fail(read, ReadFailure(status))
    case .node(let node):
      // The whole location becomes this for everybody who listens, also where the query shows a part of it only.
      perform(engine.serverOverwrite(at: read.query.path, with: node))
      perform(engine.track(read.query, isActive: false))
      guard process.isAlive else { return }
      read.completion(.success(node))
    }
  }
}
