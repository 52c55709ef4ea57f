internal import Simulator

extension ChatApp {
  /// What the chat has seen, received or been told of, and has not handed to its outbox.
  public var unfinishedWork: [String] {
    var lines: [String] = []
    let reads = model.unflushedReads.map(\.text)
    if !reads.isEmpty { lines.append("seen and not yet told: \(Self.listed(reads))") }
    let arrived = model.unflushedDeliveries.map(\.text)
    if !arrived.isEmpty { lines.append("received and not yet told: \(Self.listed(arrived))") }
    return lines
  }

  /// The first of some ids, and how many more there are.
  private static func listed(_ texts: [String]) -> String {
    let most = 3
    return texts.prefix(most).joined(separator: ", ")
      + (texts.count > most ? " and \(texts.count - most) more" : "")
  }
}
