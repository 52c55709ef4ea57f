internal import Network
internal import Simulator

/// A window for collecting receipts that is too long for the budget of a second (C-14).
public struct ReceiptWindowTooLong: Error, Hashable, CustomStringConvertible {
  /// The window of the policies.
  public let window: Duration
  /// The name of the link's profile.
  public let profile: String
  /// The way from the phone to the backend, or back.
  public let oneWay: Duration

  public var description: String {
    """
    the receipt window of \(window.stopwatch) is too long for \(profile): with \(oneWay.stopwatch) each way a receipt \
    that waits for its end is \((window + oneWay * 2).stopwatch) under way, and the budget is 1 s; choose less than \
    \((Duration.seconds(1) - oneWay * 2).stopwatch)
    """
  }
}

extension ChatPolicies {
  /// Checks that what is collected can still be seen within a second on a link.
  ///
  /// Links on which no default window could keep the budget are left alone: there it is not the window's fault.
  ///
  /// - Throws: ``ReceiptWindowTooLong``.
  func checkWindow(on profile: LinkProfile) throws(ReceiptWindowTooLong) {
    let standard = ChatPolicies().receiptWindow
    let budget = Duration.seconds(1)
    guard receiptWindow > standard,
      let oneWay = [profile.up.latency.mean, profile.down.latency.mean].compactMap(\.self).max(),
      standard + oneWay * 2 < budget, receiptWindow + oneWay * 2 >= budget
    else { return }
    throw ReceiptWindowTooLong(window: receiptWindow, profile: profile.name, oneWay: oneWay)
  }
}
