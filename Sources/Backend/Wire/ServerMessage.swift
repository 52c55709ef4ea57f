/// A message that the database sends to a phone over its connection.
public enum ServerMessage: Sendable {
  /// The first message on each connection.
  ///
  /// - serverTimeMilliseconds: The server's clock, milliseconds since 1970: the source of the
  ///   client's estimate of its own offset.
  case handshake(serverTimeMilliseconds: Int64, session: String)
  /// Answers the request of this number.
  case response(number: Int, ResponseStatus)
  /// A location, or with a tag a filtered query, now has this value.
  case overwrite(Path, Node, tag: Int?)
  /// These paths below a location now have these values.
  case merge(Path, [PathChange], tag: Int?)
  /// A listen is no longer allowed and has ended.
  indirect case revoked(QuerySpec, reason: String)
  /// The credential is no longer accepted; the client acts as nobody from now on.
  case authenticationRevoked(reason: String)
}

/// The outcome of a request.
public enum ResponseStatus: Sendable, Equatable {
  /// It was carried out.
  case ok
  /// The security rules refused it.
  ///
  /// Nothing more is told: the rule and the values that decided stay in the backend's journal, as they stay
  /// in the platform's service. Source: firebase-ios-sdk, `FPersistentConnection` and `FRepo`, where a
  /// refusal is the status `permission_denied` and the text "Permission denied".
  case permissionDenied
  /// The hash of a conditional write does not fit what stands there.
  case dataStale
  /// The request cannot be: bad data, an invalid query, a value over the limits.
  case invalid(String)
}
