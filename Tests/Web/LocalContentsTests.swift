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

/// An app that loads its own files by its session.
@MainActor
private final class Reader: MainActorApp {
  private let session: WebSession

  init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }
  func start() {}
  var screen: String { "reads" }

  private var documents: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: documents.appending(path: name))
  }

  /// What the session says of a file: its type, its length and its text, or the code of the failure.
  func read(_ name: String) async -> String {
    do {
      let (data, response) = try await session.data(from: documents.appending(path: name))
      let isHTTP = response is HTTPURLResponse
      let type = response.mimeType ?? "-"
      let text = String(decoding: data, as: UTF8.self)
      return "\(type) \(response.expectedContentLength) \(text)\(isHTTP ? " HTTP" : "")"
    } catch {
      return "\((error as? URLError)?.code.rawValue ?? 0)"
    }
  }

  func lines(_ name: String) async throws -> [String] {
    let (bytes, _) = try await session.bytes(from: documents.appending(path: name))
    var lines: [String] = []
    for try await line in bytes.lines { lines.append(line) }
    return lines
  }

  func copy(_ name: String) async throws -> String {
    let (file, _) = try await session.download(from: documents.appending(path: name))
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}

#if os(Linux)
  @Suite("What a session loads without a server, and from which port of one")
  struct LocalContentsTests {
    private typealias Alice = Phone<HostedApp<Reader>>

    private static func ask<Value: Sendable>(
      _ alice: Alice, _ body: @escaping @MainActor @Sendable (Reader) async throws -> Value
    ) async throws -> Value? {
      let task = await alice.touch("ask") { app in Task { try await body(app) } }
      return try await task?.value
    }

    @Test("files of the phone, with the platform's errors")
    func files() {
      let world = World(seed: 1)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        let alice = try Alice(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await alice.launch()
        let notes = try await Self.ask(alice) { app in
          try app.write("a.json", "{}")
          try app.write("b.unknown", "one\ntwo")
          return [
            await app.read("a.json"), await app.read("b.unknown"), await app.read("none"),
            await app.read("."), try await app.lines("b.unknown").joined(separator: "+"),
            try await app.copy("a.json"),
          ]
        }
        #expect(
          notes == [
            "application/json 2 {}", "application/octet-stream 7 one\ntwo",
            "\(URLError.Code.fileDoesNotExist.rawValue)",
            "\(URLError.Code.fileIsDirectory.rawValue)", "one+two", "{}",
          ])
      }
      #expect(passed)
    }

    @Test(
      "addresses that are their own contents",
      arguments: [
        ("data:,hello", "text/plain - hello"),
        ("data:text/html;charset=utf-8,%3Cb%3Eh%C3%A9%3C/b%3E", "text/html utf-8 <b>hé</b>"),
        ("data:image/png;base64,aGVsbG8=", "image/png - hello"),
        ("data:;base64,aGVsbG8%3D", "text/plain - hello"),
        ("data:base64,aGVs", "text/plain - aGVs"),
      ])
    func data(address: String, told: String) {
      WebBench.play { world in
        let bench = try WebBench(in: world) { _ in WebResponse() }
        let (data, response) = try await bench.session.data(
          from: try #require(URL(string: address)))
        let text = String(decoding: data, as: UTF8.self)
        let charset = response.textEncodingName ?? "-"
        #expect("\(response.mimeType ?? "") \(charset) \(text)" == told)
        #expect(!(response is HTTPURLResponse))
        #expect(bench.asked.isEmpty)
      }
    }

    @Test(
      "addresses that are malformed, or of no scheme that a session knows",
      arguments: [
        ("data:text/plain", URLError.Code.badURL), ("data:;base64,a", .badURL),
        ("ftp://api.test/a", .unsupportedURL), ("nothing", .unsupportedURL),
      ])
    func refused(address: String, code: URLError.Code) {
      WebBench.play { world in
        let bench = try WebBench(in: world) { _ in WebResponse() }
        guard let url = URL(string: address) else { return }
        #expect(await bench.code(URLRequest(url: url)) == code)
      }
    }

    @Test(
      "a server answers at its own port, which requests and sockets name", arguments: [false, true])
    func ports(speaksHTTP2: Bool) {
      WebBench.play { world in
        let bench = try WebBench(in: world) { _ in WebResponse() }
        let log = WorldBound<[String]>([], in: world)
        let other = try WebServer(
          "other.test", on: bench.network, port: 8443, speaksHTTP2: speaksHTTP2
        ) { _ in
          Answering(log) { WebResponse(body: Data(($0.headers["Host"] ?? "-").utf8)) }
        }
        #expect(other.port == 8443 && bench.server.port == 443)
        func host(_ address: String) async throws -> String {
          let (data, _) = try await bench.session.data(from: try #require(URL(string: address)))
          return String(decoding: data, as: UTF8.self)
        }
        #expect(try await host("https://other.test:8443/") == "other.test:8443")
        #expect(
          await bench.code { _ = try await host("https://other.test/") } == .cannotConnectToHost)
        #expect(
          await bench.code { _ = try await host("https://api.test:8443/") } == .cannotConnectToHost)
        _ = try await host("https://api.test:443/")
        #expect(bench.asked == ["GET /"])
        let socket = bench.session.webSocketTask(
          with: try #require(URL(string: "wss://other.test:8443/")))
        socket.resume()
        // The service closes it at once.
        await #expect(throws: POSIXError(.ENOTCONN)) { try await socket.receive() }
        #expect((socket.response as? HTTPURLResponse)?.statusCode == 101)
      }
    }
  }
#endif
