import Backend

@testable import Devices

/// How many transactions reached each of their states, and how they ended.
struct TransactionCensus: CustomStringConvertible {
  var begun = 0
  /// The batches that the server found to be out of date.
  var stale = 0
  /// The transactions that died with their process.
  var died = 0
  private var reached: [String: Set<Int>] = [:]
  private var counts: [String: Int] = [:]

  /// Takes in the transactions that have not ended.
  mutating func note(_ transactions: [Transaction]) {
    for transaction in transactions {
      reached[Self.name(of: transaction), default: []].insert(transaction.id.number)
      if transaction.attempts > 1 {
        reached["sent again", default: []].insert(transaction.id.number)
      }
    }
  }

  /// Takes in the end of a transaction.
  mutating func note(_ outcome: TransactionOutcome) {
    switch outcome {
    case .committed: counts["committed", default: 0] += 1
    case .abandoned: counts["abandoned", default: 0] += 1
    case .failed(let reason): counts["failed: \(reason)", default: 0] += 1
    }
  }

  private static func name(of transaction: Transaction) -> String {
    switch transaction.status {
    case .ready: "ready"
    case .sent: transaction.wasTransmitted ? "sent" : "waiting for a connection"
    case .overtaken: transaction.wasTransmitted ? "overtaken" : "overtaken before it was sent"
    }
  }

  /// The number of transactions that reached a state or an end.
  subscript(name: String) -> Int { counts[name, default: 0] + (reached[name]?.count ?? 0) }

  static func += (left: inout TransactionCensus, right: TransactionCensus) {
    left.begun += right.begun
    left.stale += right.stale
    left.died += right.died
    for (name, count) in right.counts { left.counts[name, default: 0] += count }
    for (name, numbers) in right.reached { left.counts[name, default: 0] += numbers.count }
  }

  var description: String {
    let rows = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return
      (["begun: \(begun)", "batches out of date: \(stale)", "died with the process: \(died)"]
      + rows).joined(separator: "\n")
  }
}
