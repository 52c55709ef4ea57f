/// What somebody sees of an app's screens where the app is not in its person's hands.
enum DisplayView {
  /// What the person sees: nothing while the app is behind others, and nothing while a fault from the seed has taken it away.
  case person
  /// What the app draws also behind others; nothing while a fault from the seed has taken it away.
  case behindCovers
  /// All that the app draws.
  case everything
}

/// Those who look at every change of a display, in the order of their coming.
///
/// Of no type of screen, since code for any type would look its layout up with each expectation that comes and goes.
@usableFromInline
struct DisplayWatchers {
  @usableFromInline
  struct Entry {
    let number: UInt64
    /// Whether it tells by itself what it touches that the world doesn't keep.
    @usableFromInline let isConfined: Bool
    let view: DisplayView
    @usableFromInline let object: AnyObject
  }

  @usableFromInline private(set) var all: [Entry] = []
  private var lastNumber: UInt64 = 0

  @usableFromInline init() {}

  /// Adds one and returns its number.
  mutating func add(_ watcher: AnyObject, isConfined: Bool, _ view: DisplayView) -> UInt64 {
    lastNumber += 1
    all.append(
      Entry(number: lastNumber, isConfined: isConfined, view: view, object: watcher))
    return lastNumber
  }

  /// Those who see what the app draws behind others.
  @usableFromInline var lookingThrough: DisplayWatchers { filtered { $0 != .person } }

  /// Those who see what the app draws where a fault from the seed has taken it away.
  @usableFromInline var observers: DisplayWatchers { filtered { $0 == .everything } }

  /// Those who see what the person sees.
  var persons: DisplayWatchers { filtered { $0 == .person } }

  /// Those who see what the app draws behind others, and nothing while it is taken away.
  var behindCovers: DisplayWatchers { filtered { $0 == .behindCovers } }

  /// Those who see nothing while the app is taken away.
  var expecting: DisplayWatchers { filtered { $0 != .everything } }

  private func filtered(_ isMeant: (DisplayView) -> Bool) -> DisplayWatchers {
    var some = self
    some.all = all.filter { isMeant($0.view) }
    return some
  }

  mutating func remove(_ number: UInt64) {
    all.removeAll { $0.number == number }
  }
}
