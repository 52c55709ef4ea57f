/// Reproducible uniform draws for tests that need no world (SplitMix64).
struct Draws {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The statistic of Kolmogorov and Smirnov: the largest distance between the samples' distribution and a theory.
func kolmogorovSmirnov(_ samples: [Double], _ theory: (Double) -> Double) -> Double {
  let sorted = samples.sorted()
  let count = Double(sorted.count)
  var distance = 0.0
  for (index, value) in sorted.enumerated() {
    let expected = theory(value)
    distance = max(distance, expected - Double(index) / count, Double(index + 1) / count - expected)
  }
  return distance
}

/// The distance that samples of the theory exceed once in a thousand times (asymptotic, Smirnov 1948).
func kolmogorovSmirnovLimit(_ count: Int) -> Double {
  1.949 / Double(count).squareRoot()
}

/// Pearson's statistic over observed counts against expected ones.
func chiSquare(_ observed: [Int], expected: [Double]) -> Double {
  zip(observed, expected).reduce(0) { sum, pair in
    let difference = Double(pair.0) - pair.1
    return sum + difference * difference / pair.1
  }
}

/// The value that chi-square exceeds once in a thousand times (Wilson and Hilferty 1931, within 1 %).
func chiSquareLimit(degrees: Int) -> Double {
  let k = Double(degrees)
  let root = 1 - 2 / (9 * k) + 3.0902 * (2 / (9 * k)).squareRoot()
  return k * root * root * root
}
