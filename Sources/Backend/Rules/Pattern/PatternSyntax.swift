/// The syntax tree of a regular expression.
indirect enum PatternSyntax: Sendable, Equatable {
  case unit(UnitSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// At least `min` times, at most `max` times where there is a bound.
  case repeated(PatternSyntax, min: Int, max: Int?)
  case start
  case end
}

/// The reason why a pattern can't be used.
struct PatternError: Error, Sendable, Equatable {
  let what: String
  let remedy: String
  /// Offset in the pattern, in UTF-16 code units.
  let offset: Int
}
