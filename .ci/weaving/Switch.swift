// The switch of the breakages: goes into each module that has a woven file.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of the breakage that this process plays; 0 for none.
private let breakageNumber =
  unsafe getenv("REHEARSAL_BREAKAGE").flatMap { unsafe Int(String(cString: $0)) } ?? 0

@usableFromInline
func isBroken(_ number: Int) -> Bool { number == breakageNumber }
