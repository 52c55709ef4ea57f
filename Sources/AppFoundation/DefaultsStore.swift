internal import Devices
internal import Foundation
internal import Simulator

/// The values of one suite of an app's user defaults, on the phone's disk.
///
/// Whatever is set is written at once: on the platform a daemon has it as soon as the call returns (cfprefsd(8)). What a full
/// disk does not take is written later, which is ours.
final class DefaultsStore: Sendable {
  /// A value, as the binary property list that the system would keep of it.
  private struct Row: Digestible {
    let bytes: [UInt8]

    /// A value; nil for one that a property list cannot have.
    init?(_ value: Any) {
      guard
        let data = try? PropertyListSerialization.data(
          fromPropertyList: value, format: .binary, options: 0)
      else { return nil }
      bytes = Array(data)
    }

    var value: Any? {
      unsafe try? PropertyListSerialization.propertyList(
        from: Data(bytes), options: [], format: nil)
    }

    func digest(into hash: inout StableHash) {
      for byte in bytes { hash.mix(UInt64(byte)) }
    }
  }

  private struct State {
    /// What the app sees: the rows on the disk, and those that it did not take yet.
    var rows: [String: Row] = [:]
    var unsaved: Set<String> = []
    /// What the app has registered since it was launched.
    var registered: [String: Row] = [:]
    var isRetrying = false
  }

  private let process: AppProcess
  private let lane: Lane
  private let table: DiskTable<Row>
  private let state: WorldBound<State>
  private static let retry = Duration.seconds(5)

  /// - Parameters:
  ///   - suite: The suite; nil for the app's standard one.
  ///   - lane: Where what the disk did not take is written.
  init(suite: String?, of process: AppProcess, on lane: Lane) {
    self.process = process
    self.lane = lane
    table = DiskTable(suite.map { "user defaults of \($0)" } ?? "user defaults")
    var state = State()
    // order: into a dictionary.
    for (key, row) in (try? process.storedImage())?.rows(in: table) ?? [] { state.rows[key] = row }
    self.state = WorldBound(state, in: process.world)
  }

  /// The value of a key; where none is set, that which is registered.
  subscript(key: String) -> Any? { state.withValue { $0.rows[key] ?? $0.registered[key] }?.value }

  /// The value that is set for a key.
  func kept(_ key: String) -> Any? { state.withValue { $0.rows[key] }?.value }

  /// The values that are registered, by their keys.
  var registered: [String: Any] {
    // order: into a dictionary.
    state.withValue { $0.registered }.compactMapValues(\.value)
  }

  /// The values that are set, by their keys.
  var kept: [String: Any] {
    // order: into a dictionary.
    state.withValue { $0.rows }.compactMapValues(\.value)
  }

  /// Whether the disk has everything.
  var isSaved: Bool { state.withValue { $0.unsaved.isEmpty } }

  /// Gives values to keys that have none.
  func register(_ values: [String: Any]) {
    // order: into a dictionary.
    for (key, value) in values { state.withValue { $0.registered[key] = Row(value) } }
  }

  /// Sets the value of a key, or removes it.
  ///
  /// Anything but a property list is a mistake of the app's, which ends it. Source: Apple, `set(_:forKey:)`.
  func set(_ value: Any?, for key: String) {
    change([(key, value)])
  }

  /// Sets these values in place of all that are set.
  func replace(by values: [String: Any]) {
    let former = state.withValue { $0.rows.keys.sorted() }.filter { values[$0] == nil }
    change(former.map { ($0, nil) } + values.sorted { $0.key < $1.key })
  }

  private func change(_ values: [(key: String, value: Any?)]) {
    // order: as given, so that the same one ends the app each time.
    let rows = values.map { key, value in
      let row = value.map { value in
        guard let row = Row(value) else {
          preconditionFailure("Attempt to insert non-property list object \(value) for key \(key)")
        }
        return row
      }
      return (key, row)
    }
    state.withValue { state in
      // order: as given.
      for (key, row) in rows {
        state.rows[key] = row
        state.unsaved.insert(key)
      }
    }
    save()
  }

  /// Writes what the disk does not have yet.
  func save() {
    var transaction = DiskTransaction()
    let rows = state.withValue { state in state.unsaved.sorted().map { ($0, state.rows[$0]) } }
    // order: sorted by keys.
    for (key, row) in rows {
      if let row {
        transaction.put(row, at: key, in: table)
      } else {
        transaction.delete(key, in: table)
      }
    }
    do {
      try process.commit(transaction)
      state.withValue { $0.unsaved = [] }
    } catch {
      guard process.isAlive, !state.withValue({ $0.isRetrying }) else { return }
      state.withValue { $0.isRetrying = true }
      lane.schedule(after: Self.retry) { [weak self] in
        self?.state.withValue { $0.isRetrying = false }
        self?.save()
      }
    }
  }
}
