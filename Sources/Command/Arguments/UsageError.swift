internal import Harness
import Network
import Simulator

/// A mistake in what was typed; the command ends with status 64.
enum UsageError: Error, Hashable, CustomStringConvertible {
  /// No option has this name.
  case unknownOption(String, suggestion: String?)
  /// There is help for no subcommand of this name.
  case noSubcommand(String, suggestion: String?)
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
  /// Scenarios whose statements do not allow faults were to be struck at.
  case faultless([String])
  /// A word names no requirement and no area.
  case unknownRequirement(String)
  /// A word names no network profile.
  case profile(ProfileError)
  /// A replay token is malformed.
  case token(TokenError, text: String)
  /// The environment does not say which part of a sweep to play.
  case shardEnvironment(ShardEnvironmentError)
  /// A file cannot be read, or does not hold what it should.
  case unreadable(path: String, reason: String)
  /// A starter package cannot be written as it was asked for.
  case starter(StarterError)
  /// The results cannot be written where they should go.
  case unwritable(path: String, reason: String)
  /// None of the scenarios that were picked plays generated days.
  case noDays([String])

  var description: String {
    switch self {
    case .unknownOption(let name, let suggestion):
      "there is no option \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .noSubcommand(let name, let suggestion):
      "there is no subcommand \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
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
      Self.unknown(error, subcommand: subcommand)
    case .family(let word, let members):
      "\"\(word)\" is no scenario; it picks \(members.prefix(3).joined(separator: ", "))"
        + (members.count > 3 ? ", …" : "")
    case .faultless(let names):
      "the statements of \(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? ", …" : "") do not allow "
        + "faults; declare `faults: .allowed` where they stay true under them, pick other scenarios, or give "
        + "--anyway to see what breaks"
    case .unknownRequirement(let word):
      "no requirement and no area of requirements is called \"\(word)\"; "
        + "`\(Program.name) requirements --without-playing` shows them"
    case .profile(let error): "\(error)"
    case .token(let error, let text):
      // That of a generated day has thousands of characters.
      "\"\(text.count > 100 ? "\(text.prefix(99))…" : text)\" is neither a file nor a token that can be "
        + "replayed: \(error)"
    case .shardEnvironment(let error): "\(error)"
    case .unreadable(let path, let reason): "\(path) cannot be used: \(reason)"
    case .starter(let error): "\(error)"
    case .noDays(let words):
      """
      \(words.isEmpty ? "no scenario" : "none of the scenarios of " + words.joined(separator: " ")) plays generated days; \
      declare one with Scenario.generatedDays
      """
    case .unwritable(let path, let reason):
      "the results cannot be written to \(path): \(reason)"
    }
  }

  private static func unknown(_ error: SelectionError, subcommand: String?) -> String {
    let known =
      error.suggestions + (subcommand.map { ["the subcommand `\(Program.name) \($0)`"] } ?? [])
    let hint = known.isEmpty ? "" : "; did you mean \(known.joined(separator: ", or "))?"
    return
      "no scenario, tag or requirement is called \"\(error.word)\"\(hint.isEmpty ? ";" : hint) "
      + "`\(Program.name) list` shows what there is"
  }
}
