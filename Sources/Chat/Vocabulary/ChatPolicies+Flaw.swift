internal import Simulator

extension ChatPolicies {
  /// Says what makes the settings impossible, or nil where nothing does.
  var flaw: String? {
    for (name, count) in [("viewport", viewport), ("sheetRows", sheetRows)]
    where !(0...1_000_000).contains(count) {
      return "ChatPolicies.\(name) to be a number from 0 to 1000000; it is \(count)"
    }
    if receiptWindow < .zero || receiptWindow > .days(1) {
      return "ChatPolicies.receiptWindow to be from 0 s to a day; it is \(receiptWindow.stopwatch)"
    }
    if typingLife < .seconds(1) || typingLife > .days(1) {
      return "ChatPolicies.typingLife to be from 1 s to a day; it is \(typingLife.stopwatch)"
    }
    if transferLimit < .seconds(1) || transferLimit > .days(1) {
      return "ChatPolicies.transferLimit to be from 1 s to a day; it is \(transferLimit.stopwatch)"
    }
    if pictureCacheBytes < 0 {
      return "ChatPolicies.pictureCacheBytes to be zero or more; it is \(pictureCacheBytes)"
    }
    return nil
  }
}
