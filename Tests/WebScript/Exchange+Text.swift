extension Exchange {
  /// The exchanges without a WebSocket.
  public static var requests: [Exchange] {
    script.filter {
      if case .socket = $0.content { false } else { true }
    }
  }

  /// What the client does, a line a request: a recording carries them, so that it can be told whether it is of this script.
  public var lines: [String] {
    switch content {
    case .request(let request): [request.text]
    case .both(let first, let second): [first.text, second.text]
    case .socket(let path, let steps): ["socket \(path); \(steps.count) steps"]
    case .several(let requests): requests.map { "\($0.request.text); behind \($0.pause) ms" }
    case .crowd(let request, let count): ["\(request.text); \(count) times"]
    case .unread(let request, let other): ["unread \(request.text)", "beside \(other.text)"]
    }
  }
}

extension Exchange.Request {
  /// The request in a line.
  fileprivate var text: String {
    var parts = ["\(method) \(path)"]
    for (name, value) in headers { parts.append("\(name): \(Self.short(value))") }
    if let body { parts.append("body \(Self.short(body))") }
    if call != .data { parts.append("by \(call)") }
    if timeout != Self(path: "").timeout { parts.append("\(timeout) s") }
    if let cancelledAfter { parts.append("cancelled after \(cancelledAfter) ms") }
    if !handlesCookies { parts.append("without cookies") }
    if policy != .usual { parts.append("cache \(policy)") }
    if let address { parts.append("address \(address)") }
    return parts.joined(separator: "; ")
  }

  private static func short(_ text: String) -> String {
    text.utf8.count > 60 ? "of \(text.utf8.count) bytes" : text
  }
}
