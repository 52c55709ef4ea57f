internal import Foundation
internal import Simulator
internal import SystemSupport

// The main run loop of a launch: its blocks and its timers run on the main lane, on virtual time. That a loop is run by the code
// itself is told: on a phone the system runs the main one. Source: swift-corelibs-foundation, `RunLoop`, `Timer`.

extension Replaced {
  static var runLoops: [Interposed.Replacement] {
    let current: Loop = { unsafe Replaced.currentLoop }
    let perform: Perform = { unsafe Replaced.perform($0, $1, $2) }
    let add: AddTimer = { unsafe Replaced.addTimer($0, $1, $2) }
    let setDate: SetDate = { unsafe Replaced.setDate($0, $1) }
    let run: RunInMode = { unsafe Replaced.run($0, $1, $2) }
    let finished: IsFinished = { unsafe Replaced.isFinished($0, $1) }
    let timer: MakeTimer = { Replaced.makeTimer($0, $1, $2) }
    return unsafe [
      Interposed.replacement("CFRunLoopGetCurrent", current, &realCurrentLoop),
      Interposed.replacement("CFRunLoopPerformBlock", perform, &realPerform),
      Interposed.replacement("CFRunLoopAddTimer", add, &realAddTimer),
      Interposed.replacement("CFRunLoopTimerSetNextFireDate", setDate, &realSetDate),
      Interposed.replacement("CFRunLoopRunInMode", run, &realRunInMode),
      Interposed.replacement("_CFRunLoopFinished", finished, &realIsFinished),
      Interposed.replacement(
        "$s10Foundation5TimerC12timeInterval7repeats5blockACSd_SbyACYbctcfC", timer,
        &realMakeTimer),
    ]
  }

  /// A run loop of CoreFoundation.
  private typealias Loop = @convention(c) () -> UnsafeRawPointer?
  private typealias Perform =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias AddTimer =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias SetDate = @convention(c) (UnsafeRawPointer?, Double) -> Void
  private typealias RunInMode = @convention(c) (UnsafeRawPointer?, Double, UInt8) -> Int32
  private typealias IsFinished = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> UInt8
  private typealias MakeTimer =
    @convention(thin) (TimeInterval, Bool, @escaping @Sendable (Timer) -> Void) -> Timer

  private static let mainLoop = unsafe DynamicLinker.symbol("CFRunLoopGetMain").map {
    unsafe unsafeBitCast($0, to: Loop.self)
  }

  private static func isMain(_ loop: UnsafeRawPointer?) -> Bool { unsafe loop == mainLoop?() }

  /// The loop of the thread that runs: on the main lane of a launch it is the main one.
  private static var currentLoop: UnsafeRawPointer? {
    if SimulatedProcess.asking?.isOnMainLane == true, let mainLoop = unsafe mainLoop {
      return unsafe mainLoop()
    }
    return unsafe unsafeBitCast(Interposed.real(&realCurrentLoop), to: Loop.self)()
  }

  private static func perform(
    _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    guard let process = SimulatedProcess.asking, let block = unsafe block else {
      return unsafe unsafeBitCast(Interposed.real(&realPerform), to: Perform.self)(
        loop, mode, block)
    }
    guard unsafe isMain(loop) else { return Interposed.tell("RunLoop.perform") }
    unsafe process.postToMainQueue(block)
  }

  private static func addTimer(
    _ loop: UnsafeRawPointer?, _ timer: UnsafeRawPointer?, _ mode: UnsafeRawPointer?
  ) {
    guard let process = SimulatedProcess.asking, let found = unsafe timer.flatMap(owner) else {
      return unsafe unsafeBitCast(Interposed.real(&realAddTimer), to: AddTimer.self)(
        loop, timer, mode)
    }
    guard unsafe isMain(loop) else { return Interposed.tell("RunLoop.add") }
    PhoneTimer.add(found, in: process)
  }

  /// A timer fires at another date from now on; the next one behind that is an interval later.
  private static func setDate(_ timer: UnsafeRawPointer?, _ date: Double) {
    unsafe unsafeBitCast(Interposed.real(&realSetDate), to: SetDate.self)(timer, date)
    guard let process = SimulatedProcess.asking, let found = unsafe timer.flatMap(owner) else {
      return
    }
    PhoneTimer.dateChanged(of: found, in: process)
  }

  /// The object that Foundation has made a timer of CoreFoundation for: the second word of the timer's context.
  private static func owner(of timer: UnsafeRawPointer) -> Timer? {
    typealias Context = (version: Int, Int, Int, Int, Int)
    typealias Question = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
    guard let question = unsafe DynamicLinker.symbol("CFRunLoopTimerGetContext") else { return nil }
    var context: Context = (0, 0, 0, 0, 0)
    unsafe unsafeBitCast(question, to: Question.self)(timer, &context)
    guard let object = unsafe UnsafeRawPointer(bitPattern: context.1) else { return nil }
    return unsafe Unmanaged<NSObject>.fromOpaque(object).takeUnretainedValue() as? Timer
  }

  /// Runs the loop of the thread; for a launch it has nothing to run at once.
  private static func run(
    _ mode: UnsafeRawPointer?, _ seconds: Double, _ returns: UInt8
  ) -> Int32 {
    guard SimulatedProcess.asking != nil else {
      return unsafe unsafeBitCast(Interposed.real(&realRunInMode), to: RunInMode.self)(
        mode, seconds, returns)
    }
    Interposed.tell("RunLoop.run")
    // kCFRunLoopRunFinished
    return 1
  }

  /// Whether a loop has nothing to run, which is asked by who would run it.
  private static func isFinished(_ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) -> UInt8 {
    guard SimulatedProcess.asking != nil else {
      return unsafe unsafeBitCast(Interposed.real(&realIsFinished), to: IsFinished.self)(
        loop, mode)
    }
    Interposed.tell("RunLoop.run")
    return 1
  }

  private static func makeTimer(
    _ interval: TimeInterval, _ repeats: Bool, _ block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    guard SimulatedProcess.asking != nil else {
      // In place of the real one, which makes an object of the type it is called on, what that does.
      return Timer(
        fire: Date(timeIntervalSinceNow: 0), interval: interval, repeats: repeats, block: block)
    }
    return PhoneTimer.make(every: interval, repeats: repeats, block)
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realCurrentLoop: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realPerform: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realAddTimer: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realSetDate: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realRunInMode: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realIsFinished: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realMakeTimer: UInt = 0
