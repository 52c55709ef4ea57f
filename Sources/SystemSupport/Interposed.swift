internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Functions of the C library whose calls are led here first, for a receiver to answer those of watched threads, or to be
/// told of them.
///
/// Once there are receivers, the tables by which the program's images call other images (``CallTables``) have functions
/// of this module in place of the library's; each passes the call on. What a library calls within itself is not seen,
/// nor what an image calls that is loaded later. Linux with glibc is watched, on x86-64 and arm64; Darwin in part, where clocks and
/// randomness are led here that the program's own images ask for; on Musl nothing is.
///
/// A function here may be called within the Swift runtime, such as by `swift_once`, and by signal handlers. So unless
/// it has something to tell it uses neither globals with a lazy initializer nor metadata nor memory: what it knows
/// lies in words that the compiler initializes statically and that are accessed atomically.
package enum Interposed {
  /// A function of the library and the one that stands for it.
  @unsafe package struct Replacement {
    let name: StaticString
    let function: UnsafeRawPointer
    /// A word for the address of the library's own function.
    let real: UnsafeMutablePointer<UInt>
    /// The class by whose table the function is called as well (``MethodTables``); nil where it is called by its name only.
    let type: AnyClass?
  }

  /// A module further up that leads functions of another library elsewhere, such as those of Foundation.
  package protocol Module {
    static var replacements: [Replacement] { get }
    /// The files of a simulated process; nil where it has none.
    static func files(of process: AnyObject) -> (any VirtualFiles)?
  }

  /// Who hears of the calls of watched threads.
  ///
  /// The thread is not watched meanwhile: what a receiver itself asks for is its own affair.
  @unsafe package struct Receivers {
    /// Receives the name of a function before the call goes on, the address to which the function will return, and for how many
    /// nanoseconds the thread would stand still: the greatest number for ever, a negative one where that is not known.
    package typealias Told = @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer, Int64) -> Void
    /// Reads a clock of the C library by its number: the nanoseconds since its zero; false where the system is to be asked.
    package typealias Clock = @convention(c) (Int32, UnsafeMutablePointer<Int64>) -> Bool
    /// Fills memory with random bytes; false where the system is to be asked.
    package typealias Randomness = @convention(c) (UnsafeMutableRawPointer, Int) -> Bool
    /// Does something with a sequence of numbers that follow from a seed: one of ``SequenceDeed``; false where the library is to
    /// do it.
    package typealias SeededNumber =
      @convention(c) (UInt8, UInt64, UnsafeMutablePointer<UInt64>) -> Bool
    /// Takes a block for a queue of Dispatch, to be run no earlier than a time of Dispatch's; false where the system is to
    /// have it. The last word says whether no other block of the queue is to run beside it.
    package typealias Block =
      @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UInt64, Bool) -> Bool

    /// Runs a block as one of a queue of Dispatch, behind those that wait there, or as one that no other runs beside: one
    /// of ``SyncOutcome``.
    package typealias Sync = @convention(c) (UnsafeRawPointer, UnsafeRawPointer, Bool) -> UInt8
    /// Does something with a group of Dispatch, for a queue and with a block where it has such; false where the system is
    /// to do it.
    package typealias Group =
      @convention(c) (UInt8, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) -> Bool
    /// Whether a file may be opened by the code that is running, by its path and the flags.
    package typealias File = @convention(c) (UnsafePointer<CChar>, Int32) -> Bool
    /// The files of the code that is running; nil where it finds those of the machine.
    package typealias Files = () -> (any VirtualFiles)?
    /// Whether the code that is running may block its thread.
    package typealias Blocking = @convention(c) () -> Bool
    /// Whether the code that is running runs on a queue of Dispatch: one of ``QueuePlace``.
    package typealias Place = @convention(c) (UnsafeRawPointer) -> UInt8
    /// The nanoseconds until a time of Dispatch's, by the clocks of the code that is running; the greatest number for never.
    package typealias Delay = @convention(c) (UInt64) -> Int64
    /// Runs a block that waits for another queue, while the code that is running waits; false where there is none.
    package typealias Meanwhile = @convention(c) () -> Bool
    /// Suspends a queue of Dispatch, or resumes it; false where the system is to do it.
    package typealias Suspension = @convention(c) (UnsafeRawPointer, Bool) -> Bool
    /// Is told that a queue of Dispatch was activated.
    package typealias Activation = @convention(c) (UnsafeRawPointer) -> Void
    /// Does something with a source of Dispatch that is a timer: with a queue or a block, or with a time of Dispatch's and the
    /// nanoseconds between its firings, where it has such; false where the system is to do it.
    package typealias Timer =
      @convention(c) (UInt8, UnsafeRawPointer, UnsafeRawPointer?, UInt64, UInt64) -> Bool
    /// Finds what the queue of the code that is running keeps under a key; false where the system is to be asked.
    package typealias Specific =
      @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Bool

    let told: Told
    let clock: Clock
    let randomness: Randomness
    let sequence: SeededNumber
    let block: Block
    let sync: Sync
    let group: Group
    let file: File
    let files: Files
    let blocking: Blocking
    let place: Place
    let delay: Delay
    let meanwhile: Meanwhile
    let suspension: Suspension
    let activation: Activation
    let specific: Specific
    let timer: Timer

    package init(
      told: Told, clock: Clock, randomness: Randomness, sequence: SeededNumber, block: Block,
      sync: Sync, group: Group, file: File, files: @escaping Files, blocking: Blocking,
      place: Place, delay: Delay, meanwhile: Meanwhile, suspension: Suspension,
      activation: Activation, specific: Specific, timer: Timer
    ) {
      unsafe self.told = told
      unsafe self.clock = clock
      unsafe self.randomness = randomness
      unsafe self.sequence = sequence
      unsafe self.block = block
      unsafe self.sync = sync
      unsafe self.group = group
      unsafe self.file = file
      unsafe self.files = files
      unsafe self.blocking = blocking
      unsafe self.place = place
      unsafe self.delay = delay
      unsafe self.meanwhile = meanwhile
      unsafe self.suspension = suspension
      unsafe self.activation = activation
      unsafe self.specific = specific
      unsafe self.timer = timer
    }
  }

  /// Where code runs with regard to a queue of Dispatch.
  package enum QueuePlace {
    /// The system knows.
    package static let unknown: UInt8 = 0
    package static let onQueue: UInt8 = 1
    package static let elsewhere: UInt8 = 2
  }

  /// What became of a block for which code waits.
  package enum SyncOutcome {
    /// Nothing: the system is to run it.
    package static let refused: UInt8 = 0
    package static let done: UInt8 = 1
    /// Nothing: the code that waits runs on that queue.
    package static let waitsForItself: UInt8 = 2
  }

  /// What can be done with the C library's sequences of numbers.
  package enum SequenceDeed {
    /// `srandom`, `srand`.
    package static let seedFeedback: UInt8 = 0
    /// `random`, `rand`: a number of 31 bits.
    package static let nextOfFeedback: UInt8 = 1
    /// `srand48`.
    package static let seedProduct: UInt8 = 2
    /// `drand48` and its kin: a number of 48 bits.
    package static let nextOfProduct: UInt8 = 3
  }

  /// What can be done with a group of Dispatch.
  package enum GroupDeed {
    package static let async: UInt8 = 0
    package static let enter: UInt8 = 1
    package static let leave: UInt8 = 2
    package static let notify: UInt8 = 3
    /// Whether the group is empty, so that nobody has to wait.
    package static let isEmpty: UInt8 = 4
    /// As ``notify``, of a group that was entered without a word: the one of a `DispatchWorkItem` that has not run.
    package static let notifyOfItem: UInt8 = 5
  }

  /// What can be done with a timer of Dispatch.
  package enum TimerDeed {
    /// With the queue of its blocks, or none.
    package static let make: UInt8 = 0
    /// With a time and an interval.
    package static let set: UInt8 = 1
    /// With a block that runs when it fires.
    package static let handle: UInt8 = 2
    /// With a block that runs once it is cancelled.
    package static let handleCancellation: UInt8 = 3
    package static let activate: UInt8 = 4
    package static let suspend: UInt8 = 5
    package static let resume: UInt8 = 6
    package static let cancel: UInt8 = 7
    /// Whether it is known, and cancelled.
    package static let isCancelled: UInt8 = 8
    /// Whether it is known, and not cancelled.
    package static let isPending: UInt8 = 9
    /// Nobody has it any more.
    package static let drop: UInt8 = 10
  }

  /// A function, by the type that it shares with the library's, to stand for the one of this name.
  ///
  /// - Parameter type: The class whose method it is that subclasses may override.
  package static func replacement<Function>(
    _ name: StaticString, _ function: Function, _ real: UnsafeMutablePointer<UInt>,
    methodOf type: AnyClass? = nil
  ) -> Replacement {
    unsafe Replacement(
      name: name, function: unsafeBitCast(function, to: UnsafeRawPointer.self), real: real,
      type: type)
  }

  /// Sets the receivers, for the whole process; to be called once, before any thread is watched.
  ///
  /// - Parameter others: Further functions to be led elsewhere, of any library; they tell the receivers nothing.
  package static func observe(_ receivers: Receivers, beside others: [Replacement]) {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "the system has no thread-local key left (error \(status))")
    unsafe word(&markKey).pointee.store(UInt(key), ordering: .relaxed)
    unsafe word(&ownProcess).pointee.store(UInt(getpid()), ordering: .relaxed)
    let functions = UnsafeMutablePointer<Receivers>.allocate(capacity: 1)
    unsafe functions.initialize(to: receivers)
    unsafe word(&receiversAddress).pointee.store(
      UInt(bitPattern: functions), ordering: .releasing)
    #if canImport(Darwin) || canImport(Glibc) && (arch(x86_64) || arch(arm64))
      let all = unsafe replacements + others
      unsafe Self.functions = Set(all.map { unsafe UInt(bitPattern: $0.function) })
      let found = unsafe all.filter { replacement in
        guard let real = unsafe DynamicLinker.symbol("\(replacement.name)") else { return false }
        unsafe word(replacement.real).pointee.store(UInt(bitPattern: real), ordering: .releasing)
        return true
      }
      unsafe CallTables.replace(found)
      // Darwin's classes of Foundation are those of Objective-C, whose methods no such table has.
      #if !canImport(Darwin)
        for index in unsafe found.indices {
          let replacement = unsafe found[index]
          if let type = unsafe replacement.type {
            unsafe MethodTables.replace(replacement, in: type)
          }
        }
      #endif
    #endif
  }

  /// Watches the calling thread from now on, or no longer; returns whether it was watched before.
  ///
  /// Without receivers nothing is watched.
  package static func watch(_ isWatched: Bool) -> Bool {
    guard unsafe word(&receiversAddress).pointee.load(ordering: .acquiring) != 0 else {
      return false
    }
    let before = isMarked
    mark(isWatched)
    return before
  }

  #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    private static var replacements: [Replacement] {
      let dispatch = unsafe queues + queueFunctions + suspensions + timers + channels
      let waiting = unsafe groups + items
      let threading = unsafe waits + threads + locks
      let opened = unsafe files + sizes + relatives + streams + redirections
      let found = unsafe folders + workingFolder + walks
      let answered = unsafe clocks + randomness + sequences + identity
      return unsafe answered + dispatch + waiting + threading + sockets + opened + found
    }
  #endif

  /// Where the functions here begin; set before any thread is watched.
  nonisolated(unsafe) private static var functions: Set<UInt> = []

  // `@exclusivity(unchecked)`: the runtime's check of an access takes thread-local memory, which may not be there yet;
  // every access is one atomic operation.

  /// The address of the receivers, or 0.
  @exclusivity(unchecked) nonisolated(unsafe) private static var receiversAddress: UInt = 0
  /// The number of the process that set the receivers.
  @exclusivity(unchecked) nonisolated(unsafe) private static var ownProcess: UInt = 0
  /// The key of the mark that a watched thread has; made before there are receivers.
  @exclusivity(unchecked) nonisolated(unsafe) private static var markKey: UInt = 0

  /// A statically initialized word, for atomic access.
  @inline(__always)
  static func word(_ place: UnsafeMutablePointer<UInt>) -> UnsafePointer<Atomic<UInt>> {
    unsafe UnsafePointer(
      UnsafeMutableRawPointer(place).assumingMemoryBound(to: Atomic<UInt>.self))
  }

  /// Whether the calling thread is watched.
  package static var isWatching: Bool {
    unsafe word(&receiversAddress).pointee.load(ordering: .acquiring) != 0 && isMarked
  }

  /// Whether this is a copy of the process that set the receivers, such as the one that becomes the backtracer of a crash: it has
  /// the memory of a thread that was watched, and locks that nobody opens any more.
  static var isCopy: Bool {
    unsafe UInt(systemGetpid()) != word(&ownProcess).pointee.load(ordering: .relaxed)
  }

  private static var isMarked: Bool {
    let key = unsafe pthread_key_t(
      truncatingIfNeeded: word(&markKey).pointee.load(ordering: .relaxed))
    return unsafe pthread_getspecific(key) != nil
  }

  private static func mark(_ isWatched: Bool) {
    let key = unsafe pthread_key_t(
      truncatingIfNeeded: word(&markKey).pointee.load(ordering: .relaxed))
    _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: isWatched ? 1 : 0))
  }

  /// Calls `body` with the receivers, if the calling thread is watched; nil otherwise.
  @inline(__always)
  static func ask<Answer>(_ body: (Receivers) -> Answer) -> Answer? {
    let address = unsafe word(&receiversAddress).pointee.load(ordering: .acquiring)
    guard address != 0, isMarked,
      let receivers = unsafe UnsafePointer<Receivers>(bitPattern: address)
    else { return nil }
    mark(false)
    defer { mark(true) }
    return unsafe body(receivers.pointee)
  }

  /// Tells the receiver that `function` is called, if the calling thread is watched.
  ///
  /// - Parameter nanoseconds: How long the thread would stand still; the greatest number for ever, a negative one where that is
  ///   not known.
  @inline(__always)
  package static func tell(_ function: StaticString, for nanoseconds: Int64 = -1) {
    unsafe ask { receivers in unsafe tell(receivers, function, nanoseconds) }
  }

  @inline(never)
  private static func tell(
    _ receivers: Receivers, _ function: StaticString, _ nanoseconds: Int64
  ) {
    let own = unsafe unsafeBitCast(receivers.told, to: UnsafeRawPointer.self)
    let caller = unsafe caller ?? own
    unsafe receivers.told(function.cString, caller, nanoseconds)
  }

  /// The address to which the function returns that stands for one of a library; nil where none is on the stack.
  static var caller: UnsafeRawPointer? { unsafe CallFrames.caller(of: functions) }

  /// The address of the library's own function; known before anything is led here.
  package static func real(_ place: UnsafeMutablePointer<UInt>) -> UInt {
    unsafe word(place).pointee.load(ordering: .relaxed)
  }
}

extension StaticString {
  var cString: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
