import Foundation
import Simulator
internal import Synchronization
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Linux)
  @Suite("Requests of an app that goes on while its world ends")
  struct EndedRunTests {
    private final class Notes: Sendable {
      let codes = Mutex<[URLError.Code?]>([])
    }

    @Test("are refused at once, so that nothing is kept of them")
    func refused() {
      let notes = Notes()
      WebBench.play { world in
        let bench = try WebBench(in: world) { _ in WebResponse(body: Data("hello".utf8)) }
        #expect(try await bench.text("/") == "hello")
        // Tries again whatever happens, as code does that asks neither for cancellation nor why it failed.
        bench.process.mainLane.spawn {
          try? await world.sleep(for: .hours(1))
          await Task {
            #expect(!Task.isCancelled)
            for _ in 0..<3 {
              let code = await bench.code(bench.request("GET", "/"))
              notes.codes.withLock { $0.append(code) }
            }
          }.value
        }
        try await world.sleep(for: .seconds(1))
      }
      #expect(notes.codes.withLock { $0 } == [.cancelled, .cancelled, .cancelled])
    }
  }
#endif
