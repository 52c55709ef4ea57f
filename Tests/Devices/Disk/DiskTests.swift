import Simulator
import Testing

@testable import Devices

@Suite("Disk")
struct DiskTests {
  private static let names = DiskTable<String>("names")
  private static let ages = DiskTable<Int>("ages")

  private static let scores = DiskTable<Score>("scores")

  /// A row that says its key itself.
  private struct Score: KeyedRow, Equatable {
    let game: Int
    let points: Int

    var rowKey: String { "game \(game)" }
  }

  private func putting(_ name: String, _ age: Int, at key: String = "a") -> DiskTransaction {
    var transaction = DiskTransaction()
    transaction.put(name, at: key, in: Self.names)
    transaction.put(age, at: key, in: Self.ages)
    return transaction
  }

  private func onDisk(_ body: @escaping @Sendable (World, Disk) throws -> Void) {
    DeviceRig.run { rig in try body(rig.world, Disk(in: rig.world, of: JournalSource("Alice"))) }
  }

  @Test("a committed transaction is there with all of its rows, in the order of their keys")
  func commits() {
    onDisk { _, disk in
      try disk.commit(putting("Bea", 4, at: "b"))
      try disk.commit(putting("Ada", 3, at: "a"))
      #expect(disk.image.rows(in: Self.names).map(\.row) == ["Ada", "Bea"])
      #expect(disk.image.rows(in: Self.ages).map(\.key) == ["a", "b"])
      #expect(disk.image.row("a", in: Self.ages) == 3)
      #expect(disk.image.rowCount == 4 && disk.commitCount == 2)
    }
  }

