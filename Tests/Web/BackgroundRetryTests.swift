import Devices
import Foundation
import Network
import Simulator
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Linux)
  @Suite("The system tries background tasks again")
  struct BackgroundRetryTests {
    @Test(
      "a download goes on where its connection broke if the server can do that, and otherwise anew",
      arguments: ["/tagged", "/plain"])
    func download(path: String) {
      BackgroundBench.play { bench in
        _ = await bench.ask { $0.download(path, as: "photo") }
        try await bench.suspend()
        try await bench.sleep(4)
        bench.server.crash()
        try await bench.sleep(20)
        try bench.server.boot()
        try await bench.sleep(60)
        let rest = path == "/tagged"
        #expect(bench.asked == ["GET \(path)", "GET \(path)\(rest ? ", the rest" : "")"])
        #expect(
          bench.diary.lines.prefix(2) == [
            "1 downloaded \(BackgroundBench.size) bytes", "1 ended \(rest ? 206 : 200)",
          ])
      }
    }

    @Test("an upload is sent anew")
    func upload() {
      BackgroundBench.play { bench in
        _ = await bench.ask { $0.upload(1_000_000) }
        try await bench.sleep(5)
        bench.alice.resetConnections(for: .seconds(1))
        try await bench.sleep(120)
        #expect(bench.diary.lines == ["1 received 1000000 bytes", "1 ended 200"])
        #expect(bench.asked == ["POST /upload"])
      }
    }

    @Test("without a network a task waits for hours, and begins with the network's return")
    func network() {
      BackgroundBench.play { bench in
        await bench.alice.setAirplaneMode(true)
        _ = await bench.ask { $0.download("/small") }
        try await bench.sleep(3 * 3600)
        #expect(bench.diary.lines == [] && bench.asked == [])
        await bench.alice.setAirplaneMode(false)
        try await bench.sleep(5)
        #expect(bench.diary.lines == ["1 downloaded 1000 bytes", "1 ended 200"])
      }
    }

    @Test("a task that takes longer than its resource may is over")
    func limit() {
      BackgroundBench.play {
        $0.session.timeoutIntervalForResource = 3600
      } _: { bench in
        await bench.alice.setAirplaneMode(true)
        _ = await bench.ask { $0.download("/small") }
        try await bench.sleep(3599)
        #expect(bench.diary.lines == [])
        try await bench.sleep(2)
        #expect(bench.diary.lines == ["1 failed \(URLError.Code.timedOut.rawValue)"])
        await bench.alice.setAirplaneMode(false)
        try await bench.sleep(60)
        #expect(bench.asked == [] && bench.diary.lines.count == 1)
      }
    }

    @Test("a silent connection is given up after the request's time-out, and the task tried again")
    func silence() {
      BackgroundBench.play {
        $0.session.timeoutIntervalForRequest = 30
      } _: { bench in
        _ = await bench.ask { $0.download("/tagged") }
        try await bench.sleep(8)
        bench.stage.network.partition(
          [bench.alice.host], from: [bench.server.host], for: .minutes(2))
        try await bench.sleep(100)
        #expect(bench.diary.lines == [])
        try await bench.sleep(200)
        #expect(bench.diary.lines.last == "1 ended 206")
      }
    }
  }

  @Suite("What has come of a body")
  struct PartialBodyTests {
    private static func head(_ status: Int, _ headers: HeaderFields) -> ResponseHead {
      ResponseHead(status: status, reason: "", headers: headers, bodyCount: 10, target: "/")
    }

    private static let tagged: HeaderFields = ["ETag": "\"a\"", "Accept-Ranges": "bytes"]

    private static func begun(_ headers: HeaderFields = tagged, method: String = "GET")
      -> PartialBody
    {
      var body = PartialBody()
      _ = body.begin(head(200, headers), method: method)
      body.append([1, 2, 3])
      return body
    }

    /// A body after an answer to the question for its rest; nil where it cannot use it.
    private static func after(_ status: Int, _ headers: HeaderFields) -> [UInt8]? {
      var body = begun()
      let isUsable = body.begin(head(status, headers), method: "GET")
      #expect(isUsable || body.headers.all.isEmpty)
      return isUsable ? body.bytes : nil
    }

    @Test("the rest is asked for where the content can be told again, and only by GET")
    func headers() {
      let rest = Self.begun().headers
      #expect(rest["Range"] == "bytes=3-" && rest["If-Range"] == "\"a\"")
      let dated: HeaderFields = ["Last-Modified": "yesterday", "Accept-Ranges": "bytes"]
      #expect(Self.begun(dated).headers["If-Range"] == "yesterday")
      #expect(Self.begun(["ETag": "\"a\""]).headers.all.isEmpty)
      #expect(Self.begun(["ETag": "W/\"a\"", "Accept-Ranges": "bytes"]).headers.all.isEmpty)
      #expect(Self.begun(["Accept-Ranges": "bytes"]).headers.all.isEmpty)
      #expect(Self.begun(method: "POST").headers.all.isEmpty)
      #expect(PartialBody().headers.all.isEmpty)
    }

    @Test("the rest is taken where it fits; another content begins anew")
    func rest() {
      #expect(Self.after(206, ["ETag": "\"a\"", "Content-Range": "bytes 3-9/10"]) == [1, 2, 3])
      #expect(Self.after(206, ["ETag": "\"b\"", "Content-Range": "bytes 3-9/10"]) == nil)
      #expect(Self.after(206, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/10"]) == nil)
      #expect(Self.after(200, Self.tagged) == [])
      #expect(Self.after(416, [:]) == nil)
    }
  }
#endif
