internal import Backend
internal import Harness
internal import Simulator

/// What other people do in a run with the knob `traffic`: they write to each other, in conversations of their own.
///
/// Mildly: 40 messages, one every few seconds. At the extremes: 300, up to a hundred a second. None of it waits in
/// the way of a world that comes to rest.
struct OtherPeople: Sendable {
  private let setting: KnobSetting
  private let backend: BackendHost
  private let lane: Lane

  init(_ setting: KnobSetting, at backend: BackendHost, in world: World) {
    self.setting = setting
    self.backend = backend
    lane = world.lane("other people")
  }

  /// Has them begin.
  func begin() { write(1) }

  private var count: Int { setting.isExtreme ? 300 : 40 }

  /// Writes the `number`-th message after a pause, and the others after it.
  private func write(_ number: Int) {
    guard number <= count else { return }
    let longest: Duration = setting.isExtreme ? .milliseconds(20) : .seconds(6)
    let pause = setting.duration(in: .zero...longest, "pause", number)
    lane.schedule(after: pause, background: true) { [self] in
      let author = UserID("other\(setting.number(in: 1...9, "author", number))")
      let place = ConversationID("elsewhere\(setting.number(in: 1...5, "place", number))")
      let id = MessageID("other\(10_000 + number)")
      backend.post { backend in
        backend.administer(
          set: [
            "author": Node(.string(author.text)), "text": Node(.string("message \(number)")),
            "sentAt": Node(.number(Double(backend.milliseconds))),
          ], at: ChatPaths.messages(in: place).child(id.key), as: "other people")
      }
      write(number + 1)
    }
  }
}
