internal import Harness
internal import Simulator

extension ChatPolicies {
  /// The settings of a run with the knob `policies`; what a scenario sets itself is as it says.
  ///
  /// Mildly: push messages, presence, typing and carousels on or off, uploads by the app or the phone's system, that give way
  /// or go on by themselves, a database that keeps its queue and cache or not, other numbers of displayed messages and rows, less room for pictures, a shorter window for
  /// receipts. At the extremes: all of them on, very few or very many displayed, hardly any room for pictures, no window at all.
  static func drawn(by setting: KnobSetting) -> ChatPolicies {
    var policies = ChatPolicies()
    policies.usesPush = setting.isExtreme || setting.happens(0.5, "push")
    policies.confirmsByExtension = policies.usesPush && setting.happens(0.5, "extension")
    policies.sharesPresence = setting.isExtreme || setting.happens(0.5, "presence")
    policies.showsTyping = setting.isExtreme || setting.happens(0.5, "typing")
    let hasCarousel = setting.isExtreme || setting.happens(0.5, "attachments")
    policies.attachments = hasCarousel ? .carousel : .first
    policies.uploadsInBackground = setting.isExtreme || setting.happens(0.3, "background")
    policies.yieldsUploads = setting.isExtreme || setting.happens(0.3, "yields")
    policies.resumesUploads = setting.isExtreme || setting.happens(0.5, "resumes")
    policies.persistsDatabase = setting.happens(setting.isExtreme ? 0.5 : 0.2, "persists")
    if setting.isExtreme {
      policies.pictureCacheBytes = setting.element(of: [1, 500_000], "cache")
      policies.viewport = setting.element(of: [20, 100], "viewport")
      policies.sheetRows = setting.element(of: [30, 100], "rows")
      policies.receiptWindow = .zero
    } else {
      policies.pictureCacheBytes = setting.number(in: 1...20, "cache") * 1_000_000
      policies.viewport = setting.number(in: 20...30, "viewport")
      policies.sheetRows = setting.number(in: 30...40, "rows")
      policies.receiptWindow = .milliseconds(setting.number(in: 200...500, "window"))
    }
    return policies
  }
}
