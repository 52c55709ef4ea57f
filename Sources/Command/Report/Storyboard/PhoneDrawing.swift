internal import Harness
import Simulator

/// A phone of a storyboard: its frame, its status bar, and the screen that its owner sees.
struct PhoneDrawing {
  static let width = 212.0
  static let height = 384.0
  static let inner = 198.0
  /// The width of the screen in points.
  private static let points = 393.0
  /// The colours of a light screen.
  private static let light = (
    ink: "#10131a", faint: "#545a6b", line: "#e4e6ec", tint: "#2456d6", bar: "#f7f8fb"
  )
  /// The colours of a dark one.
  private static let dark = (
    ink: "#f2f3f7", faint: "#a3a9b8", line: "#2c2e34", tint: "#7fa6ff", bar: "#1c1c1e"
  )

  let recording: Recording
  /// The number of the app's screen; nil where the app is not on the phone's screen.
  let screen: Int?
  /// The time that the phone's clock shows.
  let clock: String
  /// The word for the network at the top.
  let network: String
  /// What is known of the app where it is not on the screen.
  let absence: Absence
  /// The number of the notification centre, in ``Recording/nodes``; nil where there was none yet.
  let shade: Int?

  /// The drawing, its upper left corner at 0, 0.
  var text: String {
    var body = SVG.box(
      x: 0, y: 0, width: Self.width, height: Self.height, radius: 30, fill: "#1a1c22")
    let ground =
      screen == nil ? absence.ground : fill(of: screen.map { recording.nodes[$0] }) ?? "#ffffff"
    let ink = screen == nil ? "#ffffff" : colours.ink
    body += SVG.box(
      x: 7, y: 7, width: Self.inner, height: Self.height - 14, radius: 24, fill: ground)
    body += SVG.text(clock, x: 24, y: 26, size: 11, fill: ink, weight: "600")
    body += SVG.text(
      SVG.cut(network, to: 60, size: 10), x: Self.width - 24, y: 26, size: 10, fill: ink,
      weight: "600", anchor: "end")
    body += SVG.box(
      x: Self.width / 2 - 26, y: 14, width: 52, height: 15, radius: 7.5, fill: "#1a1c22")
    if let screen {
      body += contents(of: recording.nodes[screen])
    } else {
      body += lockScreen
    }
    return body
  }

  var colours: (ink: String, faint: String, line: String, tint: String, bar: String) {
    isDark ? Self.dark : Self.light
  }

  var isDark: Bool {
    screen.map { traits(recording.nodes[$0]).contains(.dark) } ?? false
  }

  /// The colour that fills a part; nil where the drawing leaves it to the report.
  func fill(of node: Recording.Node?) -> String? { colour(4, of: node) }

  func border(of node: Recording.Node?) -> String? { colour(5, of: node) }

  private func colour(_ index: Int, of node: Recording.Node?) -> String? {
    guard let texts = node?.texts, texts.indices.contains(index) else { return nil }
    let text = recording.texts[texts[index]]
    return text.isEmpty ? nil : text
  }

  /// The size at which an image is drawn; nil where the drawing leaves it to the report.
  func size(of image: Recording.Node?) -> (width: Double, height: Double)? {
    guard let image, image.texts.indices.contains(6) else { return nil }
    let sides = recording.texts[image.texts[6]].split(separator: "×").compactMap { Double($0) }
    guard sides.count == 2 else { return nil }
    return (sides[0] * Self.inner / Self.points, sides[1] * Self.inner / Self.points)
  }

  func words(_ node: Recording.Node) -> [String] { node.texts.map { recording.texts[$0] } }

  func traits(_ node: Recording.Node) -> ScreenDrawing.Traits {
    .init(rawValue: node.traits)
  }

  func parts(_ node: Recording.Node) -> [Recording.Node] {
    node.parts.map { recording.nodes[$0] }
  }

