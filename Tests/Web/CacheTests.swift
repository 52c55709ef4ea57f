import Backend
import Devices
import Foundation
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Responses are kept as RFC 9111 says")
struct CacheTests {
  private static let url = URL(string: "https://api.test/a")!

  private func question(
    _ headers: [String: String] = [:], method: String = "GET",
    policy: URLRequest.CachePolicy = .useProtocolCachePolicy
  ) -> CacheQuestion {
    var request = URLRequest(url: Self.url)
    request.httpMethod = method
    request.cachePolicy = policy
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return CacheQuestion(request, policy: .useProtocolCachePolicy)
  }

  /// A response that was asked for at 1000 and came at 1002.
  private func kept(
    _ headers: HeaderFields, status: Int = 200, to asked: CacheQuestion? = nil
  ) -> CachedAnswer? {
    let head = ResponseHead(
      status: status, reason: "", headers: headers, bodyCount: 1, target: "/a")
    let answer = LoadedAnswer(url: Self.url, head: head, body: [1], exchange: nil)
    return CachedAnswer(answer, to: asked ?? question(), requestedAt: 1000, receivedAt: 1002)
  }

  @Test("dates are read as HTTP writes them")
  func dates() {
    #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(HTTPDate.seconds("Thu, 29 Feb 2024 23:59:59 GMT") == 1_709_251_199)
    #expect(HTTPDate.seconds("0") == nil)
    #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49 GMT") == nil)
  }

  @Test("max-age comes before Expires, and that before a tenth of the time without a change")
  func lifetimes() {
    let begin = "Thu, 01 Jan 1970 00:16:42 GMT"
    let minute = "Thu, 01 Jan 1970 00:17:42 GMT"
    let before = "Thu, 01 Jan 1970 00:00:02 GMT"
    #expect(kept(["Cache-Control": "private, max-age=30", "Expires": minute])?.lifetime == 30)
    #expect(kept(["Cache-Control": "max-age=\"30\""])?.lifetime == 30)
    #expect(kept(["Date": begin, "Expires": minute])?.lifetime == 60)
    #expect(kept(["Expires": "0", "Last-Modified": before])?.lifetime == 0)
    #expect(kept(["Date": begin, "Last-Modified": before])?.lifetime == 100)
    #expect(kept([:])?.lifetime == 0)
  }

  @Test("the age counts what others have kept it for, and the way here")
  func ages() {
    #expect(kept([:])?.age(at: 1010) == 10)
    #expect(kept(["Age": "5"])?.age(at: 1010) == 15)
    #expect(kept(["Date": "Thu, 01 Jan 1970 00:15:02 GMT"])?.age(at: 1002) == 100)
    #expect(kept(["Cache-Control": "max-age=10"])?.isFresh(at: 1009.9) == true)
    #expect(kept(["Cache-Control": "max-age=10"])?.isFresh(at: 1010) == false)
    #expect(kept(["Cache-Control": "max-age=10, no-cache"])?.isFresh(at: 1003) == false)
  }

  @Test("no-store, a Vary of everything, a failure and a part of something are not kept")
  func keeping() {
    #expect(kept([:]) != nil)
    #expect(kept(["Cache-Control": "no-store"]) == nil)
    #expect(kept(["Vary": "*"]) == nil)
    #expect(kept([:], status: 404) == nil)
    #expect(kept([:], status: 206) == nil)
    #expect(kept([:], to: question(["Cache-Control": "no-store"])) == nil)
    #expect(kept([:], to: question(method: "POST")) == nil)
    #expect(kept([:], to: question(["If-None-Match": "1"])) == nil)
    let english = question(["Accept-Language": "en"])
    let varying = kept(["Vary": "Accept-Language"], to: english)
    #expect(varying?.answers(english) == true)
    #expect(varying?.answers(question(["Accept-Language": "de"])) == false)
    #expect(varying?.answers(question()) == false)
  }

  private func told(_ plan: CacheQuestion.Plan) -> String {
    switch plan {
    case .serve: "serve"
    case .fail: "fail"
    case .load(let headers, let validating):
      (["load"] + headers.all.map { "\($0): \($1)" } + (validating == nil ? [] : ["or keep"]))
        .joined(separator: ", ")
    }
  }

  @Test("a 304 changes the headers but for the length, which is that of the body")
  func freshening() throws {
    var answer = try #require(kept(["Content-Length": "1", "X-Now": "old", "ETag": "7"]))
    answer.freshen(
      by: ["Content-Length": "0", "X-Now": "new"], requestedAt: 1010, receivedAt: 1012)
    #expect(answer.headers == ["Content-Length": "1", "X-Now": "new", "ETag": "7"])
    #expect(answer.age(at: 1013) == 3)
  }

