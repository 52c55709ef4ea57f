internal import Devices
internal import Foundation
internal import Simulator
package import SystemSupport

/// What Foundation has once in a process, as an app on a phone finds it: its own, on the phone's disk and on the virtual clock.
///
/// The functions by which programs ask for these objects are led here (``Interposed``), under the names that Swift's mangling
/// gives them; they take no notice of the type they are called on. The kernel finds this type by its name. Code of no process
/// gets what the library has.
package enum Replaced: Interposed.Module {
  package static var replacements: [Interposed.Replacement] {
    let standard: Standard = { Replaced.standard }
    let suite: Suite = { Replaced.suite($0) }
    let centre: Centre = { Replaced.centre }
    let noticeQueue: NoticeQueue = { Replaced.noticeQueue }
    let manager: Manager = { Replaced.fileManager }
    let home: Text = { Replaced.home }
    let temporary: Text = { Replaced.temporary }
    let homeFolder: Place = { Replaced.homeFolder }
    let temporaryFolder: Place = { Replaced.temporaryFolder }
    let timer: Scheduled = { Replaced.timer($0, $1, $2) }
    let isMain: IsMain = { Replaced.isMainThread }
    let isMainForC: IsMainForC = { Replaced.isMainThreadForC }
    let sleepFor: SleepFor = { Replaced.sleep(for: $0) }
    let sleepUntil: SleepUntil = { Replaced.sleep(until: $0) }
    let parts = unsafe regional + defaultZones + suites + items + operations + runLoops + threads
    return unsafe parts + managers + processInfo + centres + bundles + [
      Interposed.replacement(
        "$s10Foundation12UserDefaultsC8standardACvgZ", standard, &realStandard),
      // In place of the real one, which makes an object of the type it is called on, a type of ours is made. A subclass has one of
      // its own. `UserDefaults()` calls it by the class's table.
      Interposed.replacement(
        "$s10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC", suite, &realSuite,
        methodOf: UserDefaults.self),
      Interposed.replacement(
        "$s20FoundationEssentials18NotificationCenterC7defaultACvgZ", centre, &realCentre),
      Interposed.replacement(
        "$s10Foundation17NotificationQueueC7defaultACvgZ", noticeQueue, &realNoticeQueue),
      Interposed.replacement(
        "$s20FoundationEssentials11FileManagerC7defaultACvgZ", manager, &realManager),
      Interposed.replacement("$s10Foundation15NSHomeDirectorySSyF", home, &realHome),
      Interposed.replacement("$s10Foundation20NSTemporaryDirectorySSyF", temporary, &realTemporary),
      Interposed.replacement(
        "$s20FoundationEssentials3URLV13homeDirectoryACvgZ", homeFolder, &realHomeFolder),
      Interposed.replacement(
        "$s20FoundationEssentials3URLV18temporaryDirectoryACvgZ", temporaryFolder,
        &realTemporaryFolder),
      Interposed.replacement(
        "$s10Foundation5TimerC09scheduledB016withTimeInterval7repeats5blockACSd_SbyACYbctFZ",
        timer, &realTimer),
      Interposed.replacement(
        "$s10Foundation6ThreadC06isMainB0SbvgZ", isMain, &realIsMain),
      Interposed.replacement(
        "$s10Foundation6ThreadC5sleep15forTimeIntervalySd_tFZ", sleepFor, &realSleepFor),
      Interposed.replacement(
        "$s10Foundation6ThreadC5sleep5untily0A10Essentials4DateV_tFZ", sleepUntil,
        &realSleepUntil),
      // By this the library itself asks, such as for who observes a notice on the main queue.
      Interposed.replacement("_CFIsMainThread", isMainForC, &realIsMainForC),
    ]
  }

  fileprivate typealias Standard = @convention(thin) () -> UserDefaults
  fileprivate typealias Suite = @convention(thin) (__owned String?) -> UserDefaults?
  fileprivate typealias Centre = @convention(thin) () -> NotificationCenter
  fileprivate typealias NoticeQueue = @convention(thin) () -> NotificationQueue
  fileprivate typealias Manager = @convention(thin) () -> FileManager
  fileprivate typealias Text = @convention(thin) () -> String
  fileprivate typealias Place = @convention(thin) () -> URL
  fileprivate typealias Scheduled =
    @convention(thin) (TimeInterval, Bool, @escaping @Sendable (Timer) -> Void) -> Timer
  fileprivate typealias IsMain = @convention(thin) () -> Bool
  fileprivate typealias IsMainForC = @convention(c) () -> Bool
  fileprivate typealias SleepFor = @convention(thin) (TimeInterval) -> Void
  fileprivate typealias SleepUntil = @convention(thin) (Date) -> Void

  /// The user defaults of a process, by their suites.
  private final class AllDefaults {
    var bySuite: [String?: PhoneDefaults] = [:]

    func defaults(of suite: String?, in program: AppProcess, on lane: Lane) -> PhoneDefaults {
      if let made = bySuite[suite] { return made }
      let store = DefaultsStore(suite: suite, of: program, on: lane)
      let made = World.allowingRealWorld { PhoneDefaults(store) }
      bySuite[suite] = made
      return made
    }
  }

  /// The defaults of the app that is running; nil for code of none.
  static func defaults(of suite: String?) -> PhoneDefaults? {
    guard let process = SimulatedProcess.asking, let program = process.program as? AppProcess
    else { return nil }
    return process.singleton { AllDefaults() }.defaults(
      of: suite, in: program, on: process.mainLane)
  }

  private static var standard: UserDefaults {
    defaults(of: nil)
      ?? (unsafe unsafeBitCast(Interposed.real(&realStandard), to: Standard.self)())
  }

  private static func suite(_ name: String?) -> UserDefaults? {
    defaults(of: name) ?? MachineDefaults(suiteName: name)
  }

  private static var centre: NotificationCenter {
    guard let process = SimulatedProcess.asking else {
      return unsafe unsafeBitCast(Interposed.real(&realCentre), to: Centre.self)()
    }
    return process.singleton { makeCentre(of: process) }
  }

  private static var noticeQueue: NotificationQueue {
    guard let process = SimulatedProcess.asking else {
      return unsafe unsafeBitCast(Interposed.real(&realNoticeQueue), to: NoticeQueue.self)()
    }
    let centre = centre
    return process.singleton { PhoneNoticeQueue(of: process, to: centre) }
  }

  package static func files(of process: AnyObject) -> (any VirtualFiles)? {
    (process as? SimulatedProcess).flatMap(appFiles)
  }

  private static func appFiles(of process: SimulatedProcess) -> AppFiles? {
    guard let program = process.program as? AppProcess else { return nil }
    return process.singleton { AppFiles(of: program, on: process) }
  }

  /// The container of the app that is running; nil for code of none.
  static var container: String? {
    SimulatedProcess.asking.flatMap(appFiles)?.container
  }

  private static var fileManager: FileManager {
    guard let process = SimulatedProcess.asking, let container = appFiles(of: process)?.container
    else { return unsafe unsafeBitCast(Interposed.real(&realManager), to: Manager.self)() }
    return process.singleton { PhoneFileManager(container: container) }
  }

  private static var home: String {
    container ?? (unsafe unsafeBitCast(Interposed.real(&realHome), to: Text.self)())
  }

  private static var temporary: String {
    container.map { $0 + "/tmp/" }
      ?? (unsafe unsafeBitCast(Interposed.real(&realTemporary), to: Text.self)())
  }

  private static var homeFolder: URL {
    container.map { URL(filePath: $0, directoryHint: .isDirectory) }
      ?? (unsafe unsafeBitCast(Interposed.real(&realHomeFolder), to: Place.self)())
  }

  private static var temporaryFolder: URL {
    container.map { URL(filePath: $0 + "/tmp", directoryHint: .isDirectory) }
      ?? (unsafe unsafeBitCast(Interposed.real(&realTemporaryFolder), to: Place.self)())
  }

  private static func timer(
    _ interval: TimeInterval, _ repeats: Bool, _ block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    guard let process = SimulatedProcess.asking else {
      return unsafe unsafeBitCast(Interposed.real(&realTimer), to: Scheduled.self)(
        interval, repeats, block)
    }
    // A thread that waits for a queue's block has its own run loop within the block, too.
    guard process.mainLane.isRunning else {
      Interposed.tell("Timer.scheduledTimer")
      return PhoneTimer.make(every: interval, repeats: repeats, block)
    }
    return PhoneTimer.start(every: interval, repeats: repeats, in: process, block)
  }

  private static var isMainThread: Bool {
    SimulatedProcess.asking?.isOnMainLane
      ?? (unsafe unsafeBitCast(Interposed.real(&realIsMain), to: IsMain.self)())
  }

  private static func sleep(for interval: TimeInterval) {
    guard SimulatedProcess.asking != nil else {
      return unsafe unsafeBitCast(Interposed.real(&realSleepFor), to: SleepFor.self)(interval)
    }
    tellOfSleep(interval)
  }

  private static func sleep(until date: Date) {
    guard SimulatedProcess.asking != nil else {
      return unsafe unsafeBitCast(Interposed.real(&realSleepUntil), to: SleepUntil.self)(date)
    }
    tellOfSleep(date.timeIntervalSinceNow)
  }

  /// Tells of a thread that would stand still for some seconds; of one that would not, nothing.
  private static func tellOfSleep(_ seconds: TimeInterval) {
    guard seconds > 0 else { return }
    Interposed.tell("Thread.sleep", for: Int64(exactly: (seconds * 1e9).rounded()) ?? .max)
  }

  private static var isMainThreadForC: Bool {
    SimulatedProcess.asking?.isOnMainLane
      ?? (unsafe unsafeBitCast(Interposed.real(&realIsMainForC), to: IsMainForC.self)())
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realStandard: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSuite: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realCentre: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realNoticeQueue: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realManager: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realHome: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realTemporary: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realHomeFolder: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realTemporaryFolder: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realTimer: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realIsMain: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSleepFor: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSleepUntil: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realIsMainForC: UInt = 0
