internal import Backend
internal import Harness
internal import Network
internal import Simulator

/// Writes a day as a scenario file, in the words that people write.
struct DaySource<Stage: DayWorld> {
  let day: Day
  let file: DayFile
  /// Whether the world is prepared before anything else happens in it.
  let isPrepared: Bool

  /// The modules that the file imports, beside the world's own.
  var imports = ["Rehearsal"]

  /// The text of the file.
  var text: String {
    var lines = (imports + [Self.module]).filter { !$0.isEmpty }.sorted().map { "import \($0)" }
    lines += [
      "", "extension Scenarios {", "  static let \(file.name) = Scenario(",
      "    \(DaySource<Stage>.quoted(file.title))\(faults)", "  ) { (world: \(Stage.self)) in",
    ]
    lines += body.map { $0.isEmpty ? "" : "    " + $0 }
    lines += ["  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  /// The name of the module of the world, as the file imports it.
  private static var module: String {
    String(reflecting: Stage.self).split(separator: ".").first.map(String.init) ?? ""
  }

  /// The day's scenario, as the file speaks of it; nil where its name is none in Swift.
  private var origin: String? {
    let name = file.origin
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return "Scenarios.\(name)"
  }

  /// The argument with the policy on faults that the seed chooses; empty where the day needs none.
  private var faults: String {
    guard file.faults.plan != nil else { return "" }
    guard let origin, file.faults != .allowed else { return ", faults: .allowed" }
    return ", faults: \(origin).faults"
  }

  private var preparation: [String] {
    guard isPrepared else { return [] }
    guard let origin else { return ["// The world has to be prepared as in \(file.origin)."] }
    return ["try await \(origin).prepareDay(of: world)"]
  }

  private var body: [String] {
    var lines = preparation
    lines += day.settings.map { Stage.source(ofSetting: $0) }.filter { !$0.isEmpty }
    var users: [String: String] = [:]
    var variables: [String] = []
    for phone in day.phones {
      let variable = DaySourceWords.variable(phone.name)
      variables.append(variable)
      users[phone.name] = phone.user
      let clock =
        phone.skew == .zero
        ? "" : ", clock: WallClock(skew: .milliseconds(\(phone.skew.milliseconds)))"
      lines.append(
        """
        let \(variable) = try await world.phone("\(phone.name)", user: "\(phone.user)", \
        on: .\(DaySourceWords.profile(phone.profile))\(clock))
        """)
    }
    let steps = renamed
    let used = Self.namesUsed(in: steps)
    var made: Set<String> = []
    for step in steps {
      guard let deed = try? DayDeed<Stage.Gesture>(of: step) else { continue }
      if step.wait > .zero {
        lines.append("try await world.advance(by: \(DaySourceWords.duration(step.wait)))")
      }
      // The run skipped it.
      guard isPossible(deed, on: step.phone, of: users, made) else { continue }
      if let name = step.makes { made.insert(name) }
      let phone = DaySourceWords.variable(step.phone)
      switch deed {
      case .app(let gesture):
        let made = step.makes.flatMap { used.contains($0) ? $0 : nil }
        lines += gesture.source(on: phone, makes: made).split(separator: "\n").map(String.init)
      case .phone(let gesture):
        lines += gesture.source(on: phone, user: users[step.phone] ?? "")
          .split(separator: "\n").map(String.init)
        if case .anotherPhone(let other, _) = gesture {
          users[other] = users[step.phone]
          variables.append(DaySourceWords.variable(other))
        }
      case .fault(let fault): lines.append(fault.source(on: phone))
      case .rest:
        lines.append("try await world.rest([\(variables.joined(separator: ", "))])")
      }
    }
    lines.append("try await world.endDay([\(variables.joined(separator: ", "))])")
    return lines
  }

  /// Whether there are the phone and what the deed speaks of.
  private func isPossible(
    _ deed: DayDeed<Stage.Gesture>, on phone: String, of users: [String: String],
    _ made: Set<String>
  ) -> Bool {
    guard users[phone] != nil else { return false }
    switch deed {
    case .app(let gesture): return made.isSuperset(of: gesture.names)
    case .phone(.anotherPhone(let other, _)): return users[other] == nil
    case .phone, .fault: return true
    case .rest: return file.faults.plan == nil
    }
  }

  /// The steps, in which no name is given twice: a mutation may have repeated a step that makes something, and later steps
  /// speak of what was made last.
  private var renamed: [Day.Step] {
    var taken = Set(day.steps.compactMap(\.makes))
    var made: Set<String> = []
    var present: [String: String] = [:]
    return day.steps.map { step in
      var step = step
      // order: a step has few names, and the new ones are no old ones.
      for (old, new) in present {
        step.deed = Self.replacing(old, by: new, in: step.deed)
      }
      guard let name = step.makes else { return step }
      guard !made.insert(name).inserted else { return step }
      let kind = name.prefix { !$0.isNumber }
      var number = 1
      while taken.contains("\(kind)\(number)") { number += 1 }
      let new = "\(kind)\(number)"
      taken.insert(new)
      present[name] = new
      step.makes = new
      return step
    }
  }

  /// A deed that speaks of a thing by another name.
  private static func replacing(_ old: String, by new: String, in deed: String) -> String {
    var rest = deed[...]
    var text = ""
    while let place = rest.firstRange(of: "\"\(old)\"") {
      text += rest[..<place.lowerBound] + "\"\(new)\""
      rest = rest[place.upperBound...]
    }
    return text + rest
  }

  /// The names of what steps make that a later step speaks of.
  private static func namesUsed(in steps: [Day.Step]) -> Set<String> {
    var used: Set<String> = []
    for (place, step) in steps.enumerated() {
      guard let name = step.makes else { continue }
      let isUsed = steps[(place + 1)...].contains { $0.deed.contains("\"\(name)\"") }
      if isUsed { used.insert(name) }
    }
    return used
  }

  /// A text as a literal of Swift.
  static func quoted(_ text: String) -> String { DaySourceWords.quoted(text) }
}

/// The words of scenario files that days are written in.
public enum DaySourceWords {
  /// The variable that holds a phone of this name.
  public static func variable(_ name: String) -> String {
    let letters = name.filter { $0.isLetter || $0.isNumber }
    return letters.prefix(1).lowercased() + letters.dropFirst()
  }

  /// The constant of a network profile.
  static func profile(_ name: String) -> String {
    let known = [
      "wifi": "wifi", "lte": "lte", "3g": "threeG", "edge": "edge", "dsl": "dsl",
      "verybadnetwork": "veryBadNetwork", "highlatencydns": "highLatencyDNS",
      "perfect": "perfect", "100loss": "totalLoss",
    ]
    return known[name] ?? name
  }

  /// A duration as an expression.
  static func duration(_ duration: Duration) -> String {
    let microseconds = duration.nanoseconds / 1_000
    if microseconds % 60_000_000 == 0 { return ".minutes(\(microseconds / 60_000_000))" }
    if microseconds % 1_000_000 == 0 { return ".seconds(\(microseconds / 1_000_000))" }
    if microseconds % 1_000 == 0 { return ".milliseconds(\(microseconds / 1_000))" }
    return ".microseconds(\(microseconds))"
  }

  /// A text as a literal of Swift.
  public static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
