public import Backend

/// The reason why there is no token.
public enum IDTokenError: Error, Sendable, Hashable {
  /// The service could not be reached, or did not answer in time.
  case network
  /// The service was out of order.
  case unavailable
  /// The user gets none any more, and was signed out.
  case refused(TokenRefusal)
}
