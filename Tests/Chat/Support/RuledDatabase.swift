import Backend
import Testing

@testable import Chat

/// A database with the chat's rules, and a conversation of Alice and Bob with a message of Alice's.
final class RuledDatabase {
  static let beginning: Int64 = 1_000_000
  private(set) var server: DatabaseServer
  var now = beginning
  private var connections: [String: ConnectionID] = [:]
  private var lastRequest = 0
  private var lastMark = 0

  init() throws {
    server = DatabaseServer(rules: .chat)
    let accounts = ["alice", "bob", "carol"].map { (Key($0), ["name": "N"] as Node) }
    administer(set: Node(children: accounts), at: "users")
    try #require(start("c", by: "alice", members: ["alice", "bob"]) == .ok)
    try #require(say("m1", in: "c", by: "alice") == .ok)
    try #require(say("m2", in: "c", by: "alice") == .ok)
  }

  /// Sends a request as a user; its answer.
  func ask(_ user: String?, _ request: ClientRequest) -> ResponseStatus? {
    let name = user ?? "nobody"
    if connections[name] == nil {
      connections[name] = ConnectionID(connections.count + 1)
      _ = server.connect(connections[name]!, nowMilliseconds: now)
      if let user { _ = ask(user, .authenticate(uid: user)) }
    }
    lastRequest += 1
    let message = ClientMessage(number: lastRequest, request)
    for case .send(_, .response(lastRequest, let status)) in server.receive(
      message, from: connections[name]!, nowMilliseconds: now)
    { return status }
    return nil
  }

  /// Whether a write is accepted; one of a conversation leaves a mark, as the app's do.
  func write(_ path: Path, _ node: Node, by user: String?) -> Bool {
    guard let user, path.first == "conversations" else {
      return ask(user, .put(path, node, hash: nil)) == .ok
    }
    lastMark += 1
    let mark = OutboxMark(installation: "test", slot: 0, number: lastMark)
    return merge(.root, [PathChange(path, node)] + mark.changes(of: UserID(user)), by: user)
  }

  func read(_ path: Path, by user: String?) -> Bool {
    ask(user, .listen(QuerySpec(path), tag: nil, hash: nil)) == .ok
  }

  func start(_ id: Key, by user: String, members: [String]) -> ResponseStatus? {
    let ends = members.map { (Key($0), Node(.bool(true))) }
    let record: Node = [
      "isGroup": false, "createdBy": Node(.string(user)), "createdAt": Node(.timestamp),
      "members": Node(children: ends), "seats": Self.seats(members), "seatOf": Self.seatOf(members),
    ]
    let memberships = members.map { PathChange(Path(["memberships", Key($0), id]), true) }
    return ask(
      user, .merge(.root, [PathChange(Path(["conversations", id]), record)] + memberships))
  }

  /// The users by their seats, from 1 on.
  static func seats(_ users: [String]) -> Node {
    Node(children: zip(1..., users).map { (Key("\($0)"), Node(.string($1))) })
  }

  /// The seats of users, from 1 on.
  static func seatOf(_ users: [String]) -> Node {
    Node(children: zip(1..., users).map { (Key($1), Node(.string("\($0)"))) })
  }

  static func message(by author: String, sentAt: Node = Node(.timestamp)) -> Node {
    ["author": Node(.string(author)), "text": "hello", "sentAt": sentAt]
  }

  func say(_ id: Key, in chat: Key, by user: String) -> ResponseStatus? {
    ask(user, .put(Path(["messages", chat, id]), Self.message(by: user), hash: nil))
  }

  /// Writes as a trusted program does.
  func administer(set node: Node, at path: Path) {
    _ = server.administer(set: node, at: path, as: "test", nowMilliseconds: now)
  }

  /// Starts a group of these members, whose admin is the first; they have accounts, and so has Carol.
  func startGroup(_ id: Key, of members: [String], accounts: [String] = ["carol", "dave"]) throws {
    let users = Node(children: (members + accounts).map { (Key($0), ["name": "N"] as Node) })
    administer(set: users, at: "users")
    let ends = members.map { (Key($0), Node(.bool(true))) }
    let record: Node = [
      "isGroup": true, "createdBy": Node(.string(members[0])), "createdAt": Node(.timestamp),
      "members": Node(children: ends), "admins": Node(children: ends.prefix(1)),
      "seats": Self.seats(members), "seatOf": Self.seatOf(members),
    ]
    let memberships = members.map { PathChange(Path(["memberships", Key($0), id]), true) }
    let start = [PathChange(Path(["conversations", id]), record)] + memberships
    try #require(ask(members[0], .merge(.root, start)) == .ok)
  }

  /// The batch of an admin who adds or removes members; parts of it can be told wrongly.
  static func change(
    _ id: Key, _ kind: String, _ users: [String], in group: Key, by admin: String,
    told: [String]? = nil, at time: Node = Node(.timestamp), saying: String? = nil
  ) -> [PathChange] {
    let marks = (told ?? users).map { (Key($0), Node(.bool(true))) }
    let staying = ["alice", "bob", "erin"].filter { !users.contains($0) }
    let record: Node = [
      "by": Node(.string(saying ?? admin)), "at": time, "kind": Node(.string(kind)),
      "users": Node(children: marks),
      "staying": kind == "added"
        ? .empty
        : ["first": Node(.string(staying[0])), "second": Node(.string(staying[1]))],
    ]
    let end: Node = kind == "added" ? Node(.timestamp) : .empty
    return [
      PathChange(Path(["changes", group, id]), record),
      PathChange(Path(["conversations", group, "lastChange"]), Node(.string(id.text))),
    ]
      + (kind == "removed" ? [] : users).flatMap { user in
        let seat = user == "carol" ? "10" : user == "dave" ? "11" : "12"
        return [
          PathChange(Path(["conversations", group, "seats", Key(seat)]), Node(.string(user))),
          PathChange(Path(["conversations", group, "seatOf", Key(user)]), Node(.string(seat))),
        ]
      }
      + users.flatMap {
        [
          PathChange(Path(["conversations", group, "members", Key($0)]), end),
          PathChange(Path(["memberships", Key($0), group]), end),
        ]
      }
  }

  /// Whether an admin's batch is accepted.
  func change(_ id: Key, _ kind: String, _ users: [String], in group: Key, by user: String) -> Bool
  {
    ask(user, .merge(.root, Self.change(id, kind, users, in: group, by: user))) == .ok
  }

  func merge(_ path: Path, _ changes: [PathChange], by user: String?) -> Bool {
    ask(user, .merge(path, changes)) == .ok
  }

  /// Whether a user may listen to the messages of a conversation from a time on.
  func readMessages(in chat: Key, since time: Int64, by user: String) throws -> Bool {
    let query = try QueryParameters.all.ordered(by: .child("sentAt")).starting(
      at: .number(Double(time)))
    return ask(user, .listen(QuerySpec(Path(["messages", chat]), query), tag: 7, hash: nil)) == .ok
  }
}
