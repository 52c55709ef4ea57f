public import Backend
internal import Simulator

extension SyncClient {
  /// Runs a transaction on a location; `ended` hears how it came out.
  ///
  /// A result that the platform refuses where it is set ends the run: there the app would crash. Source: firebase-ios-sdk,
  /// `FIRMutableData` (`setValue:`).
  ///
  /// - Parameter appliesLocally: Whether listeners see results before the server has taken one.
  public func transaction(
    _ path: Path, appliesLocally: Bool = true, update: @escaping TransactionUpdate,
    ended: @escaping @Sendable (TransactionOutcome) -> Void
  ) {
    let isAllowed = allows("transaction") { () throws(DataError) in
      try CallCheck.write(path, .empty)
    }
    guard isAllowed else { return }
    lastTransaction += 1
    let id = TransactionID(lastTransaction)
    transactionEnds[id] = ended
    tellEngineTime()
    perform(
      engine.beginTransaction(
        id, at: path, isVisible: appliesLocally, nowMilliseconds: serverMilliseconds,
        update: checked(update, at: path)))
  }

  /// An update whose results are checked each time that it runs.
  private func checked(
    _ update: @escaping TransactionUpdate, at path: Path
  ) -> TransactionUpdate {
    // The engine is in use while it runs.
    let (caller, world) = (process.name, world)
    return { current in
      guard let result = update(current) else { return nil }
      let isAllowed = SyncClient.allows("setValue in a transaction", by: caller, in: world) {
        () throws(DataError) in
        try CallCheck.result(result, at: path)
      }
      return isAllowed ? result : nil
    }
  }

  /// The server answered a batch of transactions.
  ///
  /// Of those that it has committed the ends are told first, and then what its acknowledgement changes; of all others the events
  /// come first. Source: firebase-ios-sdk, `FRepo` (`sendTransactionQueue:atPath:`, `rerunTransactionQueue:atPath:`).
  func transactionAnswered(_ batch: TransactionBatch, _ status: ResponseStatus) {
    let answer: TransactionAnswer =
      switch status {
      case .ok: .committed
      case .dataStale: .stale
      case .permissionDenied, .expiredToken, .indexNotDefined, .invalid:
        .refused(reason: status.text)
      }
    perform(engine.transactionAnswered(batch, answer), endsFirst: answer == .committed)
  }

  /// Tells who began transactions how they ended.
  func tellEnds(in output: Output) {
    for case .endTransaction(let id, let outcome) in output.actions {
      guard process.isAlive else { return }
      tellEnd(of: id, outcome)
    }
  }

  /// Tells who began a transaction how it ended, once.
  func tellEnd(of id: TransactionID, _ outcome: TransactionOutcome) {
    transactionEnds.removeValue(forKey: id)?(outcome)
  }
}
