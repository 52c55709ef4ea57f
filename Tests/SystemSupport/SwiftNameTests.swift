import Testing

@testable import SystemSupport

@Suite("Names of Swift's")
struct SwiftNameTests {
  @Test("the name of a getter is taken from how the runtime tells it")
  func getters() {
    #expect(SwiftName.getter("key path getter for A.B.ids : [Swift.Int] : A.B") == "ids")
    #expect(
      SwiftName.getter("key path getter for (extension in A):B.C.ids : Swift.Int : B.C") == "ids")
    #expect(SwiftName.getter("key path getter for A.(ids in _0D7E) : Swift.Int : A") == "ids")
    #expect(
      SwiftName.getter("key path getter for A.subscript(Swift.Int) -> Swift.Int : A") == nil)
    #expect(SwiftName.getter("A.B.ids.getter : [Swift.Int]") == nil)
  }

  @Test("what begins nowhere is no getter, and what is not mangled has no other name")
  func unknown() {
    #expect(SwiftName.property(ofGetterAt: 1) == nil)
    #expect(SwiftName.demangled("main") == nil)
    #expect(SwiftName.demangled("$s1A1BV3idsSaySiGvpACTK") != nil)
  }
}
