import Foundation
import Network
import Testing

@testable import Web

@Suite("Fields take as many bytes as in the frames of a real HTTP/2")
struct HeaderBlockTests {
  /// A block of fields, as nghttp2 has sent it.
  private struct Block {
    let isRequest: Bool
    var fields: [HeaderTable.Field] = []
    var byteCount = 0
    /// With the heads of its frames.
    var frameBytes = 0
    /// Where the recording has it.
    var bytes: Int?
  }

  private static func blocks() throws -> [Block] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "HeaderBlocks.txt")
    var blocks: [Block] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let text = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "; ": continue
      case "# ": blocks.append(Block(isRequest: text == "request"))
      case "= ":
        let counts = text.split(separator: ", ").compactMap { Int($0) }
        blocks[blocks.count - 1].byteCount = counts[0]
        blocks[blocks.count - 1].frameBytes = counts[1]
      case "~ ": blocks[blocks.count - 1].bytes = text.utf8.count / 2
      default:
        guard let colon = line.dropFirst().firstIndex(of: ":") else { continue }
        let value = Self.value(String(line[line.index(colon, offsetBy: 2)...]))
        blocks[blocks.count - 1].fields.append((name: String(line[..<colon]), value: value))
      }
    }
    return blocks
  }

  /// A value as it is, or the letters that the recording counts.
  private static func value(_ text: String) -> String {
    guard text.hasPrefix("<"), text.hasSuffix(" letters>") else { return text }
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    let count = Int(text.dropFirst().prefix { $0.isNumber }) ?? 0
    return String((0..<count).map { letters[$0 * 7 % letters.count] })
  }

  @Test("each block of a connection takes the bytes that nghttp2 makes of its fields")
  func sizes() throws {
    let blocks = try Self.blocks()
    #expect(blocks.count >= 100)
    var (requests, responses) = (HeaderTable(), HeaderTable())
    for (number, block) in blocks.enumerated() {
      let count =
        block.isRequest ? requests.encode(block.fields) : responses.encode(block.fields)
      #expect(count == block.byteCount, "block \(number): \(block.fields)")
      #expect(block.bytes ?? count == count)
    }
  }

  @Test("the frames of a block take the bytes that they take on the wire, be they several")
  func frames() throws {
    for block in try Self.blocks() {
      let head = RequestHead(method: "GET", target: "/", headers: [:], bodyCount: 0)
      let frame = HTTP2Frame(.request(head, fieldBytes: block.byteCount), on: 1)
      #expect(frame.byteCount == block.frameBytes)
    }
  }
}
