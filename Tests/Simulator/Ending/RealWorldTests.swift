import Dispatch
import Foundation
internal import TestSupport
import Testing

@testable import Simulator

#if os(Linux)
  @Suite("What the world cannot answer in place of the system is named")
  struct RealWorldTests {
    private func leak(_ body: @escaping @Sendable () async throws -> Void) -> String? {
      let world = World(seed: 1)
      let verdict = world.run {
        try await world.sleep(for: .seconds(1))
        try await body()
      }
      #expect(world.remains == nil)
      if case .leaked(let reason) = verdict { return reason }
      Issue.record("ended as \(verdict)")
      return nil
    }

    private func leakInProcess(_ body: @escaping @Sendable () -> Void) -> String? {
      let world = World(seed: 1)
      let verdict = world.run {
        let process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice"))
        process.mainLane.post(body)
        try await world.sleep(for: .seconds(1))
      }
      if case .leaked(let reason) = verdict { return reason }
      Issue.record("ended as \(verdict)")
      return nil
    }

    @Test("work on several threads ends the run as leaked and names call, lane and remedy")
    func threads() {
      let reason = leak { DispatchQueue.concurrentPerform(iterations: 2) { _ in } }
      #expect(reason?.contains("asked the real world by dispatch_apply on lane scenario") == true)
      #expect(reason?.contains("use a task") == true)
    }

    @Test("so does a timer of Dispatch, which is named with function and file")
    func timer() {
      let reason = leak {
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + 1)
        timer.setEventHandler {}
        timer.resume()
        timer.cancel()
      }
      #expect(reason?.contains("dispatch_source_set_timer") == true)
      #expect(reason?.contains("timer()") == true, "\(reason ?? "nothing")")
      #expect(reason?.contains("RealWorldTests.swift:") == true)
    }

    @Test("a wait that nobody could end is told at once, and does not hang")
    func waits() {
      let semaphore = leakInProcess { DispatchSemaphore(value: 0).wait() }
      #expect(semaphore?.contains("by dispatch_semaphore_wait on lane Alice") == true)
      let group = leak {
        let group = DispatchGroup()
        group.enter()
        _ = group.wait(timeout: .distantFuture)
        group.leave()
      }
      #expect(group?.contains("let a task await it") == true)
    }

    @Test("a queue that C code gives a function, not a block, is told")
    func functions() {
      let told = leakInProcess {
        // The queue lies behind the head of its Swift object.
        let queue = unsafe Unmanaged.passUnretained(DispatchQueue.global()).toOpaque()
          .load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        unsafe syncByFunction(queue, nil) { _ in }
      }
      #expect(told?.contains("by dispatch_sync_f on lane Alice") == true, "\(told ?? "nothing")")
    }

    @Test("a queue that would wait for itself, and a work item that has not run, are told")
    func waitsForItself() {
      let queue = leakInProcess {
        let queue = DispatchQueue(label: "own")
        queue.sync { queue.sync {} }
      }
      #expect(queue?.contains("the queue would wait for itself") == true, "\(queue ?? "nothing")")
      let main = leakInProcess { DispatchQueue.main.sync {} }
      #expect(main?.contains("by dispatch_sync on lane Alice") == true, "\(main ?? "nothing")")
      let item = leakInProcess { _ = DispatchWorkItem {}.wait(timeout: .distantFuture) }
      #expect(item?.contains("by dispatch_block_wait on lane Alice") == true)
    }

    @Test(
      "sleeping threads are told with their time, and take none",
      arguments: [("sleep", "1:00:00.000"), ("usleep", "16:40.000"), ("nanosleep", "1:00:00.000")])
    func sleeps(function: String, time: String) {
      let told = leakInProcess {
        switch function {
        case "sleep": _ = sleep(3_600)
        case "usleep": _ = usleep(1_000_000_000)
        default:
          var time = timespec(tv_sec: 3_600, tv_nsec: 0)
          _ = unsafe nanosleep(&time, nil)
        }
      }
      #expect(told?.contains("by \(function) on lane Alice") == true, "\(told ?? "nothing")")
      #expect(told?.contains("stand still for \(time)") == true, "\(told ?? "nothing")")
      #expect(told?.contains("use Task.sleep instead") == true)
    }

    @Test("files of the machine that a process would change are told, and stay as they are")
    func filesOfTheMachine() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "rehearsal-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (path, kept) = (folder.path, folder.appending(path: "kept").path)
      try Data("kept".utf8).write(to: URL(filePath: kept))
      let before = FileManager.default.currentDirectoryPath
      let changes: [(String, @Sendable () -> Int32)] = [
        ("unlink", { unsafe unlink(kept) }),
        ("rename", { unsafe rename(kept, kept + "2") }),
        ("mkdir", { unsafe mkdir(kept + "3", 0o700) }),
        ("rmdir", { unsafe rmdir(path) }),
        ("chmod", { unsafe chmod(kept, 0) }),
        ("symlink", { unsafe symlink("a", kept + "4") }),
        ("open", { unsafe open(kept, O_WRONLY | O_TRUNC) }),
        ("remove", { unsafe remove(kept) }),
        ("truncate", { unsafe truncate(kept, 0) }),
        ("chdir", { unsafe chdir(path) }),
        ("fchdir", { fchdir(0) }),
        ("ftruncate", { ftruncate(1, 0) }),
      ]
      for (function, change) in changes {
        let told = leakInProcess { #expect(change() == -1 && errno == EPERM) }
        #expect(told?.contains("by \(function) on lane Alice") == true, "\(told ?? "nothing")")
      }
      #expect(FileManager.default.currentDirectoryPath == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
      #expect(try String(contentsOfFile: kept, encoding: .utf8) == "kept")
    }

    @Test("a Timer, a file that a process writes, and a socket of the system are told")
    func systemThings() {
      let timer = leak { Self.setTimer() }
      #expect(timer?.contains("the Timer of a run loop") == true, "\(timer ?? "nothing")")
      let file = leakInProcess {
        let file = FileManager.default.temporaryDirectory.appending(path: "rehearsal-told")
        try? Data("kept".utf8).write(to: file)
        try? FileManager.default.removeItem(at: file)
      }
      #expect(file?.contains("by open on lane Alice") == true)
      let told = leak {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        _ = unsafe withUnsafePointer(to: &address) { address in
          unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            unsafe connect(number, address, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
        close(number)
      }
      #expect(told?.contains("by connect on lane scenario") == true, "\(told ?? "nothing")")
    }

    @Test("what a process does with a socket, or asks of the machine's names, is told and not done")
    func sockets() {
      let calls: [(name: String, call: @Sendable (Int32) -> Bool)] = [
        ("connect", { connect($0, nil, 0) == -1 && errno == ENETUNREACH }),
        ("bind", { bind($0, nil, 0) == -1 && errno == EADDRNOTAVAIL }),
        ("listen", { listen($0, 1) == -1 }),
        ("accept", { accept($0, nil, nil) == -1 }),
        ("send", { send($0, nil, 0, Int32(MSG_NOSIGNAL)) == -1 && errno == ENOTCONN }),
        (
          "sendto",
          { sendto($0, nil, 0, Int32(MSG_NOSIGNAL), nil, 0) == -1 && errno == ENETUNREACH }
        ),
        ("sendmsg", { sendmsg($0, nil, 0) == -1 && errno == ENETUNREACH }),
        ("recv", { recv($0, nil, 0, 0) == -1 && errno == ENOTCONN }),
        // Without an end: the machine's would wait for ever.
        ("recvfrom", { recvfrom($0, nil, 0, 0, nil, nil) == -1 && errno == ENOTCONN }),
        ("recvmsg", { recvmsg($0, nil, 0) == -1 && errno == ENOTCONN }),
        ("getaddrinfo", { _ in unsafe getaddrinfo("localhost", nil, nil, nil) == EAI_AGAIN }),
        ("gethostbyname", { _ in unsafe gethostbyname("localhost") == nil }),
      ]
      for (name, call) in calls {
        let told = leakInProcess {
          let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
          let isRefused = call(number)
          #expect(isRefused, "\(name)")
          close(number)
        }
        #expect(told?.contains("by \(name) on lane Alice") == true, "\(name): \(told ?? "nothing")")
        #expect(told?.contains("use the phone's network instead") == true)
      }
    }

    private static func setTimer() {
      Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }.invalidate()
    }

    @Test("what a run is allowed to ask is the system's answer, before and after it as well")
    func allowed() {
      let before = Date()
      let asked = WorldBoundDate()
      let world = World(seed: 1)
      #expect(world.mustPass { asked.date = World.allowingRealWorld { Date() } })
      #expect(before <= asked.date)
      #expect(asked.date <= Date())
    }

    /// A date that a run writes down and the test reads behind it.
    private final class WorldBoundDate: @unchecked Sendable {
      var date = Date.distantPast
    }

    @Test("hashing, formatting and coding by the libraries is no question to the real world")
    func libraries() {
      let world = World(seed: 1)
      let passed = world.mustPass {
        _ = Set((0..<100).map(String.init))
        _ = try JSONEncoder().encode(["name": 1])
        _ = String(format: "%03d %.2f", 7, 1.5)
        _ = Date(timeIntervalSince1970: 0).formatted(.iso8601)
        _ = Calendar(identifier: .gregorian).dateComponents([.year], from: .distantPast)
        #expect(Bool(true), "an expectation that holds")
      }
      #expect(passed)
    }
  }

  /// Runs a function on a queue, as C code does.
  @_silgen_name("dispatch_sync_f")
  private func syncByFunction(
    _ queue: UnsafeRawPointer?, _ context: UnsafeMutableRawPointer?,
    _ work: @convention(c) (UnsafeMutableRawPointer?) -> Void)
#endif
