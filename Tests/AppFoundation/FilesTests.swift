import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Synchronization
import Testing

@testable import Devices

/// An app that keeps notes in files; what it does stands in the gestures.
@MainActor
private final class NotesApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "notes" }

  var documents: URL { FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0] }

  /// Where a manager of the app's own finds its documents and its temporary files.
  var foldersOfOwn: [String] {
    let manager = FileManager()
    let documents = manager.urls(for: .documentDirectory, in: .userDomainMask)[0]
    return [documents, manager.temporaryDirectory].map(\.path)
  }

  /// The code of the platform's error with which a piece of work fails; nil where it does not.
  func failure(of work: () throws -> Void) -> CocoaError.Code? {
    do { try work() } catch { return (error as? CocoaError)?.code ?? .featureUnsupported }
    return nil
  }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: documents.appending(path: name))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

#if os(Linux)
  private typealias NotesPhone = Phone<HostedApp<NotesApp>>

  private func play(
    in world: World = World(seed: 1, schedule: .random),
    _ body: @escaping @Sendable (NotesPhone, NotesPhone) async throws -> Void
  ) -> Verdict {
    world.run {
      let stage = try AppStage(in: world)
      var phones: [NotesPhone] = []
      for (name, ahead) in [("Alice", 0), ("Bob", 3600)] {
        let phone = try NotesPhone(
          name: name, user: name.lowercased(), on: .wifi,
          clock: WallClock(skew: .seconds(ahead)), network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await phone.launch()
        phones.append(phone)
      }
      try await body(phones[0], phones[1])
    }
  }

  @Suite("Files are those of the phone")
  struct FilesTests {
    @Test("a manager that the app makes finds the folders of its container")
    func ownManager() {
      let verdict = play { alice, bob in
        for phone in [alice, bob] {
          let documents = await phone.touch("look") { $0.documents.path } ?? "-"
          let container = documents.dropLast("/Documents".count)
          let own = await phone.touch("look") { $0.foldersOfOwn }
          #expect(own == [documents, container + "/tmp"])
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(FileManager().temporaryDirectory == FileManager.default.temporaryDirectory)
    }

    @Test(
      "what an app writes is there after a kill, not after a reinstallation, and on no other phone")
    func survival() throws {
      let verdict = play { alice, bob in
        let path = await alice.touch("write") { app -> String in
          try? Data("hello".utf8).write(to: app.documents.appending(path: "a.txt"))
          return app.documents.path
        }
        #expect(
          path?.hasPrefix("/var/mobile/Containers/Data/Application/") == true, "\(path ?? "")")
        #expect(path?.hasSuffix("/Documents") == true)
        #expect(await alice.touch("read") { $0.text("a.txt") } == "hello")
        #expect(await bob.touch("read") { $0.text("a.txt") } == .some(nil))
        #expect(await bob.touch("look") { $0.documents.path } != path)
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("read") { $0.text("a.txt") } == "hello")
        #expect(await alice.touch("look") { $0.documents.path } == path)
        try await alice.reinstall()
        try await alice.launch()
        #expect(await alice.touch("read") { $0.text("a.txt") } == .some(nil))
        #expect(await alice.touch("look") { $0.documents.path } != path)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("an update and a restoration keep the files, in a folder of another path")
    func moved() {
      let verdict = play { alice, _ in
        var paths: [String?] = []
        paths.append(
          await alice.touch("write") { app -> String in
            let file = app.documents.appending(path: "a.txt")
            try? Data("hello".utf8).write(to: file)
            let manager = FileManager.default
            for (link, target) in [("near", "a.txt"), ("far", file.path)] {
              try? manager.createSymbolicLink(
                atPath: app.documents.appending(path: link).path, withDestinationPath: target)
            }
            return "\(app.text("near") ?? "-") \(app.text("far") ?? "-")"
          })
        #expect(paths == ["hello hello"])
        paths = [await alice.touch("look") { $0.documents.path }]
        for isUpdate in [true, false] {
          if isUpdate { try await alice.updateApp() } else { try await alice.restoreFromBackup() }
          #expect(alice.lifeState == .terminated)
          try await alice.launch()
          let former = paths.last.flatMap(\.self) ?? ""
          #expect(
            await alice.touch("look") { _ in FileManager.default.fileExists(atPath: former) }
              == false)
          #expect(await alice.touch("read") { $0.text("a.txt") } == "hello")
          // A link by a whole path leads nowhere.
          #expect(await alice.touch("read") { $0.text("near") } == "hello")
          #expect(await alice.touch("read") { $0.text("far") } == .some(nil))
          paths.append(await alice.touch("look") { $0.documents.path })
        }
        #expect(Set(paths).count == 3)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a restoration leaves out what is in no backup, an update keeps it")
    func caches() {
      let verdict = play { alice, _ in
        let places = ["tmp/a", "Library/Caches/b", "Library/Caches/deep/c", "Documents/d"]
        func present() async -> [String]? {
          await alice.touch("look") { app in
            let home = app.documents.deletingLastPathComponent()
            return places.filter {
              FileManager.default.fileExists(atPath: home.appending(path: $0).path)
            }
          }
        }
        await alice.touch("write") { app in
          let home = app.documents.deletingLastPathComponent()
          let deep = home.appending(path: "Library/Caches/deep")
          try? FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
          for place in places { try? Data("x".utf8).write(to: home.appending(path: place)) }
        }
        try await alice.updateApp()
        try await alice.launch()
        #expect(await present() == places)
        try await alice.restoreFromBackup()
        try await alice.launch()
        #expect(await present() == ["Documents/d"])
        let folders = await alice.touch("look") { app -> [Bool] in
          let home = app.documents.deletingLastPathComponent()
          return ["tmp", "Library/Caches", "Library/Caches/deep"].map {
            FileManager.default.fileExists(atPath: home.appending(path: $0).path)
          }
        }
        #expect(folders == [true, true, false])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a launch has a process number of its own, which follows from the seed")
    func processNumber() {
      let all = Mutex<[[Int32?]]>([])
      for _ in 0..<2 {
        let verdict = play { alice, bob in
          func number(_ phone: NotesPhone) async -> Int32? {
            await phone.touch("look") { _ in
              ProcessInfo.processInfo.processIdentifier == getpid() ? getpid() : -1
            }
          }
          var numbers = [await number(alice), await number(bob)]
          try await alice.kill()
          try await alice.launch()
          numbers.append(await number(alice))
          let found = numbers
          all.withLock { $0.append(found) }
        }
        #expect(verdict.outcome == .passed, "\(verdict)")
      }
      let found = all.withLock { $0 }
      #expect(found.first == found.last && Set(found.joined()).count == 3)
      #expect(found.joined().allSatisfy { $0.map { $0 >= 100 && $0 < 100_000 } ?? false })
    }

    @Test("a file is another one on each phone and in each launch, though its number is the same")
    func identity() {
      let verdict = play { alice, bob in
        func numbers(_ phone: NotesPhone) async -> [UInt64]? {
          await phone.touch("look") { app -> [UInt64] in
            let path = app.documents.appending(path: "a.txt").path
            try? Data("hello".utf8).write(to: URL(filePath: path))
            let known = try? FileManager.default.attributesOfItem(atPath: path)
            return [FileAttributeKey.systemFileNumber, .systemNumber].compactMap {
              (known?[$0] as? NSNumber)?.uint64Value
            }
          } ?? nil
        }
        let (first, other) = (await numbers(alice), await numbers(bob))
        try await alice.kill()
        try await alice.launch()
        let again = await numbers(alice)
        #expect(first?.first == other?.first && first?.first == again?.first)
        #expect(Set([first?.last, other?.last, again?.last].compactMap(\.self)).count == 3)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("files are written atomically, appended to by a handle, read in parts")
    func handles() {
      let verdict = play { alice, _ in
        let lines = await alice.touch("write") { app -> [String] in
          var lines: [String] = []
          do {
            let url = app.documents.appending(path: "log.txt")
            try Data("one\n".utf8).write(to: url, options: .atomic)
            let handle = try FileHandle(forUpdating: url)
            _ = try handle.seekToEnd()
            try handle.write(contentsOf: Data("two\n".utf8))
            lines.append("\(try handle.offset())")
            try handle.seek(toOffset: 2)
            lines.append(String(decoding: try handle.read(upToCount: 4) ?? Data(), as: UTF8.self))
            try handle.truncate(atOffset: 6)
            try handle.synchronize()
            try handle.close()
            lines.append(app.text("log.txt") ?? "-")
            try "three".write(to: url, atomically: true, encoding: .utf8)
            lines.append(try String(contentsOf: url, encoding: .utf8))
          } catch { lines.append("\(error)") }
          return lines
        }
        #expect(lines == ["8", "e\ntw", "one\ntw", "three"])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("folders are made, listed, enumerated, moved, copied and removed")
    func folders() {
      let verdict = play { alice, _ in
        let lines = await alice.touch("arrange") { app -> [String] in
          var lines: [String] = []
          let files = FileManager.default
          func list(_ url: URL) -> String {
            ((try? files.contentsOfDirectory(atPath: url.path)) ?? ["none"]).sorted().joined(
              separator: " ")
          }
          do {
            let notes = app.documents.appending(path: "notes/old", directoryHint: .isDirectory)
            try files.createDirectory(at: notes, withIntermediateDirectories: true)
            for name in ["b", "a"] { try Data(name.utf8).write(to: notes.appending(path: name)) }
            lines.append(list(notes))
            try files.copyItem(at: notes, to: app.documents.appending(path: "copy"))
            try files.moveItem(
              at: notes.appending(path: "a"), to: app.documents.appending(path: "moved"))
            lines.append(list(app.documents))
            let all = files.enumerator(atPath: app.documents.path)
            lines.append(((all?.allObjects as? [String]) ?? []).joined(separator: " "))
            let urls = files.enumerator(at: app.documents, includingPropertiesForKeys: nil)
            lines.append("\(urls?.allObjects.count ?? 0)")
            try files.removeItem(at: app.documents.appending(path: "notes"))
            lines.append(list(app.documents))
            lines.append(
              "\(files.fileExists(atPath: app.documents.appending(path: "copy/b").path))")
            lines.append("\(files.fileExists(atPath: notes.path))")
            try files.createSymbolicLink(
              at: app.documents.appending(path: "link"),
              withDestinationURL: app.documents.appending(path: "moved"))
            lines.append(app.text("link") ?? "-")
            do {
              try files.removeItem(at: notes)
            } catch let error as CocoaError { lines.append("\(error.code == .fileNoSuchFile)") }
            do {
              try files.copyItem(
                at: app.documents.appending(path: "moved"),
                to: app.documents.appending(path: "copy/b"))
            } catch let error as CocoaError {
              lines.append("\(error.code == .fileWriteFileExists)")
            }
          } catch { lines.append("\(error)") }
          return lines
        }
        #expect(
          lines == [
            "a b", "copy moved notes", "copy copy/a copy/b moved notes notes/old notes/old/b", "7",
            "copy moved", "true", "false", "a", "true", "true",
          ])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a file has the time of the phone's clock, and what stands in its folders for one")
    func attributes() {
      let times = Mutex<[Date]>([])
      let verdict = play { alice, bob in
        for phone in [alice, bob] {
          let found = await phone.touch("write") { app -> [Date] in
            let url = app.documents.appending(path: "a.txt")
            try? Data("hello".utf8).write(to: url)
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            #expect(attributes?[.size] as? Int == 5)
            #expect(attributes?[.type] as? FileAttributeType == .typeRegular)
            let values = try? url.resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey])
            #expect(values?.isDirectory == false)
            #expect(values?.fileSize == 5)
            return [Date(), attributes?[.modificationDate] as? Date ?? .distantPast]
          }
          times.withLock { $0 += found ?? [] }
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      let found = times.withLock { $0 }
      guard found.count == 4 else {
        Issue.record("no times")
        return
      }
      #expect(abs(found[0].timeIntervalSince(found[1])) < 0.001)
      #expect(abs(found[2].timeIntervalSince(found[3])) < 0.001)
      #expect(abs(found[2].timeIntervalSince(found[0]) - 3600) < 1)
    }

    @Test("home, temporary and other folders are those of the app")
    func places() {
      let verdict = play { alice, _ in
        let lines = await alice.touch("look") { app -> [String] in
          let home = NSHomeDirectory()
          let places = [
            FileManager.default.homeDirectoryForCurrentUser.path, URL.homeDirectory.path,
            NSTemporaryDirectory(), FileManager.default.temporaryDirectory.path,
            URL.temporaryDirectory.path,
            NSSearchPathForDirectoriesInDomains(.libraryDirectory, .userDomainMask, true)[0],
            ("~/Documents" as NSString).expandingTildeInPath,
          ]
          return places.map {
            $0.hasPrefix(home) ? String($0.dropFirst(home.count)) : "outside: \($0)"
          }
        }
        #expect(
          lines == [
            "", "", "/tmp/", "/tmp", "/tmp", "/Library", "/Documents",
          ])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a full disk takes no file, and says so as the platform does")
    func fullDisk() {
      let verdict = play { alice, _ in
        await alice.touch("write") {
          try? Data("old".utf8).write(to: $0.documents.appending(path: "a"))
        }
        await alice.fillDisk(for: .seconds(5))
        let code = await alice.touch("write") { app in
          app.failure {
            try Data("new".utf8).write(to: app.documents.appending(path: "a"), options: .atomic)
          }
        }
        #expect(code == .fileWriteOutOfSpace)
        #expect(await alice.touch("read") { $0.text("a") } == "old")
        try await alice.world.sleep(for: .seconds(6))
        await alice.touch("write") {
          try? Data("new".utf8).write(to: $0.documents.appending(path: "a"), options: .atomic)
        }
        #expect(await alice.touch("read") { $0.text("a") } == "new")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a name that is too long makes no file, and the platform's error tells")
    func longName() {
      let verdict = play { alice, _ in
        let codes = await alice.touch("write") { app -> [CocoaError.Code?] in
          // In UTF-8 each "é" has two bytes.
          let names = [127, 128].map { String(repeating: "é", count: $0) }
          let deep = Array(repeating: String(repeating: "d", count: 200), count: 5)
          let folder = app.documents.appending(path: deep.joined(separator: "/"))
          let codes = names.map { name in
            app.failure { try Data("a".utf8).write(to: app.documents.appending(path: name)) }
          }
          let last = app.failure {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          }
          return codes + [last]
        }
        #expect(codes == [nil, .fileWriteInvalidFileName, .fileWriteInvalidFileName])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test(
      "a kill amid a write leaves the old file or the new one where it is atomic, and else perhaps an empty one",
      arguments: [true, false])
    func torn(isAtomic: Bool) {
      let found = Mutex<Set<String>>([])
      for number in 1...6 {
        for point in [Disk.CrashPoint.beforeCommit, .afterCommit] {
          let verdict = play { alice, _ in
            await alice.touch("write") {
              try? Data("old".utf8).write(to: $0.documents.appending(path: "a"))
            }
            await alice.kill(atCommit: number, point)
            await alice.touch("write") {
              try? Data("new".utf8).write(
                to: $0.documents.appending(path: "a"), options: isAtomic ? .atomic : [])
            }
            guard alice.runningProcess?.isAlive != true else { return }
            try await alice.world.sleep(for: .seconds(1))
            try await alice.launch()
            let text = await alice.touch("read") { $0.text("a") ?? "nothing" } ?? "-"
            found.withLock { _ = $0.insert(text) }
          }
          #expect(verdict.outcome == .passed, "\(verdict)")
        }
      }
      #expect(found.withLock { $0 } == (isAtomic ? ["old", "new"] : ["old", "", "new"]))
    }

    @Test("what was written to a file that is open survives a kill of the app")
    func open() {
      let verdict = play { alice, _ in
        await alice.touch("write") { app in
          let url = app.documents.appending(path: "a")
          _ = FileManager.default.createFile(atPath: url.path, contents: Data("one".utf8))
          let handle = try? FileHandle(forWritingTo: url)
          try? handle?.seek(toOffset: 3)
          try? handle?.write(contentsOf: Data(" two".utf8))
          NotesKeeper.kept = handle
        }
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("read") { $0.text("a") } == "one two")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("a file of the machine, or of another app, is refused")
    func others() {
      let verdict = play { alice, bob in
        let path = await alice.touch("write") { app -> String in
          let url = app.documents.appending(path: "a")
          try? Data("one".utf8).write(to: url)
          return url.path
        }
        let isSeen = await bob.touch("look") { _ in
          FileManager.default.fileExists(atPath: path ?? "")
        }
        #expect(isSeen == false)
        await bob.touch("write") { _ in
          try? Data("two".utf8).write(to: URL(filePath: "/tmp/not-a-phone's"))
        }
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(reason.contains("FileManager.default.urls(for: .documentDirectory"), "\(reason)")
    }

    @Test("the same seed gives the same digest, and another container where the seed differs")
    func digest() {
      func digest(_ seed: UInt64) -> UInt64 {
        let world = World(seed: seed, schedule: .random)
        let verdict = play(in: world) { alice, bob in
          for phone in [alice, bob] {
            await phone.touch("write") { app in
              try? Data("\(UUID())".utf8).write(
                to: app.documents.appending(path: "a"), options: .atomic)
            }
          }
        }
        #expect(verdict.outcome == .passed, "\(verdict)")
        return world.journal.digest
      }
      #expect(digest(1) == digest(1))
      #expect(digest(1) != digest(2))
    }
  }

  /// What outlives the gesture that opened it.
  @MainActor
  private enum NotesKeeper {
    static var kept: FileHandle?
  }
#endif
