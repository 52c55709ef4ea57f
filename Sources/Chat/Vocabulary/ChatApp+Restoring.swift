internal import Devices
internal import Simulator

// What a person does who finds the app closed: goes back to where they were. Part of the vocabulary, not of the app.

extension ChatApp {
  public static func navigation(restoring screen: Screen) -> (@Sendable (isolated ChatApp) -> Void)?
  {
    guard let thread = screen.thread else {
      guard let words = screen.search?.words else { return nil }
      return { app in app.perform(.search(words)) }
    }
    return { app in
      app.perform(.open(thread.id))
      let viewport = screen.traits.textSize.fitting(app.configuration.policies.viewport)
      let scrolled = thread.bubbles.count - viewport
      let below = thread.bubbles.count - thread.inView.upperBound
      if scrolled > 0 { app.perform(.scroll(scrolled)) }
      if scrolled > below { app.perform(.scrollDown(scrolled - below)) }
      let known = Set(thread.bubbles.map(\.id))
      // What has been sent meanwhile is not written again.
      let isSent = (app.shown?.thread?.bubbles ?? []).contains {
        !known.contains($0.id) && $0.text == thread.composer
      }
      for bubble in thread.bubbles {
        for _ in 0..<bubble.page { app.perform(.swipe(bubble.id, .next)) }
      }
      if !isSent, !thread.composer.isEmpty { app.perform(.type(thread.composer)) }
      app.restore(screen.sheet, in: thread.id)
    }
  }

  /// Opens the sheet that was in front of a thread, with what was picked in it.
  private func restore(_ sheet: Screen.Sheet?, in conversation: ConversationID) {
    switch sheet {
    case nil: break
    case .receipts(let sheet): perform(.openReceipts(of: sheet.message))
    case .info(let info): perform(.openReceipts(of: info.message))
    case .group: perform(.openInfo(conversation))
    case .statistics: perform(.openStatistics(conversation))
    case .photos(let sheet):
      guard let group = sheet.group else {
        perform(.addPicture)
        return
      }
      perform(.openInfo(group))
      perform(.changePhoto(group))
    case .picture(let viewer):
      perform(.openPicture(viewer.message))
      perform(.zoom(viewer.zoom))
    case .media(let sheet):
      perform(.openMedia(conversation))
      perform(.filterMedia(sheet.filter))
    case .picker(let picker):
      perform(.openPicker(conversation))
      for candidate in picker.candidates where candidate.isPicked {
        perform(.tapRow(candidate.user))
      }
    }
  }
}
