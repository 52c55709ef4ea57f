internal import Simulator

/// A part of a day in which people behave in one way.
struct DayPhase {
  /// The ways in which people behave.
  enum Kind: String, CaseIterable {
    /// Everybody writes and reads.
    case busy
    /// Little happens, and long after another.
    case idle
    /// Some have no network for a while, and go on.
    case commute
    /// Someone signs in on another phone.
    case newPhone
    /// Everybody at one instant.
    case together
    /// Faults strike one after the other.
    case storm
  }

  let kind: Kind
  /// The number of steps that are left.
  var left: Int
  /// The phones that are offline for as long as it lasts.
  var commuters: [String] = []
  /// Deeds that are due now, before anything is drawn.
  var due: [(phone: String, gesture: PhoneGesture)] = []

  /// A phase by the draws of a step.
  init(_ phones: [String], mostPhones: Int, _ draws: inout DayDraws) {
    let weights: [(Kind, Int)] = [
      (.busy, 5), (.idle, 2), (.commute, 3), (.together, 3), (.storm, 3),
      (.newPhone, phones.count < mostPhones ? 1 : 0),
    ]
    kind = draws.pick(weights) { $0.1 }?.0 ?? .busy
    left = draws.number(in: 4...20)
    switch kind {
    case .commute:
      commuters = phones.filter { _ in draws.chance(0.4) }
      if commuters.isEmpty { commuters = [draws.pick(phones) ?? ""] }
      due = commuters.map { ($0, .airplaneMode(true)) }
    case .newPhone:
      left = 6
    default: break
    }
  }

  /// The time to wait before a step.
  func wait(_ draws: inout DayDraws) -> Duration {
    switch kind {
    case .busy, .newPhone: draws.duration(from: .milliseconds(1), to: .seconds(3))
    case .idle: draws.duration(from: .seconds(1), to: .minutes(30))
    case .commute: draws.duration(from: .milliseconds(1), to: .seconds(10))
    case .together: draws.chance(0.9) ? .zero : .milliseconds(draws.number(in: 1...50))
    case .storm: draws.chance(0.3) ? .zero : draws.duration(from: .milliseconds(1), to: .seconds(2))
    }
  }

  /// The probability of a fault in a step.
  var faultShare: Double { kind == .storm ? 0.35 : 0.03 }

  /// The probability of a gesture of any phone in a step.
  var phoneShare: Double { kind == .idle ? 0.25 : 0.1 }
}
