internal import Backend

extension ChatModel {
  /// The write that tells the backend of an operation, with the mark that it leaves; nil when there is nothing left to tell.
  func write(for operation: OutboxOperation) -> (Path, [PathChange])? {
    guard let (path, changes) = write(for: operation.change) else { return nil }
    guard let mark = operation.mark else { return (path, changes) }
    let below = changes.map { PathChange(path.appending($0.path), $0.node) }
    return (.root, below + mark.changes(of: user))
  }

  /// The write that tells the backend of a change; nil when there is nothing left to tell.
  func write(for change: OutboxOperation.Change) -> (Path, [PathChange])? {
    switch change {
    case .start(let id, let members): startWrite(id, members)
    case .send(let id): sendWrite(id)
    case .deliver(let messages): deliveryWrite(messages)
    case .read(let messages): readWrite(messages)
    case .edit(let id, let text, let revision):
      messageWrite(
        id,
        [
          PathChange(Path([ChatField.text]), Node(.string(text))),
          PathChange(Path([ChatField.revision]), Node(.number(Double(revision)))),
        ])
    case .delete(let id):
      messageWrite(
        id,
        [
          PathChange(Path([ChatField.text]), .empty),
          PathChange(Path([ChatField.attachments]), .empty),
          PathChange(Path([ChatField.deletedAt]), Node(.timestamp)),
        ])
    case .deleteMedia(let id): mediaDeletionWrite(id)
    case .attach(let id, let number): attachWrite(id, number: number)
    case .change(let change): changeWrite(change)
    case .describe(let id, let edit): edit.write(in: id, by: user)
    case .share(let turn):
      (
        ChatPaths.sharing(of: user),
        [
          PathChange(
            Path([Key(turn.id)]), ["isOn": Node(.bool(turn.isOn)), "at": Node(.timestamp)])
        ]
      )
    case .clear(let id, let message):
      (
        ChatPaths.cleared(of: user),
        [PathChange(Path([id.key]), Node(.string(message.text)))]
      )
    case .set(let setting):
      (
        ChatPaths.settings(of: user, in: setting.conversation).child(setting.topic.key),
        [
          PathChange(
            Path([Key(setting.id)]),
            ["to": Node(.string(setting.value)), "at": Node(.timestamp)])
        ]
      )
    }
  }

  func messageWrite(_ id: MessageID, _ changes: [PathChange]) -> (Path, [PathChange])? {
    guard let message = store.messages[id] else { return nil }
    return (ChatPaths.messages(in: message.conversation).child(id.key), changes)
  }

  private func attachWrite(_ id: MessageID, number: Int) -> (Path, [PathChange])? {
    guard let message = store.messages[id],
      let attachment = message.attachments.first(where: { $0.number == number })
    else { return nil }
    return (
      ChatPaths.messages(in: message.conversation).child(id.key).child(ChatField.attachments)
        .child(attachment.key),
      Attachment.completion(
        at: ChatPlaces.picture(
          of: id, in: message.conversation, by: message.author, file: attachment.file))
    )
  }

  /// One write that puts the backend's time at places, each a key below a path: below that path where it is the same for
  /// all, below the root otherwise; nil where there are none.
  private func stamps(_ marks: [(path: Path, key: Key)]) -> (Path, [PathChange])? {
    guard let first = marks.first?.path else { return nil }
    if marks.allSatisfy({ $0.path == first }) {
      return (first, marks.map { PathChange(Path([$0.key]), Node(.timestamp)) })
    }
    return (.root, marks.map { PathChange($0.path.child($0.key), Node(.timestamp)) })
  }

  /// One write for all that has arrived, in one conversation or in several.
  private func deliveryWrite(_ messages: [MessageID]) -> (Path, [PathChange])? {
    stamps(
      messages.compactMap { store.messages[$0] }.map {
        (ChatPaths.deliveries(in: $0.conversation).child(user.key), $0.id.key)
      })
  }

  /// One write for all that was read, in one conversation or in several, shared with the authors or not.
  private func readWrite(_ messages: [MessageID]) -> (Path, [PathChange])? {
    stamps(
      messages.compactMap { store.seen[$0] }.map { fact in
        let path =
          fact.isPrivate
          ? ChatPaths.privateReads(of: user, in: fact.conversation)
          : ChatPaths.receipts(in: fact.conversation).child(user.key)
        return (path, fact.message.key)
      })
  }