  private func contents(of screen: Recording.Node) -> String {
    var body = ""
    var y = 36.0
    let bottom = Self.height - 26
    // Above a list a field is for searching, and at the end of a thread for writing.
    let hasList = parts(screen).contains { $0.role == .list }
    let below = hasList ? [] : parts(screen).filter { [.typing, .field].contains($0.role) }
    let room = bottom - Double(below.count) * 30
    for nodes in grouped(parts(screen)) {
      let node = nodes[0]
      switch node.role {
      case .bar:
        body += titleBar(node, y: y)
        y += 40
      case .button:
        let drawn = buttons(nodes, y: y)
        body += drawn.text
        y += drawn.height
      case .list, .sheet: body += rows(of: node, from: y, to: room)
      case .thread: body += thread(node, from: y, to: room)
      case .typing:
        body += SVG.text(words(node)[0], x: 20, y: room + 16, size: 10.5, fill: colours.faint)
      case .field where hasList:
        body += field(node, y: y + 4)
        y += 32
      case .field: body += field(node, y: bottom - 26)
      case .alert: body += alert(node)
      default:
        body += SVG.text(
          SVG.cut(words(node)[0], to: Self.inner - 20, size: 11), x: 18, y: y + 14, size: 11,
          fill: colours.ink)
        y += 16
      }
    }
    return body
  }

  /// The parts one by one, those buttons together that follow one another.
  private func grouped(_ parts: [Recording.Node]) -> [[Recording.Node]] {
    parts.reduce(into: []) { groups, node in
      if node.role == .button, groups.last?[0].role == .button {
        groups[groups.count - 1].append(node)
      } else {
        groups.append([node])
      }
    }
  }

  /// Buttons side by side across the screen, or below one another where they have no room for that.
  private func buttons(_ nodes: [Recording.Node], y: Double) -> (text: String, height: Double) {
    let share = Self.inner / Double(nodes.count)
    let fit = nodes.allSatisfy { SVG.width(of: words($0)[0], size: 11) < share - 12 }
    let texts = nodes.enumerated().map { number, node in
      let x = fit ? 7 + share * (Double(number) + 0.5) : Self.width / 2
      return SVG.text(
        SVG.cut(words(node)[0], to: Self.inner - 20, size: 11), x: x,
        y: y + 16 + (fit ? 0 : Double(number) * 18), size: 11,
        fill: traits(node).contains(.alarming) ? "#c3262b" : colours.tint, weight: "600",
        anchor: "middle")
    }
    return (texts.joined(), fit ? 24 : Double(nodes.count) * 18 + 6)
  }

  private func titleBar(_ node: Recording.Node, y: Double) -> String {
    let words = words(node)
    let photo = parts(node).first { $0.role == .image }
    let hasPhoto = photo != nil
    let title = SVG.cut(words[0], to: Self.inner - (hasPhoto ? 100 : 50), size: 13.5)
    var body = SVG.box(x: 7, y: y + 38, width: Self.inner, height: 1, radius: 0, fill: colours.line)
    body += SVG.text(
      title, x: Self.width / 2, y: y + (words[1].isEmpty ? 23 : 17), size: 13.5, fill: colours.ink,
      weight: "650", anchor: "middle")
    if let photo { body += thumbnail(photo, x: 32, y: y + 8, size: 22) }
    body += SVG.text(
      words[1], x: Self.width / 2, y: y + 31, size: 10, fill: colours.faint, anchor: "middle")
    return body + SVG.text(words[3], x: 18, y: y + 24, size: 18, fill: colours.tint)
  }

