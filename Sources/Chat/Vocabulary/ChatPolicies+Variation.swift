internal import Harness
internal import Simulator

extension ChatPolicies {
  /// The settings of a run with the knob `policies`; what a scenario sets itself is as it says.
  ///
  /// Mildly: push messages, presence, typing and carousels on or off, other numbers of displayed messages and rows, a shorter
  /// window for receipts. At the extremes: all of them on, very few or very many displayed, no window at all.
  static func drawn(by setting: KnobSetting) -> ChatPolicies {
    var policies = ChatPolicies()
    policies.usesPush = setting.isExtreme || setting.happens(0.5, "push")
    policies.confirmsByExtension = policies.usesPush && setting.happens(0.5, "extension")
    policies.sharesPresence = setting.isExtreme || setting.happens(0.5, "presence")
    policies.showsTyping = setting.isExtreme || setting.happens(0.5, "typing")
    let hasCarousel = setting.isExtreme || setting.happens(0.5, "attachments")
    policies.attachments = hasCarousel ? .carousel : .first
    if setting.isExtreme {
      policies.viewport = setting.element(of: [20, 100], "viewport")
      policies.sheetRows = setting.element(of: [30, 100], "rows")
      policies.receiptWindow = .zero
    } else {
      policies.viewport = setting.number(in: 20...30, "viewport")
      policies.sheetRows = setting.number(in: 30...40, "rows")
      policies.receiptWindow = .milliseconds(setting.number(in: 200...500, "window"))
    }
    return policies
  }
}
