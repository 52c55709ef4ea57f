internal import Devices

extension Screen {
  /// How much is written in a group, by whom and when, as far as the viewer's phone knows; for admins alone (PM-19).
  public struct GroupStatistics: Hashable, Sendable {
    /// The group.
    public let conversation: ConversationID
    /// The sheet's title.
    public let title: String
    /// The days on which something was written or members came or went, the newest first.
    public let days: [Day]
    /// Those who have written the most, with the number of their messages.
    public let active: [Writer]
    /// The hour of the day in which the most was written, such as "12:00"; nil where nothing was.
    public let peakHour: String?
    /// The control that closes the sheet.
    public let done: String

    /// A day in a group.
    public struct Day: Hashable, Sendable {
      /// The date, such as "2026-01-31".
      public let date: String
      /// The number of messages, in words.
      public let messages: String
      /// The number of members at the end of the day, in words.
      public let members: String
    }

    /// Somebody who has written messages.
    public struct Writer: Hashable, Sendable {
      /// The user.
      public let user: UserID
      /// The name that is shown.
      public let name: String
      /// The number of messages.
      public let count: Int
    }
  }

  /// The statistics of a group that are shown; nil when none are.
  public var groupStatistics: GroupStatistics? {
    if case .statistics(let statistics) = sheet { statistics } else { nil }
  }
}

extension ScreenProjection {
  /// The most writers, and the most days, that are shown; ours.
  private static let (mostWriters, mostDays) = (3, 7)

  /// The statistics of a group, by the backend's times in the zone of the phone.
  ///
  /// What was written before the viewer joined is not on their phone, and is not counted.
  func statistics(of conversation: ConversationFact) -> Screen.GroupStatistics {
    var messages: [Int64: Int] = [:]
    var changes: [Int64: Int] = [:]
    var hours = [Int](repeating: 0, count: 24)
    var writers: [UserID: Int] = [:]
    for id in ordered(in: conversation.id) {
      guard let message = store.messages[id], let time = message.serverMilliseconds else {
        continue
      }
      let day = TimeOfDay.day(time, in: clock)
      if let notice = message.notice {
        let count = notice.users.count
        changes[day, default: 0] += notice.kind == .removed ? -count : count
      } else {
        messages[day, default: 0] += 1
        hours[TimeOfDay.hour(time, in: clock)] += 1
        writers[message.author, default: 0] += 1
      }
    }
    // order: sorted below, and no day and no writer is there twice.
    let dates = Set(messages.keys).union(changes.keys).sorted(by: >)
    var members = conversation.members.count
    // order: sorted above, the newest first.
    let days = dates.prefix(Self.mostDays).map { day in
      defer { members -= changes[day] ?? 0 }
      return Screen.GroupStatistics.Day(
        date: policies.text.digits(in: TimeOfDay.dateText(ofDay: day)),
        messages: policies.text.counted(.messagesOfDay, messages[day] ?? 0),
        members: policies.text.counted(.membersOfDay, members))
    }
    let active = writers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostWriters)
    let most = hours.max() ?? 0
    let peak = hours.firstIndex(of: most).map { TimeOfDay.hourText($0) }
    return Screen.GroupStatistics(
      conversation: conversation.id, title: policies.text[.statistics], days: days,
      active: active.map { .init(user: $0.key, name: name(of: $0.key), count: $0.value) },
      peakHour: most == 0 ? nil : peak.map(policies.text.digits(in:)), done: policies.text[.done])
  }
}

extension ScreenProjection {
  /// The users whom the statistics in front of the thread name.
  var writersOnStatistics: [UserID] {
    guard case .statistics(let id) = navigation.sheet?.subject,
      let conversation = store.conversations[id], conversation.lets(user)
    else { return [] }
    return statistics(of: conversation).active.map(\.user)
  }
}
