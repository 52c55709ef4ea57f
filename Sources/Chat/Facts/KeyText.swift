/// The text of an id with a fingerprint of it.
///
/// Ids are compared and looked up at every step of a run, in threads that may be long: mostly the fingerprints decide, so
/// that neither reads the texts. Texts are the same where their bytes are.
struct KeyText: Hashable, Sendable {
  let text: String
  private let fingerprint: UInt64

  init(_ text: String) {
    // FNV-1a (Fowler, Noll, Vo), the same in every process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let bytes = text.utf8.span
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3 }
    self.text = text
    fingerprint = hash
  }

  static func == (left: KeyText, right: KeyText) -> Bool {
    left.fingerprint == right.fingerprint && left.text == right.text
  }

  func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
