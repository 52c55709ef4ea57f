import Foundation

/// The upper bound, at 95 % confidence, of a share of which some of `n` draws were seen.
enum ShareBound {
  /// The chance that the bound is too low.
  private static let risk = 0.05

  /// The upper bound of a share, from 0 to 1, of which `hits` were seen in `draws` independent draws.
  ///
  /// Without a hit it is 3/n, the rule of three (Hanley and Lippman-Hand, JAMA 1983), else the one-sided
  /// bound of Clopper and Pearson (Biometrika 1934): the share under which so few hits have a chance of 5 %.
  static func upper(hits: Int, of draws: Int) -> Double {
    guard draws > 0, hits < draws else { return 1 }
    guard hits > 0 else { return min(1, 3 / Double(draws)) }
    var low = Double(hits) / Double(draws)
    var high = 1.0
    // Each step halves the interval; after 60 its ends are neighbours.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if chance(ofAtMost: hits, of: draws, at: middle) > risk {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }

  /// The chance of at most `hits` in `draws` draws with this share (binomial distribution).
  private static func chance(ofAtMost hits: Int, of draws: Int, at share: Double) -> Double {
    guard share > 0 else { return 1 }
    guard share < 1 else { return 0 }
    let step = log(share) - log1p(-share)
    // Terms by falling index; far below the mean they vanish.
    var term =
      logChoose(draws, hits) + Double(hits) * log(share)
      + Double(draws - hits) * log1p(-share)
    var sum = 0.0
    var index = hits
    while index >= 0 {
      let value = exp(term)
      sum += value
      if value < sum * 1e-17, Double(index) < share * Double(draws) { break }
      guard index > 0 else { break }
      term += log(Double(index)) - log(Double(draws - index + 1)) - step
      index -= 1
    }
    return min(1, sum)
  }

  private static func logChoose(_ draws: Int, _ hits: Int) -> Double {
    lgamma(Double(draws) + 1) - lgamma(Double(hits) + 1) - lgamma(Double(draws - hits) + 1)
  }

  /// A share in per cent, rounded up to two digits, so that a bound stays one: `0.03 %`, `1.2 %`, `100 %`.
  static func percent(_ share: Double) -> String {
    guard share > 0 else { return "0 %" }
    let value = share * 100
    var unit = 1.0
    while value / unit >= 100 { unit *= 10 }
    while value / unit < 10, unit > 1e-9 { unit /= 10 }
    let rounded = (value / unit - 1e-9).rounded(.up)
    return decimal(rounded, times: unit) + " %"
  }

  /// A whole number of decimal units as text without floating point's tail.
  private static func decimal(_ number: Double, times unit: Double) -> String {
    guard unit < 1 else { return "\(Int(number * unit))" }
    let places = Int((-log10(unit)).rounded())
    var text = String(format: "%.\(places)f", number * unit)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
