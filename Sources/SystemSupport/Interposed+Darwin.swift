// What is led elsewhere on Darwin: the functions of the C library by which the program's own images ask for the time and for
// randomness.

#if canImport(Darwin)
  extension Interposed {
    static var replacements: [Replacement] { unsafe clocks + randomness }
  }
#endif
