internal import Backend
internal import Devices
internal import Simulator

// Some writes would undo what somebody else has said meanwhile, were they accepted a second time after a lost answer: a name,
// a pin, an invitation. Each leaves a mark on its user's own side of the database, and the rules accept it with a new mark alone.

/// The mark that an operation leaves at the backend, so that it is accepted once (C-17).
///
/// The rules accept a mark only where its number is greater than what stands in its place. A place is one operation's until its
/// answer has come, so that no write which waits behind it hides there what the backend has.
struct OutboxMark: Hashable, Sendable, Digestible {
  /// The name of this installation of the app among those of its user.
  let installation: Key
  /// The place among those of the installation; the least that was free.
  let slot: Int
  /// Greater than that of every earlier mark of the installation.
  let number: Int

  /// The key of its place at the backend.
  var place: Key { Key("\(installation.text)-\(slot)") }

  /// The changes that leave it, below the root.
  func changes(of user: UserID) -> [PathChange] {
    [
      PathChange(ChatPaths.marks(of: user).child(place), Node(.number(Double(number)))),
      PathChange(
        ChatPaths.lastMark(of: user),
        ["place": Node(.string(place.text)), "id": Node(.string("\(place.text)/\(number)"))]),
    ]
  }

  /// Whether it stands among the marks of its user.
  func stands(in marks: Node) -> Bool { marks[child: place].number == Double(number) }

  func digest(into hash: inout StableHash) {
    installation.digest(into: &hash)
    hash.mix(UInt64(slot))
    hash.mix(UInt64(number))
  }
}

/// The numbers of the marks of one installation of the app; on the disk, so that they grow over restarts.
///
/// An app that is installed anew begins with another name, and with one.
struct MarkCounter: Digestible {
  /// The name of this installation; of no meaning before there is a mark.
  var installation: Key = "none"
  /// The number of the last mark; 0 before there is one.
  var lastNumber = 0

  static let table = DiskTable<MarkCounter>("marks")
  /// The key of the only row of ``table``.
  static let rowKey = "own"

  func digest(into hash: inout StableHash) {
    installation.digest(into: &hash)
    hash.mix(UInt64(lastNumber))
  }
}

extension OutboxOperation.Change {
  /// Whether it would do harm where the backend accepted it twice, and has nothing else by which it is accepted once: messages,
  /// receipts, edits, changes of members and turns of settings have their ids and revisions.
  var needsMark: Bool {
    switch self {
    case .describe, .clear: true
    case .start, .send, .deliver, .read, .edit, .attach, .delete, .deleteMedia, .change, .share,
      .set:
      false
    }
  }
}

extension Outbox {
  /// The least slot for a mark that no waiting operation has.
  var freeSlot: Int {
    let taken = operations.compactMap { $0.mark?.slot }
    return (0..<taken.count).first { !taken.contains($0) } ?? taken.count
  }
}
