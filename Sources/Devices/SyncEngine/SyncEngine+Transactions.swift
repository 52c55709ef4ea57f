package import Backend

extension SyncEngine {
  /// Begins a transaction: its result shows at once and is sent when nothing stands in the way.
  ///
  /// It listens before it looks at what is known (firebase-ios-sdk, `FRepo`, `startTransactionOnPath:`).
  ///
  /// - Parameters:
  ///   - isVisible: whether listeners see results before the server answers.
  ///   - nowMilliseconds: the server's clock as the client estimates it, for server values.
  package mutating func beginTransaction(
    _ id: TransactionID, at path: Path, isVisible: Bool = true, nowMilliseconds: Int64 = 0,
    update: @escaping TransactionUpdate
  ) -> Output {
    lastMilliseconds = nowMilliseconds
    // What a kept cache has is known by that.
    var output = listen(to: QuerySpec(path), as: Self.listener(of: id), for: [])
    let current = latest(at: path)
    guard let result = update(current) else {
      output += unlisten(Self.listener(of: id), from: QuerySpec(path))
      output.actions.append(.endTransaction(id, .abandoned(current)))
      return output
    }
    var transaction = Transaction(id: id, path: path, update: update, isVisible: isVisible)
    output.events += show(result, of: &transaction, current: current)
    transactions.append(transaction)
    output += sendTransactions()
    output.actions += persistKeys()
    return output
  }

  /// The server answered a batch.
  ///
  /// Who began a committed transaction is told the result as it was shown, and before the events of this output. Source:
  /// firebase-ios-sdk, `FRepo` (`sendTransactionQueue:atPath:`, `currentOutputSnapshotResolved`).
  package mutating func transactionAnswered(
    _ batch: TransactionBatch, _ answer: TransactionAnswer
  ) -> Output {
    var output = Output()
    let members = transactions.filter { $0.batch == batch.number }
    if members.isEmpty { return output }
    switch answer {
    case .committed:
      for member in members {
        output += end(member, .committed(member.shown), isAccepted: true)
      }
    case .stale:
      for index in transactions.indices where transactions[index].batch == batch.number {
        transactions[index].status = .ready
      }
      for member in members {
        if case .overtaken(_, let reason) = member.status {
          output += end(member, .failed(reason: reason), isAccepted: false)
        }
      }
      output += rerunTransactions(around: batch.path)
    case .refused(let reason):
      for member in members {
        output += end(member, .failed(reason: reason), isAccepted: false)
      }
      // Those behind them have built on what they showed.
      output += rerunTransactions(around: batch.path)
    }
    output += sendTransactions()
    output.actions += persistKeys()
    return output
  }

  /// The listener that keeps a transaction's data while it runs; never told anything.
  private static func listener(of id: TransactionID) -> ListenerID { ListenerID(-1 - id.number) }

  /// Shows a transaction's result as a local write.
  private mutating func show(
    _ result: Node, of transaction: inout Transaction, current: Node
  ) -> [RaisedEvent] {
    transaction.result = result
    let shown = result.resolvingServerValues(
      existing: current, nowMilliseconds: lastMilliseconds)
    transaction.shown = shown
    let write = PendingWrite(
      id: WriteID(nextWrite), path: transaction.path, change: .overwrite(result),
      shown: .overwrite(shown), isVisible: transaction.isVisible)
    transaction.writeID = write.id
    return add(write)
  }

  /// Ends all transactions, whose writes are gone already; those that were answered are ended by their answer.
  mutating func endTransactions(reason: String, but answered: Set<Int>) -> Output {
    var output = Output()
    for index in transactions.indices {
      transactions[index].writeID = nil
      if case .sent(let batch) = transactions[index].status, answered.contains(batch) {
        transactions[index].status = .overtaken(batch: batch, reason: reason)
      }
    }
    for transaction in transactions where !(transaction.batch.map(answered.contains) ?? false) {
      output += end(transaction, .failed(reason: reason), isAccepted: false)
    }
    return output
  }

  /// Forgets a transaction, with its write and its listener.
  private mutating func end(
    _ transaction: Transaction, _ outcome: TransactionOutcome, isAccepted: Bool
  ) -> Output {
    var output = Output()
    transactions.removeAll { $0.id == transaction.id }
    if let id = transaction.writeID, let write = writes[id] {
      output.events = remove(write, isAccepted: isAccepted)
      if isAccepted { output.actions += persistGuess(of: write) }
    }
    output += unlisten(Self.listener(of: transaction.id), from: QuerySpec(transaction.path))
    output.actions.append(.endTransaction(transaction.id, outcome))
    return output
  }

