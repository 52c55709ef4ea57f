extension SortedTree {
  /// Changes what is at many places, in one descent.
  ///
  /// Costs O(k log(n / k + 1)) for k places among n entries and shares what lies between them. The recursion is that of
  /// a union (Blelloch, Ferizovic and Sun 2016, "Just Join for Parallel Ordered Sets").
  ///
  /// - Parameters:
  ///   - probes: the values that lead to the places, in their order, each place once.
  ///   - compare: negative, zero or positive as the probe's place is before, at or after an entry's.
  ///   - change: gets a probe and the entry at its place, if any, and gives the one to be there, if any.
  @inlinable
  public mutating func update<Probe>(
    sorted probes: [Probe], by compare: (Probe, Entry) -> Int,
    with change: (Probe, Entry?) -> Entry?
  ) {
    root = Self.updating(probes, probes.indices, root, compare, change)
  }

  @inlinable
  static func updating<Probe>(
    _ probes: [Probe], _ range: Range<Int>, _ branch: Branch?, _ compare: (Probe, Entry) -> Int,
    _ change: (Probe, Entry?) -> Entry?
  ) -> Branch? {
    guard !range.isEmpty else { return branch }
    guard let branch else {
      var entries: [Entry] = []
      entries.reserveCapacity(range.count)
      for index in range { if let entry = change(probes[index], nil) { entries.append(entry) } }
      return Self.branch(entries[...])
    }
    // The first probe that isn't before the branch's entry, and whether it is at its place.
    var (here, end, isHere) = (range.lowerBound, range.upperBound, false)
    while here < end {
      let middle = (here + end) / 2
      let order = compare(probes[middle], branch.entry)
      if order < 0 { here = middle + 1 } else { end = middle }
      if order == 0 { isHere = true }
    }
    let left = updating(probes, range.lowerBound..<here, branch.left, compare, change)
    let entry = isHere ? change(probes[here], branch.entry) : branch.entry
    let next = isHere ? here + 1 : here
    let right = updating(probes, next..<range.upperBound, branch.right, compare, change)
    guard let entry else { return concatenated(left, right) }
    if !isHere, left === branch.left, right === branch.right { return branch }
    return linked(left, entry, right)
  }

  /// Joins two trees of any size with the entry between them.
  @inlinable
  static func linked(_ left: Branch?, _ entry: Entry, _ right: Branch?) -> Branch {
    if let left, weight(left) > 3 * weight(right) {
      return balanced(left.left, left.entry, linked(left.right, entry, right))
    }
    if let right, weight(right) > 3 * weight(left) {
      return balanced(linked(left, entry, right.left), right.entry, right.right)
    }
    return Branch(left, entry, right)
  }

  /// Joins two trees of any size.
  @inlinable
  static func concatenated(_ left: Branch?, _ right: Branch?) -> Branch? {
    guard let right else { return left }
    let (entry, rest) = takingFirst(right)
    return linked(left, entry, rest)
  }
}
