import Backend
import Testing

@testable import Devices

/// A session with everything it has asked for, as short texts.
private struct Talk {
  var session: ClientSession
  private(set) var sent: [ClientMessage] = []
  private(set) var events: [String] = []

  init(user: String?) {
    session = ClientSession(token: user.map { IDToken(user: $0) })
  }

  mutating func receive(_ message: ServerMessage, localMilliseconds: Int64 = 0) {
    take(session.received(message, localMilliseconds: localMilliseconds))
  }

  mutating func write(_ number: Int) {
    take(
      session.request(.put("a", Node(.bool(true)), hash: nil), about: .write(WriteID(number))))
  }

  mutating func take(_ actions: [ClientSession.Action]) {
    for action in actions {
      switch action {
      case .send(let message): sent.append(message)
      case .clockOffset(let milliseconds): events.append("offset \(milliseconds)")
      case .connected: events.append("connected")
      case .ready: events.append("ready")
      case .listenAnswered(let listen, let status):
        events.append("listen \(listen.number) \(status.isOK)")
      case .writeAnswered(let id, let status): events.append("\(id) \(status.isOK)")
      case .transactionAnswered(let batch, let status):
        events.append("batch \(batch.number) \(status.isOK)")
      case .onDisconnectAnswered(let number, let status):
        events.append("onDisconnect \(number) \(status.isOK)")
      case .readAnswered(let number, _): events.append("read \(number)")
      case .overwrite(let path, _, _): events.append("overwrite \(path)")
      case .merge(let path, _, _): events.append("merge \(path)")
      case .rangeMerge(let path, _, _): events.append("ranges \(path)")
      case .revoked(let query, _): events.append("revoked \(query)")
      case .reconnectWithNewToken: events.append("reconnect")
      }
    }
  }

  /// Opens the connection and goes all the way to being ready.
  mutating func connect() {
    session.opened()
    receive(.handshake(serverTimeMilliseconds: 0, session: "s"))
    receive(.response(number: 1, .ok))
  }
}

extension ResponseStatus {
  fileprivate var isOK: String { self == .ok ? "ok" : "refused" }
}

@Suite("Client session")
struct ClientSessionTests {
  @Test("authentication goes first, and only its answer makes the session ready")
  func authenticatesFirst() throws {
    var talk = Talk(user: "alice")
    talk.session.opened()
    talk.write(1)
    #expect(talk.sent.isEmpty, "nothing may be sent before the handshake")
    talk.receive(
      .handshake(serverTimeMilliseconds: 5_000, session: "s"), localMilliseconds: 2_000)
    guard case .authenticate(let token) = try #require(talk.sent.first).request else {
      Issue.record("the first request is \(talk.sent)")
      return
    }
    #expect(token?.user == "alice")
    talk.write(2)
    #expect(talk.sent.count == 1 && talk.events == ["offset 3000", "connected"])
    talk.receive(.response(number: 1, .ok))
    #expect(talk.events == ["offset 3000", "connected", "ready"])
  }

  @Test("nobody in particular needs no authentication")
  func skipsAuthentication() {
    var talk = Talk(user: nil)
    talk.session.opened()
    talk.receive(.handshake(serverTimeMilliseconds: 0, session: "s"))
    #expect(talk.sent.isEmpty && talk.events == ["offset 0", "ready", "connected"])
  }

  @Test("a token that the server refuses is not used again, and another connection is wanted")
  func survivesRefusal() {
    var talk = Talk(user: "alice")
    talk.session.opened()
    talk.receive(.handshake(serverTimeMilliseconds: 0, session: "s"))
    talk.receive(.response(number: 1, .expiredToken))
    #expect(talk.events.last == "reconnect" && !talk.session.isReady && talk.session.token == nil)
  }

  @Test("a token that is refused later on, too", arguments: [false, true])
  func survivesLaterRefusal(isReady: Bool) {
    var talk = Talk(user: "alice")
    if isReady {
      talk.connect()
    } else {
      talk.session.opened()
      talk.receive(.handshake(serverTimeMilliseconds: 0, session: "s"))
    }
    talk.take(talk.session.authenticate(by: IDToken(user: "bob")))
    talk.receive(.response(number: 2, .expiredToken))
    #expect(talk.events.last == "reconnect" && talk.session.token == nil)
  }

  @Test("requests are numbered from 1 on each connection, and answers find them by number")
  func numbers() {
    var talk = Talk(user: "alice")
    talk.connect()
    talk.write(7)
    talk.write(8)
    #expect(talk.sent.map(\.number) == [1, 2, 3])
    talk.receive(.response(number: 3, .permissionDenied))
    talk.receive(.response(number: 2, .ok))
    #expect(talk.events.suffix(2) == ["write 8 refused", "write 7 ok"])
    talk.session.lost()
    talk.connect()
    #expect(talk.sent.last?.number == 1)
  }

  @Test("an answer counts once")
  func answersOnce() {
    var talk = Talk(user: "alice")
    talk.connect()
    talk.write(7)
    talk.receive(.response(number: 2, .ok))
    let count = talk.events.count
    talk.receive(.response(number: 2, .ok))
    #expect(talk.events.count == count)
  }

  @Test("requests are dropped while the session is not ready: they are named again once it is")
  func dropsRequests() {
    var talk = Talk(user: "alice")
    talk.write(1)
    #expect(talk.sent.isEmpty)
    talk.connect()
    talk.session.lost()
    talk.write(2)
    #expect(talk.sent.count == 1 && "\(talk.session.state)" == "offline")
  }

  @Test("an answer to a request of an earlier connection is not taken for one of this")
  func forgetsOldNumbers() {
    var talk = Talk(user: "alice")
    talk.connect()
    talk.write(7)
    talk.session.lost()
    talk.connect()
    let count = talk.events.count
    talk.receive(.response(number: 2, .ok))
    #expect(talk.events.count == count)
  }

  @Test("a second handshake on one connection changes nothing")
  func ignoresSecondHandshake() {
    var talk = Talk(user: "alice")
    talk.connect()
    let count = (talk.events.count, talk.sent.count)
    talk.receive(.handshake(serverTimeMilliseconds: 9, session: "s"))
    #expect((talk.events.count, talk.sent.count) == count)
  }

  @Test("what the server pushes is passed on")
  func passesPushes() {
    var talk = Talk(user: nil)
    talk.session.opened()
    talk.receive(.handshake(serverTimeMilliseconds: 0, session: "s"))
    talk.receive(.overwrite("a", Node(.bool(true)), tag: nil))
    talk.receive(.merge("b", [], tag: 1))
    talk.receive(.revoked(QuerySpec("c"), reason: "no"))
    #expect(talk.events.suffix(3) == ["overwrite /a", "merge /b", "revoked /c"])
  }

  @Test("a credential that the server takes away asks for another connection, if there is one")
  func revokedCredential() {
    var talk = Talk(user: "alice")
    talk.receive(.authenticationRevoked(reason: "no"))
    #expect(talk.events.isEmpty)
    talk.connect()
    talk.receive(.authenticationRevoked(reason: "no"))
    #expect(talk.events.last == "reconnect")
  }
}