  @Test("each policy does with a fresh, a stale and no response what Apple says of it")
  func policies() {
    let headers: HeaderFields = ["Cache-Control": "max-age=10", "ETag": "7"]
    func plans(_ policy: URLRequest.CachePolicy) -> [String] {
      let asked = question(policy: policy)
      return [(kept(headers), 1005), (kept(headers), 1020), (nil, 1005)].map {
        told(asked.plan(for: $0, at: $1))
      }
    }
    let validation = "load, If-None-Match: 7, or keep"
    #expect(plans(.useProtocolCachePolicy) == ["serve", validation, "load"])
    #expect(plans(.reloadIgnoringLocalCacheData) == ["load", "load", "load"])
    #expect(
      plans(.reloadIgnoringLocalAndRemoteCacheData)
        == Array(repeating: "load, Cache-Control: no-cache, Pragma: no-cache", count: 3))
    #expect(plans(.returnCacheDataElseLoad) == ["serve", "serve", "load"])
    #expect(plans(.returnCacheDataDontLoad) == ["serve", "serve", "fail"])
    #expect(plans(.reloadRevalidatingCacheData) == [validation, validation, "load"])
    #expect(
      told(question(method: "POST", policy: .returnCacheDataDontLoad).plan(for: nil, at: 1005))
        == "fail")
    let wary = question(["Cache-Control": "max-age=3"])
    #expect(told(wary.plan(for: kept(headers), at: 1005)) == validation)
    #expect(told(question().plan(for: kept([:]), at: 1005)) == "load")
  }
}

