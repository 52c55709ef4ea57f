public import Simulator

/// The proof of who a client is: a user's ID token, as Firebase Authentication signs it.
///
/// It is good for an hour, and what it claims reaches the rules as `auth.token`; a change of the claims is seen with the
/// next token. Sources: Firebase documentation, "Manage User Sessions" and "Control Access with Custom Claims and Security Rules".
public struct IDToken: Sendable, Equatable {
  /// The id of the user.
  public let user: String
  /// The claims that the app's own server has put into it, as members of `auth.token`.
  public let claims: [JSON.Member]
  /// The end of its life by the server's clock, in milliseconds since 1970; nil where it has none.
  public let expiry: Int64?

  /// The life of a token.
  public static var lifetime: Duration { .hours(1) }

  /// A token of a user.
  public init(user: String, claims: [JSON.Member] = [], expiry: Int64? = nil) {
    self.user = user
    self.claims = claims
    self.expiry = expiry
  }

  /// The bytes of a token as it is sent: some 900, whoever the user is, and the claims in base 64.
  var byteCount: Int {
    claims.isEmpty ? 900 : 900 + JSON.object(claims).description.utf8.count * 4 / 3
  }
}

extension IDToken: Digestible {
  public func digest(into hash: inout StableHash) {
    hash.mix(user)
    if !claims.isEmpty { hash.mix(JSON.object(claims).description) }
    if let expiry { hash.mix(expiry) }
  }
}

/// What a phone keeps in order to get further ID tokens: a refresh token.
///
/// Source: Firebase documentation, "Manage User Sessions": refresh tokens end only with the account, with its password or
/// e-mail address, or when they are revoked.
public struct RefreshToken: Sendable, Hashable {
  /// The id of the user.
  public let user: String
  /// How often the user's sessions had been revoked when it was issued.
  let generation: Int
}

/// The reason for which a user gets no token.
public enum TokenRefusal: String, Error, Sendable, Hashable {
  /// The account is disabled.
  case userDisabled = "USER_DISABLED"
  /// The account is deleted.
  case userNotFound = "USER_NOT_FOUND"
  /// The user's sessions were revoked.
  case tokenExpired = "TOKEN_EXPIRED"
}
