internal import Simulator
internal import SystemSupport

/// The random numbers that SQLite makes of what it read once from the system, for as long as the machine's process lives.
///
/// Source: SQLite, "Pseudo-Random Number Generator" (`sqlite3_randomness`): called for no bytes it forgets what it was made of,
/// and reads anew when it is asked next.
enum SQLiteChance {
  private typealias Draw = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

  /// The function, as the program or one of its libraries has it; nil where none has.
  private static let draw: Draw? = {
    let name = "sqlite3_randomness"
    let place = unsafe DynamicLinker.symbol(name) ?? DynamicLinker.ownFunction(name)
    return unsafe place.map { unsafe unsafeBitCast($0, to: Draw.self) }
  }()

  /// Lets the next numbers follow from what the code that asks for them draws.
  static func forget() {
    World.allowingRealWorld {
      if let draw = unsafe draw { draw(0, nil) }
    }
  }
}
