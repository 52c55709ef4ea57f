// Calls that lead the output of the program elsewhere, or end it. All phones of a run have one: what an app prints stands in the
// story of its run. So an app's own such call is told, and changes nothing.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realFreopen: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realDup2: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realDup3: UInt = 0

  extension Interposed {
    static var redirections: [Replacement] {
      unsafe [
        replacement("freopen", watchedFreopen as Freopen, &realFreopen),
        replacement("freopen64", watchedFreopen as Freopen, &realFreopen),
        replacement("dup2", watchedDup2 as Dup2, &realDup2),
        replacement("dup3", watchedDup3 as Dup3, &realDup3),
      ]
    }

    /// Tells of a call by which code of a simulated process would change what the whole run shares; false where other code calls.
    static func refuses(_ function: StaticString, for nanoseconds: Int64 = -1) -> Bool {
      guard isOfProcess else { return false }
      tell(function, for: nanoseconds)
      return true
    }

    /// Whether code of a simulated process calls.
    static var isOfProcess: Bool {
      unsafe !isCopy && ask({ receivers in unsafe receivers.blocking() }) == false
    }

    /// Tells of a call by which code of a simulated process would change a file of the machine, and sets errno; false where other
    /// code calls.
    static func refusesChange(_ function: StaticString) -> Bool {
      guard refuses(function) else { return false }
      errno = EPERM
      return true
    }

    /// Whether a descriptor is the program's input, its output or where it tells errors, and no file of a container.
    static func isStandard(_ descriptor: Int32) -> Bool {
      0...2 ~= descriptor && VirtualDescriptors.file(descriptor) == nil
    }
  }

  private typealias Freopen =
    @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) ->
    UnsafeMutableRawPointer?
  private typealias Dup2 = @convention(c) (Int32, Int32) -> Int32
  private typealias Dup3 = @convention(c) (Int32, Int32, Int32) -> Int32

  /// Opens another file for a stream, such as for `stdout`.
  @c(rehearsal_freopen)
  func watchedFreopen(
    _ path: UnsafePointer<CChar>?, _ mode: UnsafePointer<CChar>?,
    _ stream: UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    if Interposed.refuses("freopen") { return unsafe stream }
    return unsafe unsafeBitCast(Interposed.real(&realFreopen), to: Freopen.self)(
      path, mode, stream)
  }

  /// Lets a descriptor stand for the file of another one, such as standard output for that of a log.
  @c(rehearsal_dup2)
  func watchedDup2(_ old: Int32, _ new: Int32) -> Int32 {
    if Interposed.refuses("dup2") { return new }
    return systemDup2(old, new)
  }

  @c(rehearsal_dup3)
  func watchedDup3(_ old: Int32, _ new: Int32, _ flags: Int32) -> Int32 {
    if Interposed.refuses("dup3") { return new }
    return unsafe unsafeBitCast(Interposed.real(&realDup3), to: Dup3.self)(old, new, flags)
  }

  /// As dup2(2), for code of this module.
  @discardableResult
  func systemDup2(_ old: Int32, _ new: Int32) -> Int32 {
    unsafe unsafeBitCast(Interposed.real(&realDup2), to: Dup2.self)(old, new)
  }
#endif
