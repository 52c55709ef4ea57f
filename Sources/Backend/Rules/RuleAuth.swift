/// The caller who is signed in: the value of `auth` in rules.
public struct RuleAuth: Sendable {
  /// Everything about the caller behind one reference, since it is passed with each operation.
  private final class Body: Sendable {
    let claims: JSON
    let uid: String?
    let uidKey: Key?

    init(claims: JSON) {
      self.claims = claims
      uid = claims["uid"]?.string
      uidKey = uid.flatMap { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "/")) ? nil : Key($0) }
    }
  }

  private let body: Body

  /// A caller with these members of `auth`, a JSON object.
  public init(claims: JSON) { body = Body(claims: claims) }

  /// All members of `auth`, such as `uid`, `provider` and `token`, as a JSON object.
  public var claims: JSON { body.claims }
  /// `auth.uid`; nil where there is none or it is no string.
  public var uid: String? { body.uid }
  /// The uid as a key of the database; nil where it could be none.
  var uidKey: Key? { body.uidKey }

  /// A caller as the platform's authentication describes one.
  ///
  /// - Parameters:
  ///   - uid: The user's id.
  ///   - provider: The way of signing in, such as `password`, `anonymous` or `custom`.
  ///   - token: Claims of the id token besides `sub`, `user_id` and `firebase`.
  public init(uid: String, provider: String = "password", token: [JSON.Member] = []) {
    let standard: [JSON.Member] = [
      .init("sub", .string(uid)), .init("user_id", .string(uid)),
      .init("firebase", .object([.init("sign_in_provider", .string(provider))])),
    ]
    self.init(
      claims: .object([
        .init("uid", .string(uid)), .init("provider", .string(provider)),
        .init("token", .object(standard + token)),
      ]))
  }
}

extension RuleAuth: Equatable {
  public static func == (left: RuleAuth, right: RuleAuth) -> Bool { left.claims == right.claims }
}
