/// A layer imports only layers below it, and nothing that brings a clock or a queue of the real world.
struct LayeringCheck: TidyCheck {
  /// What the toolchain offers and the layers may use.
  private static let toolchain: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "Glibc", "Musl", "Darwin",
  ]

  func findings(in file: SourceFile) -> [Untidiness] {
    file.tokens.indices.dropLast().filter { file.tokens[$0].text == "import" }.compactMap { index in
      let module = file.tokens[index + 1].text
      guard !allowed(for: file.layer).contains(module) else { return nil }
      return Untidiness(
        path: file.path, line: file.tokens[index].line,
        text: "\(file.layer) must not know \(module): arrows point down, to the layers below")
    }
  }

  private func allowed(for layer: String) -> Set<String> {
    // A scenario speaks the vocabulary of the app, which brings along what it needs of the layers below.
    guard let height = SourceTree.layers.firstIndex(of: layer) else { return ["Chat"] }
    let below = SourceTree.layers[..<height]
    // What happens in a world has no use for the processes and the descriptors of the real one.
    return Self.toolchain.union(height == 1 ? below : below.dropFirst())
  }
}
