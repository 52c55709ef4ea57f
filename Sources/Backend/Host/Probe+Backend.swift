public import Harness
internal import Simulator

extension Probe {
  /// The backend committed a write, and the phone never heard of it on that connection.
  public static let acknowledgementLost = Probe("an acknowledgement was lost after the commit")
}
