import Backend
import Devices
import Testing

@testable import Chat

@Suite("Pictures, their compression and the size at which they are drawn")
struct PictureTests {
  @Test(
    "a picture is within 2,097,152 bytes after encoding, in its proportions (AS-14, C-46)",
    arguments: Picture.Format.allCases.filter { !$0.isVideo })
  func compression(_ format: Picture.Format) {
    let limit = 2_097_152
    for bytes in [1, 1_000, limit, limit + 1, 5_000_000, 40_000_000, 4_000_000_000] {
      let picture = Picture("p", byteCount: bytes, width: 4_000, height: 3_000, format: format)
      let sent = picture.compressed()
      #expect(sent.byteCount <= limit && sent.byteCount >= 1, "\(bytes) bytes of \(format)")
      #expect(sent.width * 3 == sent.height * 4, "\(sent.width)×\(sent.height)")
      if bytes <= limit, format != .heic { #expect(sent == picture) }
      if bytes > limit || format == .heic { #expect(sent.format == .jpeg) }
    }
  }

  @Test("5 MB of a camera become less than 2 MiB without losing half of its width (AS-14)")
  func camera() {
    let camera = Picture("p", byteCount: 5_000_000, width: 4_032, height: 3_024)
    let sent = camera.compressed()
    #expect(sent.byteCount == 2_073_600 && sent.width == 3_870 && sent.height == 2_903)
  }

  @Test("a picture fits 75 % of the width and 300 points, and is never without a point (AD-06)")
  func size() {
    for (width, height, points) in [
      (4, 3, (294, 220)), (3, 4, (225, 300)), (1, 1, (294, 294)), (1, 100_000, (1, 300)),
      (100_000, 1, (294, 1)), (98, 100, (294, 300)), (97, 100, (291, 300)),
    ] {
      let fitting = PhotoSize.fitting(width: width, height: height, at: .extraExtraExtraLarge)
      #expect(fitting == points, "\(width)×\(height)")
    }
  }

  @Test("a wider screen lets wide pictures be wider, up to 75 % of it, and none be higher (AD-06)")
  func widths() {
    for (screen, width, height, points) in [
      (320, 4, 3, (240, 180)), (320, 3, 4, (225, 300)), (320, 1, 2, (150, 300)),
      (820, 4, 3, (400, 300)), (820, 16, 1, (615, 38)), (1, 4, 3, (1, 1)),
    ] {
      let fitting = PhotoSize.fitting(
        width: width, height: height, at: .extraExtraExtraLarge, on: screen)
      #expect(fitting == points, "\(width)×\(height) on \(screen)")
    }
  }

  @Test("a picture grows with text, and never beyond its limits (AX-03, AD-06)")
  func textSizes() {
    var last = (width: 0, height: 0)
    for size in TextSize.allCases {
      let wide = PhotoSize.fitting(width: 4, height: 3, at: size)
      let tall = PhotoSize.fitting(width: 3, height: 4, at: size)
      #expect(wide.width <= 294 && tall.height <= 300)
      #expect(wide.width >= last.width && tall.height >= last.height, "\(size)")
      last = (wide.width, tall.height)
      let isFull = wide.width == 294 && tall.height == 300
      #expect(isFull == (size.bodyPoints >= 23), "\(size)")
    }
    #expect(PhotoSize.fitting(width: 1, height: 100_000, at: .extraSmall) == (1, 182))
  }

  @Test("sizes in words have the decimal separator of the language")
  func decimals() {
    for (locale, words) in [
      (PhoneLocale.english, "1.5 MB"), (.german, "1,5 MB"), (.polish, "1,5 MB"),
      (.arabic, "١٫٥ م.ب"), (PhoneLocale("fr"), "1.5 MB"),
    ] { #expect(ChatText(in: locale).size(1_500_000) == words) }
  }

  @Test("sizes in words (AS-02)")
  func words() {
    let text = ChatText()
    for (bytes, words) in [
      (0, "0 KB"), (1, "1 KB"), (1_999, "1 KB"), (999_999, "999 KB"), (1_000_000, "1.0 MB"),
      (1_049_999, "1.0 MB"), (1_050_000, "1.1 MB"), (2_097_152, "2.1 MB"),
    ] { #expect(text.size(bytes) == words) }
  }

  @Test("a record is read as it was written, and nonsense is none")
  func record() throws {
    let attachment = Attachment(Picture("p", byteCount: 7, width: 8, height: 9, format: .png))
    #expect(Attachment(attachment.record, number: 1) == attachment)
    let second = Attachment(Picture("q"), number: 2)
    let records = Attachment.records(of: [attachment, second])
    #expect(Attachment.list(of: records) == [attachment, second])
    let strange = records.updating(child: "4", to: "x").updating(child: "10", to: second.record)
    #expect(Attachment.list(of: strange) == [attachment, second])
    #expect(Attachment.records(of: []).isEmpty)
    for (key, node): (Path, Node) in [
      ("type", 7), ("bytes", 0), ("bytes", "7"), ("width", 1e9), ("height", .empty),
      ("file", .empty), ("file", 7),
    ] {
      #expect(
        Attachment(attachment.record.updating(key, to: node), number: 1) == nil, "\(key) \(node)")
    }
    for node: Node in ["x", 7, true, .empty] { #expect(Attachment.list(of: node).isEmpty) }
  }

  @Test("only the place of a picture names a message")
  func places() {
    let place = ChatPlaces.picture(
      of: MessageID("m"), in: ConversationID("c"), by: "alice", file: "f-1")
    #expect(place.description == "/pictures/c/alice/m/f-1")
    #expect(ChatPlaces.message(at: place.description) == MessageID("m"))
    for place in ["/groups/c/alice/m/1", "/pictures/c/alice/m", "/pictures/c/alice/m/1/2", ""] {
      #expect(ChatPlaces.message(at: place) == nil, "\(place)")
    }
  }
}
