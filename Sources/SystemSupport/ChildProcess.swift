#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A process that this one has started.
package final class ChildProcess {
  /// The end of a process.
  package enum End: Hashable, Sendable {
    /// It ended by itself, with a status.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
  }

  /// The number of the process.
  package let identifier: Int32
  /// The end of the process; nil while it is running. Updated by ``look()``.
  package private(set) var end: End?
  /// Whether a signal has stopped it, for a while or for ever. Brought up to date by ``look()``.
  package private(set) var isStopped = false

  /// Starts a program.
  ///
  /// Signals have their default effect in it, whatever this process does with them.
  ///
  /// - Parameters:
  ///   - path: The program's file.
  ///   - name: The name that lists of processes show.
  ///   - arguments: The arguments that follow the program's name.
  ///   - environment: Variables that differ from those of this process.
  ///   - descriptors: The descriptors that the program finds open, by the numbers that it knows. No other
  ///     descriptor of this process is open in it.
  package init(
    _ path: String, named name: String, _ arguments: [String],
    environment changes: [String: String] = [:],
    descriptors: [Int32: Descriptor]
  ) throws(SystemError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Copies above every number that is asked for, so that none is overwritten before it was handed on.
    let floor = (descriptors.keys.max() ?? 0) + 1
    var copies: [Descriptor] = []
    // order: sorted by their numbers.
    for (place, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
      let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, floor)
      guard copy >= 0 else { throw .last("hand a descriptor to a process") }
      copies.append(Descriptor(owning: copy))
      unsafe posix_spawn_file_actions_adddup2(&actions, copy, place)
    }
    var everything = sigset_t()
    unsafe sigfillset(&everything)
    var nothing = sigset_t()
    unsafe sigemptyset(&nothing)
    unsafe posix_spawnattr_setsigdefault(&attributes, &everything)
    unsafe posix_spawnattr_setsigmask(&attributes, &nothing)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var process: pid_t = 0
    let code = unsafe Self.withCStrings([name] + arguments) { words in
      unsafe Self.withCStrings(Self.environment(with: changes)) { variables in
        unsafe posix_spawn(&process, path, &actions, &attributes, words, variables)
      }
    }
    _ = copies
    guard code == 0 else { throw SystemError("start a process", code: code) }
    identifier = process
  }

  deinit {
    guard end == nil else { return }
    kill()
    wait()
  }

  /// Looks whether it has ended, or was stopped or continued since the last look.
  package func look() {
    while end == nil, take(WNOHANG | WUNTRACED | WCONTINUED) {}
  }

  /// Waits until it has ended.
  package func wait() {
    while end == nil { _ = take(0) }
  }

  /// Ends it, whatever it does.
  package func kill() {
    guard end == nil else { return }
    _ = sendKill(identifier)
  }

  /// Takes one change of its state; false where there is none.
  private func take(_ options: Int32) -> Bool {
    var status: Int32 = 0
    let found = unsafe waitpid(identifier, &status, options)
    if found < 0, errno == EINTR { return true }
    guard found == identifier else {
      // Somebody else has waited for it: how it ended is lost.
      if found < 0 { end = .exit(-1) }
      return false
    }
    let signal = status & 0x7F
    if status & 0xFF == 0x7F {
      isStopped = true
    } else if status == 0xFFFF {
      isStopped = false
    } else {
      end = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }
    return true
  }

  /// The variables of this process with changes, as `NAME=VALUE`.
  private static func environment(with changes: [String: String]) -> [String] {
    var variables: [String] = []
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let text = unsafe String(cString: entry)
      let name = text.prefix { $0 != "=" }
      if changes[String(name)] == nil { variables.append(text) }
      unsafe place += 1
    }
    // order: sorted by their names.
    return variables + changes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  /// Passes texts as an array of C strings that ends with a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var copies = unsafe texts.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    return unsafe copies.withUnsafeMutableBufferPointer { buffer in
      unsafe body(UnsafePointer(buffer.baseAddress!))
    }
  }
}

private func sendKill(_ process: pid_t) -> Int32 { kill(process, SIGKILL) }

extension ChildProcess.End: CustomStringConvertible {
  /// A readable description: "it ended with status 0", "signal 11 (Segmentation fault) ended it".
  package var description: String {
    switch self {
    case .exit(let status): return "it ended with status \(status)"
    case .signal(let number): return "\(Self.name(ofSignal: number)) ended it"
    }
  }

  /// A signal for a person: "signal 11 (Segmentation fault)".
  package static func name(ofSignal number: Int32) -> String {
    let name = unsafe strsignal(number).map { unsafe String(cString: $0) }
    return "signal \(number)" + (name.map { " (\($0))" } ?? "")
  }
}