  /// Runs the transactions at, above and below a location again, since its data changed.
  ///
  /// What those show that were sent is left out as well. Source: firebase-ios-sdk, `FRepo` (`rerunTransactionQueue:atPath:`).
  mutating func rerunTransactions(around path: Path) -> Output {
    var output = Output()
    let top = topTransactionPath(of: path)
    let concerned = transactions.filter { top.contains($0.path) && $0.status == .ready }
    if concerned.isEmpty { return output }
    // Each sees the results of those before it only that have run again.
    var excluded = Set(transactions.filter { top.contains($0.path) }.compactMap(\.writeID))
    for old in concerned {
      guard let index = transactions.firstIndex(where: { $0.id == old.id }) else { continue }
      if old.attempts >= Transaction.attemptsMax {
        output += end(old, .failed(reason: "maxretry"), isAccepted: false)
        continue
      }
      let current = latest(at: old.path, excluding: excluded)
      guard let result = old.update(current) else {
        output += end(old, .abandoned(current), isAccepted: false)
        continue
      }
      var renewed = old
      output.events += show(result, of: &renewed, current: current)
      transactions[index] = renewed
      if let id = old.writeID, let write = writes[id] {
        excluded.remove(id)
        output.events += remove(write, isAccepted: false)
      }
    }
    output += sendTransactions()
    return output
  }

  /// The location of the transaction nearest the root among those above a location, else itself.
  private func topTransactionPath(of path: Path) -> Path {
    transactions.map(\.path).filter { $0.contains(path) }.min { $0.depth < $1.depth } ?? path
  }

  /// Ends the transactions around a location, because a plain write overtakes them.
  mutating func abortTransactions(around path: Path, reason: String) -> Output {
    var output = Output()
    for transaction in transactions
    where transaction.path.contains(path) || path.contains(transaction.path) {
      switch transaction.status {
      case .ready: output += end(transaction, .failed(reason: reason), isAccepted: false)
      case .sent(let batch):
        if let index = transactions.firstIndex(where: { $0.id == transaction.id }) {
          transactions[index].status = .overtaken(batch: batch, reason: reason)
        }
      case .overtaken: break
      }
    }
    return output
  }
}

extension SyncEngine {
  /// Sends what can be sent: all transactions at and below a location together, once none of them
  /// waits for an answer.
  private mutating func sendTransactions() -> Output {
    var output = Output()
    for transaction in transactions where transaction.status == .ready {
      let top = topTransactionPath(of: transaction.path)
      let members = transactions.indices.filter { top.contains(transactions[$0].path) }
      if members.contains(where: { transactions[$0].status != .ready }) { continue }
      output.actions.append(send(members, at: top))
    }
    return output
  }

  private mutating func send(_ members: [Int], at path: Path) -> SyncAction {
    let excluded = Set(members.compactMap { transactions[$0].writeID })
    let before = latest(at: path, excluding: excluded)
    var after = before
    for index in members {
      let transaction = transactions[index]
      let relative = transaction.path.dropping(first: path.depth)
      after = after.updating(relative, to: transaction.result)
      transactions[index].status = .sent(batch: nextBatch)
      transactions[index].attempts += 1
      transactions[index].wasTransmitted = isConnected
    }
    let batch = TransactionBatch(
      number: nextBatch, path: path, node: after, dataHash: before.dataHash)
    nextBatch += 1
    if !isConnected {
      untransmitted.append(UntransmittedBatch(batch: batch, place: nextWriteID))
    }
    return .sendTransaction(batch)
  }

  /// Gives away the batches that were made without a connection, since now they leave this client.
  ///
  /// Each goes out as it was made, with the hash of the data that were known then: where they have changed, the server finds it
  /// stale. One that a write overtook meanwhile goes out as well, and its answer ends it. Source: firebase-ios-sdk, `FRepo`
  /// (`sendTransactionQueue:atPath:`, `FTransactionSentNeedsAbort`): a put that waits for a connection is sent.
  mutating func transmitBatches() -> [UntransmittedBatch] {
    let batches = untransmitted
    untransmitted = []
    let numbers = Set(batches.map(\.batch.number))
    for index in transactions.indices {
      if let batch = transactions[index].batch, numbers.contains(batch) {
        transactions[index].wasTransmitted = true
      }
    }
    return batches
  }

  /// Ends the transactions whose result left this client and wasn't answered.
  mutating func failSentTransactions(reason: String, but answered: Set<Int>) -> Output {
    var output = Output()
    for transaction in transactions where transaction.wasTransmitted {
      guard let batch = transaction.batch, !answered.contains(batch) else { continue }
      output += end(transaction, .failed(reason: reason), isAccepted: false)
    }
    output += rerunTransactions(around: .root)
    return output
  }
}
