/// Something that must hold in every run, at every step, and did not.
struct InvariantBreach: Hashable, Sendable {
  /// The number of the invariant in the requirements, such as "I-01".
  let invariant: String
  /// What must hold, about which phone and which message.
  let expected: String
  /// The fact that broke it: what was there before, and what is there now.
  let observed: [String]

  init(_ invariant: String, _ expected: String, _ observed: String...) {
    self.invariant = invariant
    self.expected = expected
    self.observed = observed
  }
}

/// A message as the stories of breaches name it: what it says, and its id.
func named(_ id: MessageID, _ text: String?) -> String {
  text.map { "“\($0)” (\(id))" } ?? "message \(id)"
}
