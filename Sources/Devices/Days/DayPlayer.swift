internal import Harness
internal import Network
internal import Simulator

/// Plays a day in a world: one that is given, or one that it draws step by step from what is possible.
///
/// A day that was drawn and is given back is the same run: whatever it asks the app for the sake of drawing is asked in
/// both.
struct DayPlayer<Stage: DayWorld> {
  private let stage: Stage
  private let world: World
  /// The steps that are to be played; nil where they are drawn.
  private let given: [Day.Step]?
  private var day: Day
  private var phones: [Phone<Stage.App>] = []
  private var phase: DayPhase?
  /// The number of steps of a day that is drawn.
  private var length = 0
  /// The number of phones up to which people sign in on further ones.
  private var mostPhones = 0
  /// The state in which each phone was seen last, for its turns.
  private var states: [String: String] = [:]
  /// The number of things of each kind that the steps so far make.
  private var made: [String: Int] = [:]

  init(_ stage: Stage) {
    self.stage = stage
    world = stage.world
    var draws = DayDraws(world.choices, step: 0)
    if case .given(let day) = world.dayChoice {
      given = day.steps
      self.day = Day(phones: day.phones, settings: day.settings)
      length = day.steps.count + day.more
      mostPhones = day.phones.count + 1
      return
    }
    given = nil
    day = DayCast.day(world.dayChoice, settings: Stage.daySettings, &draws)
    let lengths: [(ClosedRange<Int>, Int)] = [
      (4...20, 2), (20...60, 4), (60...100, 4), (100...140, 1),
    ]
    length = draws.number(in: draws.pick(lengths) { $0.1 }?.0 ?? 20...60)
    mostPhones = day.phones.count + draws.number(in: 0...1)
  }

  /// Plays the whole day, and has everything agree in the end.
  mutating func play() async throws {
    for setting in day.settings { stage.use(daySetting: setting) }
    for phone in day.phones {
      phones.append(
        try await stage.phone(
          phone.name, user: phone.user, on: .named(phone.profile),
          clock: WallClock(skew: phone.skew)))
    }
    world.note(day: day)
    var number = 0
    while let (step, deed) = await next(number) {
      number += 1
      try await play(step, deed)
      if world.isOver { try await World.stop() }
    }
    try await stage.endDay(phones)
  }

  // MARK: - One step

  private typealias Planned = (step: Day.Step, deed: DayDeed<Stage.Gesture>?)

  private mutating func next(_ number: Int) async -> Planned? {
    if let given, number < given.count {
      // Asked as for a day that is drawn, so that both are one run.
      if let phone = phone(given[number].phone) { _ = await ask(phone, number) }
      if let name = given[number].makes { count(name) }
      return (given[number], try? DayDeed(of: given[number]))
    }
    guard number < length else { return nil }
    return await draw(number)
  }

  /// Counts a thing that a given step makes, so that one that is drawn later has a name of its own.
  private mutating func count(_ name: String) {
    let kind = String(name.prefix { !$0.isNumber })
    guard let number = Int(name.dropFirst(kind.count)) else { return }
    made[kind] = max(made[kind, default: 0], number)
  }

  private func phone(_ name: String) -> Phone<Stage.App>? { phones.first { $0.name == name } }

  /// The gestures that the app offers on a phone.
  private func ask(
    _ phone: Phone<Stage.App>, _ number: Int
  ) async -> (offers: [DayOffer<Stage.Gesture>], draws: DayDraws) {
    var draws = DayDraws(world.choices, step: 2 * number + 2)
    guard phone.lifeState == .foreground else { return ([], draws) }
    return (await stage.offers(on: phone, &draws), draws)
  }

  private mutating func play(_ step: Day.Step, _ deed: DayDeed<Stage.Gesture>?) async throws {
    if step.wait > .zero { try await world.sleep(for: step.wait) }
    day.steps.append(step)
    world.note(day: day)
    guard let deed else {
      return note("\(step.deed) is no deed of this world", step)
    }
    guard let phone = phone(step.phone) else { return note("there is no such phone", step) }
    let before = await state(of: phone)
    let reason = try await perform(deed, on: phone, makes: step.makes)
    if let reason { return note(reason, step) }
    world.cover("\(deed.kind) | \(before)")
    let after = await state(of: phone)
    if before != after { world.cover("\(before) → \(after)") }
  }

