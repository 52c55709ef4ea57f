internal import Simulator

/// The accounts of an app's users: what their tokens claim, and who gets none any more.
///
/// Everybody has an account until the scenario says otherwise. A token that was issued stays good until its end: neither
/// disabling an account nor deleting it reaches a phone before that. Source: Firebase documentation, "Manage User Sessions".
struct Accounts: Sendable {
  private struct Account: Sendable {
    var claims: [JSON.Member] = []
    var refusal: TokenRefusal?
    /// How often the user's sessions were revoked.
    var generation = 0
  }

  /// The accounts of which something was said, by the ids of their users.
  private var accounts: [String: Account] = [:]

  mutating func setClaims(_ claims: [JSON.Member], of user: String) {
    accounts[user, default: Account()].claims = claims
  }

  /// - Parameter refusal: The answer to who asks for a token; nil where the account is in order again.
  mutating func set(_ refusal: TokenRefusal?, for user: String) {
    accounts[user, default: Account()].refusal = refusal
  }

  mutating func revokeSessions(of user: String) {
    accounts[user, default: Account()].generation += 1
  }

  /// Whether phones of a user's may be refused a token, as the account is out of order or sessions of theirs were revoked.
  func mayRefuse(_ user: String) -> Bool {
    accounts[user].map { $0.refusal != nil || $0.generation > 0 } ?? false
  }

  /// The refresh token of somebody who signs in.
  func session(of user: String) -> RefreshToken {
    RefreshToken(user: user, generation: accounts[user]?.generation ?? 0)
  }

  /// An ID token for a refresh token.
  ///
  /// - Parameter nowMilliseconds: The server's clock, milliseconds since 1970.
  func token(
    for session: RefreshToken, nowMilliseconds: Int64
  ) throws(TokenRefusal) -> IDToken {
    let account = accounts[session.user] ?? Account()
    if let refusal = account.refusal { throw refusal }
    if session.generation != account.generation { throw .tokenExpired }
    return IDToken(
      user: session.user, claims: account.claims,
      expiry: nowMilliseconds + IDToken.lifetime.milliseconds)
  }
}
