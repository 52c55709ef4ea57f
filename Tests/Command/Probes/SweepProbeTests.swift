internal import Harness
import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Probes of a sweep")
struct SweepProbeTests {
  private static func scenario(_ probes: [Probe]) -> Scenario {
    Scenario("reaches a state with every fourth seed", probes: probes) { (stage: Stage) in
      guard stage.world.choices.seed % 4 == 0 else { return }
      stage.world.probe("fourth")
      stage.world.probe("fourth")
    }.named("fourths")
  }

  private static func sweep(
    _ probes: [Probe], _ arguments: String...
  ) -> (status: RehearsalCommand.ExitStatus, captured: Captured) {
    let captured = Captured()
    let catalog = Sample.catalog(scenario(probes))
    let status = RehearseCommand(catalog: catalog, host: .thisProcess)
      .run(["sweep"] + arguments, on: captured.console)
    return (status, captured)
  }

  @Test("a declared probe that no run reached fails the sweep")
  func missed() {
    let (status, captured) = Self.sweep(["fourth", "fifth"], "--seeds", "8")
    #expect(status == .failed)
    #expect(captured.results.contains("fourths never reached “fifth” in 8 runs"))
    #expect(!captured.results.contains("never reached “fourth”"))
    #expect(captured.results.contains("8 passed"))
    #expect(captured.results.firstMatch(of: /fourth +2 +4\n/) != nil)
  }

  @Test("a rare probe may be missed, and one that needs more seeds too")
  func rare() {
    #expect(Self.sweep(["fourth", Probe("fifth").rare], "--seeds", "8").status == .passed)
    let patient = [Probe("fourth").within(seeds: 4)]
    #expect(Self.sweep(patient, "--seeds", "1..<4").status == .passed)
    #expect(Self.sweep(patient, "--seeds", "5..<8").status == .passed)
    #expect(Self.sweep([Probe("fifth").within(seeds: 4)], "--seeds", "4").status == .failed)
  }

  @Test("a shard is not judged, and the merged shards count and are judged as the whole is")
  func shards() throws {
    let folder = try TemporaryFolder()
    let probes: [Probe] = ["fourth", "fifth"]
    for shard in 1...3 {
      let (status, _) = Self.sweep(
        probes, "--seeds", "1..<11", "--shard", "\(shard)/3", "--format", "json", "--output",
        folder.path("\(shard)"))
      #expect(status == .passed)
    }
    let merged = Captured()
    let status = merged.run(
      "merge", folder.path("2"), folder.path("1"), folder.path("3"), "--format", "json",
      catalog: Sample.catalog())
    #expect(status == .failed)
    let (wholeStatus, whole) = Self.sweep(probes, "--seeds", "1..<11", "--format", "json")
    #expect(wholeStatus == .failed)
    let lines = whole.lines.filter { $0.contains(#""kind":"probe""#) }
    #expect(
      lines.map { $0.replacing(/,"check":"[0-9a-f]{8}"/, with: "") } == [
        #"{"version":1,"kind":"probe","scenario":"fourths","probe":"fourth","runs":2,"times":4,"#
          + #""declared":true,"expected_within":1}"#,
        #"{"version":1,"kind":"probe","scenario":"fourths","probe":"fifth","runs":0,"times":0,"#
          + #""declared":true,"expected_within":1}"#,
      ])
    #expect(merged.lines.filter { $0.contains(#""kind":"probe""#) } == lines)
  }

  @Test("a result tells what its run reached")
  func results() {
    let (_, captured) = Self.sweep([], "--seeds", "4..<5", "--format", "json")
    #expect(captured.lines[0].contains(#""probes":[{"name":"fourth","count":2}]"#))
  }
}
