extension DatabaseServer {
  /// Tells all listeners that a commit concerns, from the root down and in the order of their listens.
  ///
  /// Costs what is told, and the way to it: listeners elsewhere aren't looked at.
  ///
  /// - Parameters:
  ///   - changes: the changes that changed anything, in the order of their paths.
  ///   - base: the location that the write was addressed to.
  mutating func fanOut(
    _ changes: [PathChange], below base: Path, _ commit: Commit,
    _ actions: inout [ServerAction]
  ) {
    if locations.isEmpty { return }
    descend(
      Self.rootPlace(commit), changes[...], base: base, &actions)
  }

  /// A location with what stood there and what stands there.
  struct Place {
    let slot: PathIndex<ListenedLocation>.Slot
    let path: Path
    let before: Node
    let after: Node
  }

  private static func rootPlace(_ commit: Commit) -> Place {
    Place(
      slot: PathIndex<ListenedLocation>.root, path: .root, before: commit.before,
      after: commit.after)
  }

  /// Tells the listeners at a location, and below it, of the changes that lie there.
  private mutating func descend(
    _ place: Place, _ changes: ArraySlice<PathChange>, base: Path,
    _ actions: inout [ServerAction]
  ) {
    let depth = place.path.depth
    guard let first = changes.first, first.path.depth > depth else {
      return overwrite(place, &actions)
    }
    tell(place, changes, base: base, &actions)
    var rest = changes
    while let next = rest.first {
      let key = next.path.keys[next.path.keys.startIndex + depth]
      let end = rest.firstIndex { $0.path.keys[$0.path.keys.startIndex + depth] != key }
      let group = rest[..<(end ?? rest.endIndex)]
      rest = rest[group.endIndex...]
      guard let slot = locations.child(key, of: place.slot) else { continue }
      let child = Place(
        slot: slot, path: next.path.prefix(depth + 1), before: place.before[child: key],
        after: place.after[child: key])
      descend(child, group, base: base, &actions)
    }
  }

  /// Tells the listeners at a location of changes below it.
  private mutating func tell(
    _ place: Place, _ changes: ArraySlice<PathChange>, base: Path,
    _ actions: inout [ServerAction]
  ) {
    let complete = locations.entries[place.slot].complete
    if !complete.isEmpty {
      if changes.count == 1, let change = changes.first {
        for subscriber in complete {
          actions.append(
            .send(
              subscriber.connection, .overwrite(change.path, change.node, tag: subscriber.tag)))
        }
      } else {
        let common = base.depth > place.path.depth ? base : place.path
        let relative = changes.prioritiesLast.map {
          PathChange(Path($0.path.keys.dropFirst(common.depth)), $0.node)
        }
        for subscriber in complete {
          actions.append(
            .send(subscriber.connection, .merge(common, relative, tag: subscriber.tag)))
        }
      }
    }
    updateWindows(place, changes.count == 1 ? changes.first : nil, &actions)
  }

  /// Tells the listeners at a location, and below it, that all of it was replaced.
  private mutating func overwrite(_ place: Place, _ actions: inout [ServerAction]) {
    if place.before == place.after { return }
    for subscriber in locations.entries[place.slot].complete {
      actions.append(
        .send(
          subscriber.connection, .overwrite(place.path, place.after, tag: subscriber.tag)))
    }
    updateWindows(place, nil, &actions)
    for (key, slot) in locations.children(of: place.slot) {
      let child = Place(
        slot: slot, path: place.path.child(key), before: place.before[child: key],
        after: place.after[child: key])
      overwrite(child, &actions)
    }
  }

  /// Moves the windows of a location and tells their subscribers what changed.
  ///
  /// - Parameter change: the only change, when there is but one and it lies below the location.
  private mutating func updateWindows(
    _ place: Place, _ change: PathChange?, _ actions: inout [ServerAction]
  ) {
    if locations.entries[place.slot].windows.isEmpty { return }
    locations.entries[place.slot].updateWindows(from: place.before, to: place.after) {
      subscribers, changes in
      let message = Self.push(changes, at: place.path, causedBy: change)
      for subscriber in subscribers {
        actions.append(.send(subscriber.connection, message(subscriber.tag)))
      }
    }
  }

  /// How a window's changes are told: as little as says it.
  private static func push(
    _ changes: [WindowChange], at path: Path, causedBy cause: PathChange?
  ) -> (Int?) -> ServerMessage {
    if changes.count == 1, let change = changes.first {
      if let cause, !change.before.isEmpty, !change.after.isEmpty,
        cause.path.depth > path.depth + 1
      {
        return { .overwrite(cause.path, cause.node, tag: $0) }
      }
      let child = path.child(change.key)
      return { .overwrite(child, change.after, tag: $0) }
    }
    let relative = changes.map { PathChange(Path([$0.key]), $0.after) }
    return { .merge(path, relative, tag: $0) }
  }
}
