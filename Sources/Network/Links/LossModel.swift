/// The model by which one direction of a link loses datagrams.
public enum LossModel: Sendable, Hashable {
  /// Nothing is lost.
  case none

  /// Each datagram is lost with this probability, whatever happened to the one before.
  case random(Double)

  /// Losses come in bursts: a good and a bad state, each with a loss probability of its own.
  ///
  /// Gilbert (1960), Elliott (1963), with the parameters of Linux `tc netem loss gemodel`: a datagram is judged in the
  /// current state, then the state moves from good to bad with probability `p` and from bad to good with probability
  /// `r`. `lossInBad` is netem's `1-h`, `lossInGood` its `1-k`. In the long run `p/(p+r)` of all datagrams meet the
  /// bad state, and one stay in it covers `1/r` datagrams on average.
  case gilbertElliott(p: Double, r: Double, lossInBad: Double = 1, lossInGood: Double = 0)

  /// The share of datagrams that is lost in the long run.
  public var rate: Double {
    switch self {
    case .none: 0
    case .random(let probability): probability
    case .gilbertElliott(let p, let r, let lossInBad, let lossInGood):
      p + r == 0 ? lossInGood : (p * lossInBad + r * lossInGood) / (p + r)
    }
  }
}

extension LossModel: CustomStringConvertible {
  public var description: String {
    switch self {
    case .none: "no loss"
    case .random(let probability): "loss \(probability)"
    case .gilbertElliott(let p, let r, let lossInBad, let lossInGood):
      "Gilbert-Elliott loss p=\(p) r=\(r) 1-h=\(lossInBad) 1-k=\(lossInGood)"
    }
  }
}

extension LossModel {
  /// The probabilities of the model by name, for validation.
  var probabilities: [(name: String, value: Double)] {
    switch self {
    case .none: []
    case .random(let probability): [("loss", probability)]
    case .gilbertElliott(let p, let r, let lossInBad, let lossInGood):
      [
        ("Gilbert-Elliott p", p), ("Gilbert-Elliott r", r), ("Gilbert-Elliott 1-h", lossInBad),
        ("Gilbert-Elliott 1-k", lossInGood),
      ]
    }
  }
}

/// The state of a loss model on one direction of a link: which state the next datagram meets.
struct LossState: Sendable {
  /// True while a Gilbert-Elliott model is in its bad state; a link starts in the good one.
  private(set) var isBad = false

  /// Judges the next datagram: true where it is lost.
  ///
  /// - Parameters:
  ///   - loss: Whether what has a probability happens to this datagram; asked only where that is uncertain, so
  ///     that a link without loss needs no draw.
  ///   - move: Likewise for the change to the other state.
  mutating func loses(
    _ model: LossModel, loss: (Double) -> Bool, move: (Double) -> Bool
  ) -> Bool {
    switch model {
    case .none:
      return false
    case .random(let probability):
      return Self.strikes(probability, loss)
    case .gilbertElliott(let p, let r, let lossInBad, let lossInGood):
      let lost = Self.strikes(isBad ? lossInBad : lossInGood, loss)
      if Self.strikes(isBad ? r : p, move) { isBad.toggle() }
      return lost
    }
  }

  private static func strikes(_ probability: Double, _ happens: (Double) -> Bool) -> Bool {
    if probability <= 0 { return false }
    return probability >= 1 || happens(probability)
  }
}
