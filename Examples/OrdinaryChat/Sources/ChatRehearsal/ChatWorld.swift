import ChatServer
import Foundation
import OrdinaryChat
import Rehearsal
import Web

public typealias ChatPhone = Phone<HostedApp<RehearsedChat>>

/// Phones with the chat, and its server.
public struct ChatWorld: AppWorld {
  public typealias App = HostedApp<RehearsedChat>
  public let stage: AppStage
  public let server: WebServer

  static let origin = URL(string: "https://chat.example")!

  public init(in world: World) async throws {
    stage = try AppStage(in: world)
    // By HTTP/1.1, with which the figures of the README were taken.
    server = try WebServer("chat.example", on: stage.network, speaksHTTP2: false) {
      ChatService(machine: $0)
    }
  }

  /// The mistakes that `ORDINARY_CHAT_MISTAKES` names, for whoever wants to see them found.
  private static let mistakes: Set<Mistake> = Set(
    (ProcessInfo.processInfo.environment["ORDINARY_CHAT_MISTAKES"] ?? "").split(separator: ",")
      .compactMap { Mistake(rawValue: String($0)) })

  public func configuration(of phone: PhoneSetup) throws -> Set<Mistake> { Self.mistakes }

  public var invariants: [any Invariant<App>] { [SentStays(), OneOrder()] }

  public static var faultProbes: [Probe] { [] }
}

extension Phone where App == HostedApp<RehearsedChat> {
  /// Writes a text and touches send.
  ///
  /// - Parameter photo: The size of a picture with it, in bytes.
  public nonisolated func send(
    _ text: String, photo: Int? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) async {
    let isShown: @MainActor @Sendable (RehearsedChat) -> Bool = { app in
      app.model.rows.contains { $0.text == text }
    }
    await touch("send", text, fileID: fileID, filePath: filePath, line: line, isDone: isShown) {
      try? $0.model.send(text, photo: photo.map { Data(repeating: 7, count: $0) })
    }
  }
}
