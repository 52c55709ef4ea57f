import Foundation
import Testing

@testable import RehearsalCommand

// One after the other: Foundation loses track of processes that several threads start.
@Suite("The report of a command", .serialized)
struct ReportFileTests {
  private func page(_ arguments: String...) throws -> (page: String, output: Binary.Output) {
    let folder = try TemporaryFolder()
    let path = folder.path("report.html")
    let output = try Binary.runAll(Binary.misbehaving, arguments + ["--report", path])
    return (try String(contentsOfFile: path, encoding: .utf8), output)
  }

  /// The data of a block of a page.
  private func data(_ id: String, of page: String) throws -> String {
    let start = try #require(page.range(of: "<script type=\"text/plain\" id=\"\(id)\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let bytes = try #require(Data(base64Encoded: String(page[start.upperBound..<end.lowerBound])))
    return String(decoding: try Inflater.inflated([UInt8](bytes)), as: UTF8.self)
  }

  @Test("failing runs are in it, those that passed are counted, and results stay as they are")
  func holdsFailures() throws {
    let plain = try Binary.run(Binary.misbehaving, "fine", "fails", "--format", "json")
    let (page, output) = try page("fine", "fails", "--format", "json")
    #expect(output.status == 1)
    #expect(output.lines.count == plain.lines.count)
    #expect(output.notes.contains("1 run of 2 to look at in "))
    let index = try data("index", of: page)
    #expect(index.contains(#""runs":2,"passed":1,"failed":1"#), "\(index)")
    let run = try data("run-0", of: page)
    #expect(run.hasPrefix(#"{"scenario":"fails","#))
    #expect(run.contains(#""differs":false"#))
    #expect(run.contains(#""film":{"texts":["#))
    #expect(!page.contains("id=\"run-1\""))
  }

  @Test("all runs are in it on request, in the order of their playing")
  func holdsAll() throws {
    let (page, _) = try page("fine", "fails", "--report-all")
    #expect(try data("run-0", of: page).hasPrefix(#"{"scenario":"fine","#))
    #expect(try data("run-1", of: page).hasPrefix(#"{"scenario":"fails","#))
  }

  @Test("it tells the command, how many orders there were, and how to play what is not recorded")
  func tellsCommand() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report.html")
    _ = try Binary.runAll(
      Binary.misbehaving,
      ["sweep", "failsSometimes", "--seeds", "30", "--report", path, "--jobs", "1"])
    let index = try data("index", of: try String(contentsOfFile: path, encoding: .utf8))
    let word = index.contains(#""build":"release""#) ? "-c release " : ""
    #expect(
      index.contains(
        #""command":"swift run \#(word)misbehaving sweep failsSometimes --seeds 30","#), "\(index)")
    // Ten fail alike: three are recorded, and each of all has its command.
    #expect(index.matches(of: /"outcome":"failed"/).count == 10)
    #expect(index.matches(of: /"film":\d/).count == 3)
    #expect(index.matches(of: /"replay":"swift run [^"]*replay r1:failsSometimes/).count == 30)
    let schedules = try #require(index.firstMatch(of: /"schedules":\[(.*?)\]\],/)).output.1
    let runs = schedules.matches(of: /,(\d+),\d+/).compactMap { Int($0.output.1) }
    #expect(runs.reduce(0, +) == 30, "\(schedules)")
    #expect(index.contains(#""stride":1,"curve":[1,"#))
  }

  @Test("a run that ends its process is told without a recording")
  func tellsCrashes() throws {
    let (page, _) = try page("traps")
    #expect(try data("run-0", of: page).contains(#""film":null"#))
  }

  @Test("two reports of the same runs are the same bytes, and load nothing")
  func isTheSame() throws {
    let (first, _) = try page("fine", "fails")
    let (second, _) = try page("fine", "fails")
    #expect(first == second)
    for word in ["src=", "href=\"http", "url(", "@import", "fetch(", "XMLHttpRequest"] {
      #expect(!first.contains(word), "\(word)")
    }
  }

  @Test("a name that is no page's is refused before anything is played")
  func refusesNames() throws {
    let output = try Binary.run(Binary.misbehaving, "fine", "--report", "report.pdf")
    #expect(output.status == 64)
    #expect(output.results.isEmpty)
    #expect(output.notes.contains("ends in .html"))
  }
}
