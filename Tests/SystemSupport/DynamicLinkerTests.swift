#if os(Linux) && (arch(x86_64) || arch(arm64))
  import SystemSupport
  import Testing

  @Suite("Functions are found by their names")
  struct DynamicLinkerTests {
    @Test("one that the executable has and does not export is found by its whole name alone")
    func own() {
      let found = unsafe DynamicLinker.ownFunction("frame_dummy")
      let image = unsafe found.flatMap { unsafe DynamicLinker.image(of: $0) }
      #expect(image?.hasSuffix(".xctest") == true)
      for other in ["frame_dumm", "rame_dummy", "no function of this name"] {
        let isFound = unsafe DynamicLinker.ownFunction(other) != nil
        #expect(!isFound, "\(other)")
      }
    }
  }
#endif
