internal import Backend
internal import Devices

// A user's own settings for conversations: how long one is muted (PM-01 to PM-04), its tag (PM-14), and whether it is in the
// archive (PM-15).

extension ChatModel {
  /// Turns a setting; nothing happens where it stands so already, and for who is no member.
  ///
  /// To mute again for a time begins that time anew. A message that has come since brings a conversation out of the archive.
  mutating func set(
    _ topic: ConversationSetting.Topic, to value: String, of id: ConversationID, as turn: Key
  ) {
    guard store.conversations[id]?.isMember == true else { return }
    switch topic {
    case .mute:
      let isTimed = MuteSpan(rawValue: value)?.milliseconds != nil
      guard isTimed || store.setting(topic, of: id) != value else { return }
    case .tag:
      guard store.setting(topic, of: id) != value else { return }
    case .archive:
      let isThere = projection(clock: WallClock()).isInArchive(id)
      guard isThere != (value == ConversationSetting.on) else { return }
    }
    let setting = ConversationSetting(
      conversation: id, topic: topic, id: turn.text, value: value, milliseconds: nil)
    store.put(setting)
    submit(.set(setting))
  }

  /// Takes over what the database shows of a setting, but for turns that wait for the backend's answer: of these the last
  /// one counts, and has no time yet.
  mutating func followSetting(_ topic: ConversationSetting.Topic, of id: ConversationID) {
    let waiting = unansweredSettings(topic, of: id)
    if let last = waiting.last { return store.put(last) }
    guard let shown = lastPrivate[ChatField.settings] else { return }
    let turns = shown[child: id.key][child: topic.key].children.compactMap { key, node in
      ConversationSetting(topic, of: id, turn: key, node)
    }
    if let last = turns.max(by: { ($0.milliseconds ?? 0, $0.id) < ($1.milliseconds ?? 0, $1.id) }) {
      store.put(last)
    } else {
      store.removeSetting(topic, of: id)
    }
  }

  /// See ``ChatStore/endMutes(at:)``.
  mutating func endMutes(at milliseconds: Int64) -> Int64? { store.endMutes(at: milliseconds) }

  private func unansweredSettings(
    _ topic: ConversationSetting.Topic, of id: ConversationID
  ) -> [ConversationSetting] {
    store.outbox.operations.compactMap { operation in
      guard case .set(let setting) = operation.change, setting.conversation == id,
        setting.topic == topic
      else { return nil }
      return setting
    }
  }
}

extension ConversationSetting {
  /// The turn that stands in the database; nil where it is none.
  fileprivate init?(_ topic: Topic, of id: ConversationID, turn: Key, _ node: Node) {
    guard let value = node[child: ChatField.to].text, let time = node[child: ChatField.at].number
    else { return nil }
    self.init(
      conversation: id, topic: topic, id: turn.text, value: value,
      milliseconds: time.asMilliseconds)
  }
}
