internal import Backend
internal import Devices

// Parts of the backend's records in a form in which what a disk has can be compared with them; read without the app's parsers.

/// The description, the roles, the pins and the guests of a conversation, and who may write.
struct DetailsAtRest: Equatable, CustomStringConvertible {
  /// A pinned message.
  private struct Pin: Equatable {
    let message: String
    let user: String?
    let milliseconds: Int64?

    /// Pins stand with the newest first.
    static func isEarlier(_ left: Pin, _ right: Pin) -> Bool {
      (left.milliseconds ?? 0, left.message) > (right.milliseconds ?? 0, right.message)
    }
  }

  private var words: String?
  /// Whether only admins may write.
  private(set) var isAdminsOnly = false
  private var moderators: Set<String> = []
  /// Who has invited each guest.
  private var hosts: [String: String] = [:]
  private var pins: [Pin] = []
  /// The pinned messages, the newest pin first.
  var pinned: [MessageID] { pins.map { MessageID($0.message) } }

  var description: String {
    // order: sorted.
    let guests = hosts.map { "\($0.key) by \($0.value)" }.sorted()
    return "“\(words ?? "")”, \(isAdminsOnly ? "admins write" : "all write"), moderators "
      + "\(moderators.sorted()), guests \(guests), pins \(pins.map(\.message))"
  }

  /// What the backend has.
  init(_ node: Node) {
    words = Self.text(node[child: "description"])
    isAdminsOnly = node[child: "adminsOnly"].scalar == .bool(true)
    moderators = Set(node[child: "moderators"].children.map(\.key.text))
    for (guest, host) in node[child: "invited"].children { hosts[guest.text] = Self.text(host) }
    pins = node[child: "pins"].children.map { key, pin in
      Pin(
        message: key.text, user: Self.text(pin[child: "by"]),
        milliseconds: Self.number(pin[child: "at"]))
    }.sorted(by: Pin.isEarlier)
  }

  /// What a disk has; nil where it has nothing of all this.
  init(_ details: ConversationDetails?) {
    guard let details else { return }
    words = details.description
    isAdminsOnly = details.isAdminsOnly
    moderators = Set(details.moderators.map(\.text))
    // order: each guest has one host.
    for (guest, host) in details.invited { hosts[guest.text] = host.text }
    pins = details.pins.map {
      Pin(message: $0.message.text, user: $0.user.text, milliseconds: $0.milliseconds)
    }
  }

  fileprivate static func text(_ node: Node) -> String? {
    if case .string(let text) = node.scalar { text } else { nil }
  }

  fileprivate static func number(_ node: Node) -> Int64? {
    if case .number(let number) = node.scalar { Int64(number) } else { nil }
  }
}

/// A picture or a video of a message.
struct MediumAtRest: Equatable, CustomStringConvertible {
  private let number: String
  private let type: String?
  private let numbers: [Int64?]
  private let file: String?
  private let url: String?

  var description: String { "\(number): \(type ?? "no type") \(url ?? "not uploaded")" }

  /// Those that a message has at the backend, by their numbers.
  static func list(_ node: Node) -> [MediumAtRest] {
    node.isEmpty
      ? []
      : node.children.map { key, child in
        MediumAtRest(
          number: key.text, type: DetailsAtRest.text(child[child: "type"]),
          numbers: ["bytes", "width", "height", "uploadedAt"].map {
            DetailsAtRest.number(child[child: $0])
          },
          file: DetailsAtRest.text(child[child: "file"]),
          url: DetailsAtRest.text(child[child: "url"]))
      }
  }

  /// Those that a disk has.
  static func list(_ attachments: [Attachment]) -> [MediumAtRest] {
    attachments.map {
      MediumAtRest(
        number: "\($0.number)", type: $0.contentType,
        numbers: [
          Int64($0.byteCount), Int64($0.width), Int64($0.height), $0.uploadedMilliseconds,
        ], file: $0.file.text, url: $0.url)
    }
  }
}