  private func note(_ reason: String, _ step: Day.Step) {
    world.journal.record(
      JournalNote(.scenario, "skipped: \(step.deed): \(reason)"), about: JournalSource(step.phone))
  }

  private mutating func perform(
    _ deed: DayDeed<Stage.Gesture>, on phone: Phone<Stage.App>, makes name: String?
  ) async throws -> String? {
    switch deed {
    case .app(let gesture):
      guard phone.lifeState == .foreground else { return "the app is not in the foreground" }
      return try await stage.perform(gesture, on: phone, makes: name)
    case .phone(.anotherPhone(let other, let profile)):
      guard self.phone(other) == nil else { return "there is a phone of this name" }
      phones.append(try await stage.phone(other, user: phone.user, on: .named(profile)))
    case .phone(let gesture): return try await gesture.perform(on: phone)
    case .fault(let fault): return await fault.strike(phone, in: stage)
    case .rest:
      guard world.nemesis == nil else { return "faults from the seed may strike" }
      try await stage.rest(phones)
    }
    return nil
  }

  /// The state of a phone and its app, of which there are few.
  private mutating func state(of phone: Phone<Stage.App>) async -> String {
    let life = phone.lifeState
    let network = phone.network.isInterfaceUp(of: phone.host) ? "" : ", no network"
    var (client, app) = ("", "")
    // A lane of an app that is suspended would never answer.
    if life == .foreground {
      client = await phone.database?.stateName ?? ""
      if phone.lifeState == .foreground { app = await stage.state(of: phone) }
    }
    let state = "\(life.rawValue)\(network); \(client); \(app)"
    let last = states.updateValue(state, forKey: phone.name)
    if let last, last != state { world.cover("\(last) → \(state)") }
    return state
  }

  // MARK: - Drawing

  private mutating func draw(_ number: Int) async -> Planned {
    var draws = DayDraws(world.choices, step: 2 * number + 1)
    if phase == nil || (phase?.left == 0 && phase?.due.isEmpty == true) {
      let ending = phase
      phase = DayPhase(phones.map(\.name), mostPhones: mostPhones, &draws)
      phase?.due.insert(
        contentsOf: (ending?.commuters ?? []).map { ($0, .airplaneMode(false)) }, at: 0)
      if phase?.kind == .newPhone, let owner = draws.pick(day.phones) {
        let profile = draws.pick(DayCast.profiles) { $0.weight }?.name ?? "wifi"
        let other = "\(owner.name)\(number + 2)"
        phase?.due.append((owner.name, .anotherPhone(other, profile: profile)))
      }
    }
    let wait = phase?.wait(&draws) ?? .zero
    if let due = phase?.due.first {
      phase?.due.removeFirst()
      if let phone = phone(due.phone) { _ = await ask(phone, number) }
      return step(wait, due.phone, .phone(due.gesture))
    }
    phase?.left -= 1
    let phone = draws.pick(phones) ?? phones[0]
    var (offers, appDraws) = await ask(phone, number)
    if draws.chance(0.015) { return step(wait, phone.name, .rest) }
    if draws.chance(phase?.faultShare ?? 0) {
      return step(wait, phone.name, .fault(.drawn(&draws, for: phone.lifeState)))
    }
    if !offers.isEmpty, !draws.chance(phase?.phoneShare ?? 0),
      let offer = appDraws.pick(offers, weight: { $0.weight })
    {
      let name = offer.makes.map { kind in
        made[kind, default: 0] += 1
        return "\(kind)\(made[kind, default: 0])"
      }
      return step(wait, phone.name, .app(offer.gesture), makes: name)
    }
    offers = []
    let possible = PhoneGesture.offers(on: phone, &appDraws)
    let gesture = draws.pick(possible) { $0.weight }?.gesture
    return step(wait, phone.name, .phone(gesture ?? .airplaneMode(false)))
  }

  private func step(
    _ wait: Duration, _ phone: String, _ deed: DayDeed<Stage.Gesture>, makes: String? = nil
  ) -> Planned {
    (Day.Step(wait: wait, phone: phone, makes: makes, deed: deed.text), deed)
  }
}
