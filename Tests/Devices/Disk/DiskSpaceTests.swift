import Simulator
import Testing

@testable import Devices

@Suite("Room on a disk")
struct DiskSpaceTests {
  private static let files = DiskTable<String>("files")
  private static let notes = DiskTable<String>("notes")

  private func changes(_ body: (inout DiskTransaction) -> Void) -> DiskTransaction {
    var transaction = DiskTransaction()
    body(&transaction)
    return transaction
  }

  private func file(_ key: String, _ bytes: Int) -> DiskTransaction {
    changes { $0.put(key, at: key, in: Self.files, fileByteCount: bytes) }
  }

  @Test("files take room until they are deleted, another in their place takes its own")
  func counts() {
    var space = DiskSpace()
    space.setFree(1_000)
    for (transaction, free) in [
      (file("a", 600), 400), (file("b", 100), 300), (file("a", 50), 850),
      (changes { $0.delete("b", in: Self.files) }, 950),
      (changes { $0.delete("b", in: Self.files) }, 950),
      (changes { $0.put("b", at: "b", in: Self.notes) }, 950),
      (changes { $0.put("a", at: "a", in: Self.files) }, 1_000),
    ] {
      #expect(space.growth(by: transaction) == space.freeBytes - free)
      space.apply(transaction)
      #expect(space.freeBytes == free)
    }
    space.apply(file("c", 700))
    space.erase()
    #expect(space.freeBytes == 1_000 && space.growth(by: file("c", 1)) == 1)
  }

  @Test("a commit with a file that does not fit fails whole; one that makes room for it does not")
  func refuses() {
    DeviceRig.run { rig in
      let disk = Disk(in: rig.world, of: JournalSource("Alice"))
      #expect(disk.availableBytes == DiskSpace.usualFreeBytes)
      disk.setFree(1_000)
      try disk.commit(file("a", 900))
      var both = changes { $0.put("note", at: "n", in: Self.notes) }
      both.append(file("b", 101))
      #expect(throws: CommitError.disk(.full)) { try disk.commit(both) }
      #expect(disk.image.rowCount == 1 && disk.availableBytes == 100 && !disk.isFull)
      // What has no file takes no room.
      try disk.commit(changes { $0.put("note", at: "n", in: Self.notes) })
      var exchange = changes { $0.delete("a", in: Self.files) }
      exchange.append(file("b", 1_000))
      try disk.commit(exchange)
      #expect(disk.availableBytes == 0 && disk.image.rowCount == 2)
      disk.erase()
      #expect(disk.availableBytes == 1_000)
      disk.setFull(true)
      #expect(disk.availableBytes == 0)
    }
  }
}
