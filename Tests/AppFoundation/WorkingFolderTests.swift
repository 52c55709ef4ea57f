import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// An app whose gestures work with files by the calls of C.
@MainActor
private final class ToolApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "tools" }

  let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]

  var workingFolder: String { FileManager.default.currentDirectoryPath }

  /// Goes to a new folder of the container, and works there by relative paths.
  func work() -> [String] {
    let manager = FileManager.default
    let folder = documents.appending(path: "folder", directoryHint: .notDirectory)
    try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
    var lines = ["\(manager.changeCurrentDirectoryPath(folder.path))"]
    lines.append("\(manager.currentDirectoryPath == folder.path)")
    lines.append("\(manager.createFile(atPath: "one", contents: Data("12345".utf8)))")
    var statuses = unsafe [truncate("one", 2), mkdir("two", 0o700), remove("two")]
    lines.append("\(statuses)")
    statuses = unsafe [rename("one", "three"), symlink("three", "four"), remove("four")]
    lines.append("\(statuses)")
    lines.append(manager.subpaths(atPath: ".")?.joined(separator: " ") ?? "none")
    let whole = folder.appending(path: "three")
    lines.append((try? String(contentsOf: whole, encoding: .utf8)) ?? "none")
    lines.append("\(unsafe chdir("..")) \(manager.currentDirectoryPath == documents.path)")
    lines.append("\(unsafe chdir("folder/three") == -1 && errno == ENOTDIR)")
    return lines
  }

  /// Makes a file longer.
  func grow() -> Bool {
    let descriptor = unsafe open(documents.appending(path: "long").path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    return ftruncate(descriptor, 1_000_000) == 0
  }
}

#if os(Linux)
  @Suite("Calls of C on files are those of the phone")
  struct WorkingFolderTests {
    private typealias ToolPhone = Phone<HostedApp<ToolApp>>

    private func play(
      _ body: @escaping @Sendable (ToolPhone, ToolPhone) async throws -> Void
    ) -> Verdict {
      let world = World(seed: 1)
      return world.run {
        let stage = try AppStage(in: world)
        var phones: [ToolPhone] = []
        for name in ["Alice", "Bob"] {
          let phone = try ToolPhone(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
    }

    @Test("relative paths lead from the folder that the launch has gone to, and no other launch")
    func workingFolder() {
      let machines = FileManager.default.currentDirectoryPath
      let verdict = play { alice, bob in
        let lines = await alice.touch("work") { $0.work() }
        #expect(
          lines == [
            "true", "true", "true", "[0, 0, 0]", "[0, 0, 0]", "three", "12", "0 true", "true",
          ])
        #expect(await bob.touch("look") { $0.workingFolder } == machines)
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.workingFolder } == machines)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(FileManager.default.currentDirectoryPath == machines)
    }

    @Test("a file that is made longer needs room")
    func growth() {
      let verdict = play { alice, _ in
        #expect(await alice.touch("grow") { $0.grow() } == true)
        await alice.touch("remove") { app in
          let status = unsafe remove(app.documents.appending(path: "long").path)
          #expect(status == 0)
        }
        await alice.fillDisk(for: .seconds(5))
        #expect(await alice.touch("grow") { $0.grow() } == false)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }
  }
#endif
