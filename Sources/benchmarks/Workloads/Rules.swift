import Backend
import Chat

/// The chat's own rules, asked whether a member may write a message: the whole verdict.
///
/// One evaluation is what the server does for one message: the `.write` rule and every `.validate` rule at,
/// above and below the message.
struct Rules: SingleWorkload {
  let name = "rules"
  let unit = "evaluations/s"
  let summary = "full verdicts of the chat's rules on the write of a message"

  private static let members = 21
  private static let messages = 100

  func run() -> Double {
    guard let rules = try? RuleSet(ChatRules.text) else {
      preconditionFailure("the chat's rules are not valid")
    }
    let evaluations = 500_000
    let now: Int64 = 1_780_000_000_000
    let author = Self.user(0)
    let before = database(nowMilliseconds: now)
    let path: Path = "messages/-Nconversation000000/-Nmessage0000000000"
    let message: Node = [
      "author": Node(.string(author)), "text": "See you at eight.",
      "sentAt": Node(.number(Double(now))),
    ]
    let after = before.updating(path, to: message)
    let auth = RuleAuth(uid: author)
    var allowed = 0
    let figure = Stopwatch.perSecond(evaluations) {
      for _ in 0..<evaluations {
        let verdict = rules.verdict(onWriting: path, as: auth, from: before, to: after, at: now)
        if verdict.isAllowed { allowed += 1 }
      }
    }
    precondition(allowed == evaluations, "\(evaluations - allowed) messages were refused")
    return figure
  }

  /// An id as long as the platform's.
  private static func user(_ number: Int) -> String { "kX2mW9tQzXhV4bYcR7nLpS1aD\(100 + number)" }

  private func database(nowMilliseconds now: Int64) -> Node {
    let members = Node(children: (0..<Self.members).map { (Key(Self.user($0)), true) })
    let conversation: Node = [
      "isGroup": true, "createdBy": Node(.string(Self.user(0))),
      "createdAt": Node(.number(Double(now - 1))), "members": members,
    ]
    let message: Node = ["author": "someone", "text": "hello", "sentAt": 1]
    let messages = Node(
      children: (0..<Self.messages).map { (Key("-Nearlier\(100 + $0)00000000"), message) })
    return [
      "conversations": ["-Nconversation000000": conversation],
      "messages": ["-Nconversation000000": messages],
    ]
  }
}
