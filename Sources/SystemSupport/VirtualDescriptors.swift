internal import Synchronization

/// The descriptors of this process that stand for open files of simulated ones.
///
/// Any thread may close one: an app's objects can outlive the world.
enum VirtualDescriptors {
  private struct Entry {
    weak var files: (any VirtualFiles)?
    /// Which files these are, told while they are being freed too.
    let owner: ObjectIdentifier
    let file: VirtualFile
  }

  private static let entries = Mutex<[Int32: Entry]>([:])
  // As a word that is there from the start: close(2) is called before anything else is.
  @exclusivity(unchecked) nonisolated(unsafe) private static var count: UInt = 0

  private static func changeCount(by change: Int) {
    unsafe Interposed.word(&count).pointee.wrappingAdd(
      UInt(bitPattern: change), ordering: .acquiringAndReleasing)
  }

  private static var isEmpty: Bool {
    unsafe Interposed.word(&count).pointee.load(ordering: .acquiring) == 0
  }

  /// Notes that a descriptor stands for an open file.
  static func add(_ number: Int32, _ file: VirtualFile, of files: any VirtualFiles) {
    entries.withLock { entries in
      let entry = Entry(files: files, owner: ObjectIdentifier(files), file: file)
      if entries.updateValue(entry, forKey: number) == nil { changeCount(by: 1) }
    }
  }

  /// The open file that a descriptor stands for; nil for one of the system.
  static func file(_ number: Int32) -> (file: VirtualFile, files: any VirtualFiles)? {
    guard !isEmpty else { return nil }
    return entries.withLock { entries in
      guard let entry = entries[number], let files = entry.files else { return nil }
      return (entry.file, files)
    }
  }

  /// Takes a descriptor that is being closed out.
  static func remove(_ number: Int32) -> (file: VirtualFile, files: any VirtualFiles)? {
    guard !isEmpty else { return nil }
    return entries.withLock { entries in
      guard let entry = entries.removeValue(forKey: number) else { return nil }
      changeCount(by: -1)
      return entry.files.map { (entry.file, $0) }
    }
  }

  /// Takes all descriptors of a process's files out.
  static func removeAll(of owner: ObjectIdentifier) -> [Int32] {
    guard !isEmpty else { return [] }
    return entries.withLock { entries in
      // order: sorted.
      let numbers = entries.filter { $0.value.owner == owner }.map(\.key).sorted()
      for number in numbers { entries[number] = nil }
      changeCount(by: -numbers.count)
      return numbers
    }
  }
}
