/// A layer imports only layers below it, and nothing that brings a clock or a queue of the real world.
struct LayeringCheck: TidyCheck {
  /// The modules of the toolchain that every layer may use.
  private static let toolchain: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "Observation",
  ]
  /// The modules of the operating system.
  private static let system: Set<String> = ["Glibc", "Musl", "Darwin"]
  /// The layers that call the operating system, or read and write files through `SystemSupport`.
  private static let systemUsers: Set<String> = ["Simulator", "Harness", "Backend"]
  /// The module that gives all layers below the app by one import.
  private static let umbrella = "Rehearsal"

  func findings(in file: SourceFile) -> [Untidiness] {
    file.tokens.indices.dropLast().filter { file.tokens[$0].text == "import" }.compactMap { index in
      let module = Self.layer(of: file.tokens[index + 1].text)
      let line = file.tokens[index].line
      if file.lines[line - 1].contains("@_exported"), file.layer != Self.umbrella {
        return Untidiness(
          path: file.path, line: line,
          text: "only the module \(Self.umbrella) passes on what it imports")
      }
      guard !allowed(for: file.layer).contains(module) else { return nil }
      return Untidiness(
        path: file.path, line: line,
        text: "\(file.layer) must not know \(module): arrows point down, to the layers below")
    }
  }

  /// The layer of a module; their names differ where another package has a module of the layer's name.
  private static func layer(of module: String) -> String {
    module == "RehearsalCollections" ? "Collections" : module
  }

  private func allowed(for layer: String) -> Set<String> {
    // A scenario speaks the vocabulary of the app and that of Rehearsal.
    guard let height = SourceTree.layers.firstIndex(of: layer) else {
      return ["Chat", Self.umbrella]
    }
    if layer == "SystemSupport" || layer == "Collections" {
      return layer == "Collections" ? Self.toolchain : Self.toolchain.union(Self.system)
    }
    var allowed = Self.toolchain.union(SourceTree.layers[..<height])
    allowed.remove(Self.umbrella)
    // What happens in a world has no use for the processes and the descriptors of the real one.
    if !Self.systemUsers.contains(layer) { allowed.remove("SystemSupport") }
    // It has the types of Foundation's sessions for its own, whose clocks show virtual time in a world.
    if layer == "AppFoundation" { allowed.formUnion(["Foundation", "SystemSupport"]) }
    if layer == "AppNetworking" {
      allowed.formUnion(["Foundation", "FoundationNetworking", "SystemSupport"])
    }
    if layer == "Web" { allowed.formUnion(["Foundation", "FoundationNetworking"]) }
    if layer == "Simulator" { allowed.formUnion(Self.system.union(["Runtime"])) }
    return allowed
  }
}
