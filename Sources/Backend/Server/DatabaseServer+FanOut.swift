internal import RehearsalCollections

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
      PathTrie<Key, ListenedLocation>.root, changes[...], depth: 0,
      Told(base: base, commit: commit),
      &actions)
  }

  /// A commit and the location to which it was addressed.
  private struct Told {
    let base: Path
    let commit: Commit
  }

  /// A location with what stood there and what stands there.
  private struct Place {
    let slot: PathTrie<Key, ListenedLocation>.Slot
    let path: Path
    let before: Node
    let after: Node
  }

  /// Tells the listeners at a location, and below it, of the changes that lie there.
  private mutating func descend(
    _ slot: PathTrie<Key, ListenedLocation>.Slot, _ changes: ArraySlice<PathChange>, depth: Int,
    _ told: Told, _ actions: inout [ServerAction]
  ) {
    guard let first = changes.first else { return }
    guard first.path.depth > depth else {
      let place = Place(
        slot: slot, path: first.path, before: told.commit.before[first.path],
        after: told.commit.after[first.path])
      return overwrite(place, &actions)
    }
    if !locations.values[slot].isEmpty { tell(slot, changes, depth: depth, told, &actions) }
    var rest = changes
    while let next = rest.first {
      let key = next.path.keys[next.path.keys.startIndex + depth]
      let group: ArraySlice<PathChange>
      if rest.count == 1 {
        group = rest
      } else {
        let end = rest.firstIndex { $0.path.keys[$0.path.keys.startIndex + depth] != key }
        group = rest[..<(end ?? rest.endIndex)]
      }
      rest = rest[group.endIndex...]
      guard let child = locations.child(key, of: slot) else { continue }
      descend(child, group, depth: depth + 1, told, &actions)
    }
  }

  /// Tells the listeners at a location of changes below it.
  private mutating func tell(
    _ slot: PathTrie<Key, ListenedLocation>.Slot, _ changes: ArraySlice<PathChange>, depth: Int,
    _ told: Told, _ actions: inout [ServerAction]
  ) {
    guard let first = changes.first else { return }
    let only = changes.count == 1 ? first : nil
    let complete = locations.values[slot].complete
    if let only {
      for subscriber in complete {
        actions.append(
          .send(subscriber.connection, .overwrite(only.path, only.node, tag: subscriber.tag)))
      }
    } else if !complete.isEmpty {
      let common = told.base.depth > depth ? told.base : first.path.prefix(depth)
      let relative = changes.prioritiesLast.map {
        PathChange($0.path.dropping(first: common.depth), $0.node)
      }
      for subscriber in complete {
        actions.append(
          .send(subscriber.connection, .merge(common, relative, tag: subscriber.tag)))
      }
    }
    if locations.values[slot].windows.isEmpty { return }
    let path = first.path.prefix(depth)
    let place = Place(
      slot: slot, path: path, before: told.commit.before[path], after: told.commit.after[path])
    updateWindows(place, only, &actions)
  }

  /// Tells the listeners at a location, and below it, that all of it was replaced.
  private mutating func overwrite(_ place: Place, _ actions: inout [ServerAction]) {
    if place.before == place.after { return }
    for subscriber in locations.values[place.slot].complete {
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
    if locations.values[place.slot].windows.isEmpty { return }
    locations.values[place.slot].updateWindows(from: place.before, to: place.after) {
      subscribers, changes in
      let message = Self.push(changes, at: place.path, causedBy: change)
      for subscriber in subscribers {
        actions.append(.send(subscriber.connection, message(subscriber.tag)))
      }
    }
  }

  /// Returns the message that tells a window's changes with as little as possible, by the listener's tag.
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
