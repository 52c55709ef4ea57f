/// The room on a disk, and the files of the app that take some of it.
struct DiskSpace {
  /// The bytes that are free on a new phone: more than any scenario fills by itself; ours.
  static let usualFreeBytes = 64_000_000_000

  /// The bytes that are free.
  private(set) var freeBytes = usualFreeBytes
  /// The bytes of the app's files, by table and key.
  private var files: [String: [String: Int]] = [:]

  /// The bytes that a transaction takes; below zero where it deletes more than it writes.
  func growth(by transaction: DiskTransaction) -> Int {
    var changed = self
    return freeBytes - changed.room(after: transaction)
  }

  /// Takes what a transaction writes, and gives back what it deletes.
  mutating func apply(_ transaction: DiskTransaction) { freeBytes = room(after: transaction) }

  private mutating func room(after transaction: DiskTransaction) -> Int {
    guard transaction.hasFiles || !files.isEmpty else { return freeBytes }
    var free = freeBytes
    for change in transaction.changes where change.fileByteCount > 0 || files[change.table] != nil {
      free += files[change.table]?[change.key] ?? 0
      free -= change.fileByteCount
      files[change.table, default: [:]][change.key] =
        change.fileByteCount > 0 ? change.fileByteCount : nil
    }
    return free
  }

  /// Leaves so many bytes beside the app's files.
  mutating func setFree(_ bytes: Int) { freeBytes = bytes }

  /// The app is deleted with its files.
  mutating func erase() {
    // order: a sum is the same in any.
    freeBytes += files.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    files = [:]
  }
}
