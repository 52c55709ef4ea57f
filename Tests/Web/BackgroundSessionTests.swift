import Devices
import Foundation
import Network
import Simulator
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Linux)
  @Suite("The background session of an app")
  struct BackgroundSessionTests {
    @Test(
      "a download goes on while the app is suspended, resumes it once it has come, and lands in its container"
    )
    func suspended() {
      BackgroundBench.play { bench in
        _ = await bench.ask { $0.download("/plain", as: "photo") }
        try await bench.suspend()
        try await bench.sleep(10)
        #expect(bench.alice.lifeState == .suspended && bench.diary.lines == [])
        try await bench.sleep(15)
        #expect(bench.alice.lifeState == .background)
        #expect(
          bench.diary.lines == [
            "1 downloaded \(BackgroundBench.size) bytes", "1 ended 200", "events of media",
            "finished",
          ])
        try await bench.sleep(30)
        #expect(bench.alice.lifeState == .suspended)
        try await bench.alice.enterForeground()
        #expect(await bench.ask { $0.files } == ["photo"])
        #expect(await bench.ask { await $0.tasks() } == [])
        #expect(bench.asked == ["GET /plain"])
      }
    }

    @Test("a world whose app has a session, files and defaults is freed after its end")
    func freed() {
      let seen = Seen()
      BackgroundBench.play { bench in
        seen.world = bench.world
        _ = await bench.ask { app in
          UserDefaults.standard.set(1, forKey: "kept")
          app.upload(1_000)
          app.download("/small", as: "photo")
        }
        try await bench.sleep(30)
        #expect(await bench.ask { $0.files } == ["photo"])
      }
      // A world in a failed expectation would be printed, with all that it holds.
      let isFreed = seen.world == nil
      #expect(isFreed)
    }

    /// Keeps no world, and is touched by one thread at a time.
    private final class Seen: @unchecked Sendable {
      weak var world: World?
    }

    @Test(
      "an app that was ended for its memory is launched behind the screen, and hears of everything once",
      arguments: [nil, 0, 1], 1...4 as ClosedRange<UInt64>)
    func ended(openingTime: Int?, seed: UInt64) {
      BackgroundBench.play(seed: seed) {
        $0.waitsForEvents = openingTime != nil
        $0.openingTime = .seconds(openingTime ?? 0)
        $0.completes = true
      } _: { bench in
        _ = await bench.ask { app in
          app.download("/plain", as: "photo")
          app.upload(300_000)
          app.download("/missing", as: "none")
        }
        try await bench.suspend()
        await bench.alice.killForMemory()
        try await bench.sleep(5)
        #expect(bench.alice.lifeState == .terminated)
        try await bench.sleep(30)
        let lines = bench.diary.lines
        #expect(
          lines.sorted() == [
            "1 downloaded \(BackgroundBench.size) bytes", "1 ended 200", "2 ended 200",
            "2 received 300000 bytes", "3 downloaded 4 bytes", "3 ended 404", "events of media",
            "finished",
          ])
        #expect(lines.last == "finished")
        // It has said that it is done.
        #expect(bench.alice.lifeState == .suspended)
        try await bench.alice.enterForeground()
        try await bench.alice.kill()
        try await bench.alice.launch()
        try await bench.sleep(60)
        #expect(bench.diary.lines == lines)
        #expect(await bench.ask { $0.files } == ["none", "photo"])
        #expect(bench.asked.count == 3)
      }
    }

    @Test(
      "an app that is done early is suspended at once; one that says nothing has half a minute"
    )
    func handled() {
      for completes in [true, false] {
        BackgroundBench.play {
          $0.completes = completes
        } _: { bench in
          _ = await bench.ask { $0.download("/plain") }
          try await bench.suspend()
          for _ in 1...60 where bench.diary.lines.isEmpty { try await bench.sleep(1) }
          try await bench.sleep(2)
          #expect(bench.alice.lifeState == (completes ? .suspended : .background))
        }
      }
    }

    @Test(
      "the person's swipe ends all tasks and nothing launches the app; the next launch hears why")
    func closed() {
      BackgroundBench.play { bench in
        _ = await bench.ask { app in
          app.download("/plain")
          app.upload(1_000_000)
        }
        try await bench.sleep(5)
        try await bench.alice.kill()
        try await bench.sleep(300)
        #expect(bench.alice.lifeState == .terminated && bench.diary.lines == [])
        try await bench.alice.launch()
        try await bench.sleep(300)
        #expect(bench.diary.lines == ["1 failed -999, closed", "2 failed -999, closed"])
        #expect(bench.asked.filter { $0 == "GET /plain" }.count == 1)
        // The session serves on.
        _ = await bench.ask { $0.download("/small") }
        try await bench.sleep(10)
        #expect(bench.diary.lines.last == "3 ended 200")
      }
    }

    @Test("an app that is installed anew knows nothing of its tasks")
    func reinstalled() {
      BackgroundBench.play { bench in
        _ = await bench.ask { $0.download("/plain") }
        try await bench.sleep(5)
        try await bench.alice.reinstall()
        try await bench.alice.launch()
        try await bench.sleep(300)
        #expect(bench.diary.lines == [] && bench.asked.count == 1)
      }
    }

    @Test(
      "a session that sends no launch events leaves the app alone, which hears at its next launch")
    func noLaunch() {
      BackgroundBench.play {
        $0.session.sessionSendsLaunchEvents = false
      } _: { bench in
        _ = await bench.ask { $0.download("/plain") }
        try await bench.suspend()
        await bench.alice.killForMemory()
        try await bench.sleep(300)
        #expect(bench.alice.lifeState == .terminated && bench.diary.lines == [])
        try await bench.alice.launch()
        try await bench.sleep(1)
        #expect(bench.diary.lines.last == "1 ended 200")
      }
    }

    @Test("a launch finds the tasks that go on, with the app's words for them, and can end them")
    func tasks() {
      BackgroundBench.play { bench in
        _ = await bench.ask { $0.download("/plain", as: "photo") }
        try await bench.suspend()
        await bench.alice.killForMemory()
        try await bench.alice.launch()
        #expect(await bench.ask { await $0.tasks() } == ["1 photo of /plain"])
        _ = await bench.ask { await $0.cancelAll() }
        try await bench.sleep(60)
        #expect(bench.diary.lines == ["1 failed -999"])
        #expect(await bench.ask { await $0.tasks() } == [])
      }
    }

    @Test("a task that is cancelled, or closed with the app, transfers nothing any more")
    func cancelled() {
      BackgroundBench.play { bench in
        _ = await bench.ask { $0.download("/endless") }
        try await bench.sleep(5)
        _ = await bench.ask { await $0.cancelAll() }
        try await bench.sleep(5)
        #expect(bench.asked == ["GET /endless", "nobody listens"])
        _ = await bench.ask { $0.download("/endless") }
        try await bench.sleep(5)
        try await bench.alice.kill()
        try await bench.sleep(5)
        #expect(bench.asked.count == 4)
      }
    }

    @Test("a file that is not there fails the upload, and a download that nobody moved is gone")
    func files() {
      BackgroundBench.play { bench in
        _ = await bench.ask { app in
          app.upload(-1)
          app.download("/small", as: "left")
        }
        try await bench.sleep(10)
        #expect(
          bench.diary.lines == [
            "1 failed \(URLError.Code.fileDoesNotExist.rawValue)", "2 downloaded 1000 bytes",
            "2 ended 200",
          ])
        #expect(await bench.ask { $0.files } == [])
        await bench.alice.fillDisk()
        _ = await bench.ask { $0.download("/small") }
        try await bench.sleep(10)
        #expect(
          bench.diary.lines.last == "3 failed \(URLError.Code.cannotWriteToFile.rawValue)")
      }
    }

    @Test("a task that is begun behind the screen waits in Low Power Mode")
    func lowPowerBehindScreen() {
      BackgroundBench.play {
        $0.behindScreen = "/small"
      } _: { bench in
        await bench.alice.setLowPowerMode(true)
        try await bench.suspend()
        try await bench.sleep(60)
        #expect(bench.asked == [] && bench.alice.lifeState == .suspended)
        await bench.alice.setLowPowerMode(false)
        try await bench.sleep(10)
        #expect(bench.diary.lines.prefix(2) == ["1 downloaded 1000 bytes", "1 ended 200"])
      }
    }

    @Test(
      "a task that is begun behind the screen waits a minute where the system has run the app for tasks"
    )
    func limiter() {
      BackgroundBench.play {
        $0.behindScreen = "/plain"
        $0.completes = true
      } _: { bench in
        // Each time that it is run it begins another one, which takes 21 s behind that minute.
        try await bench.suspend()
        try await bench.sleep(900)
        #expect(bench.diary.lines.filter { $0.hasSuffix("ended 200") }.count == 11)
      }
    }

    @Test("in Low Power Mode a discretionary task waits")
    func lowPower() {
      for isDiscretionary in [true, false] {
        BackgroundBench.play {
          $0.session.isDiscretionary = isDiscretionary
        } _: { bench in
          await bench.alice.setLowPowerMode(true)
          _ = await bench.ask { $0.download("/small") }
          try await bench.sleep(60)
          #expect(bench.diary.lines.isEmpty == isDiscretionary)
          await bench.alice.setLowPowerMode(false)
          try await bench.sleep(60)
          #expect(bench.diary.lines == ["1 downloaded 1000 bytes", "1 ended 200"])
        }
      }
    }

    @Test("a call that needs the app to run ends the run, as it ends an app on the platform")
    func misuse() {
      BackgroundBench.play(passes: false) { bench in
        _ = await bench.ask { await $0.fetch() }
      }
    }

    @Test(
      "one seed is one run, and another seed another",
      arguments: [nil, WebSession.DelegateQueue.main])
    func digest(queue: WebSession.DelegateQueue?) {
      let digests = [7, 7, 8].map { seed in
        BackgroundBench.play(seed: seed) {
          $0.queue = queue
        } _: { bench in
          _ = await bench.ask { app in
            app.download("/tagged", as: "photo")
            app.upload(300_000)
          }
          try await bench.suspend()
          await bench.alice.setAirplaneMode(true)
          await bench.alice.killForMemory()
          try await bench.sleep(100)
          await bench.alice.setAirplaneMode(false)
          try await bench.sleep(100)
          #expect(bench.diary.lines.contains("finished"))
        }
      }
      #expect(digests[0] == digests[1] && digests[0] != digests[2])
    }
  }
#endif