  /// What the phone has changed since in the conversation is told by changes of its own.
  private func startWrite(_ id: ConversationID, _ founders: [UserID]) -> (Path, [PathChange])? {
    guard let conversation = store.conversations[id] else { return nil }
    let record: Node = Node(children: [
      (ChatField.isGroup, Node(.bool(conversation.isGroup))),
      (ChatField.createdBy, Node(.string(user.text))),
      (ChatField.createdAt, Node(.timestamp)),
      (ChatField.members, Node(children: founders.map { ($0.key, Node(.bool(true))) })),
      (
        ChatField.admins,
        conversation.isGroup ? Node(children: [(user.key, Node(.bool(true)))]) : .empty
      ),
      (
        ChatField.seats,
        Node(children: zip(1..., founders).map { (Self.seatKey($0), Node(.string($1.text))) })
      ),
      (
        ChatField.seatOf,
        Node(children: zip(1..., founders).map { ($1.key, Node(.string("\($0)"))) })
      ),
    ])
    let ends = founders.map {
      PathChange(ChatPaths.memberships(of: $0).child(id.key), Node(.bool(true)))
    }
    let start = [PathChange(ChatPaths.conversation(id), record)] + ends
    guard policies.announcesCreation, conversation.isGroup else { return (.root, start) }
    // The creation is a change like others, under the id of the group (SY-09).
    let creation: Node = [
      "by": Node(.string(user.text)), "at": Node(.timestamp),
      "kind": Node(.string(MembershipNotice.Kind.created.rawValue)),
      "users": Node(children: founders.map { ($0.key, Node(.bool(true))) }),
    ]
    return (.root, start + [PathChange(ChatPaths.changes(in: id).child(id.key), creation)])
  }

  private func sendWrite(_ id: MessageID) -> (Path, [PathChange])? {
    guard let message = store.messages[id] else { return nil }
    let text: Node = message.text.isEmpty ? .empty : Node(.string(message.text))
    let record = Node(children: [
      (ChatField.author, Node(.string(user.text))),
      (ChatField.text, text),
      (ChatField.attachments, Attachment.records(of: message.attachments)),
      (ChatField.sentAt, Node(.timestamp)),
    ])
    return (ChatPaths.messages(in: message.conversation), [PathChange(Path([id.key]), record)])
  }

  /// One batch: what was changed, both ends of each membership, and roles that end with it (BC-09).
  private func changeWrite(_ change: MembershipChange) -> (Path, [PathChange])? {
    // A guest has none of the group to which they say yes.
    let conversation = store.conversations[change.conversation]
    guard conversation != nil || change.isJoining(user) else { return nil }
    let place = ChatPaths.conversation(change.conversation)
    var record: Node = [
      "by": Node(.string(user.text)), "at": Node(.timestamp),
      "kind": Node(.string(change.kind.rawValue)),
      "users": Node(children: change.users.map { ($0.key, Node(.bool(true))) }),
    ]
    if change.archives {
      record = record.updating(Path([ChatField.archives]), to: true)
    } else if change.kind == .removed, change.staying.count == 2 {
      let staying = change.staying.map { Node(.string($0.text)) }
      record = record.updating(
        Path([ChatField.staying]), to: ["first": staying[0], "second": staying[1]])
    }
    var changes = [
      PathChange(ChatPaths.changes(in: change.conversation).child(change.id.key), record),
      PathChange(place.child(ChatField.lastChange), Node(.string(change.id.text))),
    ]
    if change.archives {
      changes.append(PathChange(place.child(ChatField.archivedAt), Node(.timestamp)))
    }
    for (seat, member) in zip(chosenSeats[change.id] ?? [], change.users) {
      changes.append(
        PathChange(
          place.child(ChatField.seats).child(Self.seatKey(seat)), Node(.string(member.text))))
      changes.append(
        PathChange(place.child(ChatField.seatOf).child(member.key), Node(.string("\(seat)"))))
    }
    let end: Node = change.kind == .added ? Node(.timestamp) : .empty
    for member in change.users {
      changes.append(PathChange(place.child(ChatField.members).child(member.key), end))
      changes.append(
        PathChange(ChatPaths.memberships(of: member).child(change.conversation.key), end))
      if change.isJoining(user) || change.invited.contains(member) {
        changes += GroupEdit.invitation(of: member, to: change.conversation, from: .empty)
      }
      if change.admins.contains(member) {
        changes.append(PathChange(place.child(ChatField.admins).child(member.key), .empty))
      }
      if change.moderators.contains(member) {
        changes.append(PathChange(place.child(ChatField.moderators).child(member.key), .empty))
      }
    }
    return (.root, changes)
  }
}
