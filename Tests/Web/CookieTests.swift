import Backend
import Devices
import Foundation
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

@Suite("Cookies are kept as RFC 6265 says")
struct CookieTests {
  private static func url(_ text: String) -> URL { URL(string: text)! }
  private static let home = url("https://chat.example/rooms/list")

  private func cookie(_ field: String, from url: URL = home) -> Cookie? {
    Cookie(field, from: url, now: 1000)
  }

  private func goes(_ field: String, to place: String, at now: Double = 1000) -> Bool {
    cookie(field)?.belongs(to: Self.url(place), at: now) == true
  }

  @Test("name and value are what stands around the first equals sign")
  func names() {
    #expect(cookie("a = b=c ; Secure")?.name == "a")
    #expect(cookie("a = b=c ; Secure")?.value == "b=c")
    #expect(cookie("nothing") == nil)
    #expect(cookie("=b") == nil)
  }

  @Test("without a domain it is the host's alone; with one, that of all below it as well")
  func domains() {
    #expect(goes("a=b", to: "https://chat.example/rooms/1"))
    #expect(!goes("a=b", to: "https://api.chat.example/rooms/1"))
    #expect(goes("a=b; Domain=.chat.example", to: "https://api.chat.example/rooms/1"))
    #expect(!goes("a=b; Domain=chat.example", to: "https://otherchat.example/rooms/1"))
    #expect(cookie("a=b; Domain=other.example") == nil)
    #expect(cookie("a=b; Domain=example") == nil)
    #expect(cookie("a=b; Domain=api.chat.example") == nil)
  }

  @Test("the path is the folder of the address unless one is given")
  func paths() {
    #expect(cookie("a=b")?.path == "/rooms")
    #expect(cookie("a=b", from: Self.url("https://chat.example"))?.path == "/")
    #expect(goes("a=b", to: "https://chat.example/rooms"))
    #expect(!goes("a=b", to: "https://chat.example/roomservice"))
    #expect(goes("a=b; Path=/", to: "https://chat.example"))
    #expect(!goes("a=b; Path=/rooms/", to: "https://chat.example/rooms"))
  }

  @Test("one that is secure goes with HTTPS alone")
  func secure() {
    #expect(goes("a=1; Secure", to: "https://chat.example/rooms/list"))
    #expect(!goes("a=1; Secure", to: "http://chat.example/rooms/list"))
    #expect(goes("a=1", to: "http://chat.example/rooms/list"))
  }

  @Test("what an app sees of a cookie is the cookie")
  func shown() throws {
    for field in ["a=1", "a=1; Domain=chat.example; Path=/rooms; Max-Age=60; Secure"] {
      let kept = try #require(cookie(field))
      let shown = try #require(kept.shown)
      #expect(Cookie(shown) == kept)
    }
  }

  @Test("Max-Age comes before Expires")
  func times() {
    let past = "Expires=Thu, 01 Jan 1970 00:00:01 GMT"
    #expect(cookie("a=b")?.expires == nil)
    #expect(cookie("a=b; Max-Age=60; \(past)")?.expires == 1060)
    #expect(goes("a=b; Max-Age=60", to: "https://chat.example/rooms/1", at: 1059))
    #expect(!goes("a=b; Max-Age=60", to: "https://chat.example/rooms/1", at: 1060))
    #expect(cookie("a=b; Expires=Wed, 21 Oct 2029 07:28:00 GMT")?.expires == 1_887_262_080)
    #expect(cookie("a=b; Max-Age=0")?.expires == 0)
  }

  @Test("a later one takes the place of the one before it, and longer paths go first")
  func jar() throws {
    var jar = CookieJar()
    for field in ["a=1", "b=2; Path=/", "c=3; Path=/rooms/list", "a=4"] {
      jar.add(try #require(cookie(field)), at: 1000)
    }
    #expect(jar.field(for: Self.home, at: 1000) == "c=3; a=4; b=2")
    jar.add(try #require(cookie("a=; Max-Age=0")), at: 1000)
    #expect(jar.field(for: Self.home, at: 1000) == "c=3; b=2")
    #expect(jar.field(for: Self.url("https://other.example/"), at: 1000) == nil)
  }
}

/// An app that signs in and asks who it is.
@MainActor
private final class SignedIn: MainActorApp {
  typealias Screen = String

  private let session: WebSession
  private var text = ""

  init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }
  func start() {}
  var screen: String { "web" }

  func ask(_ path: String) async throws -> String {
    let (data, _) = try await session.data(from: URL(string: "https://api.test\(path)")!)
    return String(decoding: data, as: UTF8.self)
  }
}

/// A server that sets a cookie for the launch and one for an hour.
private actor SignIn: WebService {
  init(_ machine: WebMachine) {}

  func respond(to request: WebRequest) async throws -> WebResponse {
    if request.path == "/who" {
      return WebResponse(body: Data((request.headers["Cookie"] ?? "-").utf8))
    }
    var response = WebResponse(headers: ["Set-Cookie": "launch=1"])
    response.headers.add("Set-Cookie", "hour=2; Max-Age=3600")
    return response
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {}
}

#if os(Linux)
  extension CookieTests {
    @Test("on a phone those with a date survive a kill, and go with the app")
    func phone() {
      let world = World(seed: 1)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        _ = try WebServer("api.test", on: stage.network) { SignIn($0) }
        let alice = try Phone<HostedApp<SignedIn>>(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        func ask(_ path: String) async throws -> String? {
          let asked = await alice.touch("ask") { app in Task { try await app.ask(path) } }
          return try await asked?.value
        }
        try await alice.launch()
        _ = try await ask("/sign-in")
        #expect(try await ask("/who") == "launch=1; hour=2")
        try await alice.kill()
        try await alice.launch()
        #expect(try await ask("/who") == "hour=2")
        try await alice.reinstall()
        try await alice.launch()
        #expect(try await ask("/who") == "-")
      }
      #expect(passed)
    }
  }
#endif
