import Backend
import Devices
import Testing

@Suite struct SyncEngineTransactionTests {
  private let increment: TransactionUpdate = { node in
    guard case .number(let value) = node.scalar else { return 1 }
    return Node(.number(value + 1))
  }

  private func batch(_ output: Output) throws -> TransactionBatch {
    let batches = output.actions.compactMap { action -> TransactionBatch? in
      if case .sendTransaction(let batch) = action { batch } else { nil }
    }
    return try #require(batches.first)
  }

  private func outcomes(_ output: Output) -> [TransactionOutcome] {
    output.actions.compactMap {
      if case .endTransaction(_, let outcome) = $0 { outcome } else { nil }
    }
  }

  /// An engine that listens to "n", with or without a connection.
  private func listening(_ node: Node, isConnected: Bool = true) -> SyncEngine {
    var engine = SyncEngine()
    if isConnected { _ = engine.connected() }
    _ = engine.listen(to: QuerySpec("n"), as: ListenerID(1), for: .value)
    _ = engine.serverOverwrite(at: "n", with: node)
    return engine
  }

  private func shown(_ engine: SyncEngine) -> Node? { engine.shown(QuerySpec("n"))?.node }

  @Test("a transaction shows its result at once and is sent with the hash it began with")
  func committed() throws {
    var engine = listening(4)
    let output = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    let batch = try batch(output)
    #expect(shown(engine) == 5)
    #expect(output.events.count == 1)
    #expect(batch.node == 5)
    #expect(batch.dataHash == Node(4).dataHash)
    _ = engine.serverOverwrite(at: "n", with: 5)
    #expect(outcomes(engine.transactionAnswered(batch, .committed)) == [.committed(5)])
    #expect(shown(engine) == 5)
    #expect(engine.pendingWrites.isEmpty)
    engine.checkInvariants()
  }

  @Test("a committed transaction ends with its result as it was shown, not with placeholders")
  func committedAsShown() throws {
    var engine = listening(4)
    let batch = try batch(
      engine.beginTransaction(TransactionID(0), at: "n") { _ in Node(.increment(2)) })
    #expect(batch.node == Node(.increment(2)))
    #expect(outcomes(engine.transactionAnswered(batch, .committed)) == [.committed(6)])
  }

  @Test("a stale transaction runs again on what the server has")
  func stale() throws {
    var engine = listening(4)
    let first = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    _ = engine.serverOverwrite(at: "n", with: 10)
    #expect(shown(engine) == 5)
    let second = try batch(engine.transactionAnswered(first, .stale))
    #expect(shown(engine) == 11)
    #expect(second.node == 11)
    #expect(second.dataHash == Node(10).dataHash)
    #expect(engine.transactionAnswered(first, .committed) == Output())
  }

  @Test("a transaction that is stale 25 times is given up")
  func retries() throws {
    var engine = listening(4)
    var next = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    for _ in 1..<25 { next = try batch(engine.transactionAnswered(next, .stale)) }
    let output = engine.transactionAnswered(next, .stale)
    #expect(outcomes(output) == [.failed(reason: "maxretry")])
    #expect(shown(engine) == 4)
    #expect(engine.pendingWrites.isEmpty)
  }

