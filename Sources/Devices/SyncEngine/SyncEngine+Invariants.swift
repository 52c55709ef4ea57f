internal import Backend

extension SyncEngine {
  /// Traps where the engine's parts contradict each other.
  package func checkInvariants() {
    points.checkInvariants()
    writes.checkInvariants()
    var tagged = 0
    points.visit { path, point in
      precondition(!point.views.isEmpty, "a location without views is kept at \(path)")
      for view in point.views {
        view.checkInvariants()
        precondition(!view.listeners.isEmpty, "\(view.query) is kept without listeners")
        if let tag = view.tag {
          tagged += 1
          precondition(queriesByTag[tag] == view.query, "\(view.query) isn't found by its tag")
        }
      }
      checkListens(at: path, point)
    }
    precondition(queriesByTag.count == tagged, "a tag outlives its query")
    for transaction in transactions {
      guard let id = transaction.writeID else { continue }
      precondition(writes[id] != nil, "\(transaction.id) shows a write that is gone")
    }
    for waiting in untransmitted {
      let members = transactions.filter { $0.batch == waiting.batch.number }
      precondition(!members.isEmpty, "a batch waits for a connection, and nobody for its answer")
      precondition(
        members.allSatisfy { !$0.wasTransmitted }, "a batch that was sent waits to be sent")
    }
    guard let disk else { return }
    let inTransaction = Set(transactions.compactMap(\.writeID))
    let queue = writes.all.filter { !inTransaction.contains($0.id) }
    precondition(
      disk.writes.map(\.id) == queue.map(\.id)
        && disk.writes.map(\.change) == queue.map(\.change),
      "the queue on disk isn't the queue in memory")
    points.visit { _, point in
      for view in point.views where !view.loadsAllData {
        precondition(!view.hasNewKeys, "the disk doesn't have the keys of \(view.query)")
      }
    }
  }

  /// Every view's data must come from exactly one listen.
  private func checkListens(at path: Path, _ point: SyncPoint) {
    let isCoveredFromAbove = points.contains(along: path) { depth, point in
      depth < path.depth && point.hasCompleteView
    }
    let listened = point.views.filter { $0.listenNumber != nil }
    if isCoveredFromAbove {
      precondition(listened.isEmpty, "a listen at \(path) is superfluous")
    } else if point.hasCompleteView {
      precondition(
        listened.count == 1 && listened[0].loadsAllData, "\(path) isn't listened to as a whole")
    } else {
      precondition(listened.count == point.views.count, "a query at \(path) isn't listened to")
    }
  }
}
