public import Network
public import Simulator

/// The network as one launch of an app has it, for whatever talks over it: connections of its own, or a session for HTTP.
public struct AppNetwork: Sendable {
  /// The network.
  public let network: Network
  /// The phone as the network knows it.
  public let host: NetworkHost
  /// The process, with whose end the kernel closes the connections that are handled on its lanes.
  public let process: SimulatedProcess
}
