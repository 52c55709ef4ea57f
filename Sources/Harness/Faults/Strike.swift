internal import Simulator

/// A fault at an event: a kind of fault, and the event at which it strikes, such as `kill@Bob.commit#3`.
///
/// The event is named by what happens there and counted among those of its name, so that an edit elsewhere leaves it.
public struct Strike: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public let kind: StrikeKind
  /// The event.
  public let place: StrikePlace

  /// Plans a fault at an event.
  public init(_ kind: StrikeKind, at place: StrikePlace) {
    self.kind = kind
    self.place = place
  }

  /// The strike as a token names it, such as `kill@Bob.commit#3`.
  public var description: String { "\(kind.rawValue)@\(place)" }

  /// Reads what ``description`` wrote.
  ///
  /// - Throws: ``StrikeError`` naming the part that is wrong.
  public init(parsing text: some StringProtocol) throws(StrikeError) {
    guard let at = text.firstIndex(of: "@") else { throw .form(String(text)) }
    let rest = text[text.index(after: at)...]
    guard let mark = rest.lastIndex(of: "#"),
      let dot = rest[..<mark].lastIndex(of: "."), dot != rest.startIndex,
      let target = PercentEncoding.plain(rest[..<dot])
    else { throw .form(String(text)) }
    let words = (String(text[..<at]), String(rest[rest.index(after: dot)..<mark]))
    guard let kind = StrikeKind(rawValue: words.0) else { throw .kind(words.0) }
    guard let point = StrikePoint(rawValue: words.1) else { throw .point(words.1) }
    let digits = rest[rest.index(after: mark)...]
    guard let ordinal: UInt64 = PlainNumber.read(digits), ordinal > 0 else {
      throw .ordinal(String(digits))
    }
    guard kind.points.contains(point) else { throw .mismatch(kind, point) }
    self.init(kind, at: StrikePlace(target, point, ordinal))
  }
}

/// An event of a phone, of the backend or of a server at which a fault can strike, such as `Bob.commit#3`.
public struct StrikePlace: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the phone, of the backend or of a server.
  public let target: String
  /// The kind of event.
  public let point: StrikePoint
  /// The number of the event among those of its target and kind, from 1.
  public let ordinal: UInt64

  /// Names an event.
  public init(_ target: String, _ point: StrikePoint, _ ordinal: UInt64) {
    self.target = target
    self.point = point
    self.ordinal = ordinal
  }

  public var description: String {
    "\(PercentEncoding.text(target)).\(point.rawValue)#\(ordinal)"
  }
}

/// A kind of event at which a fault can strike.
public enum StrikePoint: String, CaseIterable, Codable, Sendable {
  /// A commit to the disk of the phone or of a server; on the backend, a write that takes effect.
  case commit
  /// What the phone hands to its connections: a message of its clients of the database and of file storage, a request of a web
  /// session, a message over a WebSocket. Of a server, a request of its own sessions.
  case sent
  /// What comes to the phone so; of an answer to a web session, its beginning. On a server, a request that its service is to get.
  case received
  /// An answer of the backend or of a server to a request of the phone, as it is sent.
  case answer
  /// A step of the app: of its main actor, its tasks, queues and web sessions, and not of its clients of the database and of file
  /// storage.
  case step
}

/// A kind of fault that can strike at an event. Saved failures refer to the names.
public enum StrikeKind: String, CaseIterable, Codable, Sendable {
  /// The app dies right behind the event, and its person launches it again.
  case kill
  /// The app dies right before the event, which does not happen.
  case killBefore = "kill-before"
  /// The answer is lost with all behind it on its connection, and both sides are told that the connection broke.
  case loseAcknowledgement = "lose-acknowledgement"
  /// The answer is lost with all behind it on its connection, and nobody is told.
  case loseAcknowledgementSilently = "lose-acknowledgement-silently"
  /// The phone's connections are reset behind the event.
  case breakConnection = "break"
  /// Nothing passes on the phone's connections behind the event, and nobody is told.
  case breakSilently = "break-silently"
  /// The app is suspended behind the event, and comes back.
  case suspend
  /// The backend restarts behind the event; phones are told that their connections broke.
  case restart
  /// The backend restarts behind the event, and phones are not told.
  case restartSilently = "restart-silently"
  /// A server's process ends right behind the event, and starts again: the instance whose event it is, else one or all that the
  /// seed chooses.
  case endServer = "end-server"
  /// A server's process ends right before its event, which does not happen, and starts again.
  case endServerBefore = "end-server-before"

