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

  /// What a phone must show at rest that has heard everything: of whom the backend has it, since their last message, for
  /// as long as an entry lives; those and nobody else.
  ///
  /// - Parameters:
  ///   - life: The time that an entry lives.
  ///   - milliseconds: The present time of the backend, in milliseconds since 1970.
  ///   - lag: The time by which the phone takes the backend's clock to be behind: that of the handshake's way to it.
  ///   - begin: The backend's time of the last handshake, in milliseconds since 1970; what was written before it the phone need
  ///     not show, since its connection is another (C-49).
  func atRest(
    _ data: Node, life: Duration, milliseconds: Int64, lag: Duration, since begin: Int64
  ) -> Breach? {
    let entries = data[ChatPaths.typing(in: thread.id)]
    for typist in thread.typists {
      guard let time = lastWord(entries[child: typist.key]) else {
        return breach("the backend has nothing of \(typist)")
      }
      if let problem = objection(to: typist, time, data) { return breach(problem) }
      let age = Duration.milliseconds(milliseconds - time)
      if age > life + lag + Self.rounding {
        return breach("\(typist) was heard of \(age.stopwatch) ago")
      }
    }
    if thread.isReadOnly { return nil }
    for (key, entry) in entries.children where key != user.key {
      let typist = UserID(key)
      guard !thread.typists.contains(typist), let time = lastWord(entry), time > begin,
        Duration.milliseconds(milliseconds - time) < life - Self.rounding,
        objection(to: typist, time, data) == nil
      else { continue }
      return breach("the backend has it that \(typist) writes")
    }
    return nil
  }

  /// The latest of the times at which a user's phones said that they write.
  private func lastWord(_ entry: Node) -> Int64? {
    entry.children.compactMap { _, node -> Int64? in
      if case .number(let time) = node[child: ChatField.at].scalar { Int64(time) } else { nil }
    }.max()
  }

  /// The reason for which a user must not be shown who was heard of at a time.
  private func objection(to typist: UserID, _ time: Int64, _ data: Node) -> String? {
    let members = data[ChatPaths.conversation(thread.id).child(ChatField.members)]
    if members[child: typist.key].isEmpty { return "\(typist) is no member by the backend" }
    let sent = data[ChatPaths.messages(in: thread.id)].children.first { _, message in
      guard case .string(typist.text) = message[child: ChatField.author].scalar,
        case .number(let sent) = message[child: ChatField.sentAt].scalar
      else { return false }
      return Int64(sent) >= time
    }
    return sent.map { "\(typist) has sent message \($0.key) since" }
  }

  /// What is lost where instants become milliseconds, on both sides.
  private static let rounding = Duration.milliseconds(2)

  private func breach(_ problem: String) -> Breach {
    Breach(
      of: "I-13",
      "\(phone) to show only others as writing who are members, were heard of lately, and have sent nothing since",
      "it shows \(thread.typists): \(problem)")
  }
}

extension ChatInvariants {
  /// Judges the open threads of phones that have heard everything.
  func judgeTyping(_ moment: QuietPoint<ChatApp>, at now: Instant) -> Breach? {
    guard ledgers.withValue(parts: [], { $0.showsTyping }) else { return nil }
    let data = moment.data
    for phone in moment.phones {
      guard let thread = phone.display.screen?.thread,
        !thread.typists.isEmpty || !data[ChatPaths.typing(in: thread.id)].isEmpty,
        let ledger = ledgers.withValue(parts: [], { $0.devices[phone.name] }),
        moment.isInformed(phone), let greeting = moment.greeting(of: phone)
      else { continue }
      let (life, isShown) = ledger.withValue { ($0.policies.typingLife, $0.policies.showsTyping) }
      guard isShown else { continue }
      let judge = TypingJudge(phone: phone.name, user: phone.userID, thread: thread)
      let begin = TrueTime.milliseconds(at: greeting.instant)
      let breach = judge.atRest(
        data, life: life, milliseconds: TrueTime.milliseconds(at: now),
        lag: .milliseconds(begin - greeting.milliseconds), since: begin)
      if let breach { return breach }
    }
    return nil
  }
}
