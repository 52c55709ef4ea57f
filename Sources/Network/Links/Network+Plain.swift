public import Simulator

extension Network {
  /// What is plain of the choices that links leave to the seed: nothing lost, nothing doubled, nothing out of
  /// order, latencies in the middle.
  public static let plainChoices: [PlainChoice] = [
    PlainChoice(.linkLoss, .max), PlainChoice(.linkLossState, .max),
    PlainChoice(.linkDuplication, .max), PlainChoice(.linkReordering, .max),
    PlainChoice(.linkLatency, 1 << 63), PlainChoice(.linkJitter, 1 << 63),
  ]
}
