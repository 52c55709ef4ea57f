import Testing
import WebScript

#if os(Linux)
  @Suite("The simulated HTTP/2 does what a real client and a real server do")
  struct LoopbackHTTP2Tests {
    private static let all =
      Exchange.requests + Exchange.streams + Exchange.reader + Exchange.contact

    private func simulatedNotes() -> [String: [String]] {
      var notes: [String: [String]] = [:]
      // As the recorder has it.
      let far = Duration.milliseconds(50)
      for (script, latency) in [
        (Exchange.requests, .zero), (Exchange.streams, far), (Exchange.reader, far),
        (Exchange.contact, far),
      ] {
        let played = LoopbackStage.notes(
          of: script, latency: latency, speaksHTTP2: true, tellsResets: true)
        notes.merge(played) { $1 }
      }
      return notes.mapValues(LoopbackRecording.folded)
    }

    @Test("the recording is of the requests of the script, one by one")
    func script() throws {
      let recording = try LoopbackRecording.read("LoopbackRecordingHTTP2.txt")
      #expect(Set(Self.all.map(\.name)).count == Self.all.count)
      #expect(Set(recording.notes.keys) == Set(Self.all.map(\.name)), "record the script anew")
      for exchange in Self.all {
        #expect(recording.requests[exchange.name] == exchange.lines, "record the script anew")
      }
    }

    @Test("every difference that is listed is one of an exchange, and has a reason")
    func list() throws {
      let listed = try LoopbackDifference.known("LoopbackDifferencesHTTP2.txt")
      #expect(Set(listed.map(\.exchange)).isSubset(of: Self.all.map(\.name)))
      #expect(Set(listed.map(\.exchange)).count == listed.count)
      #expect(listed.allSatisfy { !$0.reason.isEmpty && $0.reason != "why?" })
    }

    @Test("all exchanges are noted alike but for the listed differences")
    func comparison() throws {
      let real = try LoopbackRecording.read("LoopbackRecordingHTTP2.txt").notes
      let ours = simulatedNotes()
      let listed = try LoopbackDifference.known("LoopbackDifferencesHTTP2.txt")
      for exchange in Self.all {
        let known = listed.first { $0.exchange == exchange.name }
        let found = LoopbackDifference.found(
          exchange.name, real: real[exchange.name] ?? [], simulated: ours[exchange.name] ?? [],
          known?.reason ?? "why?")
        #expect(found == known, "\n\(found?.entry ?? "There is no difference any more.")")
      }
    }
  }
#endif
