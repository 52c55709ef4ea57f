/// A call of the vocabulary that asks for what cannot be, such as a fault of negative length.
///
/// It ends its own run as failed, with ``kind`` as the kind of the failure; other runs of the process go on. A verb
/// that throws throws it; any other returns something harmless, and the scenario is stopped where it next waits.
public struct Misuse: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of such a ``Failure``.
  public static let kind = "misuse"

  /// The requirement and the value given instead, in one sentence that can follow the word "expected".
  public let description: String

  /// Describes a misuse by what was to be, in one sentence that can follow the word "expected".
  public init(_ description: String) {
    self.description = description
  }

  /// Describes an argument that a verb does not take.
  ///
  /// - Parameters:
  ///   - verb: The verb with the label of the argument, such as `Bob.slow(by:)`.
  ///   - given: The argument, such as `-1.0`.
  ///   - takes: A description of the arguments that the verb takes, such as "a finite factor from 0 on".
  public init(_ verb: String, given: String, takes: String) {
    self.init("\(verb) to be given \(takes); it was given \(given)")
  }
}

extension World {
  /// Ends the run as failed because of a misuse; the first failure counts.
  ///
  /// - Parameter location: The place of the call; nil where it is not known.
  @discardableResult
  public func misuse(_ misuse: Misuse, at location: CodeLocation?) -> Misuse {
    fail(Failure(kind: Misuse.kind, expected: misuse.description, location: location))
    return misuse
  }

  /// Ends the run that the calling thread plays; for values that know no world. Nothing happens where the thread plays
  /// none.
  @discardableResult
  public static func misuse(_ misuse: Misuse, at location: CodeLocation? = nil) -> Misuse {
    Ambient.world?.misuse(misuse, at: location)
    return misuse
  }

  /// Whether the calling code is part of this world's run; if not, the run that it is part of ends as misused.
  ///
  /// Phones, hosts and handles belong to one run. One that a global variable keeps for the next belongs to no run any
  /// more.
  ///
  /// - Parameters:
  ///   - user: The thing that was used, such as `Bob.open`.
  ///   - location: The place of the call.
  @inlinable
  @inline(__always)
  public func isOwnRun(_ user: @autoclosure () -> String, at location: CodeLocation?) -> Bool {
    if isDriving { return true }
    refuseStranger(user(), at: location)
    return false
  }

  /// Whether the calling code may furnish this world: it is part of its run, or the run has not begun.
  package func isFurnishable(_ user: @autoclosure () -> String, at location: CodeLocation? = nil)
    -> Bool
  {
    if driver == 0, !isFinished { return true }
    return isOwnRun(user(), at: location)
  }

  /// Ends the run of whoever uses something of this world without being part of its run.
  @usableFromInline
  @inline(never)
  func refuseStranger(_ action: String, at location: CodeLocation? = nil) {
    if let other = Ambient.world {
      other.misuse(
        Misuse(
          """
          a run to use only what was made in it; \(action), which belongs to another run. Make phones and \
          worlds in the scenario's own body, and keep nothing of a run in a global or static variable
          """), at: location)
    }
    // The world may be driven by another thread at this moment; if it is over, nobody hears of it.
    leak("\(action) from a thread outside of the simulation")
  }
}
