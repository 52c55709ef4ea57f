#if canImport(Runtime)
  import Runtime
  import Testing

  @testable import Simulator

  @Suite("Stacks in pieces")
  struct StackPiecesTests {
    /// Captures a stack of at least so many calls.
    @inline(never)
    private static func capture(_ calls: Int, _ start: ([UInt]) -> Int?) -> StackPieces? {
      guard calls > 0 else { return StackPieces(from: start) }
      let pieces = capture(calls - 1, start)
      // Not the last thing that is done, or an optimised build would need no call for it.
      withExtendedLifetime(calls) {}
      return pieces
    }

    @Test("the pieces follow each other without a gap", arguments: [1, 2, 5])
    func gapless(first: Int) throws {
      var whole: [UInt] = []
      let stack = Self.capture(100) { addresses in
        whole = addresses
        return first
      }
      let told = try #require(stack).pieces.flatMap(\.frames).map(StackPieces.address)
        .filter { $0 != 0 }
      #expect(told.count == 64)
      #expect(told.elementsEqual(whole.dropFirst(first).prefix(64)))
    }

    @Test("a stack of which no call is of interest is not captured")
    func uninteresting() {
      #expect(Self.capture(0) { _ in nil } == nil)
    }
  }
#endif
