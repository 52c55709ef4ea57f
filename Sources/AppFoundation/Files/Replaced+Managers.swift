internal import Foundation
internal import Simulator
internal import SystemSupport

/// `FileManager()`, which finds the container as `FileManager.default` does.
///
/// Plain code calls the function that allocates the object, optimised code and subclasses the initializer (`UserDefaults`, in the same
/// way). A subclass of an app has the machine's folders, where it is told of what it writes.
extension Replaced {
  private typealias Make = @convention(thin) () -> FileManager

  /// The initializer, whose context is an object that is allocated only.
  private struct Initializer {
    let make: () -> FileManager
  }

  static var managers: [Interposed.Replacement] {
    let make: Make = { Replaced.newManager }
    let stand: AnyObject = NSObject()
    let held = Initializer { Replaced.initializedManager(stand) }
    guard let initializer = unsafe code(of: held, boundTo: stand) else { return unsafe [] }
    return unsafe [
      Interposed.replacement("$s20FoundationEssentials11FileManagerCACycfC", make, &realMake),
      Interposed.replacement(
        "$s20FoundationEssentials11FileManagerCACycfc", initializer, &realInitializer),
    ]
  }

  private static var newManager: FileManager {
    // In place of the real one, which makes an object of the type it is called on, a type of ours is made.
    container.map { PhoneFileManager(container: $0) } ?? MachineFileManager()
  }

  /// What stands for an object of the library that an app allocated.
  private static func initializedManager(_ object: AnyObject) -> FileManager {
    let initializer = unsafe method(&realInitializer, of: object, as: Initializer.self)
    guard type(of: object) == FileManager.self, let container else { return initializer.make() }
    // It can be freed once it is initialized.
    _ = initializer.make()
    return PhoneFileManager(container: container)
  }
}

/// A file manager of the machine, for code of no app.
///
/// `@unchecked Sendable`: as its class; it adds nothing.
private final class MachineFileManager: FileManager, @unchecked Sendable {}

// The addresses of the library's own functions.

@exclusivity(unchecked) nonisolated(unsafe) private var realMake: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realInitializer: UInt = 0
