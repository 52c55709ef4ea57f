import Simulator

/// The tables of a recording while it grows: each text, place and drawing once.
struct RecordingTables {
  private(set) var texts: [String] = []
  private var textNumbers: [String: Int] = [:]
  private(set) var places: [CodeLocation] = []
  private var placeNumbers: [CodeLocation: Int] = [:]
  private(set) var nodes: [Recording.Node] = []
  private var nodeNumbers: [Recording.Node: Int] = [:]
  private(set) var waits: [Recording.Wait] = []
  private var waitNumbers: [Recording.Wait: Int] = [:]

  /// The number of a text.
  mutating func text(_ text: String) -> Int {
    Self.number(of: text, in: &texts, &textNumbers)
  }

  /// The number of a place in the source.
  mutating func place(_ place: CodeLocation) -> Int {
    Self.number(of: place, in: &places, &placeNumbers)
  }

  /// The number of a wait.
  mutating func wait(_ wait: Wait) -> Int {
    // The last part takes the rest of the time, which is not known here: it counts where no other part takes time.
    let longest = wait.parts.dropLast().max { $0.nanoseconds < $1.nanoseconds }
    let kind = longest.flatMap { $0.nanoseconds > 0 ? $0 : nil } ?? wait.parts.last
    let known = Recording.Wait(
      place: text(wait.place), text: text(wait.text), kind: text(kind?.kind.name ?? ""))
    return Self.number(of: known, in: &waits, &waitNumbers)
  }

  /// The number of a drawing, whose parts are in the table before it.
  mutating func node(_ drawing: ScreenDrawing) -> Int {
    let parts = drawing.parts.map { node($0) }
    var words = [drawing.text, drawing.detail, drawing.end, drawing.marks].map { text($0) }
    let size = drawing.width.flatMap { width in drawing.height.map { "\(width)×\($0)" } }
    if drawing.fill != nil || drawing.border != nil || size != nil {
      words += [drawing.fill, drawing.border].map { text($0?.description ?? "") }
    }
    if let size { words.append(text(size)) }
    let known = Recording.Node(
      role: drawing.role, traits: drawing.traits.rawValue, texts: words, parts: parts)
    return Self.number(of: known, in: &nodes, &nodeNumbers)
  }

  private static func number<Value: Hashable>(
    of value: Value, in values: inout [Value], _ numbers: inout [Value: Int]
  ) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
