import AppFoundation
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

/// An app that fetches files, and sends them.
@MainActor
private final class Fetching: MainActorApp {
  typealias Screen = String

  private let session: WebSession

  init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }
  func start() {}
  var screen: String { "files" }

  private func request(_ path: String) -> URLRequest {
    URLRequest(url: URL(string: "https://api.test\(path)")!)
  }

  private var documents: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }

  func text(_ path: String) async throws -> String {
    String(decoding: try await session.data(for: request(path)).0, as: UTF8.self)
  }

  /// Fetches a file, and moves it to a name where there is one.
  func fetch(_ path: String, as name: String? = nil) async throws -> String {
    let (file, response) = try await session.download(for: request(path))
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    if let name {
      try FileManager.default.moveItem(at: file, to: documents.appending(path: name))
    }
    return "\(status) \(text)"
  }

  var files: [String] {
    let left = try? FileManager.default.contentsOfDirectory(
      atPath: FileManager.default.temporaryDirectory.path())
    let kept = try? FileManager.default.contentsOfDirectory(atPath: documents.path())
    return (left ?? []).map { "tmp/\($0.prefix(18))" } + (kept ?? []).map { "Documents/\($0)" }
  }

  func forget() { session.cache.removeAllCachedResponses() }

  func send(_ name: String) async throws -> String {
    var request = request("/echo")
    request.httpMethod = "POST"
    let file = documents.appending(path: name)
    return String(
      decoding: try await session.upload(for: request, fromFile: file).0, as: UTF8.self)
  }
}

