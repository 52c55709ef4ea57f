/// The platform's published limits on data, keys and paths.
///
/// Source: Firebase Realtime Database documentation, "Realtime Database Limits".
public enum Limits {
  /// Levels of child nodes below the root.
  public static let depthMax = 32
  /// Levels of children that a node can have in memory, stored or not (ours): what is nested deeper is cut down to it.
  ///
  /// A message that is too deep can so be held and refused; without a bound its release would end the process.
  static let nestingMax = 1_000
  /// UTF-8 bytes of one key.
  public static let keyBytesMax = 768
  /// UTF-8 bytes of one string value (10 MB).
  public static let stringBytesMax = 10 * 1024 * 1024
  /// JSON bytes of one write from a client SDK (16 MB).
  public static let writeBytesMax = 16 * 1024 * 1024
  /// UTF-8 bytes of a string that a rules expression makes; a longer one is an evaluation error.
  ///
  /// Ours, since the platform publishes no bound: what can be stored can be made. Without a bound six nested `replace`
  /// are enough to fill a machine.
  public static let ruleTextBytesMax = stringBytesMax
  /// JSON bytes of one answer to a read or listen (256 MB).
  public static let readBytesMax = 256 * 1024 * 1024
}
