internal import Devices

// What a thread has on the screen: the bubbles that its window holds (I-06), and nothing twice anywhere (I-16).

extension Screen.MessageThread {
  /// The bubbles that the window holds, as far as there are any.
  var window: ArraySlice<Screen.Bubble> {
    bubbles[inView.clamped(to: bubbles.startIndex..<bubbles.endIndex)]
  }
}

extension DeviceLedger {
  /// The number of messages that the window holds with text of the screen's size.
  var viewport: Int { screen?.traits.textSize.fitting(policies.viewport) ?? policies.viewport }

  /// The window holds no more bubbles than there is room for, and none that is not there (I-06): what it holds counts as seen.
  mutating func judgeWindow(of thread: Screen.MessageThread) {
    guard thread.inView.count > viewport || thread.window.count != thread.inView.count else {
      return
    }
    breaches.append(
      Breach(
        of: "I-06",
        "the window of “\(thread.title)” on \(phone) to hold at most \(viewport) messages",
        "it holds \(thread.inView) of \(thread.bubbles.count)"))
  }

  /// A list has nothing twice (I-16).
  mutating func judgeUnique(_ ids: [String], _ list: @autoclosure () -> String) {
    guard ids.count > 1, Set(ids).count < ids.count else { return }
    var seen: Set<String> = []
    let twice = ids.filter { !seen.insert($0).inserted }
    breaches.append(
      Breach(
        of: "I-16", "\(list()) on \(phone) to have nothing twice", "twice or more: \(twice)"))
  }

  /// No list on the screen has anything twice (I-16); looked at as a whole at rest.
  mutating func judgeUniqueAtRest() {
    guard let screen else { return }
    judgeUnique(screen.conversations.map(\.id.text), "the conversation list")
    judgeUnique(screen.invitations.map(\.conversation.text), "the list of invitations")
    if let thread = screen.thread {
      judgeUnique(thread.bubbles.map(\.id.text), "the thread “\(thread.title)”")
      judgeUnique(thread.pinned.map(\.id.text), "the line of pins of “\(thread.title)”")
    }
    switch screen.sheet {
    case .media(let media):
      judgeUnique(media.rows.map { "\($0.message)/\($0.number)" }, "the media tab")
    case .picker(let picker): judgeUnique(picker.users.map(\.text), "the picker")
    case .group(let info):
      judgeUnique(info.members.map(\.user.text), "the list of members")
      judgeUnique(info.guests.map(\.user.text), "the list of guests")
    case .receipts, .info, .picture, .statistics, .photos, nil: break
    }
  }
}