#if os(Linux)
  @Suite("Files are fetched to the phone's disk, and sent from it")
  struct PhoneFileTests {
    private typealias Alice = Phone<HostedApp<Fetching>>

    private func play(
      seed: UInt64 = 1,
      _ scenario: @escaping @Sendable (Alice, WorldBound<Int>) async throws -> Void
    ) {
      let world = World(seed: seed)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        let asked = WorldBound(0, in: world)
        let log = WorldBound<[String]>([], in: world)
        _ = try WebServer("api.test", on: stage.network) { _ in
          Answering(log) { request in
            asked.withValue { $0 += 1 }
            if request.path == "/missing" {
              return WebResponse(status: 404, body: Data("none".utf8))
            }
            if request.path == "/hour" {
              return WebResponse(
                headers: ["Cache-Control": "max-age=3600"], body: Data("kept".utf8))
            }
            if request.path.hasPrefix("/large") {
              return WebResponse(
                headers: ["Cache-Control": "max-age=86400"], body: Data(count: 1_000_000))
            }
            if request.method == "POST" { return WebResponse(body: request.body) }
            return WebResponse { body in
              for part in ["a picture", " in", " parts"] {
                try body.write(part)
                try await world.sleep(for: .seconds(1))
              }
            }
          }
        }
        let alice = try Alice(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await alice.launch()
        try await scenario(alice, asked)
      }
      #expect(passed)
    }

    /// Lets the app do something.
    private static func ask<Value: Sendable>(
      _ alice: Alice, _ body: @escaping @MainActor @Sendable (Fetching) async throws -> Value
    ) async throws -> Value? {
      let task = await alice.touch("ask") { app in Task { try await body(app) } }
      return try await task?.value
    }

    @Test("what was not moved is gone with the next launch, what was moved is not")
    func downloads() {
      play { alice, _ in
        #expect(try await Self.ask(alice) { try await $0.fetch("/a") } == "200 a picture in parts")
        // An answer that the app does not want is a file as well.
        #expect(try await Self.ask(alice) { try await $0.fetch("/missing", as: "c") } == "404 none")
        #expect(
          try await Self.ask(alice) { $0.files } == ["tmp/CFNetworkDownload_", "Documents/c"])
        try await alice.kill()
        try await alice.launch()
        let left = try await Self.ask(alice) { $0.files }
        #expect(left == ["Documents/c"])
      }
    }

    @Test(
      "a file that was left where it is stays there when the next ones are moved",
      arguments: 1...8 as ClosedRange<UInt64>)
    func leftBehind(seed: UInt64) {
      play(seed: seed) { alice, _ in
        for _ in 1...2 { _ = try await Self.ask(alice) { try await $0.fetch("/a") } }
        _ = try await Self.ask(alice) { try await $0.fetch("/b", as: "b.jpg") }
        _ = try await Self.ask(alice) { try await $0.fetch("/c", as: "c.jpg") }
        let files = try await Self.ask(alice) { $0.files } ?? []
        let left = Array(repeating: "tmp/CFNetworkDownload_", count: 2)
        #expect(files.sorted() == ["Documents/b.jpg", "Documents/c.jpg"] + left)
        #expect(try await Self.ask(alice) { try await $0.send("b.jpg") } == "a picture in parts")
        #expect(try await Self.ask(alice) { try await $0.send("c.jpg") } == "a picture in parts")
        try await alice.kill()
        try await alice.launch()
        let kept = try await Self.ask(alice) { $0.files } ?? []
        #expect(kept.sorted() == ["Documents/b.jpg", "Documents/c.jpg"])
      }
    }

    @Test("a file is sent from the disk, and one that is not there is told")
    func uploads() {
      play { alice, _ in
        _ = try await Self.ask(alice) { try await $0.fetch("/b", as: "b.jpg") }
        #expect(try await Self.ask(alice) { try await $0.send("b.jpg") } == "a picture in parts")
        let code = try await Self.ask(alice) { app in
          do {
            _ = try await app.send("nothing")
            return URLError.Code?.none
          } catch {
            return (error as? URLError)?.code
          }
        }
        #expect(code == .fileDoesNotExist)
      }
    }

    @Test("a disk without room fails a download, and leaves nothing")
    func fullDisk() {
      play { alice, _ in
        _ = try await Self.ask(alice) { $0.files }
        await alice.fillDisk()
        let code = try await Self.ask(alice) { app in
          do {
            _ = try await app.fetch("/a")
            return URLError.Code?.none
          } catch {
            return (error as? URLError)?.code
          }
        }
        #expect(code == .cannotWriteToFile)
        await alice.freeDisk()
        #expect(try await Self.ask(alice) { $0.files } == [])
        // There is room for the beginning of a file.
        await alice.setFreeSpace(10)
        _ = try? await Self.ask(alice) { try await $0.fetch("/a") }
        #expect(try await Self.ask(alice) { $0.files } == [])
      }
    }

    @Test("a process that is no app's has nowhere to fetch a file to")
    func noApp() {
      WebBench.play { world in
        let bench = try WebBench(in: world) { _ in WebResponse(body: Data("a".utf8)) }
        let url = bench.request("GET", "/a").url!
        #expect(
          await bench.code { _ = try await bench.session.download(from: url) } == .cannotCreateFile)
      }
    }

    @Test("kept responses survive a kill, and go with the app")
    func cache() {
      play { alice, asked in
        for _ in 1...2 {
          #expect(try await Self.ask(alice) { try await $0.text("/hour") } == "kept")
        }
        #expect(asked.withValue { $0 } == 1)
        try await alice.kill()
        try await alice.launch()
        #expect(try await Self.ask(alice) { try await $0.text("/hour") } == "kept")
        #expect(asked.withValue { $0 } == 1)
        try await alice.reinstall()
        try await alice.launch()
        #expect(try await Self.ask(alice) { try await $0.text("/hour") } == "kept")
        #expect(asked.withValue { $0 } == 2)
        // What was forgotten is not there at the next launch either.
        _ = try await Self.ask(alice) { $0.forget() }
        try await alice.kill()
        try await alice.launch()
        #expect(try await Self.ask(alice) { try await $0.text("/hour") } == "kept")
        #expect(asked.withValue { $0 } == 3)
      }
    }

    @Test("after a launch what came first makes room first")
    func room() {
      play { alice, asked in
        for number in 1...20 {
          _ = try await Self.ask(alice) { try await $0.text("/large/\(number)") }
        }
        try await alice.kill()
        try await alice.launch()
        _ = try await Self.ask(alice) { try await $0.text("/large/21") }
        for number in 2...20 {
          _ = try await Self.ask(alice) { try await $0.text("/large/\(number)") }
        }
        #expect(asked.withValue { $0 } == 21)
        try await alice.kill()
        try await alice.launch()
        _ = try await Self.ask(alice) { try await $0.text("/large/1") }
        #expect(asked.withValue { $0 } == 22)
      }
    }
  }
#endif
