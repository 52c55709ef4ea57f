import Backend
import Devices
import Simulator

/// The app of a recorded client: it does nothing by itself and writes down the messages that are handed to it.
actor RecordingApp: PhoneApp {
  /// The app shows nothing.
  struct Screen: Digestible, Hashable, Sendable, CustomStringConvertible {
    var description: String { "nothing" }

    func digest(into hash: inout StableHash) {}
  }

  /// A message that was handed to the running app.
  struct Message: Sendable {
    let title: String?
    let data: [String: String]
  }

  typealias Configuration = @Sendable (Message) -> Void

  nonisolated let lane: Lane
  nonisolated let services: PhoneServices<Screen>
  private let handOver: Configuration

  init(services: PhoneServices<Screen>, configuration: @escaping Configuration) {
    lane = services.lane
    self.services = services
    handOver = configuration
  }

  func start() {}

  func shouldPresent(_ notification: DeliveredNotification) -> Bool {
    handOver(Message(title: notification.title, data: notification.data))
    return false
  }

  func received(_ data: [String: String], completionHandler: @escaping @Sendable () -> Void) {
    handOver(Message(title: nil, data: data))
  }
}
