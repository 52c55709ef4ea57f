import Simulator
import Testing

@testable import Devices

@Suite("Process")
struct AppProcessTests {
  private static let table = DiskTable<String>("notes")

  private var transaction: DiskTransaction {
    var transaction = DiskTransaction()
    transaction.put("hello", at: "a", in: Self.table)
    return transaction
  }

  @Test("a dead process can neither read nor write its disk, and says who is gone")
  func refusesDisk() {
    DeviceRig.run { rig in
      let disk = Disk(in: rig.world, of: JournalSource("Alice"))
      let process = rig.process("Alice#2", disk: disk)
      try process.commit(transaction)
      #expect(try process.storedImage().rowCount == 1)
      process.end()
      #expect(!process.isAlive)
      let gone = ProcessGone(process: "Alice#2")
      #expect(throws: gone) { try process.requireAlive() }
      #expect(throws: CommitError.processGone(gone)) { try process.storedImage() }
      #expect(throws: CommitError.processGone(gone)) { try process.commit(transaction) }
      #expect(disk.commitCount == 1)
      #expect(gone.description.contains("Alice#2"))
    }
  }

  @Test("a process that dies in a commit learns nothing of it")
  func diesInCommit() {
    DeviceRig.run { rig in
      let disk = Disk(in: rig.world, of: JournalSource("Alice"))
      let process = rig.process("Alice", disk: disk)
      disk.crash(atCommit: 1, .afterCommit) { process.end() }
      let gone = ProcessGone(process: "Alice", isDurable: true)
      #expect(throws: CommitError.processGone(gone)) { try process.commit(transaction) }
      #expect(!process.isAlive && disk.image.rowCount == 1)
    }
  }

  @Test("timers fire while the process lives and are dropped when it is dead")
  func dropsTimers() {
    DeviceRig.run { rig in
      let process = rig.process("Alice")
      let lane = rig.world.lane("Alice/main")
      process.schedule(after: .seconds(1), on: lane) { rig.log.add("early") }
      process.schedule(after: .seconds(3), on: lane) { rig.log.add("late") }
      try await rig.sleep(.seconds(2))
      process.end()
      try await rig.sleep(.seconds(2))
      #expect(rig.log.texts == ["early"])
      #expect(rig.log.first("early") == Instant.zero.advanced(by: .seconds(1)))
    }
  }

  @Test("tasks are cancelled at the end, and none is started after it")
  func cancelsTasks() {
    DeviceRig.run { rig in
      let process = rig.process("Alice")
      let lane = rig.world.lane("Alice/main")
      process.spawn(on: lane) {
        do {
          try await rig.sleep(.hours(1))
          rig.log.add("slept")
        } catch {
          rig.log.add("cancelled")
        }
      }
      try await rig.sleep(.seconds(1))
      process.end()
      process.spawn(on: lane) { rig.log.add("started") }
      try await rig.sleep(.seconds(1))
      #expect(rig.log.texts == ["cancelled"])
    }
  }

  @Test("what is to be done at the end is done once, in order")
  func ends() {
    DeviceRig.run { rig in
      let process = rig.process("Alice")
      process.atEnd { rig.log.add("first") }
      process.atEnd { rig.log.add("second") }
      process.end()
      process.end()
      #expect(rig.log.texts == ["first", "second"])
    }
  }

  @Test("what is added to the end of a process that is dead already is done at once")
  func endsLate() {
    DeviceRig.run { rig in
      let process = rig.process("Alice")
      process.end()
      process.atEnd { rig.log.add("late") }
      #expect(rig.log.texts == ["late"])
    }
  }
}
