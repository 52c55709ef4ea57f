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
    #expect(SwiftName.getter("A.B.ids.getter : [Swift.Int]") == "ids")
    #expect(SwiftName.getter("A.B.(ids in _0D7E).getter : Swift.Int") == "ids")
    #expect(SwiftName.getter("A.subscript(Swift.Int).getter : Swift.Int") == nil)
    #expect(SwiftName.getter("A.B.count() -> Swift.Int") == nil)
  }

  @Test("what begins nowhere is no getter, and what is not mangled has no other name")
  func unknown() {
    #expect(SwiftName.property(ofGetterAt: 1) == nil)
    #expect(SwiftName.demangled("main") == nil)
    #expect(SwiftName.demangled("$s1A1BV3idsSaySiGvpACTK") != nil)
  }

  @Test("the calls of a function are found up to its end, on either kind of machine")
  func calls() {
    // push rbp; call 16; call -11; pop rbp; ret; call 0
    let code: [UInt8] = [
      0x55, 0xe8, 0x10, 0, 0, 0, 0xe8, 0xf5, 0xff, 0xff, 0xff, 0x5d, 0xc3, 0xe8, 0, 0, 0, 0,
    ]
    #expect(CallTargets.distances(x86: code) == [22, 0])
    #expect(CallTargets.distances(x86: [0xe9, 0, 0, 0, 0, 0xe8, 0, 0, 0, 0]) == [])
    // bl 16; bl -4; ret; bl 0
    let words: [UInt8] = [
      0x04, 0, 0, 0x94, 0xff, 0xff, 0xff, 0x97, 0xc0, 0x03, 0x5f, 0xd6, 0, 0, 0, 0x94,
    ]
    #expect(CallTargets.distances(arm: words) == [16, 0])
    #expect(CallTargets.distances(arm: []) == [])
  }

  @Test(
    "a function that jumps on at once leads elsewhere, on either kind of machine, and no other does"
  )
  func thunks() {
    // push rbp; mov rbp, rsp; pop rbp; jmp -16
    #expect(
      JumpThunk.distance(x86: [0x55, 0x48, 0x89, 0xe5, 0x5d, 0xe9, 0xf0, 0xff, 0xff, 0xff]) == -6)
    #expect(JumpThunk.distance(x86: [0xe9, 0x10, 0x01, 0x00, 0x00]) == 0x115)
    #expect(JumpThunk.distance(x86: [0x55, 0x48, 0x89, 0xe5, 0x90, 0xe9, 0, 0, 0, 0]) == nil)
    #expect(JumpThunk.distance(x86: [0xe9, 0, 0]) == nil)
    // stp x29, x30, [sp, #-16]!; mov x29, sp; ldp x29, x30, [sp], #16; b -8
    let frame: [UInt8] = [
      0xfd, 0x7b, 0xbf, 0xa9, 0xfd, 0x03, 0x00, 0x91, 0xfd, 0x7b, 0xc1, 0xa8,
    ]
    #expect(JumpThunk.distance(arm: frame + [0xfe, 0xff, 0xff, 0x17]) == 4)
    #expect(JumpThunk.distance(arm: [0x04, 0x00, 0x00, 0x14]) == 16)
    // bl 16, which comes back
    #expect(JumpThunk.distance(arm: [0x04, 0x00, 0x00, 0x94]) == nil)
    #expect(JumpThunk.distance(arm: []) == nil)
  }
}
