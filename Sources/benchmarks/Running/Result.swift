/// One figure of a workload, ready to be printed.
struct Result {
  let name: String
  let value: Double
  let unit: String

  /// One line for a person.
  var text: String {
    let gap = String(repeating: " ", count: max(1, 22 - name.count))
    return "\(name)\(gap)\(Self.grouped(value)) \(unit)"
  }

  /// One line of JSON; neither name nor unit holds a character that would need escaping.
  var json: String {
    #"{"version":1,"kind":"benchmark","name":"\#(name)","value":\#(value),"unit":"\#(unit)"}"#
  }

  /// Whole numbers with their thousands set apart; below 100, one decimal.
  private static func grouped(_ value: Double) -> String {
    guard value >= 100 else { return "\((value * 10).rounded() / 10)" }
    var digits = String(Int(value.rounded()))
    var position = digits.count - 3
    while position > 0 {
      digits.insert(" ", at: digits.index(digits.startIndex, offsetBy: position))
      position -= 3
    }
    return digits
  }
}
