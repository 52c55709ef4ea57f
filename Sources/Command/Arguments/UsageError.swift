import Simulator

/// A mistake in what was typed; the command ends with status 64.
enum UsageError: Error, Hashable, CustomStringConvertible {
  /// No option has this name.
  case unknownOption(String, suggestion: String?)
  /// The option was given without its value.
  case missingValue(option: String, placeholder: String)
  /// The option takes no value but was given one.
  case unexpectedValue(option: String)
  /// The option was given twice.
  case repeatedOption(String)
  /// The value of an option is not what it takes.
  case badValue(option: String, value: String, expected: String)
  /// Two options contradict each other.
  case conflict(String, String, reason: String)
  /// The subcommand takes no such argument.
  case unexpectedArgument(String)
  /// The subcommand needs an argument.
  case missingArgument(String)
  /// A word picks no scenario.
  case selection(SelectionError, subcommand: String?)
  /// A word that must name one scenario picks several.
  case family(String, members: [String])
  /// A replay token is malformed.
  case token(TokenError, text: String)
  /// A file cannot be read, or does not hold what it should.
  case unreadable(path: String, reason: String)
  /// The results cannot be written where they should go.
  case unwritable(path: String, reason: String)

  var description: String {
    switch self {
    case .unknownOption(let name, let suggestion):
      "there is no option \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .missingValue(let option, let placeholder):
      "\(option) needs a value: \(option) \(placeholder)"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .repeatedOption(let option): "\(option) is given twice"
    case .badValue(let option, let value, let expected):
      "\"\(value)\" is no value for \(option): \(expected)"
    case .conflict(let first, let second, let reason):
      "\(first) and \(second) contradict each other: \(reason)"
    case .unexpectedArgument(let argument): "there is nothing to do with \"\(argument)\""
    case .missingArgument(let what): "\(what) is missing"
    case .selection(let error, let subcommand):
      "\(error)"
        + (subcommand.map { "; or did you mean the subcommand: rehearse \($0) …?" } ?? "")
    case .family(let word, let members):
      "\"\(word)\" is no scenario; it picks \(members.prefix(3).joined(separator: ", "))"
        + (members.count > 3 ? ", …" : "")
    case .token(let error, let text): "\"\(text)\" cannot be replayed: \(error)"
    case .unreadable(let path, let reason): "\(path) cannot be used: \(reason)"
    case .unwritable(let path, let reason):
      "the results cannot be written to \(path): \(reason)"
    }
  }
}
