internal import Harness
import Simulator

extension PhoneDrawing {
  /// The newest bubbles that there is room for, from below.
  func thread(_ node: Recording.Node, from top: Double, to bottom: Double) -> String {
    var body = ""
    var y = bottom - 4
    for bubble in parts(node).reversed() {
      let drawn = bubble.role == .bubble ? self.bubble(bubble) : notice(bubble)
      y -= drawn.height + 5
      guard y > top else { break }
      body = "<g transform=\"translate(0 \(SVG.number(y)))\">\n\(drawn.text)</g>\n" + body
    }
    return body
  }

  private func notice(_ node: Recording.Node) -> (text: String, height: Double) {
    let text = SVG.text(
      SVG.cut(words(node)[0], to: Self.inner - 30, size: 10), x: Self.width / 2, y: 12, size: 10,
      fill: colours.faint, anchor: "middle")
    return (text, 16)
  }

  private func bubble(_ node: Recording.Node) -> (text: String, height: Double) {
    let (words, traits) = (words(node), traits(node))
    let isOwn = traits.contains(.own)
    let images = parts(node).filter { $0.role == .image }
    let labels = parts(node).filter { $0.role != .image }.map { self.words($0)[0] }
    let lines = SVG.lines(of: words[0], in: 128, size: 12)
    let stamp = "\(words[2]) \(words[3])"
    let widest = lines.map { SVG.width(of: $0, size: 12) }.max() ?? 0
    let size = size(of: images.first)
    let width = max(max(widest, SVG.width(of: stamp, size: 9.5)) + 20, (size?.width ?? 0) + 12)
    let x = isOwn ? Self.width - 17 - width : 17
    var y = words[1].isEmpty ? 0.0 : 12
    var body = SVG.text(words[1], x: x + 8, y: 9, size: 10, fill: colours.faint, weight: "650")
    let imageHeight = size?.height ?? 26
    let pictureHeight = images.isEmpty ? 0.0 : imageHeight + 4
    let height = Double(lines.count) * 15 + 20 + pictureHeight
    let usual = traits.contains(.alarming) ? "#ffe3e1" : isOwn ? "#d9e5ff" : "#e9ebf0"
    body += SVG.box(
      x: x, y: y, width: width, height: height, radius: 13, fill: fill(of: node) ?? usual)
    if let image = images.first {
      let imageWidth = size?.width ?? width - 12
      if let border = border(of: image) {
        body += SVG.box(
          x: x + 4.5, y: y + 4.5, width: imageWidth + 3, height: imageHeight + 3, radius: 7,
          fill: border)
      }
      body += SVG.box(
        x: x + 6, y: y + 6, width: imageWidth, height: imageHeight, radius: 6, fill: "#c8cede")
      // The share that is uploaded stands over the picture.
      body += SVG.text(
        self.words(image)[2], x: x + 6 + imageWidth / 2, y: y + 9 + imageHeight / 2, size: 11,
        fill: "#1b1d22", weight: "650", anchor: "middle")
    }
    for (number, line) in lines.enumerated() {
      body += SVG.text(
        line, x: x + 10, y: y + pictureHeight + 15 + Double(number) * 15, size: 12,
        fill: traits.contains(.faded) ? colours.faint : colours.ink)
    }
    let colour =
      traits.contains(.highlighted)
      ? (isDark ? colours.tint : "#0759ba") : traits.contains(.alarming) ? "#c3262b" : colours.faint
    y += height
    body += SVG.text(
      stamp, x: x + width - 9, y: y - 6, size: 9.5, fill: colour, weight: "600", anchor: "end")
    if !labels.isEmpty {
      y += 12
      body += SVG.text(
        labels.joined(separator: " · "), x: isOwn ? Self.width - 20 : x + 4, y: y - 2, size: 10,
        fill: colours.faint, anchor: isOwn ? "end" : "start")
    }
    return (body, y)
  }
}