  @Test("a transaction that gives up changes nothing, at first or when it runs again")
  func abandoned() throws {
    var engine = listening(4)
    let unlessTen: TransactionUpdate = { $0 == 10 ? nil : 0 }
    let first = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: unlessTen))
    #expect(shown(engine) == 0)
    _ = engine.serverOverwrite(at: "n", with: 10)
    #expect(outcomes(engine.transactionAnswered(first, .stale)) == [.abandoned(10)])
    #expect(shown(engine) == 10)
    let again = engine.beginTransaction(TransactionID(1), at: "n", update: unlessTen)
    #expect(outcomes(again) == [.abandoned(10)])
    #expect(again.events.isEmpty)
  }

  @Test("a refused transaction is taken back")
  func refused() throws {
    var engine = listening(4)
    let batch = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    let output = engine.transactionAnswered(batch, .refused(reason: "permission_denied"))
    #expect(outcomes(output) == [.failed(reason: "permission_denied")])
    #expect(output.events.map(\.content) == [.data(.init(.value, node: 4))])
  }

  @Test("a second transaction builds on the first and is sent when that was answered")
  func queued() throws {
    var engine = listening(4)
    let first = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    let output = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
    #expect(output.actions.allSatisfy { if case .sendTransaction = $0 { false } else { true } })
    #expect(shown(engine) == 6)
    _ = engine.serverOverwrite(at: "n", with: 5)
    let second = try batch(engine.transactionAnswered(first, .committed))
    #expect(second.node == 6)
    #expect(second.dataHash == Node(5).dataHash)
    engine.checkInvariants()
  }

  @Test("a transaction behind a refused one runs again without what that one showed")
  func behindRefused() throws {
    var engine = listening(4)
    let first = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    _ = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
    #expect(shown(engine) == 6)
    let second = try batch(
      engine.transactionAnswered(first, .refused(reason: "permission_denied")))
    #expect(second.node == 5)
    #expect(second.dataHash == Node(4).dataHash)
    #expect(shown(engine) == 5)
  }

  @Test("a transaction that runs again sees nothing of one that was sent")
  func besideSent() throws {
    var engine = SyncEngine()
    _ = engine.connected()
    _ = engine.listen(to: QuerySpec("a"), as: ListenerID(1), for: .value)
    _ = engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1])
    _ = engine.beginTransaction(TransactionID(0), at: "a/b", update: increment)
    let pair: TransactionUpdate = { node in
      node.updating("pair", to: ["b": node["b"], "c": node["c"]])
    }
    _ = engine.beginTransaction(TransactionID(1), at: "a", isVisible: false, update: pair)
    _ = engine.serverOverwrite(at: "a/c", with: 7)
    let result: Node = ["b": 1, "c": 7, "pair": ["b": 1, "c": 7]]
    #expect(engine.pendingWrites.last?.change == .overwrite(result))
  }

  @Test("a plain write counts on what the transactions showed that it overtakes")
  func overtakenByIncrement() throws {
    var engine = listening(4)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    _ = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
    let output = engine.overwrite(at: "n", with: Node(.increment(1))).output
    #expect(outcomes(output) == [.failed(reason: "set")])
    #expect(shown(engine) == 7)
  }

  @Test("transactions at a location and below it go out together")
  func together() throws {
    var engine = SyncEngine()
    _ = engine.connected()
    _ = engine.listen(to: QuerySpec("a"), as: ListenerID(1))
    _ = engine.serverOverwrite(at: "a", with: ["b": 1, "c": 1])
    let first = try batch(
      engine.beginTransaction(TransactionID(0), at: "a", update: { _ in ["c": 5] }))
    _ = engine.beginTransaction(TransactionID(1), at: "a/c", update: increment)
    let second = try batch(engine.transactionAnswered(first, .stale))
    #expect(second.path == "a")
    #expect(second.node == ["c": 6])
    #expect(engine.shown(QuerySpec("a"))?.node == ["c": 6])
    let output = engine.transactionAnswered(second, .committed)
    #expect(outcomes(output).count == 2)
  }

  @Test("a plain write overtakes transactions: a sent one fails unless the server took it")
  func overtaken() throws {
    var engine = listening(4)
    let first = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    _ = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
    let output = engine.overwrite(at: "n", with: 100).output
    #expect(outcomes(output) == [.failed(reason: "set")])
    #expect(shown(engine) == 100)
    var other = engine
    #expect(outcomes(engine.transactionAnswered(first, .stale)) == [.failed(reason: "set")])
    #expect(outcomes(other.transactionAnswered(first, .committed)) == [.committed(5)])
    #expect(shown(engine) == 100)
  }

  @Test("an update overtakes the transactions at its paths, and no others")
  func overtakenByUpdate() throws {
    var engine = listening(4)
    let first = try batch(engine.beginTransaction(TransactionID(0), at: "n", update: increment))
    _ = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
    let elsewhere = engine.merge(at: .root, [PathChange("m", 1), PathChange("o/p", 2)]).output
    #expect(outcomes(elsewhere) == [] && shown(engine) == 6)
    let output = engine.merge(at: .root, [PathChange("m", 2), PathChange("n", 100)]).output
    #expect(outcomes(output) == [.failed(reason: "set")] && shown(engine) == 100)
    #expect(outcomes(engine.transactionAnswered(first, .stale)) == [.failed(reason: "set")])
  }

  @Test("a lost connection fails what was sent, not what waits to be sent")
  func disconnected() throws {
    var engine = listening(4)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    #expect(outcomes(engine.disconnected()) == [.failed(reason: "disconnect")])
    #expect(shown(engine) == 4)
    _ = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
    #expect(engine.disconnected() == Output())
    let output = engine.connected()
    #expect(try batch(output).node == 5)
    #expect(!output.actions.contains { if case .send = $0 { true } else { false } })
    #expect(engine.transactionAnswered(try batch(output), .committed).actions.count == 1)
  }

  @Test(
    "a transaction that a write overtook without a connection goes out in its place and ends with its answer"
  )
  func overtakenOffline() throws {
    var engine = listening(4, isConnected: false)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    let write = engine.overwrite(at: "n", with: 100).id
    let output = engine.connected()
    #expect(outcomes(output) == [])
    #expect(sent(output) == ["/n: 5 if \(Node(4).dataHash)", "\(write)"])
    #expect(engine.pendingWrites.map(\.id).last == write)
    engine.checkInvariants()
    var other = engine
    let batch = try batch(output)
    #expect(outcomes(engine.transactionAnswered(batch, .committed)) == [.committed(5)])
    #expect(outcomes(other.transactionAnswered(batch, .stale)) == [.failed(reason: "set")])
    for var engine in [engine, other] {
      #expect(engine.pendingWrites.map(\.id) == [write])
      #expect(shown(engine) == 100)
      // Nothing waits for it any more.
      _ = engine.acknowledge(write)
      let next = engine.beginTransaction(TransactionID(1), at: "n", update: increment)
      #expect(sent(next).count == 1)
      engine.checkInvariants()
    }
  }

  @Test(
    "transactions and writes made without a connection go out in the order in which they were made")
  func offlineOrder() throws {
    var engine = listening(4, isConnected: false)
    _ = engine.overwrite(at: "a", with: 1)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    _ = engine.overwrite(at: "b", with: 1)
    _ = engine.beginTransaction(TransactionID(1), at: "m", update: increment)
    let output = engine.connected()
    #expect(
      sent(output) == [
        "write 0", "/n: 5 if \(Node(4).dataHash)", "write 2", "/m: 1 if \(Node.empty.dataHash)",
      ])
  }

  @Test("a transaction made without a connection is sent as it was made, stale or not")
  func offlineHash() throws {
    var engine = listening(4, isConnected: false)
    _ = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    let batch = try batch(engine.connected())
    _ = engine.serverOverwrite(at: "n", with: 10)
    #expect(batch.node == 5)
    #expect(sent(engine.transactionAnswered(batch, .stale)) == ["/n: 11 if \(Node(10).dataHash)"])
  }

  /// What an output sends, in order.
  private func sent(_ output: Output) -> [String] {
    output.actions.compactMap { action in
      switch action {
      case .send(let write): "\(write.id)"
      case .sendTransaction(let batch): "\(batch.path): \(batch.node) if \(batch.dataHash)"
      case .startListening, .stopListening, .endTransaction, .persist: nil
      }
    }
  }

  @Test("a hidden transaction shows nothing before the server took it")
  func hidden() throws {
    var engine = listening(4)
    let output = engine.beginTransaction(
      TransactionID(0), at: "n", isVisible: false, update: increment)
    #expect(output.events.isEmpty)
    #expect(shown(engine) == 4)
    #expect(try batch(output).node == 5)
  }

  @Test("a transaction listens while it runs")
  func listens() throws {
    var engine = SyncEngine()
    _ = engine.connected()
    let output = engine.beginTransaction(TransactionID(0), at: "n", update: increment)
    #expect(engine.serverListens.map(\.query) == [QuerySpec("n")])
    let end = engine.transactionAnswered(try batch(output), .committed)
    #expect(end.events.isEmpty)
    #expect(engine.serverListens.isEmpty)
  }
}
