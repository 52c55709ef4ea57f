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
