/// Every relative link of a page leads to a file of the repository, and its anchor to a heading of that page.
struct LinkCheck {
  private let pages: [String: Page]
  private let exists: (String) -> Bool

  init(_ pages: [Page], exists: @escaping (String) -> Bool) {
    self.pages = Dictionary(pages.map { ($0.path, $0) }) { first, _ in first }
    self.exists = exists
  }

  /// The links of a page that lead nowhere.
  func findings(in page: Page) -> [Untidiness] {
    page.links.compactMap { link in
      problem(with: link.target, in: page).map {
        Untidiness(path: page.path, line: link.line, text: $0)
      }
    }
  }

  private func problem(with target: String, in page: Page) -> String? {
    if target.firstMatch(of: /^[a-z]+:/) != nil { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].isEmpty ? page.path : Self.resolve(parts[0], from: page.folder)
    guard let path else { return "the link to \(target) leaves the repository" }
    guard exists(path) else { return "the link to \(target) leads nowhere; there is no \(path)" }
    guard parts.count > 1 else { return nil }
    guard let other = pages[path] else {
      return "the link to \(target) asks for a heading of no page"
    }
    return other.anchors.contains(String(parts[1]))
      ? nil : "the link to \(target) asks for a heading that \(path) has not"
  }

  /// The path from the root of the package; nil for one outside of it.
  private static func resolve(_ target: Substring, from folder: String) -> String? {
    var parts = folder.split(separator: "/")
    for part in target.split(separator: "/") {
      switch part {
      case ".": break
      case "..":
        guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
