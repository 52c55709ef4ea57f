public import Devices

// What a message carries of a picture of the library.

extension Picture {
  /// The most bytes of a picture in a message: 2 MiB after encoding (AS-14, C-46); of a video, too.
  public static let attachmentBytesMax = 2_097_152
  /// The most pixels of a side; ours, as the rules of the database take no more.
  public static let sideMax = 100_000

  /// The picture as a message carries it: a JPEG or PNG within the limit as it is, everything else as a JPEG of quality 0.8,
  /// made smaller until it is within the limit.
  ///
  /// The size of a JPEG depends on what is in it and on the encoder, so a model has to choose. A camera's JPEG takes some 45 % of
  /// its bytes at quality 0.8, and a PNG of a photo 20 %: both are ours, since we found no measurement of a phone's photos. They
  /// are of the order of what is published. UIKit wrote one picture with 123 KB at quality 1 and 46 KB at 0.75, so 37 %
  /// (marty-suzuki, Qiita, 159b1c5d47fb00c11fda). Another encoder wrote two photos with 1.6 and 2.5 MB at quality 80, where PNG
  /// took some 15 and 20 MB, so 12 % (digital-photography.com, "JPG-Compression and File Size"); we take more, so that an upload
  /// is not too quick. A HEIC takes half the bytes of a JPEG of the same quality (Apple, WWDC 2017, session 503, "Introducing
  /// HEIF and HEVC"), so 90 %. Bytes grow with the number of pixels. A video stays as it is.
  public func compressed(to limit: Int = attachmentBytesMax) -> Picture {
    if byteCount <= limit, format != .heic { return self }
    let percent: Int
    switch format {
    case .jpeg: percent = 45
    case .png: percent = 20
    case .heic: percent = 90
    case .mp4: return self
    }
    let encoded = max(1, byteCount * percent / 100)
    func bytes(atScale scale: Int) -> Int { encoded * scale * scale / 10_000 }
    // Both sides in whole percents.
    var scale = 100
    while scale > 1, bytes(atScale: scale) > limit { scale -= 1 }
    return Picture(
      name, byteCount: min(limit, bytes(atScale: scale)), width: width * scale / 100,
      height: height * scale / 100, format: .jpeg, isCorrupt: isCorrupt)
  }
}