  /// The kinds of events at which it can strike.
  public var points: [StrikePoint] {
    switch self {
    case .killBefore: [.commit, .sent, .received]
    case .endServerBefore: [.commit, .received]
    case .loseAcknowledgement, .loseAcknowledgementSilently: [.answer]
    case .kill, .breakConnection, .breakSilently, .suspend, .restart, .restartSilently, .endServer:
      StrikePoint.allCases
    }
  }

  /// The kind of fault under which it is counted and can be excluded.
  public var fault: FaultKind {
    switch self {
    case .kill, .killBefore: "kill"
    case .loseAcknowledgement, .loseAcknowledgementSilently: "lost acknowledgement"
    case .breakConnection: "reset"
    case .breakSilently: "silent break"
    case .suspend: "suspension"
    case .restart, .restartSilently: "backend restart"
    case .endServer, .endServerBefore: "server restart"
    }
  }

  /// Whether it begins before the event.
  var comesBefore: Bool {
    preventsEvent || self == .loseAcknowledgement || self == .loseAcknowledgementSilently
  }

  /// Whether the event does not happen where it has struck.
  var preventsEvent: Bool { self == .killBefore || self == .endServerBefore }
}

/// The number of events of one kind that a phone, the backend or a server came to in a run.
public struct StrikePointCount: Hashable, Codable, Sendable {
  /// The name of the phone, of the backend or of the server.
  public let target: String
  /// The kind of event.
  public let point: StrikePoint
  /// The number of events.
  public let count: UInt64
  /// The kinds of faults that can strike there and that the scenario does not exclude.
  public let kinds: [StrikeKind]

  /// The same with none but some kinds of faults.
  package func only(_ wanted: [StrikeKind]) -> StrikePointCount {
    StrikePointCount(
      target: target, point: point, count: count, kinds: kinds.filter(wanted.contains))
  }

  /// Every strike at these events, by event and then by kind.
  public var strikes: [Strike] {
    guard count > 0 else { return [] }
    return (1...count).flatMap { ordinal in
      kinds.map { Strike($0, at: StrikePlace(target, point, ordinal)) }
    }
  }
}

/// An error in the text of a strike.
public enum StrikeError: Error, Hashable, CustomStringConvertible {
  /// It is not `KIND@NAME.EVENT#N`.
  case form(String)
  /// There is no such kind of fault.
  case kind(String)
  /// There is no such kind of event.
  case point(String)
  /// The number of the event is not a whole number from 1 on.
  case ordinal(String)
  /// The fault cannot strike at such an event.
  case mismatch(StrikeKind, StrikePoint)

  public var description: String {
    switch self {
    case .form(let text):
      return "\"\(text)\" is no strike: it reads KIND@NAME.EVENT#N, such as kill@Bob.commit#3"
    case .kind(let text):
      return "\"\(text)\" is no kind of strike; there are \(Self.list(StrikeKind.allCases))"
    case .point(let text):
      return "\"\(text)\" is no event to strike at; there are \(Self.list(StrikePoint.allCases))"
    case .ordinal(let text):
      return "\"\(text)\" is not the number of an event: a whole number from 1 on, in digits alone"
    case .mismatch(let kind, let point):
      return
        "\(kind.rawValue) cannot strike at \(point.rawValue), only at \(Self.list(kind.points))"
    }
  }

  private static func list<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
    words.map(\.rawValue).joined(separator: ", ")
  }
}
