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
