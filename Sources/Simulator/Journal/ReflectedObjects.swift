internal import SystemSupport

/// The objects that reflection looks into at this moment on the calling thread, each held by the one before.
///
/// An object that is on the way already would be looked into for ever. The way is the thread's and not a hash's, because the
/// values in between may write their own `digest(into:)`, and sets hash each of their elements apart.
final class ReflectedObjects {
  private static let present = ThreadLocal()

  /// The maximum number of objects that are held one in the other: each takes a few kilobytes of the stack.
  static let mostNested = 200

  private var way: [ObjectIdentifier] = []
  /// Whether an object was refused. Then no other is looked into before the way is left: in a graph of objects there may be
  /// more ways than can be tried.
  private var isBroken = false

  /// Looks into an object, unless that has no end.
  ///
  /// - Parameter body: Looks into the object.
  /// - Returns: False where the object is the first one on its way that was refused.
  static func look(into object: AnyObject, _ body: () -> Void) -> Bool {
    if let known = unsafe present.word {
      return unsafe Unmanaged<ReflectedObjects>.fromOpaque(known).takeUnretainedValue()
        .enter(object, body)
    }
    let objects = ReflectedObjects()
    unsafe present.word = Unmanaged.passUnretained(objects).toOpaque()
    defer { unsafe present.word = nil }
    return withExtendedLifetime(objects) { objects.enter(object, body) }
  }

  private func enter(_ object: AnyObject, _ body: () -> Void) -> Bool {
    guard !isBroken else { return true }
    let identity = ObjectIdentifier(object)
    guard way.count < Self.mostNested, !way.contains(identity) else {
      isBroken = true
      return false
    }
    way.append(identity)
    defer { way.removeLast() }
    body()
    return true
  }
}
