internal import Foundation
internal import Simulator
internal import SystemSupport

/// `UserDefaults(suiteName:)`, as it is called by optimised code and by subclasses.
///
/// Plain code calls the function that allocates an object and initializes it; the optimiser allocates it in the program and calls
/// the initializer alone. To Swift's calling convention `self` of a method and the context of a closure are the same register, and
/// a closure that captures one object has this object as its context: so a closure stands for the initializer, and the library's
/// own is called as a closure whose context is the object.
extension Replaced {
  /// Takes the suite's name and, as its context, an object that is allocated only; gives back one that can be used.
  private typealias Initializer = (__owned String?) -> UserDefaults?

  /// A closure as it lies in memory; in a structure, as a closure alone would be wrapped on its way.
  private struct Held {
    let function: Initializer
  }

  private struct Words {
    let function: UInt
    let context: UInt
  }

  static var suites: [Interposed.Replacement] {
    // The library makes its standard defaults once, by the function that is led elsewhere: let it be now.
    _ = UserDefaults.standard
    let stand: AnyObject = NSObject()
    let held = Held { suite in Replaced.initialized(stand, suite) }
    let words = unsafe unsafeBitCast(held, to: Words.self)
    precondition(
      words.context == UInt(bitPattern: ObjectIdentifier(stand)),
      "a closure that captures one object has another context than this object")
    return unsafe [
      Interposed.replacement(
        "$s10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfc", words.function, &realInitializer)
    ]
  }

  /// What stands for an object of the library that an app allocated: the phone's. An app's subclass is told: it reads and writes
  /// what the library has.
  private static func initialized(_ object: AnyObject, _ suite: String?) -> UserDefaults? {
    guard let own = defaults(of: suite) else { return initialize(object, suite) }
    guard type(of: object) == UserDefaults.self else {
      Interposed.tell("UserDefaults.init")
      return World.allowingRealWorld { initialize(object, suite) }
    }
    // It can be freed once it is initialized.
    World.allowingRealWorld { _ = initialize(object, "phone") }
    return own
  }

  /// The library's own initializer, which takes over the caller's reference to the object.
  private static func initialize(_ object: AnyObject, _ suite: String?) -> UserDefaults? {
    let words = unsafe Words(
      function: Interposed.real(&realInitializer),
      context: UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    return unsafe unsafeBitCast(words, to: Held.self).function(suite)
  }
}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realInitializer: UInt = 0
