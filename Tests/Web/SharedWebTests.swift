#if os(Linux)
  import AppFoundation
  import Backend
  import Devices
  import Foundation
  import FoundationNetworking
  import Harness
  import Network
  import Simulator
  internal import TestSupport
  import Testing

  @testable import Web

  /// `HTTPCookieStorage.shared` and `URLCache.shared` of an app are those that its sessions use.
  @Suite("What an app finds as shared is its sessions'")
  struct SharedWebTests {
    private static let home = URL(string: "https://api.test/")!

    /// Plays with two phones of one server, launched.
    private func play(
      _ body:
        @escaping @Sendable (Phone<HostedApp<Browser>>, Phone<HostedApp<Browser>>) async throws ->
        Void
    ) {
      let world = World(seed: 1)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        _ = try WebServer("api.test", on: stage.network) { Shop($0) }
        var phones: [Phone<HostedApp<Browser>>] = []
        for name in ["Alice", "Bob"] {
          let phone = try Phone<HostedApp<Browser>>(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
      #expect(passed)
    }

    @Test(
      "cookies that an app deletes or sets are those that its requests take along, and no other phone's"
    )
    func cookies() {
      play { alice, bob in
        _ = try await alice.ask("/sign-in")
        _ = try await bob.ask("/sign-in")
        #expect(await alice.look { $0.cookies } == ["hour=2", "launch=1"])
        await alice.look {
          HTTPCookieStorage.shared.cookies?.forEach(HTTPCookieStorage.shared.deleteCookie)
        }
        #expect(try await alice.ask("/who") == "-")
        #expect(try await bob.ask("/who") == "launch=1; hour=2")
        #expect(await alice.look { $0.cookies } == [])

        await alice.look {
          let own = HTTPCookie(properties: [
            .name: "own", .value: "3", .domain: "api.test", .path: "/",
            .expires: Date(timeIntervalSinceNow: 60),
          ])
          own.map(HTTPCookieStorage.shared.setCookie)
        }
        #expect(try await alice.ask("/who") == "own=3")
        _ = try await alice.ask("/sign-in")
        #expect(await alice.look { $0.cookies } == ["hour=2", "launch=1", "own=3"])
      }
    }

    @Test("what an app deletes is gone after a kill, though it asked for nothing meanwhile")
    func deletedBeforeAKill() {
      play { alice, _ in
        _ = try await alice.ask("/sign-in")
        await alice.look {
          for cookie in HTTPCookieStorage.shared.cookies(for: Self.home) ?? [] {
            HTTPCookieStorage.shared.deleteCookie(cookie)
          }
        }
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.look { $0.cookies } == [])
        #expect(try await alice.ask("/who") == "-")
      }
    }

    // Only the first configuration of the machine's process makes folders: alone the test says more than behind others.
    @Test("a configuration of the library's leaves nothing in the container of who asks first")
    func configurations() {
      play { alice, bob in
        for phone in [alice, bob] {
          let found = await phone.look { _ in
            let before = FileManager.default.subpaths(atPath: NSHomeDirectory()) ?? []
            _ = (URLSessionConfiguration.default, HTTPCookieStorage.shared, URLCache.shared)
            return [before, FileManager.default.subpaths(atPath: NSHomeDirectory()) ?? []]
          }
          #expect(found?.first?.isEmpty == false && found?.first == found?.last)
        }
      }
    }

    @Test("an app that accepts no cookies gets none")
    func refused() {
      play { alice, _ in
        await alice.look { HTTPCookieStorage.shared.cookieAcceptPolicy = .never }
        _ = try await alice.ask("/sign-in")
        #expect(try await alice.ask("/who") == "-")
        await alice.look { HTTPCookieStorage.shared.cookieAcceptPolicy = .always }
        _ = try await alice.ask("/sign-in")
        #expect(try await alice.ask("/who") == "launch=1; hour=2")
      }
    }

    @Test("an app that empties the cache has its sessions ask again, and no other phone's")
    func emptiedCache() {
      play { alice, bob in
        let first = try await alice.ask("/time")
        let others = try await bob.ask("/time")
        #expect(try await alice.ask("/time") == first)
        #expect(await alice.look { URLCache.shared.currentDiskUsage } ?? 0 > 0)
        let kept = await alice.look { URLCache.shared.cachedResponse(for: .time)?.data ?? Data() }
        #expect(kept.map { String(decoding: $0, as: UTF8.self) } == first)
        await alice.look { URLCache.shared.removeAllCachedResponses() }
        #expect(await alice.look { URLCache.shared.currentDiskUsage } == 0)
        #expect(try await alice.ask("/time") != first)
        #expect(try await bob.ask("/time") == others)

        let second = try await alice.ask("/time")
        await alice.look { URLCache.shared.removeCachedResponse(for: .time) }
        #expect(try await alice.ask("/time") != second)
        let third = try await alice.ask("/time")
        await alice.look { URLCache.shared.removeCachedResponses(since: Date()) }
        #expect(try await alice.ask("/time") == third)
        await alice.look { URLCache.shared.removeCachedResponses(since: Date() - 60) }
        #expect(try await alice.ask("/time") != third)
      }
    }

    @Test(
      "what an app puts into the cache is what its sessions find, and a cache of its own gives its limits"
    )
    func filledCache() {
      play { alice, _ in
        await alice.look {
          let response = HTTPURLResponse(
            url: Self.home, statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Cache-Control": "max-age=60"])!
          URLCache.shared.storeCachedResponse(
            CachedURLResponse(response: response, data: Data("mine".utf8)), for: .time)
        }
        #expect(try await alice.ask("/time") == "mine")
        await alice.look {
          URLCache.shared = URLCache(memoryCapacity: 1, diskCapacity: 20, diskPath: nil)
        }
        #expect(
          await alice.look { [URLCache.shared.memoryCapacity, URLCache.shared.diskCapacity] } == [
            1, 20,
          ])
        let first = try await alice.ask("/time")
        // No response is larger than a twentieth of it.
        #expect(try await alice.ask("/time") != first)
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.look { URLCache.shared.diskCapacity } == WebCache.capacity)
      }
    }
  }

  /// An app with a session.
  @MainActor private final class Browser: MainActorApp {
    private let session: WebSession
    init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }
    func start() {}
    var screen: String { "web" }

    func ask(_ path: String) async throws -> String {
      let (data, _) = try await session.data(from: URL(string: "https://api.test\(path)")!)
      return String(decoding: data, as: UTF8.self)
    }

    var cookies: [String] {
      (HTTPCookieStorage.shared.cookies ?? []).map { "\($0.name)=\($0.value)" }.sorted()
    }
  }

  extension Phone where App == HostedApp<Browser> {
    fileprivate func ask(_ path: String) async throws -> String? {
      let asked = await touch("ask") { app in Task { try await app.ask(path) } }
      return try await asked?.value
    }

    @discardableResult
    fileprivate func look<Value: Sendable>(
      _ body: @escaping @MainActor @Sendable (Browser) -> Value
    ) async -> Value? {
      await touch("look") { body($0) }
    }

    @discardableResult
    fileprivate func look<Value: Sendable>(
      _ body: @escaping @MainActor @Sendable () -> Value
    ) async -> Value? {
      await touch("look") { _ in body() }
    }
  }

  extension URLRequest {
    fileprivate static var time: URLRequest {
      URLRequest(url: URL(string: "https://api.test/time")!)
    }
  }

  /// A server that sets a cookie for the launch and one for an hour, and has an answer for an hour, another one each time.
  private actor Shop: WebService {
    private var count = 0

    init(_ machine: WebMachine) {}

    func respond(to request: WebRequest) async throws -> WebResponse {
      switch request.path {
      case "/who": return WebResponse(body: Data((request.headers["Cookie"] ?? "-").utf8))
      case "/time":
        count += 1
        return WebResponse(headers: ["Cache-Control": "max-age=3600"], body: Data("\(count)".utf8))
      default:
        var response = WebResponse(headers: ["Set-Cookie": "launch=1"])
        response.headers.add("Set-Cookie", "hour=2; Max-Age=3600")
        return response
      }
    }

    func talk(over socket: ServerSocket, opened request: WebRequest) async {}
  }
#endif