#if os(Linux)
  @Suite("A session keeps responses and asks whether they still hold")
  struct CachedSessionTests {
    private static func answer(_ request: WebRequest) -> WebResponse {
      let body = Data("\(request.path) \(request.headers["Accept-Language"] ?? "-")".utf8)
      if request.method == "DELETE" { return WebResponse(status: 409) }
      switch request.path {
      case "/minute": return WebResponse(headers: ["Cache-Control": "max-age=60"], body: body)
      case "/secret": return WebResponse(headers: ["Cache-Control": "no-store"], body: body)
      case "/vary":
        return WebResponse(
          headers: ["Cache-Control": "max-age=60", "Vary": "Accept-Language"], body: body)
      case "/tagged":
        let headers: HeaderFields = ["Cache-Control": "no-cache", "ETag": "\"1\"", "X-Now": "new"]
        return request.headers["If-None-Match"] == "\"1\""
          ? WebResponse(status: 304, headers: ["X-Now": "same"])
          : WebResponse(headers: headers, body: body)
      case "/large":
        let large = Data(count: request.query("bytes").flatMap { Int($0) } ?? 0)
        return WebResponse(headers: ["Cache-Control": "max-age=600"], body: large)
      case "/growing":
        let large = Data(count: request.headers["X-Large"] == nil ? 10 : 1_100_000)
        return WebResponse(headers: ["Cache-Control": "max-age=600"], body: large)
      case "/slow-minute":
        return WebResponse(headers: ["Cache-Control": "max-age=60"]) { try $0.write("slow") }
      default: return WebResponse(body: body)
      }
    }

    private func play(_ scenario: @escaping @Sendable (WebBench) async throws -> Void) {
      WebBench.play { world in
        try await scenario(WebBench(in: world) { Self.answer($0) })
      }
    }

    @Test("what is fresh is asked for once; a minute later again")
    func fresh() {
      play { bench in
        for _ in 1...3 { #expect(try await bench.text("/minute") == "/minute -") }
        #expect(bench.asked == ["GET /minute"])
        let (bytes, _) = try await bench.session.bytes(for: bench.request("GET", "/minute#part"))
        var read: [UInt8] = []
        for try await byte in bytes { read.append(byte) }
        #expect(read == Array("/minute -".utf8))
        try await bench.world.sleep(for: .seconds(61))
        _ = try await bench.text("/minute")
        #expect(bench.asked == ["GET /minute", "GET /minute"])
      }
    }

    @Test("what is not to be stored, and what says nothing, is asked for each time")
    func unkept() {
      play { bench in
        for path in ["/secret", "/secret", "/plain", "/plain"] { _ = try await bench.text(path) }
        #expect(bench.asked.count == 4)
        // Kept all the same, for who wants it whatever its age.
        var request = bench.request("GET", "/plain")
        request.cachePolicy = .returnCacheDataDontLoad
        #expect(try await bench.text(request) == "/plain -")
        request = bench.request("GET", "/secret")
        request.cachePolicy = .returnCacheDataDontLoad
        let code = await bench.code { [request] in _ = try await bench.text(request) }
        #expect(code == .resourceUnavailable)
        #expect(bench.asked.count == 4)
      }
    }

    @Test(
      "a 304 gives the kept body with the new headers and a status of 200; an app's own question gets the 304"
    )
    func validation() {
      play { bench in
        _ = try await bench.text("/tagged")
        let (data, response) = try await bench.session.data(for: bench.request("GET", "/tagged"))
        let http = try #require(response as? HTTPURLResponse)
        #expect(String(decoding: data, as: UTF8.self) == "/tagged -")
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "X-Now") == "same")
        #expect(bench.asked == ["GET /tagged", "GET /tagged if not \"1\""])
        var own = bench.request("GET", "/tagged")
        own.setValue("\"1\"", forHTTPHeaderField: "If-None-Match")
        let (_, bare) = try await bench.session.data(for: own)
        #expect((bare as? HTTPURLResponse)?.statusCode == 304)
      }
    }

    @Test("a change by another method makes the kept response useless, and so do other headers")
    func invalidation() {
      play { bench in
        _ = try await bench.text("/minute")
        _ = try await bench.text(bench.request("PUT", "/minute"))
        _ = try await bench.text("/minute")
        #expect(bench.asked == ["GET /minute", "PUT /minute", "GET /minute"])
        // One that has failed has changed nothing.
        _ = try await bench.text(bench.request("DELETE", "/minute"))
        _ = try await bench.text("/minute")
        #expect(bench.asked.suffix(2) == ["GET /minute", "DELETE /minute"])
        var german = bench.request("GET", "/vary")
        german.setValue("de", forHTTPHeaderField: "Accept-Language")
        #expect(try await bench.text("/vary") == "/vary -")
        #expect(try await bench.text(german) == "/vary de")
        #expect(try await bench.text(german) == "/vary de")
        #expect(bench.asked.suffix(2) == ["GET /vary", "GET /vary"])
      }
    }

    @Test("nothing is larger than a twentieth, and what was not used for longest makes room")
    func room() {
      play { bench in
        let cache = bench.session.cache
        _ = try await bench.text("/large?bytes=1100000")
        #expect(cache.currentUsage == 0)
        for number in 1...21 {
          _ = try await bench.text("/large?bytes=1000000&number=\(number)")
          _ = try await bench.text("/large?bytes=1000000&number=1")
        }
        let before = bench.asked.count
        #expect(before == 22)
        #expect(cache.currentUsage <= WebCache.capacity)
        _ = try await bench.text("/large?bytes=1000000&number=1")
        #expect(bench.asked.count == before)
        _ = try await bench.text("/large?bytes=1000000&number=2")
        #expect(bench.asked.count == before + 1)
        cache.removeAllCachedResponses()
        #expect(cache.currentUsage == 0)
        // One that has grown too large takes the former along.
        _ = try await bench.text("/growing")
        var grown = bench.request("GET", "/growing")
        grown.setValue("1", forHTTPHeaderField: "X-Large")
        grown.cachePolicy = .reloadIgnoringLocalCacheData
        _ = try await bench.text(grown)
        #expect(cache.currentUsage == 0)
      }
    }

    @Test("a session without a cache and one with another policy ask as they say")
    func configurations() {
      WebBench.play { world in
        let bench = try WebBench(in: world) {
          $0.usesCache = false
        } answer: {
          Self.answer($0)
        }
        for _ in 1...2 { _ = try await bench.text("/minute") }
        #expect(bench.asked.count == 2)
        // Nor does it take what another session of the process has kept.
        let keeping = WebSession(on: bench.network, from: bench.phone, in: bench.process)
        _ = try await keeping.data(for: bench.request("GET", "/minute"))
        _ = try await bench.text("/minute")
        #expect(bench.asked.count == 4)
        var configuration = WebSession.Configuration()
        configuration.requestCachePolicy = .returnCacheDataElseLoad
        let other = WebSession(
          on: bench.network, from: bench.phone, in: bench.process, configuration: configuration)
        for _ in 1...2 { _ = try await other.data(for: bench.request("GET", "/plain")) }
        #expect(bench.asked.count == 5)
      }
    }
  }
#endif
