/// The platform's published limits on data, keys and paths.
///
/// Source: Firebase Realtime Database documentation, "Realtime Database Limits".
public enum Limits {
  /// Levels of child nodes below the root.
  public static let depthMax = 32
  /// UTF-8 bytes of one key.
  public static let keyBytesMax = 768
  /// UTF-8 bytes of one string value (10 MB).
  public static let stringBytesMax = 10 * 1024 * 1024
  /// JSON bytes of one write from a client SDK (16 MB).
  public static let writeBytesMax = 16 * 1024 * 1024
  /// JSON bytes of one answer to a read or listen (256 MB).
  public static let readBytesMax = 256 * 1024 * 1024
}
