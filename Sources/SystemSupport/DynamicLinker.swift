#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What the dynamic linker knows: where a name stands, and whose an address is.
package enum DynamicLinker {
  /// The address of a function or a variable, in whichever image of the program comes first with the name; nil where none
  /// has it.
  package static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    // RTLD_DEFAULT: all images, in the order of the dynamic linker.
    #if canImport(Darwin)
      let everywhere = unsafe UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    return unsafe dlsym(everywhere, name)
  }

  /// The address of a function of this program's own executable that it does not export; nil where it has none of that name, or
  /// was stripped of its symbols.
  package static func ownFunction(_ name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
      unsafe ProgramSymbols.address(ofFunction: name).flatMap {
        unsafe UnsafeMutableRawPointer(bitPattern: $0)
      }
    #else
      nil
    #endif
  }

  /// The path of the image that a code address lies in; nil where that is not known.
  package static func image(of address: UnsafeRawPointer) -> String? {
    unsafe information(of: address).image.map { unsafe String(cString: $0) }
  }

  /// The exported function that a code address lies in; nil where that is not known.
  package static func function(at address: UnsafeRawPointer) -> String? {
    unsafe information(of: address).name.map { unsafe String(cString: $0) }
  }

  /// The members of `Dl_info`, which Glibc's module leaves out, together with `dladdr` (dladdr(3)).
  @unsafe private struct Information {
    var image: UnsafePointer<CChar>?
    var base: UnsafeRawPointer?
    var name: UnsafePointer<CChar>?
    var start: UnsafeRawPointer?
  }

  private static func information(of address: UnsafeRawPointer) -> Information {
    typealias Question = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    var information = unsafe Information()
    guard let question = unsafe symbol("dladdr"),
      unsafe unsafeBitCast(question, to: Question.self)(address, &information) != 0
    else { return unsafe Information() }
    return unsafe information
  }
}
