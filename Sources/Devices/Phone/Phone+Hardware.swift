internal import Harness
internal import Network
internal import Simulator

// The phone's radio, as its person switches it.

extension Phone {
  /// Switches airplane mode: the interface goes down at once, and every connection with it.
  public func setAirplaneMode(
    _ isOn: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).airplane-mode-\(isOn ? "on" : "off")")
    let wasUp = network.isInterfaceUp(of: host)
    network.switchInterface(of: host, on: !isOn)
    let isUp = network.isInterfaceUp(of: host)
    // A fault from the seed may have the interface down at this very instant.
    if !wasUp, isUp || (isOn == false && world.nemesis != nil) { noteReconnection() }
    if !wasUp, isUp { wakeWithNetwork() }
  }

  /// Notes that the phone has its network back, for faults that end without the phone noticing.
  public nonisolated func noteReconnection() {
    let now = world.now
    reconnection.withValue { $0 = now }
  }
}
