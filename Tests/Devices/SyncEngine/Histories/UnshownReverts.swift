import Backend
import Devices

/// Where a client goes on to show what a transaction made, though it was taken back.
///
/// A write that is taken back under an earlier one of a location above it, which is still unanswered, changes nothing of
/// what is shown until that one is answered. It happens to transactions that fail with the connection, or run again, while the
/// earlier write waits. The SDKs do the same: firebase-ios-sdk `FViewProcessor` (`revertUserWriteOnViewCache:`) and
/// firebase-js-sdk `viewProcessorRevertUserWrite` return at once where a write shadows the path.
struct UnshownReverts {
  private var writes: [PendingWrite] = []
  private var found: [(path: Path, cover: WriteID)] = []

  /// Takes in the writes that wait for an answer now.
  mutating func note(_ pending: [PendingWrite]) {
    let present = Set(pending.map(\.id))
    for gone in writes where !present.contains(gone.id) {
      let covers = pending.filter { write in
        write.id < gone.id && Self.paths(of: write).contains { $0.contains(gone.path) }
      }
      if let cover = covers.last { found.append((gone.path, cover.id)) }
    }
    found.removeAll { !present.contains($0.cover) }
    writes = pending
  }

  private static func paths(of write: PendingWrite) -> [Path] {
    switch write.shown {
    case .overwrite: [write.path]
    case .merge(let children): children.map { write.path.appending($0.path) }
    }
  }

  /// Whether a location may show such a thing.
  func concern(_ path: Path) -> Bool {
    found.contains { $0.path.contains(path) || path.contains($0.path) }
  }
}
