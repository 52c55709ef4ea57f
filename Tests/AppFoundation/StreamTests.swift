import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

#if canImport(Glibc)
  import Glibc

  /// An app that keeps a log by the calls of the C library; what it does stands in the gestures.
  @MainActor
  private final class LogApp: MainActorApp {
    typealias Screen = String

    init(services: PhoneServices<String>, configuration: Int) {}
    func start() {}
    var screen: String { "log" }

    var path: String {
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].path + "/log"
    }

    func write(_ text: String, _ mode: String, closes: Bool = true) -> Int32? {
      guard let stream = unsafe fopen(path, mode) else { return nil }
      _ = unsafe fputs(text, stream)
      return closes ? unsafe fclose(stream) : 0
    }

    var text: String {
      guard let stream = unsafe fopen(path, "r") else { return "none" }
      defer { unsafe fclose(stream) }
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = unsafe fread(&bytes, 1, bytes.count, stream)
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Suite("Streams of the C library stand for files of the phone")
  struct StreamTests {
    private typealias LogPhone = Phone<HostedApp<LogApp>>

    private func play(
      _ body: @escaping @Sendable (LogPhone, LogPhone) async throws -> Void
    ) -> Verdict {
      let world = World(seed: 1, schedule: .random)
      return world.run {
        let stage = try AppStage(in: world)
        var phones: [LogPhone] = []
        for name in ["Alice", "Bob"] {
          let phone = try LogPhone(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
    }

    @Test("a log is written, appended to and read, and is there after a kill, on no other phone")
    func log() {
      let verdict = play { alice, bob in
        #expect(await alice.touch("look") { $0.text } == "none")
        #expect(await alice.touch("write") { $0.write("one ", "w") } == .some(0))
        #expect(await alice.touch("append") { $0.write("two", "a") } == .some(0))
        #expect(await alice.touch("look") { $0.text } == "one two")
        #expect(await bob.touch("look") { $0.text } == "none")
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.text } == "one two")
        #expect(await alice.touch("write") { $0.write("three", "wx") } == .some(nil))
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("what a stream still holds is lost with its process")
    func buffer() {
      let verdict = play { alice, _ in
        #expect(await alice.touch("write") { $0.write("kept", "w") } == .some(0))
        #expect(await alice.touch("write") { $0.write(" lost", "a", closes: false) } == .some(0))
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.text } == "kept")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a full disk is told when the stream is closed")
    func fullDisk() {
      let verdict = play { alice, _ in
        await alice.setFreeSpace(2)
        #expect(await alice.touch("write") { $0.write("three", "w") } == .some(-1))
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("what is written to an open file takes its room at once, and so does a copy")
    func room() {
      let verdict = play { alice, _ in
        #expect(await alice.touch("write") { $0.write("three", "w") } == .some(0))
        await alice.setFreeSpace(5)
        let counts = await alice.touch("append") { app -> [Int] in
          let file = unsafe open(app.path, O_WRONLY | O_APPEND)
          defer { close(file) }
          return (1...2).map { _ in unsafe Glibc.write(file, "abc", 3) }
        }
        #expect(counts == [3, -1])
        #expect(await alice.touch("look") { $0.text } == "threeabc")
        await alice.setFreeSpace(7)
        let code = await alice.touch("copy") { app -> CocoaError.Code? in
          do {
            try FileManager.default.copyItem(atPath: app.path, toPath: app.path + " again")
            return nil
          } catch {
            return (error as? CocoaError)?.code
          }
        }
        #expect(code == .some(.fileWriteOutOfSpace))
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a file is opened by a path from a folder that is open")
    func folder() {
      let verdict = play { alice, _ in
        #expect(await alice.touch("write") { $0.write("one", "w") } == .some(0))
        let count = await alice.touch("look") { app -> Int in
          let folder = unsafe open((app.path as NSString).deletingLastPathComponent, O_RDONLY)
          let file = unsafe openat(folder, "log", O_RDONLY)
          defer {
            close(file)
            close(folder)
          }
          var bytes = [UInt8](repeating: 0, count: 10)
          return unsafe read(file, &bytes, bytes.count)
        }
        #expect(count == 3)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("files are looked at, renamed and removed by paths from a folder that is open")
    func relatives() {
      let verdict = play { alice, bob in
        #expect(await alice.touch("write") { $0.write("one", "w") } == .some(0))
        let lines = await alice.touch("change") { app -> [String] in
          var lines: [String] = []
          let folder = unsafe open((app.path as NSString).deletingLastPathComponent, O_RDONLY)
          defer { close(folder) }
          func note(_ name: String, _ result: Int32) {
            lines.append(result == 0 ? name : "\(name) \(result == -1 ? errno : result)")
          }
          var status = stat()
          note("look", unsafe fstatat(folder, "log", &status, 0))
          lines.append("\(status.st_size) bytes")
          note("look itself", unsafe fstatat(folder, "", &status, 0x1000))
          lines.append("\(status.st_mode & S_IFMT == S_IFDIR)")
          note("access", unsafe faccessat(folder, "log", R_OK, 0))
          note("make", unsafe mkdirat(folder, "old", 0o755))
          note("rename", unsafe renameat(folder, "log", folder, "old/log"))
          note("no link", unsafe linkat(folder, "old/log", folder, "twin", 0) + 1)
          note("link", unsafe symlinkat("old/log", folder, "log"))
          var letters = [CChar](repeating: 0, count: 20)
          lines.append("\(unsafe readlinkat(folder, "log", &letters, letters.count))")
          note("look at the link", unsafe fstatat(folder, "log", &status, AT_SYMLINK_NOFOLLOW))
          lines.append("\(status.st_mode & S_IFMT == S_IFLNK)")
          note("mode", unsafe fchmodat(folder, "log", 0o600, 0))
          let times = [timespec(), timespec(tv_sec: 86_400, tv_nsec: 0)]
          note("times", unsafe utimensat(folder, "old/log", times, 0))
          note("look", unsafe fstatat(folder, "log", &status, 0))
          lines.append("\(status.st_mode & 0o777) \(status.st_mtim.tv_sec)")
          note("full", unsafe unlinkat(folder, "old", AT_REMOVEDIR))
          note("remove", unsafe unlinkat(folder, "old/log", 0))
          note("remove folder", unsafe unlinkat(folder, "old", AT_REMOVEDIR))
          note("gone", unsafe fstatat(folder, "old", &status, 0))
          return lines
        }
        #expect(
          lines == [
            "look", "3 bytes", "look itself", "true", "access", "make", "rename", "no link", "link",
            "7",
            "look at the link", "true", "mode", "times", "look", "384 86400", "full \(ENOTEMPTY)",
            "remove",
            "remove folder", "gone \(ENOENT)",
          ], "\(lines ?? [])")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test(
      "a file takes the place of another at once by FileManager, whether a backup is kept or not")
    func replacement() {
      let verdict = play { alice, _ in
        #expect(await alice.touch("write") { $0.write("old", "w") } == .some(0))
        let lines = await alice.touch("replace") { app -> [String] in
          let file = URL(filePath: app.path)
          let folder = file.deletingLastPathComponent()
          let draft = folder.appending(path: "draft")
          var lines: [String] = []
          @MainActor func note(_ body: () throws -> URL?) {
            let end = Result { try body()?.lastPathComponent ?? "nowhere" }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
              .sorted()
            switch end {
            case .success(let place): lines.append("\(place): \(app.text), \(names ?? [])")
            case .failure(let error): lines.append("\((error as? CocoaError)?.code.rawValue ?? 0)")
            }
          }
          try? Data("new".utf8).write(to: draft)
          note { try FileManager.default.replaceItemAt(file, withItemAt: draft) }
          try? Data("newer".utf8).write(to: draft)
          note {
            try FileManager.default.replaceItemAt(
              file, withItemAt: draft, backupItemName: "before",
              options: .withoutDeletingBackupItem)
          }
          note { try FileManager.default.replaceItemAt(file, withItemAt: draft) }
          try? FileManager.default.removeItem(at: file)
          try? Data("first".utf8).write(to: draft)
          note { try FileManager.default.replaceItemAt(file, withItemAt: draft) }
          return lines
        }
        #expect(
          lines == [
            #"log: new, ["log"]"#, #"log: newer, ["before", "log"]"#, "4",
            #"log: first, ["before", "log"]"#,
          ], "\(lines ?? [])")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      let fault = play { alice, _ in
        _ = await alice.touch("write") { $0.write("old", "w") }
        _ = await alice.touch("draft") {
          try? Data("new".utf8).write(to: URL(filePath: $0.path + "-2"))
        }
        await alice.kill(atCommit: 1, .beforeCommit)
        await alice.touch("replace") { app in
          _ = try? FileManager.default.replaceItemAt(
            URL(filePath: app.path), withItemAt: URL(filePath: app.path + "-2"))
        }
        try await alice.launch()
        #expect(await alice.touch("read") { $0.text } == "old")
      }
      #expect(fault.outcome == .passed, "\(fault)")
    }

    @Test("code of no app has the library's replacement")
    func ownReplacement() throws {
      // The library of 6.3.1 takes the old file away and fails; what counts is that it is asked, and asked well.
      let folder = FileManager.default.temporaryDirectory.appending(path: "replaced-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (file, draft) = (folder.appending(path: "a"), folder.appending(path: "b"))
      try Data("new".utf8).write(to: draft)
      try Data("old".utf8).write(to: file)
      let verdict = World(seed: 1).run {
        World.allowingRealWorld {
          _ = try? FileManager.default.replaceItemAt(file, withItemAt: draft)
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect((try? String(contentsOf: file, encoding: .utf8)) != "old")
    }

    @Test(
      "a file of the machine is not changed by a path from a folder",
      arguments: ["unlinkat", "mkdirat", "renameat", "symlinkat", "fchmodat", "utimensat"])
    func machineByFolder(_ call: String) {
      let path = NSTemporaryDirectory() + "not-a-phone's-\(call)"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let verdict = play { alice, _ in
        await alice.touch("change") { _ in
          _ =
            switch call {
            case "unlinkat": unsafe unlinkat(AT_FDCWD, path, 0)
            case "mkdirat": unsafe mkdirat(AT_FDCWD, path + "-2", 0o755)
            case "renameat": unsafe renameat(AT_FDCWD, path, AT_FDCWD, path + "-2")
            case "symlinkat": unsafe symlinkat(path, AT_FDCWD, path + "-2")
            case "fchmodat": unsafe fchmodat(AT_FDCWD, path, 0o600, 0)
            default: unsafe utimensat(AT_FDCWD, path, nil, 0)
            }
        }
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect(reason.contains("asked the real world by \(call) on lane Alice"), "\(reason)")
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(!FileManager.default.fileExists(atPath: path + "-2"))
    }

    @Test("a stream that has the memory of one that ended with its process is another")
    func memoryUsedAgain() {
      let verdict = play { alice, _ in
        #expect(await alice.touch("write") { $0.write("one", "w", closes: false) } == .some(0))
        try await alice.kill()
        // Those that the C library makes now have the freed memory sooner or later.
        var descriptors: [Int32] = []
        for _ in 0..<64 {
          let descriptor = dup(STDOUT_FILENO)
          guard let stream = unsafe fdopen(descriptor, "a") else { continue }
          descriptors.append(descriptor)
          #expect(unsafe fclose(stream) == 0)
        }
        #expect(descriptors.allSatisfy { fcntl($0, F_GETFD) == -1 }, "one is open still")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a file of the machine is told by the call that opens it", arguments: [0, 1, 2])
    func machine(_ call: Int) {
      let names = ["fopen", "openat", "creat"]
      let path = NSTemporaryDirectory() + "not-a-phone's-\(names[call])"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let verdict = play { alice, _ in
        await alice.touch("write") { _ in
          switch call {
          case 0: _ = unsafe fopen(path, "w").map { unsafe fclose($0) }
          case 1: close(unsafe openat(AT_FDCWD, path, O_WRONLY | O_CREAT, 0o644))
          default: close(unsafe creat(path, 0o644))
          }
        }
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect(reason.contains("asked the real world by \(names[call]) on lane Alice"), "\(reason)")
      #expect(reason.contains("StreamTests.swift"), "\(reason)")
    }

    @Test("a stream of the machine's random bytes is told by the call that opens it")
    func randomBytes() {
      let verdict = play { alice, _ in
        await alice.touch("read") { _ in
          _ = unsafe fopen("/dev/urandom", "r").map { unsafe fclose($0) }
        }
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect(reason.contains("fopen(\"/dev/urandom\") on lane Alice"), "\(reason)")
      #expect(reason.contains("SystemRandomNumberGenerator"), "\(reason)")
    }

    @Test(
      "what would lead the run's output elsewhere, or end it, is told and not done",
      arguments: ["freopen", "dup2", "close", "fclose"])
    func redirection(_ call: String) {
      var before = stat()
      _ = unsafe fstat(STDOUT_FILENO, &before)
      let verdict = play { alice, _ in
        await alice.touch("redirect") { app in
          let log = unsafe open(app.path, O_WRONLY | O_CREAT, 0o644)
          // Another stream of the same descriptor: the library's own variable is not safe to read.
          let output = unsafe fdopen(STDOUT_FILENO, "a")
          let isDone: Bool
          switch call {
          case "freopen": isDone = unsafe freopen(app.path, "a+", output) == output
          case "dup2": isDone = dup2(log, STDOUT_FILENO) == STDOUT_FILENO
          case "close": isDone = close(STDOUT_FILENO) == 0
          default: isDone = unsafe output.map { unsafe fclose($0) } == 0
          }
          #expect(isDone)
          close(log)
        }
      }
      var after = stat()
      _ = unsafe fstat(STDOUT_FILENO, &after)
      #expect(before.st_ino == after.st_ino)
      guard case .leaked(let reason) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect(reason.contains("asked the real world by \(call) on lane Alice"), "\(reason)")
      #expect(reason.contains("StreamTests.swift"), "\(reason)")
      #expect(reason.contains("stands in the story of its run"), "\(reason)")
    }
  }
#endif