  private func rows(of list: Recording.Node, from top: Double, to bottom: Double) -> String {
    var body = ""
    var y = top
    if list.role == .sheet {
      body += SVG.box(
        x: 7, y: y, width: Self.inner, height: bottom - y + 20, radius: 14, fill: colours.bar)
      body += SVG.text(words(list)[0], x: 20, y: y + 24, size: 13, fill: colours.ink, weight: "650")
      body += SVG.text(
        words(list)[2], x: Self.width - 20, y: y + 24, size: 12, fill: colours.tint, weight: "600",
        anchor: "end")
      y += 36
    }
    for node in parts(list) where y + 20 < bottom {
      let words = words(node)
      let isRow = node.role == .row
      let end = words[3].isEmpty ? words[2] : "\(words[2]) \(words[3])"
      let isCount = Int(words[2]) != nil && words[3].isEmpty
      let photo = isRow ? parts(node).first { $0.role == .image } : nil
      let left = photo == nil ? 20.0 : 48
      if let photo { body += thumbnail(photo, x: 18, y: y + 9, size: 24) }
      let room = Self.inner - 20 - left - SVG.width(of: end, size: 11)
      body += SVG.text(
        SVG.cut(words[0], to: room, size: 12), x: left, y: y + 17, size: isRow ? 12 : 10.5,
        fill: isRow ? colours.ink : colours.faint, weight: "600")
      body += SVG.text(
        SVG.cut(words[1], to: room, size: 11), x: left, y: y + 32, size: 11, fill: colours.faint)
      if isCount {
        body += SVG.box(
          x: Self.width - 42, y: y + 12, width: 20, height: 17, radius: 8.5, fill: colours.tint)
      }
      body += SVG.text(
        end, x: isCount ? Self.width - 32 : Self.width - 20, y: y + 24.5, size: 11,
        fill: isCount ? "#ffffff" : colours.faint, weight: "600", anchor: isCount ? "middle" : "end"
      )
      y += isRow && !words[1].isEmpty ? 42 : isRow ? 34 : 24
    }
    return body
  }

  /// A small picture, with the line around it where it has one.
  private func thumbnail(
    _ image: Recording.Node, x: Double, y: Double, size: Double
  ) -> String {
    let frame = border(of: image).map {
      SVG.box(
        x: x - 1.5, y: y - 1.5, width: size + 3, height: size + 3, radius: size / 2 + 1.5, fill: $0)
    }
    return (frame ?? "")
      + SVG.box(x: x, y: y, width: size, height: size, radius: size / 2, fill: "#c8cede")
  }

  private func field(_ node: Recording.Node, y: Double) -> String {
    let (text, plus, end) = (words(node)[0], words(node)[1], words(node)[2])
    let hint = end.isEmpty ? "Message" : end
    return SVG.text(plus, x: 184, y: y + 18, size: 15, fill: colours.tint, anchor: "middle")
      + "<rect x=\"16\" y=\"\(SVG.number(y))\" width=\"180\" height=\"25\" rx=\"12.5\" fill=\"none\" stroke=\"#cfd3dc\"/>\n"
      + SVG.text(
        SVG.cut(text.isEmpty ? hint : text, to: 140, size: 11.5), x: 28, y: y + 16.5,
        size: 11.5, fill: text.isEmpty ? colours.faint : colours.ink)
  }

  /// An alert; two controls stand side by side, more below one another.
  private func alert(_ node: Recording.Node) -> String {
    let lines = SVG.lines(of: words(node)[0], in: 130, size: 11.5)
    let controls = parts(node).map { words($0)[0] }
    let rows =
      controls.count > 2 ? controls : controls.isEmpty ? [] : [controls.joined(separator: "     ")]
    let height = Double(lines.count) * 15 + 24 + Double(rows.count) * 24
    let top = (Self.height - height) / 2
    var body =
      "<rect x=\"7\" y=\"7\" width=\"198\" height=\"370\" rx=\"24\" fill=\"#000000\" fill-opacity=\"0.35\"/>\n"
    body += SVG.box(x: 28, y: top, width: 156, height: height, radius: 12, fill: "#f5f6f9")
    for (number, line) in lines.enumerated() {
      body += SVG.text(
        line, x: Self.width / 2, y: top + 20 + Double(number) * 15, size: 11.5,
        fill: Self.light.ink,
        anchor: "middle")
    }
    for (number, row) in rows.enumerated() {
      body += SVG.text(
        row, x: Self.width / 2, y: top + height - 14 - Double(rows.count - 1 - number) * 24,
        size: 12, fill: Self.light.tint, weight: "600", anchor: "middle")
    }
    return body
  }
}
