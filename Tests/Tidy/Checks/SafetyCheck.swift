/// Promises that the compiler cannot check are made in the kernel only, each with its reason.
struct SafetyCheck: TidyCheck {
  private static let kernel = "Simulator"
  /// The kernel, the calls of the operating system, whose functions take pointers, what stands for functions of Foundation,
  /// and the collections, whose inner loops leave a check out.
  private static let unsafeLayers: Set<String> = [
    kernel, "SystemSupport", "AppFoundation", "AppNetworking", "Collections",
  ]

  func findings(in file: SourceFile) -> [Untidiness] {
    var result: [Untidiness] = []
    for (index, token) in file.tokens.enumerated() {
      if token.text == "unsafe", !Self.unsafeLayers.contains(file.layer) {
        result.append(
          Untidiness(
            path: file.path, line: token.line,
            text: "unsafe code outside of the kernel; use what \(Self.kernel) offers"))
      }
      if index > 0, file.tokens[index - 1].text == "@",
        token.text == "safe" || token.text == "exclusivity",
        !Self.unsafeLayers.contains(file.layer)
      {
        result.append(
          Untidiness(
            path: file.path, line: token.line,
            text: "“@\(token.text)” outside of the kernel promises what the compiler cannot check"))
      }
      guard token.text == "unchecked", index + 1 < file.tokens.count,
        file.tokens[index + 1].text == "Sendable"
      else { continue }
      if !Self.unsafeLayers.contains(file.layer) {
        result.append(
          Untidiness(
            path: file.path, line: token.line,
            text: "“@unchecked Sendable” outside of the kernel; keep the state in a Confined"))
      } else if !givesReason(file.comment(above: token.line)) {
        result.append(
          Untidiness(
            path: file.path, line: token.line,
            text: "no reason for “@unchecked Sendable”; begin a comment with its name and say why"))
      }
    }
    return result
  }

  /// Whether a comment names the promise and goes on to say why it is kept.
  private func givesReason(_ comment: String) -> Bool {
    guard let name = comment.firstRange(of: "`@unchecked Sendable`:") else { return false }
    return comment[name.upperBound...].split(whereSeparator: \.isWhitespace).count >= 3
  }
}
