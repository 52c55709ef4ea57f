import Foundation
import Testing

@testable import RehearsalCommand

/// Checks a trace against what the format promises and its readers rely on.
///
/// Sources: "Trace Event Format", Google; what Perfetto's JSON importer counts as an error in its table of statistics.
// One after the other: Foundation loses track of processes that several threads start.
@Suite("Traces for Perfetto", .serialized)
struct ChromeTraceTests {
  private typealias Event = [String: Any]

  private static func events(_ scenario: String) throws -> [Event] {
    let folder = try TemporaryFolder()
    let path = folder.path("trace.json")
    let output = try Binary.runAll(Binary.rehearse, ["run", scenario, "--chrome-trace", path])
    #expect(output.status == 0, "\(output.notes)")
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(document.keys) == ["displayTimeUnit", "traceEvents"])
    return try #require(document["traceEvents"] as? [Event])
  }

  /// Nanoseconds from the microseconds of a member.
  private static func time(_ event: Event, _ member: String) throws -> Int64 {
    let number = try #require(event[member] as? NSNumber, "no \(member) in \(event)")
    return Int64((number.doubleValue * 1000).rounded())
  }

  private static func thread(_ event: Event) throws -> Int {
    try #require((event["tid"] as? NSNumber)?.intValue)
  }

  @Test(
    "every event has what its phase demands, and every thread and process a name",
    arguments: ["offlineRead/lte", "concurrentAdmins"])
  func isWellFormed(_ scenario: String) throws {
    let events = try Self.events(scenario)
    var named: [String: Set<Int>] = [:]
    var used: (processes: Set<Int>, threads: Set<Int>) = ([], [])
    var phases: Set<String> = []
    for event in events {
      let phase = try #require(event["ph"] as? String)
      #expect(event["name"] is String, "\(event)")
      let process = try #require((event["pid"] as? NSNumber)?.intValue)
      let thread = try Self.thread(event)
      phases.insert(phase)
      guard phase != "M" else {
        let name = try #require(event["name"] as? String)
        #expect((event["args"] as? [String: Any])?["name"] is String)
        named[name, default: []].insert(name == "process_name" ? process : thread)
        continue
      }
      used.processes.insert(process)
      used.threads.insert(thread)
      #expect(event["cat"] is String)
      #expect(try Self.time(event, "ts") >= 0)
      switch phase {
      case "X": #expect(try Self.time(event, "dur") > 0)
      case "i": #expect(event["s"] as? String == "t")
      case "s", "b", "e": #expect(event["id"] is NSNumber)
      // Without it a flow ends at the next slice, not at the one around it.
      case "f": #expect(event["bp"] as? String == "e")
      case "C":
        let values = try #require(event["args"] as? [String: Any]).values
        #expect(values.allSatisfy { $0 is NSNumber })
      default: Issue.record("no reader knows the phase \(phase)")
      }
    }
    #expect(named["process_name"] == used.processes)
    #expect(named["thread_name"]?.isSuperset(of: used.threads) == true)
    #expect(phases == ["M", "X", "i", "s", "f", "b", "e", "C"])
  }

  @Test(
    "slices of a thread do not overlap in part: no reader can nest them",
    arguments: ["offlineRead/lte", "concurrentAdmins"])
  func nests(_ scenario: String) throws {
    var slices: [Int: [(from: Int64, to: Int64)]] = [:]
    for event in try Self.events(scenario) where event["ph"] as? String == "X" {
      let from = try Self.time(event, "ts")
      slices[try Self.thread(event), default: []]
        .append((from, from + (try Self.time(event, "dur"))))
    }
    #expect(slices.count > 5)
    // order: each thread is looked at by itself.
    for (thread, slices) in slices {
      let inOrder = slices.sorted { ($0.from, $1.to) < ($1.from, $0.to) }
      for (slice, next) in zip(inOrder, inOrder.dropFirst()) {
        let isWithin = next.from >= slice.to || next.to <= slice.to
        #expect(isWithin, "thread \(thread): \(slice) and \(next)")
      }
    }
  }

  @Test("a flow begins and ends once, in a slice, and what is asynchronous ends after it began")
  func pairs() throws {
    var begins: [String: Int64] = [:]
    var ends: Set<String> = []
    var slices: Set<String> = []
    var flows = 0
    let events = try Self.events("offlineRead/lte")
    for event in events where event["ph"] as? String == "X" {
      slices.insert("\(try Self.thread(event)) \(try Self.time(event, "ts"))")
    }
    for event in events {
      let phase = try #require(event["ph"] as? String)
      guard ["s", "f", "b", "e"].contains(phase) else { continue }
      let isFlow = phase == "s" || phase == "f"
      let key = "\(isFlow) \(event["cat"] ?? "") \(event["id"] ?? "")"
      let time = try Self.time(event, "ts")
      if isFlow {
        flows += 1
        #expect(slices.contains("\(try Self.thread(event)) \(time)"), "\(event) is in no slice")
      }
      if phase == "s" || phase == "b" {
        #expect(begins.updateValue(time, forKey: key) == nil, "\(key) begins twice")
      } else {
        #expect(try #require(begins[key], "\(key) never began") <= time)
        #expect(ends.insert(key).inserted, "\(key) ends twice")
      }
    }
    #expect(Set(begins.keys) == ends)
    #expect(flows > 20)
  }
}
