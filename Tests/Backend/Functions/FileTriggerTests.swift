import Backend
import Testing

@Suite("Functions that wait for files")
struct FileTriggerTests {
  /// The files that a store has after a file of three bytes was stored at each of some places, one after the other.
  private static func files(at places: Path...) throws -> [StoredFile] {
    var store = FileStore()
    return try places.map { place in
      let content = FileContent(fingerprint: 7, byteCount: 3)
      let upload = try store.beginUpload(
        to: place, byteCount: 3, contentType: "image/png", as: "alice", nowMilliseconds: 5)
      let progress = try store.store(
        content.chunk(from: 0, byteCount: 3), in: upload, nowMilliseconds: 70)
      guard case .complete(let file) = progress else { throw TestProblem("\(progress)") }
      return file
    }
  }

  private static func events(
    _ trigger: ServerFunction.Trigger, of files: [StoredFile]
  ) throws -> [FunctionEvent] {
    var runtime = FunctionRuntime([try ServerFunction("f", trigger, at: "p/{a}/{b}") { _ in }])
    var events: [FunctionEvent] = []
    for file in files {
      _ = runtime.note(file) { _, event in
        events.append(event)
        return [0]
      }
    }
    return events
  }

  @Test("a function is told each file that is stored at its pattern, also one in place of another")
  func stored() throws {
    let files = try Self.files(at: "p/1/x", "p/1", "q/1/x", "p/1/x/y", "p/1/x")
    let events = try Self.events(.onFinalize, of: files)
    #expect(events.map(\.path) == ["p/1/x", "p/1/x"])
    #expect(events.map(\.id) == ["/p/1/x#1:f", "/p/1/x#2:f"])
    #expect(events[0].parameters == ["a": "1", "b": "x"])
    #expect(events[0].file == files[0] && events[0].file?.owner == "alice")
    #expect(events[0].timeMilliseconds == 70)
    #expect(events[0].before.isEmpty && events[0].after.isEmpty && events[0].author == nil)
  }

  @Test(
    "functions that wait for changes of data are told no files",
    arguments: [
      ServerFunction.Trigger.onCreate, .onUpdate, .onDelete, .onWrite,
    ])
  func otherTriggers(_ trigger: ServerFunction.Trigger) throws {
    #expect(try Self.events(trigger, of: try Self.files(at: "p/1/x")).isEmpty)
  }

  @Test("a function that waits for files is told no change of data")
  func changes() throws {
    var server = DatabaseServer(rules: nil, root: .empty)
    var runtime = FunctionRuntime([try ServerFunction("f", .onFinalize, at: "p/{a}") { _ in }])
    let actions = server.administer(set: 1, at: "p/1", as: "test", nowMilliseconds: 0)
    for case .committed(let commit) in actions {
      #expect(runtime.note(commit) { _, _ in [0] }.isEmpty)
    }
    #expect(runtime.pendingCount == 0)
  }
}
