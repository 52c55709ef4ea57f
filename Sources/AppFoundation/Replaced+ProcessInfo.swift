internal import Foundation
internal import Simulator
internal import SystemSupport

// What `ProcessInfo` tells of the machine and of the program: code of a process finds a phone and a plain app, the same on every
// machine; the numbers and names are ours. The library's class is final, so its getters are called by their names, in which they
// have no use for the object here. Source: swift-foundation, `ProcessInfo`.

extension Replaced {
  static var processInfo: [Interposed.Replacement] {
    let processors = Number { unsafe Replaced.processors(or: &realProcessors) }
    let active = Number { unsafe Replaced.processors(or: &realActive) }
    let memory = Memory { Replaced.memory }
    let host = Words { Replaced.hostName }
    let version = Version { Replaced.version }
    let versionText = Words { Replaced.versionText }
    let isAtLeast = IsAtLeast { Replaced.isAtLeast($0) }
    let environment = Pairs { Replaced.environment }
    let arguments = List { Replaced.arguments }
    let name = Words { Replaced.processName }
    let setName = SetWords { Replaced.setProcessName($0) }
    let user = Words { Replaced.userName }
    let fullUser = Words { Replaced.fullUserName }
    return unsafe [
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC14processorCountSivg",
        code(of: processors), &realProcessors),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC20activeProcessorCountSivg",
        code(of: active), &realActive),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC14physicalMemorys6UInt64Vvg",
        code(of: memory), &realMemory),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC8hostNameSSvg", code(of: host), &realHost),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC22operatingSystemVersionAA09OperatingfG0Vvg",
        code(of: version), &realVersion),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC28operatingSystemVersionStringSSvg",
        code(of: versionText), &realVersionText),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC24isOperatingSystemAtLeastySbAA0fG7VersionVF",
        code(of: isAtLeast), &realIsAtLeast),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC11environmentSDyS2SGvg",
        code(of: environment), &realEnvironment),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC9argumentsSaySSGvg",
        code(of: arguments), &realArguments),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC11processNameSSvg", code(of: name), &realName),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC11processNameSSvs", code(of: setName), &realSetName),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC8userNameSSvg", code(of: user), &realUser),
      Interposed.replacement(
        "$s20FoundationEssentials11ProcessInfoC12fullUserNameSSvg",
        code(of: fullUser), &realFullUser),
    ]
  }

  private struct Number { let ask: () -> Int }
  private struct Memory { let ask: () -> UInt64 }
  private struct Words { let ask: () -> String }
  private struct SetWords { let set: (__owned String) -> Void }
  private struct Version { let ask: () -> OperatingSystemVersion }
  private struct IsAtLeast { let ask: (OperatingSystemVersion) -> Bool }
  private struct Pairs { let ask: () -> [String: String] }
  private struct List { let ask: () -> [String] }

  /// The name of a process, which its code may set.
  private final class ProcessName {
    var name = "App"
  }

  /// What a phone has that runs iOS 18.
  private enum Device {
    /// 6 GB, as of an iPhone since 2020.
    static let memory: UInt64 = 6 << 30
    /// Source: Apple, `ProcessInfo.operatingSystemVersionString`, whose form is "Version 18.5 (Build 22F76)".
    static let versionText = "Version 18.5 (Build 22F76)"
    /// Where an iPhone has its apps, but for the number that names the folder of each.
    static let program = "/private/var/containers/Bundle/Application/App.app/App"

    static var version: OperatingSystemVersion {
      OperatingSystemVersion(majorVersion: 18, minorVersion: 5, patchVersion: 0)
    }
  }

  private static func real<Closure>(
    _ place: UnsafeMutablePointer<UInt>, _: Closure.Type
  ) -> Closure {
    unsafe method(place, of: ProcessInfo.processInfo, as: Closure.self)
  }

  private static var isOfProcess: Bool { SimulatedProcess.asking != nil }

  private static func processors(or place: UnsafeMutablePointer<UInt>) -> Int {
    isOfProcess ? Int(SimulatedProcess.coreCount) : unsafe real(place, Number.self).ask()
  }

  private static var memory: UInt64 {
    isOfProcess ? Device.memory : unsafe real(&realMemory, Memory.self).ask()
  }

  private static var hostName: String {
    isOfProcess ? "localhost" : unsafe real(&realHost, Words.self).ask()
  }

  private static var version: OperatingSystemVersion {
    isOfProcess ? Device.version : unsafe real(&realVersion, Version.self).ask()
  }

  private static var versionText: String {
    isOfProcess ? Device.versionText : unsafe real(&realVersionText, Words.self).ask()
  }

  private static func isAtLeast(_ version: OperatingSystemVersion) -> Bool {
    guard isOfProcess else { return unsafe real(&realIsAtLeast, IsAtLeast.self).ask(version) }
    let own = Device.version
    return (own.majorVersion, own.minorVersion, own.patchVersion)
      >= (version.majorVersion, version.minorVersion, version.patchVersion)
  }

  private static var environment: [String: String] {
    guard isOfProcess else { return unsafe real(&realEnvironment, Pairs.self).ask() }
    return container.map { ["HOME": $0, "TMPDIR": $0 + "/tmp/"] } ?? [:]
  }

  private static var arguments: [String] {
    isOfProcess ? [Device.program] : unsafe real(&realArguments, List.self).ask()
  }

  private static var processName: String {
    guard let process = SimulatedProcess.asking else {
      return unsafe real(&realName, Words.self).ask()
    }
    return process.singleton { ProcessName() }.name
  }

  private static func setProcessName(_ name: String) {
    guard let process = SimulatedProcess.asking else {
      return unsafe real(&realSetName, SetWords.self).set(name)
    }
    process.singleton { ProcessName() }.name = name
  }

  private static var userName: String {
    isOfProcess ? "mobile" : unsafe real(&realUser, Words.self).ask()
  }

  private static var fullUserName: String {
    isOfProcess ? "Mobile User" : unsafe real(&realFullUser, Words.self).ask()
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realProcessors: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realActive: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realMemory: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realHost: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realVersion: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realVersionText: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realIsAtLeast: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realEnvironment: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realArguments: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realName: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSetName: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realUser: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realFullUser: UInt = 0
