import Devices
import Foundation
import OrdinaryChat
import Simulator
import Web

/// The app's server: messages and pictures in tables on its disk, and sockets to tell of new ones.
public actor ChatService: WebService {
  private let machine: WebMachine
  private var listeners: [ServerSocket] = []

  private static let table = DiskTable<String>("messages")
  private static let photos = DiskTable<String>("photos")

  public init(machine: WebMachine) { self.machine = machine }

  public func respond(to request: WebRequest) async throws -> WebResponse {
    switch (request.method, request.path) {
    case ("POST", "/messages"):
      return try WebResponse(
        status: 201, json: try keep(JSONDecoder().decode(Message.self, from: request.body)))
    case ("GET", "/messages"):
      let place = request.query("after").flatMap(Int.init) ?? 0
      return try WebResponse(json: stored().filter { ($0.place ?? 0) > place })
    default: return try photo(request)
    }
  }

  /// Takes the picture of a message, or gives it out.
  private func photo(_ request: WebRequest) throws -> WebResponse {
    let parts = request.path.split(separator: "/")
    guard parts.count == 2, parts[0] == "photos", let id = UUID(uuidString: String(parts[1]))
    else { return WebResponse(status: 404) }
    switch request.method {
    case "PUT":
      var transaction = DiskTransaction()
      transaction.put(request.body.base64EncodedString(), at: "\(id)", in: Self.photos)
      try machine.commit(transaction)
      try tell(.photo(id))
      return WebResponse(status: 204)
    case "GET":
      let photo = machine.disk.image.row("\(id)", in: Self.photos)
      guard let photo = photo.flatMap({ Data(base64Encoded: $0) }) else {
        return WebResponse(status: 404)
      }
      return WebResponse(headers: ["Content-Type": "image/jpeg"], body: photo)
    default: return WebResponse(status: 405)
    }
  }

  private func tell(_ news: News) throws {
    let text = String(decoding: try JSONEncoder().encode(news), as: UTF8.self)
    for listener in listeners { listener.send(.text(text)) }
  }

  /// Gives a message its place and tells of it; one that is there already keeps the place that it has.
  private func keep(_ message: Message) throws -> Message {
    let stored = try stored()
    if let known = stored.first(where: { $0.id == message.id }) { return known }
    var message = message
    message.place = stored.count + 1
    let text = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    var transaction = DiskTransaction()
    transaction.put(text, at: key(stored.count + 1), in: Self.table)
    try machine.commit(transaction)
    try tell(.message(message))
    return message
  }

  private func stored() throws -> [Message] {
    try machine.disk.image.rows(in: Self.table).map { _, text in
      try JSONDecoder().decode(Message.self, from: Data(text.utf8))
    }
  }

  private func key(_ place: Int) -> String {
    String(repeating: "0", count: 8 - "\(place)".count) + "\(place)"
  }

  public func talk(over socket: ServerSocket, opened request: WebRequest) async {
    listeners.append(socket)
    while (try? await socket.receive()) != nil {}
    listeners.removeAll { $0 === socket }
  }
}
