// The switch of the mutants: goes into the module whose files are woven.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of the mutant that this process plays; 0 for none.
private let mutantNumber =
  unsafe getenv("REHEARSAL_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

public func mutant(_ number: Int) -> Bool { number == mutantNumber }

public func mutantFlip(_ number: Int, _ value: Bool) -> Bool { mutant(number) != value }

public func mutantNil<T>(_ number: Int, _ value: T?) -> T? { mutant(number) ? nil : value }

public func mutantLess<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left <= right : left < right
}

public func mutantLessOrEqual<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left < right : left <= right
}

public func mutantGreater<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left >= right : left > right
}

public func mutantGreaterOrEqual<T: Comparable>(_ number: Int, _ left: T, _ right: T) -> Bool {
  mutant(number) ? left > right : left >= right
}

public func mutantSum<T: AdditiveArithmetic>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number) ? left - right : left + right
}

public func mutantDifference<T: AdditiveArithmetic>(_ number: Int, _ left: T, _ right: T) -> T {
  mutant(number) ? left + right : left - right
}

extension String {
  /// These rules, in which the n-th rule of a text is another one.
  public func mutantRule(
    _ number: Int, _ before: String, _ after: String, _ occurrence: Int
  ) -> String {
    guard mutant(number) else { return self }
    var result = ""
    var rest = self[...]
    var seen = 0
    while !rest.isEmpty {
      if rest.hasPrefix(before) {
        result += seen == occurrence ? after : before
        rest = rest.dropFirst(before.count)
        seen += 1
      } else {
        result.append(rest.removeFirst())
      }
    }
    precondition(seen > occurrence, "the mutant's rule is not there: \(before)")
    return result
  }
}
