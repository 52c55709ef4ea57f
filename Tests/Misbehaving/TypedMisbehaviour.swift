import Harness

/// A scenario of an app that throws errors of a type that it names.
enum TypedMisbehaviour {
  /// What an app's store throws.
  enum StoreError: Error {
    case isEmpty
    case isLocked(by: String)
  }

  /// An app's store.
  struct Store {
    func open() throws(StoreError) -> Int {
      throw .isLocked(by: "Bob")
    }
  }

  static let throwing = Scenario("an app throws an error of its own type", tags: "typed") {
    (_: BareWorld) in
    // An error of the same type that is caught before is not the one that is told of.
    do throws(StoreError) { throw .isEmpty } catch {}
    _ = try Store().open()
  }
}
