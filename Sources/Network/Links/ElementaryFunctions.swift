/// Logarithm, exponential and cosine that give the same bits on every machine.
///
/// The C library's versions may differ in their last bit from one platform to the next, and one bit is enough to
/// move a delivery by a nanosecond and a run's digest with it. These use nothing but the operations that IEEE 754
/// requires to be correctly rounded (`+ - × ÷`). Relative error stays below 1e-14, which the tests check.
enum ElementaryFunctions {
  private static let ln2 = 0.693_147_180_559_945_309_417

  /// The natural logarithm of a finite number above zero.
  static func logarithm(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "the logarithm of \(x) is not defined; draw from (0, 1]")
    var significand = x.significand
    var exponent = Double(x.exponent)
    // The series below converges fastest around one: fold [1, 2) to [√½, √2).
    if significand > 1.414_213_562_373_095_1 {
      significand /= 2
      exponent += 1
    }
    let s = (significand - 1) / (significand + 1)
    let square = s * s
    var sum = 0.0
    var denominator = 23.0
    while denominator > 1 {
      sum = (sum + 1 / denominator) * square
      denominator -= 2
    }
    return exponent * ln2 + 2 * s * (1 + sum)
  }

  /// e to the power of a number; infinity above 709 and zero below -708.
  static func exponential(_ x: Double) -> Double {
    if x > 709 { return .infinity }
    if x < -708 { return 0 }
    let power = (x / ln2).rounded(.toNearestOrEven)
    let rest = x - power * ln2
    var sum = 1.0
    var divisor = 16.0
    while divisor >= 1 {
      sum = 1 + sum * rest / divisor
      divisor -= 1
    }
    return sum * Double(sign: .plus, exponent: Int(power), significand: 1)
  }

  /// The cosine of a number of whole turns in [0, 1): `cos(2π · turns)`.
  static func cosine(turns: Double) -> Double {
    precondition(turns >= 0 && turns < 1, "\(turns) turns is outside [0, 1)")
    // The cosine is even about the half turn and odd about the quarter turn, so an eighth of a turn is all that the
    // two series have to cover.
    let half = turns <= 0.5 ? turns : 1 - turns
    let (quarter, sign) = half <= 0.25 ? (half, 1.0) : (0.5 - half, -1.0)
    let radians = 2 * Double.pi * quarter
    if quarter <= 0.125 {
      return sign * cosineSeries(radians)
    }
    return sign * sineSeries(2 * Double.pi * (0.25 - quarter))
  }

  private static func cosineSeries(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    var n = 16.0
    while n > 0 {
      sum = 1 - sum * square / (n * (n - 1))
      n -= 2
    }
    return sum
  }

  private static func sineSeries(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0
    var n = 17.0
    while n > 1 {
      sum = 1 - sum * square / (n * (n - 1))
      n -= 2
    }
    return x * sum
  }
}
