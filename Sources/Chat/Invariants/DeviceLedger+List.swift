internal import Devices

// The lines of the conversation list, against the rows on the disk and the thread that covers it.

extension DeviceLedger {
  /// The line of each conversation says what its newest message on the disk says, in the thread's order.
  ///
  /// - Parameter before: The screen before; rows that stood there with the same newest message were judged then.
  mutating func judgePreviews(in screen: Screen, after before: Screen?) {
    let renewed = takeRenewed()
    let old = before?.conversations ?? []
    for (index, row) in screen.conversations.enumerated() {
      if index < old.count, old[index] == row, !renewed.contains(row.id) { continue }
      let newest = disk.newest(in: row.id).flatMap { disk.message($0) }
      let isRight =
        newest?.says(row.preview, to: user, in: policies.text, names: disk.names)
        ?? row.preview.isEmpty
      if isRight { continue }
      breaches.append(
        Breach(
          of: "preview", "the list on \(phone) to show the newest message of “\(row.title)”",
          "it shows “\(row.preview)”, and the disk has \(newest.map { "\($0)" } ?? "none")"))
    }
  }

  /// The line of a conversation in the list is what the last bubble of its thread says.
  mutating func judgePreview(in screen: Screen) {
    guard let thread = screen.thread, let last = thread.bubbles.last,
      disk.newest(in: thread.id) == last.id, breaches.allSatisfy({ $0.invariant != "preview" })
    else { return }
    guard let row = screen.conversation(thread.id), row.unread != nil, row.preview != last.text
    else { return }
    breaches.append(
      Breach(
        of: "preview", "the list on \(phone) to show the last bubble of “\(row.title)”",
        "it shows “\(row.preview)”, and the last bubble says “\(last.text)”"))
  }

  // MARK: - Unread numbers

  /// The unread number of each line, and the badge, which is their sum (I-07).
  mutating func judgeUnread(_ screen: Screen) {
    var sum = 0
    // A span lends its rows, which a loop would copy.
    let conversations = screen.conversations
    let rows = conversations.span
    for index in rows.indices {
      let id = rows[index].id
      let number = rows[index].unread ?? 0
      if policies.badgeCountsMuted || !rows[index].isMuted { sum += number }
      let right = disk.hasLeft(id) ? 0 : unread[id] ?? 0
      if number == right { continue }
      let row = rows[index]
      breaches.append(
        Breach(
          of: "I-07",
          "the unread number of “\(row.title)” on \(phone) to count what others wrote and \(user) has not read",
          "it is \(number); \(phone) holds \(right) such messages:",
          disk.messages(in: row.id).filter(counted.contains).map { "  \($0)" }
            .joined(separator: "\n")))
    }
    if screen.badge != sum {
      breaches.append(
        Breach(
          of: "I-07", "the badge on \(phone) to be the sum of the unread numbers",
          "it is \(screen.badge), and they add up to \(sum)"))
    }
  }
}
