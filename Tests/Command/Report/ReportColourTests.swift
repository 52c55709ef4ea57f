import Foundation
import Testing

@testable import RehearsalCommand

/// What a browser's audit of contrast would find, for every letter on every ground: a page shows only some of them.
@Suite("The colours of a report")
struct ReportColourTests {
  /// The custom properties of the light and of the dark scheme, by name.
  private func schemes() throws -> [(name: String, colours: [String: String])] {
    let sheet = String(decoding: PackageResources.base_css, as: UTF8.self)
    let parts = sheet.components(separatedBy: "@media (prefers-color-scheme: dark)")
    try #require(parts.count == 2)
    let dark = try #require(parts[1].components(separatedBy: "* {").first)
    return [("light", properties(of: parts[0])), ("dark", properties(of: dark))]
  }

  private func properties(of text: String) -> [String: String] {
    var colours: [String: String] = [:]
    for match in text.matches(of: /--([a-z-]+): #([0-9a-f]{6})/) {
      colours[String(match.1)] = String(match.2)
    }
    return colours
  }

  /// The relative luminance of a colour (WCAG 2.2).
  private func luminance(_ hexadecimal: String) throws -> Double {
    let number = try #require(Int(hexadecimal, radix: 16))
    let channels = [16, 8, 0].map { shift in Double((number >> shift) & 255) / 255 }
    let linear = channels.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  @Test("letters of each colour are read on each ground: contrast is at least 4.5")
  func contrast() throws {
    let letters = ["text", "faint", "accent", "good", "bad", "warn", "screen", "disk", "life"]
    let grounds = ["ground", "surface", "raised", "band", "accent-soft", "bad-soft"]
    for scheme in try schemes() {
      for letter in letters {
        for ground in grounds {
          let front = try luminance(#require(scheme.colours[letter], "\(letter) in \(scheme.name)"))
          let back = try luminance(#require(scheme.colours[ground], "\(ground) in \(scheme.name)"))
          let ratio = (max(front, back) + 0.05) / (min(front, back) + 0.05)
          #expect(ratio >= 4.5, "--\(letter) on --\(ground), \(scheme.name)")
        }
      }
    }
  }
}
