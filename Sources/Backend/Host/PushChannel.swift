package import Network
package import Simulator

/// The push service as the network knows it: a channel of its own, beside the database and unordered against it.
package enum PushChannel {
  /// The name under which the backend listens for connections of phones' systems.
  package static let name = "push"

  /// Connections that live for days: they are kept alive every 15 minutes only, to spare a phone's battery.
  ///
  /// The platforms publish no number, neither for that nor for how long a side waits for what was due: the 15 minutes are ours, and so
  /// are the 30 s of the phone for an acknowledgement and of the service for a keep-alive.
  package static var configuration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration()
    configuration.keepAliveInterval = .minutes(15)
    configuration.userTimeout = .seconds(30)
    configuration.timesOutWithinTLS = true
    configuration.silenceLimit = .minutes(15) + .seconds(30)
    return configuration
  }
}

/// A message that a phone's system sends to the push service.
package enum PushClientMessage: Sendable {
  /// Asks for a token for an installation of the app, for which this connection then stands.
  case register(PushTransport)
  /// Lets this connection stand for a token that it was given earlier.
  case resume(PushToken)
  /// The app of this token was removed.
  case unregister(PushToken)
  /// The phone has another token, or will have one.
  case retire(PushToken, FormerToken)
  /// The phone saves power, so that only urgent messages are to come, or does so no more.
  case dozing(Bool)
  /// A message arrived.
  case received(PushID)
}

/// A message that the push service sends to a phone's system.
package enum PushServerMessage: Sendable {
  /// The token that was asked for.
  case registered(PushToken)
  /// The token that was to be resumed is not good any more.
  case unknown(PushToken)
  /// A message for the app.
  case message(PushID, PushMessage)
  /// So many messages were dropped because too many waited.
  case deletedMessages(count: Int)
}

extension PushClientMessage: Payload {
  /// A few fields in a binary frame.
  package var byteCount: Int {
    switch self {
    case .register: 64
    case .resume(let token), .unregister(let token), .retire(let token, _):
      32 + token.text.utf8.count
    case .received, .dozing: 16
    }
  }

  package func digest(into hash: inout StableHash) {
    hash.mix(summary)
    if case .retire(_, let former) = self { former.digest(into: &hash) }
  }

  package var summary: String {
    switch self {
    case .register(let transport): "push register \(transport.rawValue)"
    case .resume(let token): "push resume \(token)"
    case .unregister(let token): "push unregister \(token)"
    case .retire(let token, _): "push retire \(token)"
    case .dozing(let isOn): "push dozing \(isOn ? "on" : "off")"
    case .received(let id): "push received #\(id.number)"
    }
  }
}

extension PushServerMessage: Payload {
  /// The payload, and a few fields in a binary frame.
  package var byteCount: Int {
    switch self {
    case .registered(let token), .unknown(let token): 32 + token.text.utf8.count
    case .message(_, let message): 64 + message.payloadByteCount
    case .deletedMessages: 32
    }
  }

  package func digest(into hash: inout StableHash) {
    hash.mix(summary)
    guard case .message(_, let message) = self else { return }
    message.digest(into: &hash)
  }

  package var summary: String {
    switch self {
    case .registered(let token): "push registered \(token)"
    case .unknown(let token): "push unknown \(token)"
    case .message(let id, let message):
      "push message #\(id.number) \"\(message.notification?.title ?? "")\""
    case .deletedMessages(let count): "push: \(count) messages deleted"
    }
  }

  package var detail: String {
    if case .message(_, let message) = self { message.detail } else { "" }
  }
}
