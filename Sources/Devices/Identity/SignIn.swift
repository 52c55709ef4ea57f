internal import Backend
internal import Simulator

/// What a phone keeps of its person's sign-in: it survives the app's process, and also the app's removal.
///
/// Source: Apple, "Keychain Services", where firebase-ios-sdk keeps it (`AuthKeychainServices`); items stay when an app is deleted.
struct SignIn: Sendable {
  /// The time before its end in which a token is not used any more but exchanged for another.
  ///
  /// Source: firebase-ios-sdk, `SecureTokenService` (`hasValidAccessToken`).
  static let headStart: Int64 = 300_000

  /// Nil while nobody is signed in.
  private(set) var session: RefreshToken?
  /// The token that was issued last.
  private(set) var token: IDToken?
  /// The end of its life by the phone's own clock, as the phone reckons it: in milliseconds since 1970. A clock that is set later
  /// makes it wrong. Source: firebase-ios-sdk, `SecureTokenResponse` (`approximateExpirationDate`).
  private(set) var expiry: Int64 = 0

  /// The user who is signed in; nil for nobody.
  var user: String? { session?.user ?? token?.user }

  /// The end of a token that was received now.
  private static func expiry(_ wallMilliseconds: Int64) -> Int64 {
    wallMilliseconds + IDToken.lifetime.milliseconds
  }

  /// Somebody has signed in, or has signed out.
  mutating func begin(_ session: RefreshToken?, _ token: IDToken?, wallMilliseconds: Int64) {
    self.session = session
    self.token = token
    expiry = token == nil ? 0 : Self.expiry(wallMilliseconds)
  }

  /// A token was issued; one that is too old by the phone's clock counts all the same.
  mutating func renew(_ token: IDToken, wallMilliseconds: Int64) {
    self.token = token
    expiry = Self.expiry(wallMilliseconds)
  }

  /// The token, if by the phone's clock it is good for more than ``headStart``.
  func usableToken(wallMilliseconds: Int64) -> IDToken? {
    expiry - wallMilliseconds > Self.headStart ? token : nil
  }

  /// The wait until a token is to be exchanged of itself.
  ///
  /// Source: firebase-ios-sdk, `Auth` (`scheduleAutoTokenRefresh`).
  func waitForRefresh(wallMilliseconds: Int64) -> Duration {
    .milliseconds(max(0, expiry - wallMilliseconds - Self.headStart))
  }
}

/// The person's account on a phone, with the service that knows all accounts.
final class PhoneAccount: Sendable {
  /// Nil on a phone whose backend has no accounts: its tokens have no end.
  let service: AccountService?
  private let user: String?
  private let signIn: WorldBound<SignIn?>
  private let listener: WorldBound<(@Sendable (String?) -> Void)?>

  init(of user: String?, by service: AccountService?, in world: World) {
    self.user = user
    self.service = service
    signIn = WorldBound(nil, in: world)
    listener = WorldBound(nil, in: world)
  }

  /// The user who is signed in at present; nil for nobody.
  var presentUser: String? { signIn.withValue { $0 == nil ? user : $0?.user } }

  /// Has somebody hear of each user who signs in, and of nil when one signs out; in place of whoever heard before.
  ///
  /// Source: firebase-ios-sdk, `Storage`: it asks the app's one `Auth` for a token with each request, as the database does.
  func tell(_ listener: (@Sendable (String?) -> Void)?) {
    self.listener.withValue { $0 = listener }
  }

  /// Gives access to what the phone keeps; whoever is named as its user has signed in before anybody looks for the first time.
  func withSignIn<Result>(
    wallMilliseconds: Int64, _ body: (inout SignIn) -> Result
  ) -> Result {
    if signIn.withValue({ $0 == nil }) {
      begin(as: user, wallMilliseconds: wallMilliseconds)
    }
    return signIn.withValue { kept in
      var present = kept.take() ?? SignIn()
      defer { kept = present }
      return body(&present)
    }
  }

  /// Signs somebody in, or out, and tells of it; returns the token.
  func change(to user: String?, wallMilliseconds: Int64) -> IDToken? {
    let token = begin(as: user, wallMilliseconds: wallMilliseconds)
    listener.withValue { $0 }?(user)
    return token
  }

  @discardableResult
  private func begin(as user: String?, wallMilliseconds: Int64) -> IDToken? {
    var next = SignIn()
    if let user {
      let (session, token) = service?.signIn(user) ?? (nil, IDToken(user: user))
      next.begin(session, token, wallMilliseconds: wallMilliseconds)
    }
    signIn.withValue { $0 = next }
    return next.token
  }
}
