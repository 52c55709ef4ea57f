internal import Harness
internal import Simulator

/// The phones and settings with which a day begins, by the seed.
enum DayCast {
  /// The network profiles by how often people have them.
  static let profiles: [(name: String, weight: Int)] = [
    ("wifi", 4), ("lte", 5), ("3g", 2), ("edge", 1), ("verybadnetwork", 1),
    ("highlatencydns", 1), ("perfect", 1),
  ]

  static let names = [
    "Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Kim",
    "Leo", "Mallory", "Nina", "Oscar", "Peggy", "Quinn", "Ruth", "Sybil", "Trent", "Uma", "Victor",
    "Wendy", "Xenia", "Yuri", "Zoe",
  ]

  /// The beginning of a day.
  static func day(
    _ choice: DayChoice?, settings: [String], _ draws: inout DayDraws
  ) -> Day {
    let phoneCount: Int
    let userCount: Int
    // Drawn in any case, so that a number that is given shifts nothing else.
    let drawnPhones = draws.pick([(2, 4), (3, 5), (4, 3), (5, 2), (6, 1)]) { $0.1 }?.0 ?? 3
    let secondPhones = draws.number(in: 0...2)
    if case .drawn(let phones, let users) = choice {
      (phoneCount, userCount) = (phones, users)
    } else {
      (phoneCount, userCount) = (drawnPhones, max(2, drawnPhones - secondPhones))
    }
    var day = Day()
    for place in 0..<phoneCount {
      let user = place < userCount ? place : draws.number(in: 0...userCount - 1)
      let isAgain = place >= userCount
      var skew = Duration.zero
      if draws.chance(0.3) {
        let size = draws.duration(from: .milliseconds(1), to: .hours(2))
        skew = draws.chance(0.5) ? size : .zero - size
      }
      day.phones.append(
        Day.Phone(
          name: isAgain ? "\(names[user])\(place - userCount + 2)" : names[place],
          user: names[user].lowercased(),
          profile: draws.pick(profiles) { $0.weight }?.name ?? "wifi", skew: skew))
    }
    day.settings = settings.filter { _ in draws.chance(0.25) }
    return day
  }
}
