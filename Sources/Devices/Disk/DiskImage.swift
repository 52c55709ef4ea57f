/// The name of a table of rows of one type.
public struct DiskTable<Row: Sendable>: Sendable {
  /// The name, unique on the disk.
  public let name: String

  /// Names a table.
  public init(_ name: String) {
    self.name = name
  }
}

/// What stands on a phone's disk: tables of rows by key.
///
/// Rows are values, so what is on the disk shares nothing that a running process could still change.
public struct DiskImage: Sendable {
  private var tables: [String: [String: any Sendable]] = [:]

  /// An empty disk.
  public init() {}

  /// The row of a key.
  public func row<Row>(_ key: String, in table: DiskTable<Row>) -> Row? {
    tables[table.name]?[key] as? Row
  }

  /// All rows of a table, by key.
  public func rows<Row>(in table: DiskTable<Row>) -> [(key: String, row: Row)] {
    guard let rows = tables[table.name] else { return [] }
    return rows.keys.sorted().compactMap { key in
      (rows[key] as? Row).map { (key, $0) }
    }
  }

  /// How many rows there are in all tables.
  public var rowCount: Int {
    // order: a sum is the same in any.
    tables.values.reduce(0) { $0 + $1.count }
  }

  mutating func apply(_ transaction: DiskTransaction) {
    for change in transaction.changes {
      tables[change.table, default: [:]][change.key] = change.row
    }
  }
}

/// Changes to a disk that are made all together or not at all.
public struct DiskTransaction: Sendable {
  /// A change of one row.
  public struct Change: Sendable {
    /// The name of its table.
    public let table: String
    /// The row's key.
    public let key: String
    /// The row; nil deletes it.
    public let row: (any Sendable)?
  }

  /// The changes in the order in which they are made.
  public private(set) var changes: [Change] = []

  /// A transaction that changes nothing.
  public init() {}

  /// Whether it changes nothing.
  public var isEmpty: Bool { changes.isEmpty }

  /// Writes a row.
  public mutating func put<Row>(_ row: Row, at key: String, in table: DiskTable<Row>) {
    changes.append(Change(table: table.name, key: key, row: row))
  }

  /// Deletes a row; does nothing when there is none.
  public mutating func delete<Row>(_ key: String, in table: DiskTable<Row>) {
    changes.append(Change(table: table.name, key: key, row: nil))
  }

  /// Adds the changes of another transaction after those of this one.
  public mutating func append(_ other: DiskTransaction) {
    changes.append(contentsOf: other.changes)
  }
}
