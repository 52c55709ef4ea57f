import Foundation
import SystemSupport
import Testing

@Suite("Text files of the real machine")
struct TextFileTests {
  /// Reads a file that `make` puts into a folder of its own.
  private static func read(
    limit: Int = TextFile.usualLimit, _ make: (_ path: String) throws -> Void
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("text-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("file").path
    try make(path)
    return try TextFile.read(path, limit: limit)
  }

  private static func refusal(
    limit: Int = TextFile.usualLimit, _ make: (_ path: String) throws -> Void
  ) throws -> String {
    try #require(throws: TextFileError.self) { try Self.read(limit: limit, make) }.description
  }

  private static func makePipe(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/mkfifo")
    process.arguments = [path]
    try process.run()
    process.waitUntilExit()
  }

  @Test("a file is read to its last byte, whatever stands in it")
  func whole() throws {
    let text = String(repeating: "a line\r\n\0 é ", count: 20_000)
    #expect(try Self.read { try Data(text.utf8).write(to: URL(fileURLWithPath: $0)) } == text)
  }

  @Test("what is no file is refused at once: a folder, a pipe, a device, nothing")
  func noFiles() throws {
    #expect(
      try Self.refusal {
        try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
      }.contains("it is a directory; give a file in it"))
    #expect(try Self.refusal { try Self.makePipe($0) }.contains("it is a pipe or a device"))
    #expect(
      try Self.refusal {
        try FileManager.default.createSymbolicLink(
          atPath: $0, withDestinationPath: "/dev/zero")
      }.contains("it is a pipe or a device"))
    #expect(try Self.refusal { _ in }.contains("there is no such file; give a path from"))
  }

  @Test("a file of more bytes than the limit is refused before all of it is read")
  func tooLarge() throws {
    #expect(
      try Self.refusal(limit: 1 << 20) { path in
        // A gigabyte with holes.
        try Data().write(to: URL(fileURLWithPath: path))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
      }.contains("it has more than 1048576 bytes"))
    #expect(
      try Self.read(limit: 3) { try Data("abc".utf8).write(to: URL(fileURLWithPath: $0)) } == "abc")
  }

  @Test("the line that is no UTF-8 is named")
  func noText() throws {
    #expect(
      try Self.refusal {
        try (Data("one\ntwo\n".utf8) + [0xC3, 0x28, 0x0A]).write(to: URL(fileURLWithPath: $0))
      }.contains("line 3 is no UTF-8 text"))
  }
}
