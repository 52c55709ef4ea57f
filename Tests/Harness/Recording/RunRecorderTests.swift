import Testing

@testable import Harness
@testable import Simulator

@Suite("The recorder of a run")
struct RunRecorderTests {
  private func entry(_ text: String) -> Journal.Entry {
    Journal.Entry(instant: .zero, kind: .backend, subject: "backend", text: text, digest: 0)
  }

  @Test("values and writes belong to the last event, and nothing comes after the end")
  func values() {
    let recorder = RunRecorder()
    recorder.tell("before any event")
    recorder.add(entry("one"))
    recorder.add(entry("two"))
    recorder.tell("/a = 1")
    recorder.tell("")
    recorder.write("/a", "1")
    recorder.write("/b", nil)
    recorder.stop(at: .zero, "passed", broken: nil)
    recorder.tell("late")
    recorder.write("/c", "1")
    let recording = recorder.finished(nil, paths: [], names: StoryNames())
    #expect(recording.details.map(\.event) == [1])
    #expect(recording.details.map { recording.texts[$0.text] } == ["/a = 1"])
    #expect(recording.writes.map(\.event) == [1, 1])
    #expect(recording.writes.map { recording.texts[$0.place] } == ["/a", "/b"])
    #expect(recording.writes.map { $0.value < 0 ? nil : recording.texts[$0.value] } == ["1", nil])
  }

  private struct Empty: ScenarioWorld {
    let world: World
    init(in world: World) async throws { self.world = world }
  }

  @Test("steps and causes are taken up to a number; of what comes later the events remain")
  func longRun() throws {
    let scenario = Scenario("long") { (stage: Empty) in
      for number in 1...50 {
        try await stage.world.sleep(for: .seconds(1))
        stage.world.journal.record(
          JournalNote(.life, "event \(number)"), about: JournalSource("phone"))
      }
      stage.world.measure("all", .seconds(50))
    }
    let whole = Runner.film(scenario, RunConfiguration())
    let short = Runner.film(scenario, RunConfiguration(), mostSteps: 20)
    #expect(whole.recording.steps.count >= 50)
    #expect(short.recording.steps == Array(whole.recording.steps.prefix(20)))
    #expect(short.recording.events.map(\.step) == whole.recording.events.map(\.step))
    #expect(short.recording.steps.contains { $0.wait >= 0 })
    #expect(short.result.digest == whole.result.digest)
    let path = try #require(short.recording.paths.first)
    #expect(path.hops.reduce(0) { $0 + $1.nanoseconds } == path.nanoseconds)
  }

  @Test("the facts of an invariant are what stands before the screen; other failures have none")
  func facts() {
    func facts(_ kind: String) -> [String] {
      FailureStory(
        kind: kind, summary: "", location: nil, instant: .zero,
        observed: [
          "it shows 2", "3 are unread", FailureStory.title(ofScreenOf: "Bob", at: .zero), "line",
        ]
      ).facts
    }
    #expect(facts("invariant I-07") == ["it shows 2", "3 are unread"])
    #expect(facts("expectation").isEmpty)
  }
}
