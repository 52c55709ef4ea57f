import Backend
import Devices
import Foundation
import Harness
import Network
import Observation
import Simulator

/// What an app of ordinary code keeps and shows.
@MainActor @Observable
final class NoticeModel {
  var notice = "nothing"
}

/// An app of ordinary code.
@MainActor
final class NoticeApp: MainActorApp {
  typealias Screen = String

  let model = NoticeModel()

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "shows \(model.notice)" }
}

/// Scenarios of an app of ordinary code, which asks what is the same in every process, or what is not.
enum OrdinaryMisbehaviour {
  static let hosts = Scenario("an app shows the time", tags: "ordinary") { (stage: BareWorld) in
    try await show(in: stage.world) { "\(Date().timeIntervalSince1970)" }
  }

  static let tellsItsProcess = Scenario("an app shows the number of its process", tags: "ordinary")
  { (stage: BareWorld) in
    try await show(in: stage.world) { "process \(getpid())" }
  }

  private static func show(
    in world: World, _ notice: @escaping @MainActor @Sendable () -> String
  ) async throws {
    let stage = try AppStage(in: world)
    let phone = try Phone<HostedApp<NoticeApp>>(
      name: "Alice", user: "alice", on: .wifi, network: stage.network, server: stage.backend.host,
      configuration: 0)
    try await phone.launch()
    await phone.touch("show") { $0.model.notice = notice() }
    try await phone.expect { $0 != "shows nothing" }
  }
}
