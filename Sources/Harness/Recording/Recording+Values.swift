extension Recording {
  /// The values that a message carried.
  package struct Detail: Hashable, Sendable {
    /// The event of its sending.
    package var event: Int
    /// The values in words, in ``Recording/texts``.
    package var text: Int

    package init(event: Int, text: Int) {
      self.event = event
      self.text = text
    }
  }

  /// The write of a row on a disk, or of data in the backend's tree.
  package struct Write: Hashable, Sendable {
    /// The event that tells of it; whose disk it is says its subject.
    package var event: Int
    /// The table and the key of a row, or the path in the tree, in ``Recording/texts``; empty for all rows of a disk.
    package var place: Int
    /// The row in words, or the data as JSON, in ``Recording/texts``; -1 where it is removed.
    package var value: Int

    package init(event: Int, place: Int, value: Int) {
      self.event = event
      self.place = place
      self.value = value
    }
  }
}
