/// What the runs of functions were told and what they read, in words for a report; kept only while a run is recorded.
struct FunctionInputs {
  /// The reads of the runs that are under way, in their order.
  private var reads: [FunctionRuntime.DeliveryID: [String]] = [:]

  /// Takes what a run has read.
  mutating func add(_ nodes: [Node], at paths: [Path], by id: FunctionRuntime.DeliveryID) {
    reads[id, default: []] += zip(paths, nodes).map { "read \($0) = \(Self.text(of: $1))" }
  }

  /// Gives the inputs of a run that is over, and forgets them.
  mutating func end(_ id: FunctionRuntime.DeliveryID, _ event: FunctionEvent) -> String {
    ([Self.text(of: event)] + (reads.removeValue(forKey: id) ?? [])).joined(separator: "; ")
  }

  /// The change that an event tells a function.
  static func text(of event: FunctionEvent) -> String {
    if let file = event.file { return "\(event.path): stored, \(file.content.byteCount) bytes" }
    return "\(event.path): \(text(of: event.before)) → \(text(of: event.after))"
  }

  private static func text(of node: Node) -> String { node.isEmpty ? "nothing" : node.brief }
}
