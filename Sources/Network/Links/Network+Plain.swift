public import Harness
internal import Simulator

extension Network {
  /// The plain values for the choices that links leave to the seed: nothing lost, nothing doubled, nothing out of
  /// order, latencies in the middle.
  public static let shrinkTargets: [ShrinkTarget] = [
    ShrinkTarget(.linkLoss, .max), ShrinkTarget(.linkLossState, .max),
    ShrinkTarget(.linkDuplication, .max), ShrinkTarget(.linkReordering, .max),
    ShrinkTarget(.linkLatency, 1 << 63), ShrinkTarget(.linkJitter, 1 << 63),
  ]
}
