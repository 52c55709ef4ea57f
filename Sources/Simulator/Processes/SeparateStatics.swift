internal import SystemSupport

/// Whose the statics of an app's code are in a run.
package enum StaticsChoice: Hashable, Sendable {
  /// All processes have the same, since they run in one program.
  case shared
  /// Each process has its own, as on phones.
  case separate
  /// Each process has its own of one, by its name; the others are shared.
  case separateOnly(String)
}

/// A static that several processes have set beside each other.
package struct SharedStatic: Hashable, Codable, Sendable {
  /// What it is called, such as "static ListApp.Cache.shared".
  package let name: String
  /// The processes that have set it, in the order in which they first did.
  package let setters: [String]

  /// The name, and the way of what leaks: from the process that set it first to those behind it.
  package var leak: String {
    guard let first = setters.first, setters.count > 1 else { return name }
    let told = setters[1...].prefix(Self.shown)
    let count = setters.count - 1 - told.count
    let rest = count > 0 ? " and \(count) more" : ""
    return "\(name), from \(first) to \(told.joined(separator: ", "))\(rest)"
  }

  private static let shown = 4
}

/// Gives each process of a world statics of its own, to see what they share otherwise.
///
/// Each process has a copy, which lies in their place while its steps run. It begins as the program began. Code of no process,
/// such as the scenario's, has the program's own. What a copy refers to is not freed with the world.
final class SeparateStatics {
  private let statics: ProgramStatics
  /// What a process begins with.
  private let initial: [UInt8]
  /// Those of code of no process, while a process has its own in place.
  private var programs: [UInt8] = []
  private var present: [UInt8] = []
  private var byProcess: [Int: [UInt8]] = [:]
  /// For each process, in how many of its steps each variable has changed.
  private var changes: [Int: [Int: Int]] = [:]
  /// For each variable the processes that have set it, in the order in which they first did.
  private var changers: [Int: [Int]] = [:]
  private var names: [Int: String] = [:]
  /// The process whose step runs, by its number.
  private var running: Int?

  /// The modules whose statics are everybody's: Rehearsal's.
  private static let own: Set<String> = [
    "SystemSupport", "RehearsalCollections", "Simulator", "Harness", "Network", "Backend",
    "Devices", "Web", "AppFoundation", "AppNetworking", "Rehearsal", "RehearsalCommand",
    "RehearsalTesting",
    "ConformanceSuites",
    // Of the toolchain, where they are linked statically.
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "Dispatch", "Observation", "Synchronization", "RegexBuilder", "Testing",
    "XCTest", "_Concurrency", "_StringProcessing", "_RegexParser",
  ]
  /// As they were when they were first asked for, which is before the first run of a process that plays no others.
  private static let program: (statics: ProgramStatics, initial: [UInt8]) = {
    let statics = ProgramStatics(except: own)
    return (statics, statics.copy())
  }()

  /// Nil where the choice is that all processes share them.
  init?(_ choice: StaticsChoice) {
    switch choice {
    case .shared: return nil
    case .separate: (statics, initial) = Self.program
    case .separateOnly(let name):
      let (all, begin) = Self.program
      statics = all.only(name)
      initial = all.part(of: begin, with: statics)
    }
  }

  /// Puts the statics of a process in place for a step.
  func enter(_ process: SimulatedProcess) {
    statics.copy(into: &programs)
    statics.put(byProcess[process.number] ?? initial)
    running = process.number
    names[process.number] = process.name
  }

  /// Puts the program's in place again.
  func leave() {
    guard let number = running else { return }
    running = nil
    statics.copy(into: &present)
    statics.put(programs)
    let before = byProcess[number] ?? initial
    guard present != before else { return }
    for (index, variable) in statics.variables.enumerated()
    where present[variable.place] != before[variable.place] {
      if changes[number]?[index] == nil { changers[index, default: []].append(number) }
      changes[number, default: [:]][index, default: 0] += 1
    }
    byProcess[number] = present
  }

  /// The statics that processes have used beside each other: those that two or more have set, and that differ between them or were
  /// changed after their first value. Sorted by name.
  var shared: [SharedStatic] {
    let shared = statics.variables.indices.filter { index in
      // order: whether there is one.
      let users = changes.filter { $0.value[index] != nil }
      guard users.count > 1 else { return false }
      let place = statics.variables[index].place
      let values = Set(users.keys.compactMap { byProcess[$0].map { Array($0[place]) } })
      return values.count > 1 || users.values.contains { ($0[index] ?? 0) > 1 }
    }.map { index in
      SharedStatic(
        name: statics.variables[index].name,
        setters: (changers[index] ?? []).compactMap { names[$0] })
    }
    // A static with a lazy initializer is two variables of a name.
    let byName = Dictionary(shared.map { ($0.name, $0) }) { first, _ in first }
    return byName.values.sorted { $0.name < $1.name }
  }
}

extension World {
  /// Lets each process of the world have statics of its own, unless the choice is that they share them. To be called before the world
  /// is driven.
  package func separateStatics(_ choice: StaticsChoice) { statics = SeparateStatics(choice) }

  /// The statics that processes would have shared: what two or more have set, where each had its own. Sorted by name.
  package var staticsInCommon: [SharedStatic] { statics?.shared ?? [] }
}
