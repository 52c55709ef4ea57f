internal import Harness
import Simulator

/// A phone drawn as text: a frame, its status bar, and the screen that its owner sees.
struct TextPhone {
  /// A line of the drawing, before it is painted.
  struct Line: Hashable {
    enum Ink: Hashable {
      case plain
      case strong
      case faint
      case tinted
      case alarming
    }

    var text: String
    var ink = Ink.plain
    /// Whether it stands at the right side: what the phone's owner wrote.
    var isOwn = false
  }

  let recording: Recording
  /// The columns within the frame.
  let width: Int
  /// The rows within the frame.
  let height: Int

  /// The lines of a phone, frame and all: `height + 2` of them, each `width + 4` columns.
  ///
  /// - Parameters:
  ///   - phone: Its number in ``Recording/phones``.
  ///   - event: The event after which it is drawn.
  func lines(of phone: Int, at event: Int, style: Style) -> [String] {
    let phones = RecordedPhones(recording: recording)
    let name = TextColumns.cut(recording.texts[recording.phones[phone].name], to: width - 12)
    let network = TextColumns.cut(
      phones.network(of: phone, at: event), to: width - 8 - TextColumns.width(name))
    let status = " \(phones.clock(of: phone, at: event)) \(network) "
    let bar = String(
      repeating: "─", count: max(0, width - TextColumns.width(name) - TextColumns.width(status)))
    let top = "╭" + style.strong(" \(name) ") + style.faint(bar) + style.faint(status) + "╮"
    let screen = phones.screen(of: phone, at: event)
    var body: [Line]
    if let screen {
      body = lines(of: recording.nodes[screen])
    } else {
      body = [
        Line(text: ""),
        Line(text: "(\(phones.absence(of: phone, at: event)))", ink: .faint),
      ]
      if let shade = phones.value(.shade, of: phone, at: event), shade >= 0 {
        body += lines(of: recording.nodes[shade])
      }
    }
    // Of a long thread the newest is seen, below the bar.
    if body.count > height {
      body = [body[0], Line(text: "⋮", ink: .faint)] + body.suffix(height - 2)
    }
    let rows = (0..<height).map { row in
      let line = row < body.count ? body[row] : Line(text: "")
      let cut = TextColumns.cut(line.text.visible, to: width)
      let space = String(repeating: " ", count: width - TextColumns.width(cut))
      let painted = Self.paint(cut, line.ink, style)
      return "│ " + (line.isOwn ? space + painted : painted + space) + " │"
    }
    return [top] + rows + ["╰" + String(repeating: "─", count: width + 2) + "╯"]
  }

  /// The rows that a screen takes, however many there are.
  func rows(of screen: Int) -> Int { lines(of: recording.nodes[screen]).count }

  private static func paint(_ text: String, _ ink: Line.Ink, _ style: Style) -> String {
    switch ink {
    case .plain: text
    case .strong: style.strong(text)
    case .faint: style.faint(text)
    case .tinted: style.tinted(text)
    case .alarming: style.bad(text)
    }
  }

  // MARK: - Parts

  private func lines(of node: Recording.Node) -> [Line] {
    let words = node.texts.map { recording.texts[$0] }
    let (text, detail, end, marks) = (words[0], words[1], words[2], words[3])
    let traits = ScreenDrawing.Traits(rawValue: node.traits)
    let parts = node.parts.map { recording.nodes[$0] }
    let inside = parts.flatMap { lines(of: $0) }
    switch node.role {
    case .screen, .list, .thread: return inside
    case .bar:
      let back = marks.isEmpty ? "" : marks + " "
      return [Line(text: back + text, ink: .strong)]
        + (detail.isEmpty ? [] : [Line(text: detail, ink: .faint)]) + inside
    case .row:
      let ends = [end, marks].filter { !$0.isEmpty }.joined(separator: " ")
      let room = width - (ends.isEmpty ? 0 : TextColumns.width(ends) + 1)
      let title = TextColumns.fitted((traits.contains(.selected) ? "◉ " : "") + text, to: room)
      return [Line(text: ends.isEmpty ? title : title + " " + ends, ink: ink(traits))]
        + (detail.isEmpty ? [] : [Line(text: "  " + detail, ink: .faint)]) + inside
    case .section: return [Line(text: text, ink: .faint)] + inside
    case .bubble: return bubble(words, traits, parts)
    case .notice, .typing: return [Line(text: "· \(text)", ink: .faint)]
    case .field: return [Line(text: "[ \(text.isEmpty ? end : text) ]", ink: .faint)]
    case .button:
      return [Line(text: "(\(text))", ink: traits.contains(.alarming) ? .alarming : .tinted)]
    case .sheet:
      return [Line(text: "▔▔ \(text) \(end)", ink: .strong)]
        + (detail.isEmpty ? [] : [Line(text: detail, ink: .faint)]) + inside
    case .alert:
      return [text, detail].filter { !$0.isEmpty }
        .flatMap { TextColumns.wrapped($0, to: width - 2) }
        .map { Line(text: "! " + $0, ink: .alarming) } + inside
    case .shade:
      return inside + (end.isEmpty ? [] : [Line(text: "icon: \(end)", ink: .faint)])
    case .notification: return [Line(text: "▪ \(text): \(detail)")] + inside
    case .image: return [Line(text: "▣ \(text)", ink: ink(traits))] + inside
    case .text:
      return TextColumns.wrapped(text, to: width).map { Line(text: $0, ink: ink(traits)) } + inside
    }
  }

  private func bubble(
    _ words: [String], _ traits: ScreenDrawing.Traits, _ parts: [Recording.Node]
  ) -> [Line] {
    let isOwn = traits.contains(.own)
    let room = width * 3 / 4
    var lines: [Line] = []
    if !words[1].isEmpty { lines.append(Line(text: words[1], ink: .faint, isOwn: isOwn)) }
    // Images stand above the text, buttons and labels below.
    for part in parts where part.role == .image { lines += self.lines(of: part) }
    if !words[0].isEmpty {
      lines += TextColumns.wrapped(words[0], to: room).map {
        Line(text: $0, ink: traits.contains(.faded) ? .faint : .plain, isOwn: isOwn)
      }
    }
    let foot = [words[2], words[3]].filter { !$0.isEmpty }.joined(separator: " ")
    if !foot.isEmpty {
      let ink: Line.Ink =
        traits.contains(.alarming) ? .alarming : traits.contains(.highlighted) ? .tinted : .faint
      lines.append(Line(text: foot, ink: ink, isOwn: isOwn))
    }
    for part in parts where part.role != .image {
      lines += self.lines(of: part).map { line in
        var line = line
        line.isOwn = isOwn
        return line
      }
    }
    return lines
  }

  private func ink(_ traits: ScreenDrawing.Traits) -> Line.Ink {
    if traits.contains(.alarming) { return .alarming }
    if traits.contains(.faded) || traits.contains(.disabled) { return .faint }
    return traits.contains(.highlighted) ? .tinted : .plain
  }
}
