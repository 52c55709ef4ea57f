import Backend
import Devices

extension CrashRecord {
  /// The write that died with the process before it was on the disk; nobody was told of it.
  var lost: Int? {
    guard case .commit(_, .beforeCommit) = point else { return nil }
    return ledger.death?.writing
  }

  /// How often each write was committed.
  var commitCounts: [Int: Int] {
    commits.reduce(into: [:]) { $0[$1.write, default: 0] += 1 }
  }

  /// The increments that were applied more than once.
  func repeatedIncrements(of script: CrashScript) -> [Int] {
    script.increments.filter { commitCounts[$0, default: 0] > 1 }
  }

  /// Everything about the run that breaks a promise; empty when all were kept.
  func violations(of script: CrashScript) -> [String] {
    var found = ledger.violations
    if point != nil, ledger.death == nil { found.append("the process never died") }
    found += lossViolations(script) + repetitionViolations(script) + orderViolations(script)
    found += treeViolations(script) + phoneViolations(script)
    return found
  }

  /// No acknowledged write, no queued one and none that was shown is lost; the one that died before it
  /// was on the disk was never shown.
  private func lossViolations(_ script: CrashScript) -> [String] {
    var found: [String] = []
    for write in script.writes.indices {
      let isCommitted = commitCounts[write] != nil
      if write == lost {
        if isCommitted { found.append("write \(write) was committed and never on the disk") }
        if ledger.shown.contains(write) {
          found.append("write \(write) was shown and never on the disk")
        }
        continue
      }
      if isCommitted { continue }
      if ledger.acknowledged.contains(write) {
        found.append("write \(write) was acknowledged and is lost")
      } else if ledger.queued.contains(write) {
        found.append("write \(write) was queued and is lost")
      } else if ledger.shown.contains(write) {
        found.append("write \(write) was shown and is lost")
      } else {
        found.append("write \(write) was on the disk and is lost")
      }
    }
    return found
  }

  /// A write is committed again only when its acknowledgement had not reached the app at the death of
  /// the process or at the disconnection; an increment only at the death.
  private func repetitionViolations(_ script: CrashScript) -> [String] {
    let atDeath = ledger.death?.unacknowledged ?? []
    var found: [String] = []
    for (write, count) in commitCounts.sorted(by: { $0.key < $1.key }) where count > 1 {
      let allowed =
        (atDeath.contains(write) ? 1 : 0)
        + (ledger.unacknowledgedAtDisconnection.contains(write)
          && !script.writes[write].isIncrement ? 1 : 0)
      if count > 1 + allowed { found.append("write \(write) was committed \(count) times") }
    }
    return found
  }

  /// On each connection the writes come in their order without a gap, and each connection begins at the latest
  /// behind where the one before it ended, and not before the first write that was unacknowledged then.
  private func orderViolations(_ script: CrashScript) -> [String] {
    var found: [String] = []
    var previous: Commit?
    var reached = -1
    for commit in commits {
      let next = following(previous?.write ?? -1)
      if previous?.connection == commit.connection {
        if commit.write != next { found.append("\(commit) follows write \(next - 1)") }
      } else if let previous, commit.connection < previous.connection {
        found.append("\(commit) came on a connection that was over")
      } else if commit.write > following(reached) {
        found.append("\(commit) leaves out write \(following(reached))")
      }
      reached = max(reached, commit.write)
      previous = commit
    }
    return found
  }

  /// The write after one, the lost one left out.
  private func following(_ write: Int) -> Int { write + 1 == lost ? write + 2 : write + 1 }

  /// The final tree is that of the script's writes, each once, and nobody saw a change that is none.
  private func treeViolations(_ script: CrashScript) -> [String] {
    var (found, tree, changes) = repetitions(script)
    if tree != finalTree { found.append("the commits leave \(tree), the backend has \(finalTree)") }
    if changes != ledger.seenByOther.count {
      found.append(
        "\(changes) commits changed data, the other phone saw \(ledger.seenByOther.count)")
    }
    let once = script.writes.indices.filter { $0 != lost }.map { script.writes[$0] }
      .reduce(Node.empty) { $1.applied(to: $0) }
    if finalTree.removing("counters") != once.removing("counters") {
      found.append("the backend has \(finalTree), the script makes \(once)")
    }
    return found
  }

  /// Carries the commits out again. Increments aside, a repeated write changes nothing unless another one
  /// overlaps it, and at the end of a repetition all is as it was before it.
  private func repetitions(
    _ script: CrashScript
  ) -> (violations: [String], tree: Node, changes: Int) {
    var found: [String] = []
    var tree = Node.empty
    var changes = 0
    // The last write that was committed, and what its first commit left.
    var reached = (write: -1, tree: Node.empty)
    for commit in commits {
      let write = script.writes[commit.write]
      let after = write.applied(to: tree)
      let isRepeated = commit.write <= reached.write
      if after != tree {
        changes += 1
        if isRepeated, !write.isIncrement, !script.overlapsAnother(commit.write) {
          found.append("write \(commit.write) was repeated and changed something")
        }
      }
      tree = after
      if !isRepeated {
        reached = (commit.write, tree)
      } else if commit.write == reached.write,
        tree.removing("counters") != reached.tree.removing("counters")
      {
        found.append("the repetition up to write \(commit.write) made \(tree) of \(reached.tree)")
      }
    }
    return (found, tree, changes)
  }

  /// The phone ends with an empty queue, and shows and keeps what the backend has.
  private func phoneViolations(_ script: CrashScript) -> [String] {
    var found: [String] = []
    if !disk.writes.isEmpty { found.append("the disk still queues \(disk.writes)") }
    for (number, query) in script.queries.enumerated() {
      let expected = query.parameters.isDefault ? finalTree[query.path] : lastThree(query.path)
      let shown = ledger.lastShown[number]
      if shown != expected {
        found.append("\(query) shows \(shown.map { "\($0)" } ?? "nothing"), not \(expected)")
      }
      if !disk.isComplete(query) { found.append("the disk does not hold \(query) whole") }
      if query.parameters.isDefault, disk.cache[query.path] != expected {
        found.append("the disk holds \(disk.cache[query.path]) of \(query), not \(expected)")
      }
    }
    return found
  }

  private func lastThree(_ path: Path) -> Node {
    Node(children: finalTree[path].childrenReversed.prefix(3).map { ($0.key, $0.node) })
  }
}
