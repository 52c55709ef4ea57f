/// A part of what a run leaves behind, such as a row of a disk.
public struct FinalState: Hashable, Sendable {
  /// The part's name among those of its holder, such as `messages/7`.
  public let name: String
  /// The hash of the part's whole content.
  public let digest: UInt64

  /// Describes a part by its content.
  public init(_ name: String, _ content: some Digestible) {
    self.name = name
    digest = content.digest
  }
}

extension World {
  /// Adds something whose content at the end of a run has to be the same in every process, such as a disk.
  ///
  /// The digest of a run sees what is told to the journal; this finds what was changed without. It is looked at only in
  /// runs that are compared, as by `--verify-determinism`.
  ///
  /// - Parameters:
  ///   - holder: The name under which a difference is told, such as "Alice's disk".
  ///   - parts: Returns the parts in an order that is the same in every process. Called between two steps, once the
  ///     verdict is there.
  public func addFinalState(_ holder: String, _ parts: @escaping () -> [FinalState]) {
    guard isFurnishable("something to be compared at the end was added") else { return }
    finalStates.append((JournalSource(holder), parts))
  }

  /// The hash of all that the run leaves behind; written into the journal part by part where one is kept.
  package func digestFinalState() -> UInt64 {
    var hash = StableHash()
    for (holder, parts) in finalStates {
      hash.mix(holder.identifier)
      for part in parts() {
        hash.mix(part.name)
        hash.mix(part.digest)
        journal.record(.scenario, about: holder, part.digest, "holds \(part.name) at the end")
      }
    }
    return hash.value
  }
}
