internal import Devices

// What a phone shows of the recipients of group messages (I-03, I-04), against the rows on its disk.

extension DeviceLedger {
  /// X and Y of “Read by X of Y”, where the words are the table's own.
  private func numbers(in label: String) -> (read: Int, all: Int)? {
    guard policies.text[.readByCount] == ChatText()[.readByCount] else { return nil }
    let numbers = label.split { !$0.isNumber }.compactMap { Int($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : (-1, -1)
  }

  /// The count of readers (I-03).
  mutating func judge(_ label: String, of bubble: Screen.Bubble) {
    guard let (read, all) = numbers(in: label), let eligible = disk.eligible(for: bubble.id) else {
      return
    }
    let known = disk.otherReaders(of: bubble.id).intersection(eligible).count
    let isRead = bubble.status == .read
    // Whoever joined before the message and is known since it was shown as read does not take that back (I-01).
    let mayFallShort = statuses.hasShownRead(bubble.id)
    let problem: String? =
      if read < 1 || read > all {
        "of \(all) recipients \(read) cannot have read it"
      } else if all != eligible.count {
        "its recipients are \(eligible.sorted())"
      } else if read > known {
        "the phone knows of \(known) that have read it"
      } else if read == all || policies.groupBlue == .first ? !isRead : isRead && !mayFallShort {
        "its status is \(bubble.status?.rawValue ?? "none")"
      } else { nil }
    guard let problem else { return }
    breaches.append(
      Breach(
        of: "I-03",
        "the count that \(phone) shows for \(named(bubble.id, bubble.text)) to be that of the recipients who have read it",
        "it is “\(label)”, and \(problem)"))
  }

  /// The sheet's groups (I-04).
  mutating func judge(_ sheet: Screen.ReceiptSheet) {
    guard let eligible = disk.eligible(for: sheet.message) else { return }
    let users = sheet.sections.flatMap(\.users)
    let count = sheet.sections.reduce(0) { $0 + $1.count }
    let isWhole = users.count == count
    guard Set(users).count == users.count, count == eligible.count, eligible.isSuperset(of: users),
      !isWhole || eligible == Set(users)
    else {
      breaches.append(
        Breach(
          of: "I-04",
          "each recipient of \(sheet.message) in exactly one group of the sheet on \(phone), and nobody else",
          "recipients: \(eligible.sorted())",
          sheet.sections.map { "\($0.heading): \($0.users)" }.joined(separator: "; ")))
      return
    }
  }
}
