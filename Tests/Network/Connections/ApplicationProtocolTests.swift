import Simulator
import Testing

@testable import Network

@Suite("The TLS handshake chooses a protocol")
struct ApplicationProtocolTests {
  @Test(
    "the first of the server's protocols that the client offers is chosen; none without one in common",
    arguments: [
      ([.http2, .http11], [.http2, .http11], .http2),
      ([.http11, .http2], [.http2, .http11], .http2),
      ([.http2, .http11], [.http11], .http11), ([.http11], [.http2, .http11], .http11),
      ([.http2], [.http11], nil), ([], [.http2], nil), ([.http2], [], nil),
    ] as [([ApplicationProtocol], [ApplicationProtocol], ApplicationProtocol?)])
  func choice(
    offers: [ApplicationProtocol], spoken: [ApplicationProtocol], chosen: ApplicationProtocol?
  ) {
    Rig.run { rig in
      let network = rig.network
      let phone = try network.addHost("phone", on: ConnectionTests.fifty)
      let server = try network.addHost("server")
      let atServer = WorldBound<[ApplicationProtocol?]>([], in: rig.world)
      var configuration = ConnectionConfiguration()
      configuration.applicationProtocols = spoken
      try network.listen(
        on: server, service: "web", lane: rig.world.lane("server"), configuration: configuration
      ) { connection in
        { event in
          if case .opened = event {
            atServer.withValue { $0.append(connection.applicationProtocol) }
          }
        }
      }
      configuration.applicationProtocols = offers
      let connection = network.connect(
        from: phone, to: server, service: "web", lane: rig.world.lane("phone"),
        configuration: configuration
      ) { _ in }
      #expect(connection.applicationProtocol == nil)
      try await rig.sleep(.seconds(1))
      #expect(connection.isOpen)
      #expect(connection.applicationProtocol == chosen)
      #expect(atServer.withValue { $0 } == [chosen])
    }
  }
}
