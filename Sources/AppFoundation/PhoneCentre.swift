internal import Foundation
internal import SystemSupport

/// The notification centre of a launch: it calls its observers in the order in which they were added, as on a phone.
///
/// Foundation on Linux calls them in the order of a dictionary. It can be given no override for it; but the functions by which it adds an
/// observer and posts stand in the table of this class, where they are led here (`Interposed`): an observer is added with a number,
/// and in a post it only says that it is to be called. Source: swift-foundation, `NotificationCenter._post(_:subject:message:)`,
/// which says so of Darwin.
///
/// `@unchecked Sendable`: it is touched on the thread that drives the world.
final class PhoneCentre: NotificationCenter, @unchecked Sendable {
  fileprivate typealias Observer = (UInt) -> Void

  /// What the library tells an observer by (`_NotificationObserverToken`).
  fileprivate struct Token {
    let number: UInt64
    let name: String?
    let object: ObjectIdentifier?
  }

  /// The library's functions, with a name, an object, what is generic about them, and the type of that; but for the name they are
  /// addresses.
  fileprivate struct Add {
    let call: (String?, UInt, @escaping Observer, UInt) -> Token
  }
  fileprivate struct Post {
    let call: (String?, UInt, UInt, UInt) -> Void
  }

  private struct Heard {
    let number: Int
    let observer: Observer
  }

  /// How many observers there were.
  private var count = 0
  /// Those that hear of the post which is under way; nil where none is.
  private var heard: [Heard]?

  fileprivate func add(
    _ name: String?, _ object: UInt, _ observer: @escaping Observer, _ type: UInt, by real: Add
  ) -> Token {
    count += 1
    let number = count
    return real.call(
      name, object,
      { [unowned self] message in
        guard heard != nil else { return observer(message) }
        heard?.append(Heard(number: number, observer: observer))
      }, type)
  }

  fileprivate func post(
    _ name: String?, _ object: UInt, _ message: UInt, _ type: UInt, by real: Post
  ) {
    heard = []
    real.call(name, object, message, type)
    let observers = heard ?? []
    heard = nil
    for next in observers.sorted(by: { $0.number < $1.number }) { next.observer(message) }
  }
}

extension NotificationCenter {
  /// The centre of a launch, for notifications; nil for another centre of a class that is not the library's, and for messages of
  /// other types, which have observers of their own.
  private func ofLaunch(for type: UInt) -> PhoneCentre? {
    let notification = unsafe unsafeBitCast(Notification.self as Any.Type, to: UInt.self)
    return type == notification ? self as? PhoneCentre : nil
  }

  fileprivate func addHere(
    _ name: String?, _ object: UInt, _ observer: @escaping PhoneCentre.Observer, _ type: UInt
  ) -> PhoneCentre.Token {
    let real = unsafe Replaced.method(&realAdd, of: self, as: PhoneCentre.Add.self)
    return ofLaunch(for: type)?.add(name, object, observer, type, by: real)
      ?? real.call(name, object, observer, type)
  }

  fileprivate func postHere(_ name: String?, _ object: UInt, _ message: UInt, _ type: UInt) {
    let real = unsafe Replaced.method(&realPost, of: self, as: PhoneCentre.Post.self)
    guard let own = ofLaunch(for: type) else { return real.call(name, object, message, type) }
    own.post(name, object, message, type, by: real)
  }
}

extension Replaced {
  static var centres: [Interposed.Replacement] {
    let sample: NotificationCenter = PhoneCentre()
    guard let add = unsafe code(of: PhoneCentre.Add(call: sample.addHere), boundTo: sample),
      let post = unsafe code(of: PhoneCentre.Post(call: sample.postHere), boundTo: sample)
    else { return unsafe [] }
    return unsafe [
      Interposed.replacement(
        """
        $s20FoundationEssentials18NotificationCenterC12_addObserver_6object5usingAC01_cF5TokenVSSSg\
        _ypSgyxYbctlF
        """, add, &realAdd),
      Interposed.replacement(
        "$s20FoundationEssentials18NotificationCenterC5_post_7subject7messageySSSg_ypSgxtlF",
        post, &realPost),
    ]
  }

  /// The address of the code of a method in a structure of its own; nil where that has another context than the method's object.
  static func code<Closure>(of closure: Closure, boundTo object: AnyObject) -> UnsafeRawPointer? {
    let words = unsafe unsafeBitCast(closure, to: (UnsafeRawPointer, UInt).self)
    let own = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return unsafe words.1 == own ? words.0 : nil
  }

  /// The library's own method of an object, as a closure in a structure of its own: it has the object for its context.
  static func method<Closure>(
    _ place: UnsafeMutablePointer<UInt>, of object: AnyObject, as type: Closure.Type
  ) -> Closure {
    unsafe unsafeBitCast(
      (Interposed.real(place), Unmanaged.passUnretained(object).toOpaque()), to: type)
  }
}

@exclusivity(unchecked) nonisolated(unsafe) private var realAdd: UInt = 0
@exclusivity(unchecked) nonisolated(unsafe) private var realPost: UInt = 0