  @Test(
    "its journal tells new rows, changed ones and removed ones apart, and its commits from others'")
  func tellsApart() {
    let world = DeviceRig.run { rig in
      let disk = Disk(in: rig.world, of: JournalSource("Alice"))
      try disk.commit(putting("Ada", 3))
      var transaction = putting("Bea", 4)
      transaction.put(5, at: "b", in: Self.ages)
      transaction.put(6, at: "b", in: Self.ages)
      transaction.delete("a", in: Self.ages)
      try disk.commit(transaction)
    }
    #expect(
      world.journal.entries.filter { $0.kind == .disk }.map(\.text) == [
        "disk commit 1: +names/a +ages/a",
        "disk commit 2: ~names/a ~ages/a +ages/b ~ages/b -ages/a",
      ])
  }

  @Test("of two changes to a row the later one stands, a deletion included")
  func ordersChanges() {
    onDisk { _, disk in
      var transaction = putting("Ada", 3)
      transaction.append(putting("Bea", 4))
      transaction.delete("a", in: Self.ages)
      transaction.delete("none", in: Self.ages)
      try disk.commit(transaction)
      #expect(disk.image.row("a", in: Self.names) == "Bea")
      #expect(disk.image.row("a", in: Self.ages) == nil)
      #expect(disk.image.rowCount == 1)
    }
  }

  @Test("what is added to a transaction takes the place of its changes of the same rows alone")
  func replacesChanges() {
    var transaction = putting("Ada", 3)
    for age in 4...40 { transaction.append(putting("Bea", age)) }
    #expect(transaction.changes.map { $0.row as? Int } == [nil, 40])
    transaction.append(putting("Carol", 1, at: "c"))
    transaction.put(Score(game: 1, points: 2), in: Self.scores)
    var other = DiskTransaction()
    other.put(Score(game: 1, points: 3), in: Self.scores)
    other.delete("a", in: Self.names)
    transaction.append(other)
    #expect(transaction.changes.map(\.table) == ["ages", "names", "ages", "scores", "names"])
    #expect(transaction.changes.map(\.key) == ["a", "c", "c", "game 1", "a"])
    #expect((transaction.changes[3].row as? Score)?.points == 3)
  }

  @Test("a row that says its key is found there, replaced by the next that says it, and deleted")
  func keyedRows() {
    onDisk { _, disk in
      var transaction = DiskTransaction()
      transaction.put(Score(game: 2, points: 5), in: Self.scores)
      transaction.put(Score(game: 1, points: 7), in: Self.scores)
      transaction.put(Score(game: 2, points: 6), in: Self.scores)
      #expect(transaction.changes.map(\.key) == ["game 2", "game 1", "game 2"])
      try disk.commit(transaction)
      #expect(disk.image.rows(in: Self.scores).map(\.row.points) == [7, 6])
      #expect(disk.image.row("game 2", in: Self.scores) == Score(game: 2, points: 6))
      transaction = DiskTransaction()
      transaction.delete("game 2", in: Self.scores)
      try disk.commit(transaction)
      #expect(disk.image.rows(in: Self.scores).map(\.key) == ["game 1"])
    }
  }

  @Test("a row of another type than the table's is not taken for one of it")
  func keepsTypes() {
    onDisk { _, disk in
      try disk.commit(putting("Ada", 3))
      let other = DiskTable<Int>("names")
      #expect(disk.image.row("a", in: other) == nil)
      #expect(disk.image.rows(in: other).isEmpty)
    }
  }

  @Test("an empty transaction is no commit")
  func skipsEmpty() {
    onDisk { _, disk in
      try disk.commit(DiskTransaction())
      #expect(disk.commitCount == 0)
    }
  }

  @Test("an image that was taken does not change with later commits")
  func imagesAreValues() {
    onDisk { _, disk in
      try disk.commit(putting("Ada", 3))
      let image = disk.image
      try disk.commit(putting("Bea", 4))
      #expect(image.row("a", in: Self.names) == "Ada")
    }
  }

  @Test(
    "a crash at the n-th commit loses it or keeps it whole, and strikes once",
    arguments: [Disk.CrashPoint.beforeCommit, .afterCommit], [1, 3])
  func crashes(point: Disk.CrashPoint, number: Int) {
    onDisk { world, disk in
      try disk.commit(putting("earlier", 0))
      let deaths = WorldBound(0, in: world)
      disk.crash(atCommit: number, point) { deaths.withValue { $0 += 1 } }
      for ordinal in 1..<number { try disk.commit(putting("\(ordinal)", ordinal)) }
      #expect(deaths.withValue { $0 } == 0)

      let before = disk.image.row("a", in: Self.ages)
      let gone = ProcessGone(process: "Alice", isDurable: point == .afterCommit)
      #expect(throws: CommitError.processGone(gone)) {
        try disk.commit(putting("last", 9))
      }
      #expect(deaths.withValue { $0 } == 1)
      let isKept = point == .afterCommit
      #expect(disk.image.row("a", in: Self.ages) == (isKept ? 9 : before))
      #expect((disk.image.row("a", in: Self.names) == "last") == isKept)
      #expect(disk.commitCount == (isKept ? number + 1 : number))

      try disk.commit(putting("after", 10))
      #expect(deaths.withValue { $0 } == 1 && disk.image.row("a", in: Self.ages) == 10)
    }
  }

  @Test("a full disk takes no row of a commit until there is room, and what it has can be read")
  func isFull() {
    onDisk { _, disk in
      try disk.commit(putting("Ada", 3))
      disk.setFull(true)
      for _ in 1...2 {
        #expect(throws: CommitError.disk(.full)) { try disk.commit(putting("Bea", 4, at: "b")) }
      }
      try disk.commit(DiskTransaction())
      #expect(disk.isFull && disk.commitCount == 1 && disk.image.rowCount == 2)
      disk.setFull(false)
      try disk.commit(putting("Bea", 4, at: "b"))
      #expect(disk.image.rows(in: Self.names).map(\.row) == ["Ada", "Bea"])
    }
  }

  @Test("the n-th commit fails whole, and those around it do not", arguments: [1, 3])
  func fails(number: Int) {
    onDisk { _, disk in
      disk.failCommit(number)
      for ordinal in 1..<number { try disk.commit(putting("\(ordinal)", ordinal)) }
      #expect(throws: CommitError.disk(.writeFailed)) { try disk.commit(putting("lost", 9)) }
      #expect(disk.commitCount == number - 1)
      #expect(disk.image.row("a", in: Self.ages) == (number > 1 ? number - 1 : nil))
      try disk.commit(putting("after", 10))
      #expect(disk.image.row("a", in: Self.ages) == 10)
      disk.failCommit(1)
      disk.failCommit(nil)
      try disk.commit(putting("later", 11))
    }
  }

  @Test("erasing leaves nothing, and the disk can be written anew")
  func erases() {
    onDisk { _, disk in
      try disk.commit(putting("Ada", 3))
      disk.erase()
      #expect(disk.image.rowCount == 0)
      try disk.commit(putting("Bea", 4))
      #expect(disk.image.row("a", in: Self.names) == "Bea")
    }
  }
}
