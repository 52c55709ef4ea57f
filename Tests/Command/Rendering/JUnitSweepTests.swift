import Foundation
import FoundationXML
import Testing

@testable import RehearsalCommand
@testable import Simulator

@Suite("Sweeps as JUnit's XML")
struct JUnitSweepTests {
  @Test("there is a test case for each scenario and its seeds, with the first story and its line")
  func cases() throws {
    let captured = Captured()
    let status = captured.run(
      "sweep", "--seeds", "5..<25", "--schedule", "fifo", "--format", "junit",
      catalog: Sample.catalog(Sample.fine, Sample.thirds))
    #expect(status == .failed)
    let text = captured.results
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(text.contains(#"<testsuites name="rehearse sweep" tests="2" failures="1" errors="0""#))
    #expect(text.contains(#"name="fine""#))
    #expect(text.contains(#"name="thirds""#))
    #expect(text.contains("<system-out>seeds 5...24&#10;</system-out>"))
    #expect(text.contains("7 of 20 seeds failed: a seed that three does not divide"))
    #expect(text.contains("rehearse replay r1:thirds:6:fifo:"))
    #expect(!text.contains("r1:thirds:9:"))
  }

  @Test("a shard names the seeds that it played")
  func shard() {
    let captured = Captured()
    captured.run(
      "sweep", "fine", "--seeds", "1..<101", "--shard", "2/4", "--format", "junit",
      catalog: Sample.catalog(Sample.fine))
    #expect(captured.results.contains("<system-out>seeds 26...50&#10;</system-out>"))
  }
}
