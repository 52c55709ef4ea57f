import Chat
internal import Harness
import Simulator
import Testing
import scenarios

@Suite("Recordings of the scenarios for a report")
struct RecordingTests {
  @Test(
    "recording changes no digest, and two recordings of a run are the same",
    arguments: [Schedule.fifo, .random, .pct(depth: 3)])
  func changesNothing(schedule: Schedule) {
    for scenario in Self.scenarios {
      let configuration = RunConfiguration(seed: 3, schedule: schedule)
      let plain = Runner.run(scenario, configuration)
      let film = Runner.film(scenario, configuration)
      #expect(film.result.digest == plain.digest, "\(scenario)")
      #expect(film.recording == Runner.film(scenario, configuration).recording, "\(scenario)")
    }
  }

  @Test("everything that a recording names is in its tables, and causes come first")
  func isSound() {
    for scenario in Self.scenarios {
      let recording = Runner.film(scenario, RunConfiguration(seed: 1)).recording
      for (number, step) in recording.steps.enumerated() {
        #expect(step.cause <= number, "\(scenario): step \(number + 1) is caused by \(step.cause)")
      }
      for (number, node) in recording.nodes.enumerated() {
        #expect(node.parts.allSatisfy { $0 < number })
      }
      for flight in recording.flights where flight.ended >= 0 {
        #expect(flight.sent < flight.ended)
        #expect(recording.events[flight.sent].subject == recording.events[flight.ended].subject)
      }
      for span in recording.spans { #expect(span.from <= span.to || span.finish < 0) }
      #expect(recording.frames.map(\.event) == recording.frames.map(\.event).sorted())
      #expect(recording.phones.count == 0 || recording.frames.contains { $0.part == .screen })
    }
  }

  @Test("a drawing tells what the description of the screen tells")
  func drawsWhatIsDescribed() {
    for scenario in Self.scenarios {
      let recording = Runner.film(scenario, RunConfiguration(seed: 1)).recording
      for frame in recording.frames where frame.part == .screen && frame.value >= 0 {
        let description = recording.texts[frame.description]
        for (role, text) in Self.texts(of: frame.value, in: recording) {
          guard [.bubble, .row, .typing, .section].contains(role) else { continue }
          #expect(description.contains(text), "\(scenario): “\(text)” is not in\n\(description)")
        }
      }
    }
  }

  /// The texts of a drawing with their roles.
  private static func texts(
    of number: Int, in recording: Recording
  ) -> [(ScreenDrawing.Role, String)] {
    let node = recording.nodes[number]
    let text = recording.texts[node.texts[0]]
    // The information on a message is described in small letters.
    let isLabel = ["Sent", "Delivered", "Read"].contains(text)
    return (isLabel ? [] : [(node.role, text)])
      + node.parts.flatMap { texts(of: $0, in: recording) }
  }

  /// One scenario in nine, without the longest.
  private static let scenarios = ScenarioCatalog.scenarios.scenarios
    .filter { $0.days == nil && $0.name != "storm" }
    .enumerated().filter { $0.offset % 9 == 0 }.map(\.element)
}
