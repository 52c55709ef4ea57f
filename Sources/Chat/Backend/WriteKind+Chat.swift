public import Backend

extension WriteKind {
  /// A message.
  public static let message = WriteKind(below: ChatTop.messages)
  /// Read receipts.
  public static let receipt = WriteKind(below: ChatTop.receipts)
  /// Marks that messages have reached a phone.
  public static let delivery = WriteKind(below: ChatTop.deliveries)
  /// A change of a group's members.
  public static let members = WriteKind(below: ChatTop.changes)
}
