internal import Harness
import Simulator

/// The arguments behind a subcommand, sorted into options and words.
struct ParsedArguments {
  /// The words that are no options, in order.
  private(set) var words: [String] = []
  /// The options that were given, as they were typed and in that order.
  private(set) var given: [(name: String, value: String?)] = []
  /// What was given, by the options' names: subcommands describe one option in different ways.
  private var values: [String: String] = [:]

  /// Sorts `arguments` by the options that the subcommand knows.
  ///
  /// `--name value` and `--name=value` mean the same; `--` ends the options.
  init(_ arguments: [String], options: [CommandOption]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw .unknownOption(name, suggestion: Self.closest(to: name, among: options))
      }
      guard values[option.name] == nil else { throw .repeatedOption(name) }
      guard let placeholder = option.placeholder else {
        if parts.count == 2 { throw .unexpectedValue(option: name) }
        values[option.name] = ""
        given.append((option.name, nil))
        continue
      }
      if parts.count == 2, !parts[1].isEmpty {
        values[option.name] = String(parts[1])
      } else if parts.count == 1, let value = rest.first, !value.hasPrefix("--"), !value.isEmpty {
        values[option.name] = value
        rest.removeFirst()
      } else {
        throw .missingValue(option: name, placeholder: placeholder)
      }
      given.append((option.name, values[option.name]))
    }
  }

  private static func closest(to name: String, among options: [CommandOption]) -> String? {
    let ranked = options.filter { !$0.isHidden }
      .map { ($0.name, EditDistance.between($0.name, name)) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    guard let best = ranked.first, best.1 <= max(2, name.count / 3) else { return nil }
    return best.0
  }

  /// Whether an option without a value was given.
  func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

  /// The text given for an option.
  func text(_ option: CommandOption) -> String? { values[option.name] }

  /// The value given for an option, or `standard` when it was not given.
  ///
  /// - Parameter read: Returns nil for a text that the option does not take.
  func value<Value>(
    _ option: CommandOption, default standard: Value, expected: String,
    _ read: (String) -> Value?
  ) throws(UsageError) -> Value {
    guard let text = values[option.name] else { return standard }
    guard let value = read(text) else {
      throw .badValue(option: option.name, value: text, expected: expected)
    }
    return value
  }

  /// The value given for an option, or `standard` when it was not given.
  ///
  /// - Parameter read: Says why a text is no value of the option, and what would be one.
  func value<Value>(
    _ option: CommandOption, default standard: Value, _ read: (String) throws(Misfit) -> Value
  ) throws(UsageError) -> Value {
    guard let text = values[option.name] else { return standard }
    do throws(Misfit) {
      return try read(text)
    } catch {
      throw .badValue(option: option.name, value: text, expected: error.reason)
    }
  }

  /// Refuses words, for a subcommand that takes none.
  func refuseWords() throws(UsageError) {
    if let word = words.first { throw .unexpectedArgument(word) }
  }
}
