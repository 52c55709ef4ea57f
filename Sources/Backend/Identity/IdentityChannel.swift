internal import Network
package import Simulator

/// The service that exchanges refresh tokens for ID tokens, as the network knows it.
package enum IdentityChannel {
  /// The name under which the backend listens for it.
  package static let name = "identity"
}

/// A phone's request for an ID token.
package struct TokenRequest: Sendable {
  /// The refresh token that it shows.
  package let session: RefreshToken

  package init(_ session: RefreshToken) { self.session = session }
}

/// The answer to a ``TokenRequest``.
package enum TokenAnswer: Sendable {
  case granted(IDToken)
  /// There is none for this user.
  case refused(TokenRefusal)
  /// The service is out of order; a later attempt may do better.
  case unavailable
}

extension TokenRequest: Payload {
  /// An HTTP request with a refresh token; the platform publishes no size, this one is ours.
  package var byteCount: Int { 900 }

  package func digest(into hash: inout StableHash) {
    hash.mix(session.user)
    hash.mix(Int64(session.generation))
  }

  package var summary: String { "token for \(session.user)" }
}

extension TokenAnswer: Payload {
  /// The ID token stands in the answer twice, as `id_token` and as `access_token`. Source: Firebase Auth REST API, "Exchange a
  /// refresh token for an ID token".
  package var byteCount: Int {
    switch self {
    case .granted(let token): 500 + 2 * token.byteCount
    case .refused, .unavailable: 500
    }
  }

  package func digest(into hash: inout StableHash) {
    switch self {
    case .granted(let token): token.digest(into: &hash)
    case .refused(let refusal): hash.mix(refusal.rawValue)
    case .unavailable: hash.mix("unavailable")
    }
  }

  package var summary: String {
    switch self {
    case .granted(let token): "token of \(token.user)"
    case .refused(let refusal): "no token: \(refusal.rawValue)"
    case .unavailable: "no token: the service is out of order"
    }
  }
}
