public import Simulator

/// The name of a table of rows of one type.
///
/// Everything in a row goes into the digest of the run that commits it.
public struct DiskTable<Row: Sendable & Digestible>: Sendable {
  /// The name, unique on the disk.
  public let name: String

  /// Names a table.
  public init(_ name: String) {
    self.name = name
  }
}

/// A row that says its key itself.
///
/// The text is made only when somebody looks for it, which is never for most of the receipts in a group.
public protocol KeyedRow: Sendable, Digestible {
  /// The row's key, unique in its table; two rows with one key are one row at two times.
  var rowKey: String { get }
}

/// The contents of a phone's disk: tables of rows by key.
///
/// Rows are values, so the disk shares nothing that a running process could still change.
///
/// Changes are appended to a log. They are sorted into the tables at the next read, or when the log has outgrown the
/// tables: most of what a phone writes is never read, and appending to a log is cheap.
public struct DiskImage: Sendable {
  private var tables: [String: [String: any Sendable & Digestible]] = [:]
  /// The transactions that the tables do not have yet, in order.
  private var log: [DiskTransaction] = []
  /// The number of changes in the log.
  private var loggedCount = 0
  /// The number of rows in the tables when the log was last sorted in.
  private var sortedCount = 0

  /// Changes up to which a log is kept, however little stands in the tables: about a megabyte.
  private static let logMax = 16_384

  /// An empty disk.
  public init() {}

  /// The row of a key.
  public func row<Row>(_ key: String, in table: DiskTable<Row>) -> Row? {
    sorted().tables[table.name]?[key] as? Row
  }

  /// Whether there is a row of a key; the log must be sorted in.
  func hasRow(_ key: String, in table: String) -> Bool { tables[table]?[key] != nil }

  /// All rows of a table, by key.
  public func rows<Row>(in table: DiskTable<Row>) -> [(key: String, row: Row)] {
    guard let rows = sorted().tables[table.name] else { return [] }
    return rows.keys.sorted().compactMap { key in
      (rows[key] as? Row).map { (key, $0) }
    }
  }

  /// Whether nothing was ever written.
  package var isUntouched: Bool { tables.isEmpty && log.isEmpty }

  /// The number of rows in all tables.
  public var rowCount: Int {
    // order: a sum is the same in any.
    sorted().tables.values.reduce(0) { $0 + $1.count }
  }

  /// Every row, to be compared at the end of a run.
  var finalState: [FinalState] {
    let tables = sorted().tables
    return tables.keys.sorted().flatMap { name -> [FinalState] in
      let rows = tables[name] ?? [:]
      return rows.keys.sorted().compactMap { key in
        rows[key].map { FinalState("\(name)/\(key)", AnyContent(row: $0)) }
      }
    }
  }

  /// A row of any type.
  private struct AnyContent: Digestible {
    let row: any Digestible

    func digest(into hash: inout StableHash) { row.digest(into: &hash) }
  }

  mutating func apply(_ transaction: DiskTransaction) {
    log.append(transaction)
    loggedCount += transaction.changes.count
    if loggedCount > Self.logMax + 2 * sortedCount { sort() }
  }

  /// Sorts the log into the tables.
  mutating func sort() {
    guard !log.isEmpty else { return }
    for transaction in log {
      let changes = transaction.changes.span
      var index = 0
      while index < changes.count {
        let table = changes[index].table
        index = Self.sort(changes, from: index, into: &tables[table, default: [:]])
      }
    }
    log = []
    loggedCount = 0
    sortedCount = rowCount
  }

  /// Sorts changes into their table as far as they are of the same one; returns the index of the first of another.
  private static func sort(
    _ changes: Span<DiskTransaction.Change>, from start: Int,
    into rows: inout [String: any Sendable & Digestible]
  ) -> Int {
    var index = start
    while index < changes.count, changes[index].table == changes[start].table {
      rows[changes[index].key] = changes[index].row
      index += 1
    }
    return index
  }

  private func sorted() -> DiskImage {
    if log.isEmpty { return self }
    var image = self
    image.sort()
    return image
  }
}

/// Changes to a disk that are made all together or not at all.
public struct DiskTransaction: Sendable, Digestible {
  /// A change of one row.
  public struct Change: Sendable {
    /// The name of its table.
    public let table: String
    /// The row's key; nil where the row says it itself.
    private let givenKey: String?
    /// The row; nil deletes it.
    public let row: (any Sendable & Digestible)?
    /// The bytes of the file that the row stands for; 0 where it stands for none, and where it is deleted.
    public let fileByteCount: Int

    init(
      table: String, key: String?, row: (any Sendable & Digestible)?, fileByteCount: Int = 0
    ) {
      self.table = table
      givenKey = key
      self.row = row
      self.fileByteCount = fileByteCount
    }

    fileprivate func digest(into hash: inout StableHash) {
      hash.mix(table)
      // A row that says its key itself is mixed in as a whole.
      if let givenKey { hash.mix(givenKey) }
      if let row { row.digest(into: &hash) } else { hash.mix(UInt64(0)) }
    }

    /// The row's key.
    public var key: String {
      if let givenKey { return givenKey }
      guard let row = row as? any KeyedRow else {
        preconditionFailure("a row of \(table) was given no key, and says none")
      }
      return row.rowKey
    }
  }

  /// Where a row lies.
  private struct RowPlace: Hashable {
    let table: String
    let key: String

    init(_ change: Change) {
      table = change.table
      key = change.key
    }
  }

  /// The changes in the order in which they are made.
  public private(set) var changes: [Change] = []

  /// A transaction that changes nothing.
  public init() {}

  public func digest(into hash: inout StableHash) {
    // A span lends the changes, which a loop would copy.
    let changes = changes.span
    for index in changes.indices { changes[index].digest(into: &hash) }
  }

  /// Whether it changes nothing.
  public var isEmpty: Bool { changes.isEmpty }

  /// Whether it writes files.
  private(set) var hasFiles = false

  /// Writes a row.
  public mutating func put<Row>(_ row: Row, at key: String, in table: DiskTable<Row>) {
    changes.append(Change(table: table.name, key: key, row: row))
  }

  /// Writes a row at the key that it says itself.
  public mutating func put<Row: KeyedRow>(_ row: Row, in table: DiskTable<Row>) {
    changes.append(Change(table: table.name, key: nil, row: row))
  }

  /// Writes a row that stands for a file of so many bytes, which take room on the disk until it is deleted.
  ///
  /// Rows without a file are small, and take none.
  public mutating func put<Row>(
    _ row: Row, at key: String, in table: DiskTable<Row>, fileByteCount: Int
  ) {
    changes.append(
      Change(table: table.name, key: key, row: row, fileByteCount: max(0, fileByteCount)))
    hasFiles = true
  }

  /// Deletes a row; does nothing when there is none.
  public mutating func delete<Row>(_ key: String, in table: DiskTable<Row>) {
    changes.append(Change(table: table.name, key: key, row: nil))
  }

  /// Adds the changes of another transaction after those of this one. Of a row that both change, the later change is kept alone.
  public mutating func append(_ other: DiskTransaction) {
    let rows = Set(other.changes.map(RowPlace.init))
    changes.removeAll { rows.contains(RowPlace($0)) }
    changes.append(contentsOf: other.changes)
    hasFiles = hasFiles || other.hasFiles
  }
}
