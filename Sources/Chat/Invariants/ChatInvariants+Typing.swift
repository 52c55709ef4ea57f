internal import Backend
internal import Devices
internal import Harness
internal import Simulator

// Who is shown as writing (I-13). Judged from screens and from the backend's tree; the app's own reckoning is not asked.

/// The statements about those whom one thread shows as writing.
struct TypingJudge {
  let phone: String
  /// The user of the phone.
  let user: UserID
  let thread: Screen.MessageThread

  /// What every screen must show: others only, who are members, and a line exactly when there are any.
  func atOnce() -> Breach? {
    if thread.typists.isEmpty, thread.typingLine == nil { return nil }
    let present = Set(thread.members.map(\.user))
    let problem: String? =
      if let stranger = thread.typists.first(where: { !present.contains($0) }) {
        "\(stranger) is no member"
      } else if thread.typists.contains(user) {
        "\(user) is the one who looks"
      } else if thread.isReadOnly {
        "\(user) is no member any more"
      } else if thread.typists.isEmpty != (thread.typingLine == nil) {
        "the line says “\(thread.typingLine ?? "")”"
      } else { nil }
    return problem.map { breach($0) }
  }

  /// What a phone must show at rest that has heard everything: only of whom the backend has it, since their last message,
  /// and not for long.
  ///
  /// - Parameter milliseconds: The present time of the backend, in milliseconds since 1970.
  func atRest(_ data: Node, life: Duration, milliseconds: Int64) -> Breach? {
    let entries = data[ChatPaths.typing(in: thread.id)]
    let members = data[ChatPaths.conversation(thread.id).child(ChatField.members)]
    for typist in thread.typists {
      let times = entries[child: typist.key].children.compactMap { _, node -> Double? in
        if case .number(let time) = node[child: ChatField.at].scalar { time } else { nil }
      }
      guard let time = times.max() else {
        return breach("the backend has nothing of \(typist)")
      }
      if members[child: typist.key].isEmpty {
        return breach("\(typist) is no member by the backend")
      }
      let age = Duration.milliseconds(milliseconds - Int64(time))
      if age > life + Self.allowance {
        return breach("\(typist) was heard of \(age.stopwatch) ago")
      }
      let sent = data[ChatPaths.messages(in: thread.id)].children.first { _, message in
        guard case .string(typist.text) = message[child: ChatField.author].scalar,
          case .number(let sent) = message[child: ChatField.sentAt].scalar
        else { return false }
        return sent >= time
      }
      if let sent { return breach("\(typist) has sent message \(sent.key) since") }
    }
    return nil
  }

  /// The time that news may be under way, on a link that is slow.
  private static let allowance = Duration.seconds(60)

  private func breach(_ problem: String) -> Breach {
    Breach(
      of: "I-13",
      "\(phone) to show only others as writing who are members, were heard of lately, and have sent nothing since",
      "it shows \(thread.typists): \(problem)")
  }
}

extension ChatInvariants {
  /// Judges the threads of phones that show somebody as writing and have heard everything.
  func judgeTyping(_ moment: QuietPoint<ChatApp>, at now: Instant) -> Breach? {
    guard ledgers.withValue(parts: [], { $0.showsTyping }) else { return nil }
    for phone in moment.phones {
      guard let thread = phone.display.screen?.thread, !thread.typists.isEmpty,
        let ledger = ledgers.withValue(parts: [], { $0.devices[phone.name] }),
        moment.isInformed(phone)
      else { continue }
      let life = ledger.withValue { $0.policies.typingLife }
      let judge = TypingJudge(phone: phone.name, user: phone.userID, thread: thread)
      let time = TrueTime.milliseconds(at: now)
      if let breach = judge.atRest(moment.data, life: life, milliseconds: time) { return breach }
    }
    return nil
  }
}
