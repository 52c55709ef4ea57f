internal import Network
internal import Simulator

/// The backend's part of authentication: accounts, and the service from which phones get their ID tokens.
///
/// A scenario changes accounts here as an administrator does; phones learn of it with their next token. How somebody signs in
/// is not simulated: whoever does so has a token at once.
public final class AccountService: Sendable {
  private let accounts: WorldBound<Accounts>
  private let isDown: WorldBound<Bool>
  private let subject: JournalSource
  private let world: World

  init(of host: NetworkHost, in world: World) {
    self.world = world
    subject = host.subject
    accounts = WorldBound(Accounts(), in: world)
    isDown = WorldBound(false, in: world)
  }

  // MARK: - What an administrator does

  /// Puts claims into the user's tokens from the next one on, as members of `auth.token`.
  public func setClaims(_ claims: [JSON.Member], of user: String) {
    accounts.withValue { $0.setClaims(claims, of: user) }
    note("claims of \(user): \(JSON.object(claims))")
  }

  /// Disables an account: its user gets no further token, and a token that was issued stays good until its end.
  public func disable(_ user: String) { set(.userDisabled, for: user) }

  /// Deletes an account: its user gets no further token, and a token that was issued stays good until its end.
  public func delete(_ user: String) { set(.userNotFound, for: user) }

  /// Puts an account in order again.
  public func enable(_ user: String) { set(nil, for: user) }

  /// Ends the user's sessions on all phones: each has to sign in again once its token has ended.
  public func revokeSessions(of user: String) {
    accounts.withValue { $0.revokeSessions(of: user) }
    note("sessions of \(user) revoked")
  }

  /// Puts the service out of order, or in order again: while it is out of order nobody gets a token, and who needs one to
  /// connect stays without a connection.
  public func setOutOfOrder(_ isOut: Bool) {
    isDown.withValue { $0 = isOut }
    note(isOut ? "no tokens are issued" : "tokens are issued again")
  }

  private func set(_ refusal: TokenRefusal?, for user: String) {
    accounts.withValue { $0.set(refusal, for: user) }
    note("account of \(user): \(refusal?.rawValue ?? "in order")")
  }

  private func note(_ text: String) {
    world.journal.record(.backend, about: subject, text, text)
  }

  /// Whether phones of a user's may be refused a token, as the account is disabled or deleted, or sessions of theirs were revoked.
  package func mayRefuse(_ user: String) -> Bool {
    accounts.withValue(parts: []) { $0.mayRefuse(user) }
  }

  // MARK: - What phones ask for

  /// Signs a user in.
  package func signIn(_ user: String) -> (session: RefreshToken, token: IDToken?) {
    accounts.withValue(parts: []) { accounts in
      let session = accounts.session(of: user)
      return (session, try? accounts.token(for: session, nowMilliseconds: milliseconds))
    }
  }

  func answer(_ request: TokenRequest) -> TokenAnswer {
    if isDown.withValue(parts: [], { $0 }) { return .unavailable }
    return accounts.withValue(parts: []) { accounts in
      do throws(TokenRefusal) {
        return .granted(try accounts.token(for: request.session, nowMilliseconds: milliseconds))
      } catch {
        return .refused(error)
      }
    }
  }

  private var milliseconds: Int64 { TrueTime.milliseconds(at: world.now) }
}
